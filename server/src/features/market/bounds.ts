import type { OutputOf } from '@purser/contract/call';
import type { marketCheck } from '@purser/contract/features/market';
import { formatAmount } from '@purser/contract/money';

/** What of a change goes beyond what one person may do. */
export type Beyond = OutputOf<typeof marketCheck>['why'][number];

/** Places after the point that a rate has at the most. */
const PLACES = 18;
const WHOLE_BP = 10_000n;

/**
 * Whether a fee or rate that changes to `after` goes beyond the bound, and from which of the values that held before it is farthest. From zero
 * any change is beyond every bound, as there is nothing to measure it by.
 *
 * @param befores decimal strings: what holds now and what has held within the last day
 * @param boundBp in basis points of what it was
 */
export function beyondBound(name: Beyond['name'], befores: readonly string[], after: string, boundBp: number): Beyond | undefined {
  const to = scaled(after);
  const [first, ...others] = befores
    .map((before) => ({ before, from: scaled(before) }))
    .map(({ before, from }) => ({ before, from, distance: from > to ? from - to : to - from }))
    .filter(({ from, distance }) => distance * WHOLE_BP > from * BigInt(boundBp));
  if (!first) return undefined;
  const { before, from, distance } = others.reduce(
    (farthest, other) => (other.distance * farthest.from > farthest.distance * other.from ? other : farthest),
    first,
  );
  return { name, before, after, change: from === 0n ? null : percentUp(distance, from), bound: formatAmount(BigInt(boundBp), 2) };
}

/** A part of a whole in percent with one place, rounded up: what is beyond a bound never looks as if it were not. */
function percentUp(part: bigint, whole: bigint): string {
  return formatAmount((part * 1000n + whole - 1n) / whole, 1);
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}
