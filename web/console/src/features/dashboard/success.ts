import type { Figures } from './api.ts';

/** Where there is nothing to reckon with. */
export const NOTHING = '–';

/** Of the orders that have ended, how many were paid, in percent: "92.3%". */
export function successText({ orders_ended: ended, orders_succeeded: paid }: Pick<Figures, 'orders_ended' | 'orders_succeeded'>): string {
  if (ended === 0) return NOTHING;
  const percent = (100 * paid) / ended;
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)}%`;
}
