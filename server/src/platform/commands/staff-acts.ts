import type { Tx } from '../database/tx.ts';
import type { Answer } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { keyedWrite, type Noted, type StaffWrite } from './write.ts';

/** What staff act on: their own way to the database, and the key of the audit log. */
type Standing = Pick<Platform, 'operator' | 'secrets'>;

/**
 * The one way by which staff act for a party: one transaction on the operator's connections that sees the rows of that owner and no others. The
 * entry in the owner's audit log names the member, the act and the request, and is part of the transaction. Asked again under the
 * same idempotency key it answers as it did, and does nothing. Refuses a member who was suspended or lost the permission meanwhile.
 *
 * An act that the member confirms with a code is a `confirmedWrite` with `whose`, which does the same.
 *
 * @param act what is noted; never a secret
 */
export function asOwner<Kept>(
  platform: Standing,
  context: StaffWrite,
  ownerId: number,
  act: Noted,
  work: (tx: Tx) => Promise<Kept | Answer<Kept>>,
): Promise<Kept | Answer<Kept>> {
  return keyedWrite(platform, context, { whose: ownerId, act: work, audit: () => act });
}

/** The same for what is the provider's own: it stands in the provider's audit log, and the transaction sees all owners. */
export function asStaff<Kept>(
  platform: Standing,
  context: StaffWrite,
  act: Noted,
  work: (tx: Tx) => Promise<Kept | Answer<Kept>>,
): Promise<Kept | Answer<Kept>> {
  return keyedWrite(platform, context, { whose: 'provider', act: work, audit: () => act });
}

/** Reads, as of one moment, whatever staff may see of all parties; changes nothing. */
export function readAsStaff<Result>({ operator }: Pick<Platform, 'operator'>, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return operator.db.systemSnapshot(work);
}

/** For the transaction in which a member of staff reads the first rows of many: staff's connections may read by bitmaps, which take all that fits first. */
export const FIRST_ROWS = 'set local enable_bitmapscan = off';
