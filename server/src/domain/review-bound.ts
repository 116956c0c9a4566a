import type { StaffReviewKind } from '@purser/contract/features/review';
import type { Tx } from '../platform/database/tx.ts';

/** Up to which amount, in minor units, one person approves orders of a kind in a coin; undefined where it always wants two. */
export type ReviewBounds = (coin: string, kind: StaffReviewKind) => bigint | undefined;

/** The bounds that hold now, of every coin. */
export async function reviewBounds(tx: Tx): Promise<ReviewBounds> {
  const { rows } = await tx.query<{ coin: string; kind: StaffReviewKind; amount: bigint }>(
    'select distinct on (coin, kind) coin, kind, amount from review_bound order by coin, kind, sequence desc',
  );
  const amounts = new Map(rows.map(({ coin, kind, amount }) => [`${coin} ${kind}`, amount]));
  return (coin, kind) => amounts.get(`${coin} ${kind}`);
}
