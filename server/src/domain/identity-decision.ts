import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import {
  type IdentityDecision,
  identityMachine,
  type IdentityParty,
  type IdentityState,
  REJECTED_IDENTITY_KEPT_DAYS,
} from '@purser/contract/identity';
import { next, statesAllowing } from '@purser/contract/machine';
import type { Tx } from '../platform/database/tx.ts';
import type { Platform } from '../platform/platform.ts';
import { announce } from '../platform/streams/hub.ts';
import { postMerchantNotice } from './merchant-notice.ts';
import { postNotice } from './notice.ts';

interface Decided {
  readonly party: IdentityParty;
  readonly ownerId: number;
  readonly decision: IdentityDecision;
  readonly reason: string;
  readonly staffId: number;
}

/**
 * Marks what a party has handed in as decided, in the transaction that decides on the party: the one submission that is named, or all that the
 * decision may still move.
 */
export async function settleSubmissions(
  tx: Tx,
  { ownerId, decision, reason, staffId }: Decided,
  submissionId: string | null = null,
): Promise<void> {
  const becomes: IdentityState = decision === 'approve' ? 'approved' : 'rejected';
  const keptDays = becomes === 'approved' ? FILE_PURPOSES.identity.keptDays : REJECTED_IDENTITY_KEPT_DAYS;
  await tx.query(
    `update identity_submission set status = $3, reason = $4, decided_by = $5, decided_at = now(), erase_at = now() + make_interval(days => $6)
     where owner_id = $1 and status = any ($2) and ($7::uuid is null or submission_id = $7)`,
    [ownerId, statesAllowing(identityMachine, decision), becomes, reason, staffId, keptDays, submissionId],
  );
}

/** Whether a decision may still be made. */
export function mayDecide(status: IdentityState, decision: IdentityDecision): boolean {
  return next(identityMachine, status, decision) !== undefined;
}

/** Tells the party by mail, and a merchant's open consoles, what became of its identity. */
export async function tellOfIdentity(
  tx: Tx,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  { party, ownerId, decision, reason }: Decided,
): Promise<void> {
  const notice = decision === 'approve' ? ({ kind: 'identity_approved' } as const) : ({ kind: 'identity_rejected', reason } as const);
  if (party === 'user') return postNotice(tx, platform, ownerId, notice);
  await postMerchantNotice(tx, platform, ownerId, notice);
  await announce(tx, { merchants: [[ownerId, ['identity']]] });
}
