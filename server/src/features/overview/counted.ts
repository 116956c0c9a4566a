/** Nobody looks through more, and beyond it the exact number is of no use. */
const COUNTED_UP_TO = 1_000;
/** How many rows are counted at most: one more tells that there are more. */
export const MOST_COUNTED = COUNTED_UP_TO + 1;

export interface Counted {
  readonly count: number;
  readonly is_exact: boolean;
}

export function countedOf(found: bigint): Counted {
  return { count: Math.min(Number(found), COUNTED_UP_TO), is_exact: found <= BigInt(COUNTED_UP_TO) };
}
