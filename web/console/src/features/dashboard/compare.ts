/** How today stands to yesterday. */
export type Comparison =
  /** Nothing then and nothing now: there is nothing to say. */
  | { readonly kind: 'none' }
  | { readonly kind: 'same' }
  /** Yesterday had none, so that no percentage says anything. */
  | { readonly kind: 'onlyToday' }
  /** More than ten times as much: a word says more than a number. */
  | { readonly kind: 'manyTimes' }
  | { readonly kind: 'up' | 'down'; readonly percent: string };

/** Compares two figures (counts or decimal strings); the percentage is for reading, not for reckoning. */
export function compare(today: number | string, yesterday: number | string): Comparison {
  const now = Number(today);
  const before = Number(yesterday);
  if (now === before) return { kind: now === 0 ? 'none' : 'same' };
  if (before === 0) return { kind: 'onlyToday' };
  const change = Math.abs(((now - before) / before) * 100);
  if (change > 900 && now > before) return { kind: 'manyTimes' };
  // What is left says that not all is gone.
  const told = now > 0 && now < before ? Math.min(change, 99.9) : change;
  const percent = told < 0.1 ? '<0.1' : told >= 100 ? told.toFixed(0) : told.toFixed(1);
  return { kind: now > before ? 'up' : 'down', percent };
}
