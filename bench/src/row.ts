/** One line of the bench's table. Ratios within one run come first: an absolute time says as much about the machine. */
export interface Row {
  /** What was measured: "ledger: batched / one transaction each". */
  readonly what: string;
  /** The figure that is compared with the budget. */
  readonly measured: number;
  readonly unit: 'x' | '%' | 'ms' | 'KB' | 's' | 'MB' | 'points';
  /** Whether the figure must not be below (`min`) or above (`max`) the limit; null where there is no budget. */
  readonly budget: { readonly kind: 'min' | 'max'; readonly limit: number } | null;
  /** The absolute figures behind it, for people: "24,100/s : 2,050/s, medians of 5". */
  readonly detail: string;
}

/** Whether a row keeps its budget; a row without one always does. */
export function keepsBudget({ measured, budget }: Row): boolean {
  if (!budget) return true;
  return budget.kind === 'min' ? measured >= budget.limit : measured <= budget.limit;
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new RangeError('the median of nothing');
  return (low + high) / 2;
}

/** The value below which the given share of the figures lies. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
