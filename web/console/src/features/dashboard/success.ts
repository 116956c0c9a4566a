import type { Figures } from './api.ts';

/** Where there is nothing to reckon with. */
export const NOTHING = '–';

/** Of the orders that have ended, how many were paid, in percent: "92.3%". Cut and not rounded: all is said of all alone, and none of none. */
export function successText({ orders_ended: ended, orders_succeeded: paid }: Pick<Figures, 'orders_ended' | 'orders_succeeded'>): string {
  if (ended === 0) return NOTHING;
  const percent = (100 * paid) / ended;
  if (Number.isInteger(percent)) return `${percent}%`;
  return `${(Math.max(1, Math.floor((1000 * paid) / ended)) / 10).toFixed(1)}%`;
}
