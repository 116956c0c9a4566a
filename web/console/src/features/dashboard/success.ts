import type { Figures } from './api.ts';

/** Where there is nothing to reckon with. */
export const NOTHING = '–';

/** Of the orders that have ended, how many were paid, in percent: "92.3%". All is said of all alone, and none of none. */
export function successText({ orders_ended: ended, orders_succeeded: paid }: Pick<Figures, 'orders_ended' | 'orders_succeeded'>): string {
  if (ended === 0) return NOTHING;
  const percent = (100 * paid) / ended;
  if (Number.isInteger(percent)) return `${percent}%`;
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1)}%`;
}
