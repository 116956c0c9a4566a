/** How today stands to yesterday. */
export type Comparison =
  | { readonly kind: 'same' }
  /** Yesterday had none, so that no percentage says anything. */
  | { readonly kind: 'onlyToday' }
  | { readonly kind: 'up' | 'down'; readonly percent: string };

/** Compares two figures (counts or decimal strings); the percentage is for reading, not for reckoning. */
export function compare(today: number | string, yesterday: number | string): Comparison {
  const now = Number(today);
  const before = Number(yesterday);
  if (now === before) return { kind: 'same' };
  if (before === 0) return { kind: 'onlyToday' };
  const change = Math.abs(((now - before) / before) * 100);
  const percent = change >= 9_999 ? '>9999' : change < 0.1 ? '<0.1' : change >= 100 ? change.toFixed(0) : change.toFixed(1);
  return { kind: now > before ? 'up' : 'down', percent };
}
