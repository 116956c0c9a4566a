/**
 * Money is a bigint count of a coin's minor units inside Purser and a decimal string on the wire.
 * Nothing here rounds silently: an amount finer than the coin's minor unit is refused.
 */

/** Reads a plain decimal ("12", "12.5", "12.50"): no sign, no exponent, no grouping, no spaces. */
const PLAIN_DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
/** More digits than any amount has. */
const MOST_WHOLE_DIGITS = 18;

/** The largest amount one command may carry: keeps every sum of balances far inside PostgreSQL's bigint. */
export const LARGEST_AMOUNT_MINOR = 10n ** 17n;

export type AmountProblem = 'not_a_number' | 'too_many_decimals' | 'too_large';

/**
 * Parses a decimal string into minor units of a coin with `decimals` places.
 * Trailing zeros beyond the coin's places are exact and therefore accepted ("1.500" for a 2-place coin).
 */
export function parseAmount(text: string, decimals: number): bigint | AmountProblem {
  const match = PLAIN_DECIMAL.exec(text);
  if (!match) return 'not_a_number';
  const whole = match[1] ?? '';
  if (whole.length > MOST_WHOLE_DIGITS) return 'too_large';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return 'too_many_decimals';
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  return minor > LARGEST_AMOUNT_MINOR ? 'too_large' : minor;
}

/** Formats minor units as the shortest exact wire decimal with all of the coin's places ("1234.50"). */
export function formatAmount(minor: bigint, decimals: number): string {
  const negative = minor < 0n;
  const digits = (negative ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${negative ? '-' : ''}${whole}${fraction}`;
}

/** How many places a decimal string has. */
export function placesOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

/**
 * Money or a rate as it is sent, in minor units of `decimals` places, which it must have, all of them; without `decimals`, of the places that
 * it has. Unlike what is typed it may be below zero, and larger than what one command can carry. Throws a RangeError for anything else.
 */
export function minorOf(money: string, decimals: number = placesOf(money)): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(money) ?? [];
  if (whole === '' || fraction.length !== decimals) throw new RangeError(`"${money}" is no money of ${decimals} places`);
  return BigInt(sign + whole + fraction);
}

/** One basis point is 1/10,000; fee rates are whole basis points so that fees stay integer arithmetic. */
export type BasisPoints = number;

/** The fee on an amount, rounded up to the minor unit so that the remainder is never lost. */
export function feeOf(amountMinor: bigint, rate: BasisPoints): bigint {
  if (!Number.isSafeInteger(rate) || rate < 0) throw new RangeError(`fee rate ${rate} is not whole basis points`);
  const product = amountMinor * BigInt(rate);
  return product === 0n ? 0n : (product + 9_999n) / 10_000n;
}

/** A rate in basis points as a percentage text: 100 -> "1.00". */
export function formatRate(rate: BasisPoints): string {
  return formatAmount(BigInt(rate), 2);
}
