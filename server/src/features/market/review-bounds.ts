import type { OutputOf } from '@purser/contract/call';
import { type marketOverview, REVIEW_BOUNDS } from '@purser/contract/features/market';
import { type StaffReviewKind, STAFF_REVIEW_KINDS } from '@purser/contract/features/review';
import { formatAmount } from '@purser/contract/money';
import { recordOf } from '@purser/contract/terms';
import type { ReviewBounds } from '../../domain/review-bound.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { SetBy } from './history.ts';

type BoundName = (typeof REVIEW_BOUNDS)[number];
export type ShownReviewBounds = Pick<OutputOf<typeof marketOverview>['coins'][number], BoundName>;

/** As staff read and write them; one that was never set is zero, as then every approval wants two people as well. */
export function shownReviewBounds(bounds: ReviewBounds, coin: string, decimals: number): ShownReviewBounds {
  return recordOf(REVIEW_BOUNDS, (name) => formatAmount(bounds(coin, kindOf(name)) ?? 0n, decimals));
}

export function kindOf(name: BoundName): StaffReviewKind {
  const kind = STAFF_REVIEW_KINDS.find((candidate) => `${candidate}_bound` === name);
  if (!kind) throw new Error(`${name} is no bound`);
  return kind;
}

/** Sets a bound as the next of its kind in the coin. Whoever does holds the coin's row. */
export async function setReviewBound(
  tx: Tx,
  { coin, kind, amount }: { readonly coin: string; readonly kind: StaffReviewKind; readonly amount: bigint },
  { staffId, approvalId }: SetBy,
): Promise<void> {
  await tx.query(
    `insert into review_bound (coin, kind, sequence, amount, set_by, approval_id)
     select $1, $2, coalesce(max(sequence), 0) + 1, $3, $4, $5 from review_bound where coin = $1 and kind = $2`,
    [coin, kind, amount, staffId, approvalId],
  );
}
