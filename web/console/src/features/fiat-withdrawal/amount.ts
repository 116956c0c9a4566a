import { parseAmount, type AmountProblem as Unread } from '@purser/contract/money';

export type AmountProblem = Unread | 'required' | 'below_minimum' | 'above_available';

interface Bounds {
  readonly decimals: number;
  /** The server's money; undefined until it is known. */
  readonly minimum: string | undefined;
  readonly available: string | undefined;
}

/** The amount in minor units, or what is wrong with it. */
export function readAmount(text: string, { decimals, minimum, available }: Bounds): bigint | AmountProblem {
  const typed = text.trim();
  if (typed === '') return 'required';
  const minor = parseAmount(typed, decimals);
  if (typeof minor === 'string') return minor;
  const bound = (money: string | undefined): bigint | undefined => {
    const parsed = money === undefined ? undefined : parseAmount(money, decimals);
    return typeof parsed === 'bigint' ? parsed : undefined;
  };
  if (minor === 0n || minor < (bound(minimum) ?? 0n)) return 'below_minimum';
  const held = bound(available);
  return held !== undefined && minor > held ? 'above_available' : minor;
}
