import { formatAmount, minorOf, placesOf } from '@purser/contract/money';
import type { Day } from './api.ts';

/** The gist of the days: orders paid, their exact sum, and the day with the most (none when nothing was paid). */
export function summaryOf(days: readonly Pick<Day, 'day' | 'orders_paid' | 'amount_paid'>[]): {
  paid: number;
  amount: string;
  best: string | undefined;
} {
  const decimals = placesOf(days[0]?.amount_paid ?? '');
  let sum = 0n;
  let most = 0n;
  let paid = 0;
  let best: string | undefined;
  for (const day of days) {
    const minor = minorOf(day.amount_paid);
    sum += minor;
    paid += day.orders_paid;
    if (minor > most) {
      most = minor;
      best = day.day;
    }
  }
  return { paid, amount: formatAmount(sum, decimals), best };
}
