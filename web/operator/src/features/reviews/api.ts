import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { reviewDetail, type reviewQuery } from '@purser/contract/features/review';
import type { ReviewState } from '@purser/contract/review';

export type ReviewRow = OutputOf<typeof reviewQuery>['list'][number];
export type ReviewDetail = OutputOf<typeof reviewDetail>;

/** Names an order among those of all owners. */
export function keyOf({ owner_id, serial_number }: Pick<ReviewRow, 'owner_id' | 'serial_number'>): string {
  return `${owner_id}.${serial_number}`;
}

/** What a key names. */
export function whichOf(key: string): { owner_id: number; serial_number: string } {
  const [owner = '', serial_number = ''] = key.split('.');
  return { owner_id: Number(owner), serial_number };
}

export const detailOf = ({ owner_id, serial_number }: Pick<ReviewRow, 'owner_id' | 'serial_number'>) =>
  callQuery(reviewDetail, { owner_id, serial_number }, ['review']);

const PAST_DECISION: ReadonlySet<ReviewState> = new Set(['settled', 'failed', 'refunded', 'paid_out', 'returned']);

/** Whether an order has gone on since it was approved: whoever approved it did not bring it there, nor at that time. */
export function isPastDecision(status: ReviewState): boolean {
  return PAST_DECISION.has(status);
}
