import { USDT_DECIMALS } from '@purser/contract/exchange';
import { minorOf, parseAmount, placesOf, type AmountProblem } from '@purser/contract/money';

export type SumProblem = AmountProblem | 'required' | 'above_available' | 'below_minimum' | 'above_maximum';

interface Bounds {
  readonly decimals: number;
  /** With all of the coin's places. */
  readonly available: string;
}

/** What is typed, in minor units, or what is wrong with it by itself. Nothing is rounded or guessed. */
export function readAmount(text: string, { decimals, available }: Bounds): bigint | SumProblem {
  const typed = text.trim();
  if (typed === '') return 'required';
  const minor = parseAmount(typed, decimals);
  if (typeof minor === 'string') return minor;
  if (minor === 0n) return 'required';
  return minor > minorOf(available) ? 'above_available' : minor;
}

/** Whether what an amount is worth in USDT lies within the limits, which are in USDT as well. */
export function limitProblem(
  worth: string,
  { minimum, maximum }: { readonly minimum: string; readonly maximum: string },
): SumProblem | undefined {
  if (minorOf(worth) < minorOf(minimum)) return 'below_minimum';
  return minorOf(worth) > minorOf(maximum) ? 'above_maximum' : undefined;
}

/** "100.000000" as "100", "99.5000" as "99.5": limits are read, not compared digit by digit. */
export function shortUsdt(money: string): string {
  return placesOf(money) === USDT_DECIMALS ? money.replace(/\.?0+$/, '') : money;
}
