import { FIRST_MEMBER, type MemberPermission, memberMay, type MemberRole } from '@purser/contract/member';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import type { MerchantContext } from '../http/route.ts';
import type { Member, Session, Sessions } from './sessions.ts';

/**
 * A login of a merchant. What the first member logs in with stands in the merchant's own row, what the others do in theirs; this file alone
 * knows of it.
 */
export interface MerchantLogin {
  readonly merchantId: number;
  readonly memberId: number;
}

interface Signed {
  readonly merchantId: number;
  readonly session: Pick<Session, 'member'>;
}

export function loginOf({ merchantId, session }: Signed): MerchantLogin {
  return { merchantId, memberId: session.member?.memberId ?? FIRST_MEMBER };
}

/** A login as throttles name it: the merchant's number leads it, so that what the provider forgets of a merchant is forgotten of its team. */
export function accountOf({ merchantId, memberId }: MerchantLogin): string {
  return memberId === FIRST_MEMBER ? `merchant ${merchantId}` : `merchant ${merchantId} member ${memberId}`;
}

/** How the audit log names who acts: a member by login name, a merchant without a team by its number. */
export function actorOf(merchantId: number, member: Member | undefined): string {
  return member?.username ?? String(merchantId);
}

/** Whether a role may do what a call wants; one that says nothing is the owners' alone. A merchant without a team is its owner. */
export function isAllowed(role: MemberRole | undefined, permission: MemberPermission | undefined): boolean {
  const its = role ?? 'owner';
  return permission === undefined ? its === 'owner' : memberMay(its, permission);
}

/** Whether who asked for something that is still on its way would be answered now as well. */
export async function mayGoOn(
  { sessions }: { readonly sessions: Sessions },
  { session, ip, permission }: Pick<MerchantContext, 'session' | 'ip' | 'permission'>,
): Promise<boolean> {
  const found = await sessions.findAgain(session, ip);
  return found !== undefined && isAllowed(found.member?.role, permission);
}

/**
 * Keeps a merchant's row until the transaction is over, and refuses a merchant who was suspended since the request came in: what was asked for
 * is then not done, however late it comes to it.
 */
export async function lockMerchant(tx: Tx, merchantId: number): Promise<void> {
  const merchant = tx.selectFrom('merchant').select('status').where('merchant_id', '=', BigInt(merchantId));
  const { status } = await merchant.forUpdate().executeTakeFirstOrThrow();
  if (status === 'suspended') throw refuse('access_restricted');
}

/**
 * Keeps a member as they are until the transaction is over, and refuses one who was suspended, removed or given another role since the request
 * came in: what they asked for is then not done, however late it comes to it. Of a merchant without a team there is nobody to keep. The
 * merchant's row comes first, for everybody in one order: what the members of a team write comes one after the other.
 */
export async function lockMember(
  tx: Tx,
  { merchantId, session, permission }: Signed & { readonly permission: MemberPermission | undefined },
): Promise<void> {
  const { member } = session;
  if (!member) return;
  await lockMerchant(tx, merchantId);
  const kept = await tx
    .selectFrom('merchant_member')
    .select(['role', 'status', 'removed_at'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', member.memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!kept || kept.status !== 'normal' || kept.removed_at !== null) throw refuse('unauthenticated');
  if (!isAllowed(kept.role, permission)) throw refuse('member_not_allowed');
}

interface Authenticator {
  readonly totp_secret: Buffer | null;
  readonly totp_last_step: bigint;
}

/** What a login's codes are made with, which stays so until the transaction is over. */
export function lockAuthenticator(tx: Tx, { merchantId, memberId }: MerchantLogin): Promise<Authenticator> {
  if (memberId === FIRST_MEMBER) {
    return tx
      .selectFrom('merchant')
      .select(['totp_secret', 'totp_last_step'])
      .where('merchant_id', '=', BigInt(merchantId))
      .forUpdate()
      .executeTakeFirstOrThrow();
  }
  return tx
    .selectFrom('merchant_member')
    .select(['totp_secret', 'totp_last_step'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Notes the step of a code that was used, or puts another authenticator in the place of the present one. */
export async function writeAuthenticator(
  tx: Tx,
  { merchantId, memberId }: MerchantLogin,
  written: { readonly totp_secret?: Buffer; readonly totp_last_step: bigint },
): Promise<void> {
  if (memberId === FIRST_MEMBER) {
    const pending = written.totp_secret ? { totp_pending_secret: null } : {};
    await tx
      .updateTable('merchant')
      .set({ ...written, ...pending })
      .where('merchant_id', '=', BigInt(merchantId))
      .execute();
    return;
  }
  await tx
    .updateTable('merchant_member')
    .set(written)
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .execute();
}

/** Login name and the kept hash of the password; undefined for a login that there is not. */
export function passwordOf(
  db: Kysely<Schema>,
  { merchantId, memberId }: MerchantLogin,
): Promise<{ readonly username: string; readonly password_hash: string | null } | undefined> {
  if (memberId === FIRST_MEMBER) {
    return db.selectFrom('merchant').select(['username', 'password_hash']).where('merchant_id', '=', BigInt(merchantId)).executeTakeFirst();
  }
  return db
    .selectFrom('merchant_member')
    .select(['username', 'password_hash'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/** Puts another password in the place of one; false when that was replaced meanwhile. */
export async function replacePassword(
  tx: Tx,
  { merchantId, memberId }: MerchantLogin,
  { password_hash, replaces }: { readonly password_hash: string; readonly replaces: string },
): Promise<boolean> {
  const changed =
    memberId === FIRST_MEMBER
      ? await tx
          .updateTable('merchant')
          .set({ password_hash })
          .where('merchant_id', '=', BigInt(merchantId))
          .where('password_hash', '=', replaces)
          .executeTakeFirst()
      : await tx
          .updateTable('merchant_member')
          .set({ password_hash })
          .where('merchant_id', '=', BigInt(merchantId))
          .where('member_id', '=', memberId)
          .where('password_hash', '=', replaces)
          .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
