import { FIRST_MEMBER } from '@purser/contract/member';
import { sql } from 'kysely';
import type { MerchantLinkKey } from '../../domain/merchant-link.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { MerchantLogin } from '../../platform/security/member-login.ts';

/** A link as it stands, with whom it is for; undefined when it was never made, or was withdrawn. */
export async function findLink(db: Pick<Tx, 'selectFrom'>, key: MerchantLinkKey) {
  return (await findOwnLink(db, key)) ?? findMemberLink(db, key);
}

/** A link by which staff let a merchant in. */
function findOwnLink(db: Pick<Tx, 'selectFrom'>, { merchantId, hash }: MerchantLinkKey) {
  return db
    .selectFrom('merchant_set_up_link as link')
    .innerJoin('merchant', 'merchant.merchant_id', 'link.merchant_id')
    .select(['link.merchant_id', 'link.expires_at', 'merchant.username', 'merchant.name'])
    .select([sql<number>`${FIRST_MEMBER}::int`.as('member_id'), sql<string>`link.made_by::text`.as('made_by')])
    .select([
      sql<boolean>`link.used_at is not null`.as('is_used'),
      sql<boolean>`link.expires_at <= now()`.as('is_expired'),
      // Nobody who was suspended comes back by a link, and who is set up needs none.
      sql<boolean>`merchant.status = 'normal' and merchant.set_up_at is null`.as('is_wanted'),
    ])
    .where('link.merchant_id', '=', BigInt(merchantId))
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** A link by which an owner of a team lets a member in. */
function findMemberLink(db: Pick<Tx, 'selectFrom'>, { merchantId, hash }: MerchantLinkKey) {
  return db
    .selectFrom('merchant_member_link as link')
    .innerJoin('merchant_member as member', (join) =>
      join.onRef('member.merchant_id', '=', 'link.merchant_id').onRef('member.member_id', '=', 'link.member_id'),
    )
    .innerJoin('merchant', 'merchant.merchant_id', 'link.merchant_id')
    .select(['link.merchant_id', 'link.member_id', 'link.expires_at', 'member.username', 'member.name'])
    .select([
      sql<string>`(select maker.username from merchant_member maker where maker.merchant_id = link.merchant_id and maker.member_id = link.made_by)`.as(
        'made_by',
      ),
      sql<boolean>`link.used_at is not null`.as('is_used'),
      sql<boolean>`link.expires_at <= now()`.as('is_expired'),
      sql<boolean>`merchant.status = 'normal' and member.status = 'normal' and member.removed_at is null and member.set_up_at is null`.as(
        'is_wanted',
      ),
    ])
    .where('link.merchant_id', '=', BigInt(merchantId))
    .where('link.token_hash', '=', hash)
    .executeTakeFirst();
}

/** Uses a link up; false when somebody has meanwhile. */
export async function useUp(tx: Tx, { merchantId, hash }: MerchantLinkKey, memberId: number): Promise<boolean> {
  const used = await tx
    .updateTable(memberId === FIRST_MEMBER ? 'merchant_set_up_link' : 'merchant_member_link')
    .set({ used_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** A merchant's link that may still be used. */
export function workingLink(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('merchant_set_up_link')
    .select(['made_by', 'created_at', 'expires_at'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Ends a merchant's links that were not used; answers whether there was one. */
export async function deleteUnused(tx: Tx, merchantId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('merchant_set_up_link')
    .where('merchant_id', '=', BigInt(merchantId))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

interface Chosen {
  readonly password_hash: string;
  readonly totp_secret: Buffer;
  /** The time step of the code that proved the authenticator, which is used by that. */
  readonly totp_last_step: bigint;
  readonly login_ip: string;
}

/**
 * Keeps what was chosen; false when the merchant or the member was suspended, or set up, meanwhile. Whom the provider lets in is an owner of the team,
 * whatever the team has made of this login before.
 */
export async function keepChosen(tx: Tx, { merchantId, memberId }: MerchantLogin, chosen: Chosen): Promise<boolean> {
  if (memberId !== FIRST_MEMBER) return keepChosenByMember(tx, { merchantId, memberId }, chosen);
  await tx
    .updateTable('merchant_member')
    .set({ role: 'owner', status: 'normal' })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .execute();
  const kept = await tx
    .updateTable('merchant')
    .set({ ...chosen, totp_pending_secret: null, set_up_at: sql`now()`, login_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('status', '=', 'normal')
    .where('set_up_at', 'is', null)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

async function keepChosenByMember(tx: Tx, { merchantId, memberId }: MerchantLogin, chosen: Chosen): Promise<boolean> {
  const merchant = await tx
    .selectFrom('merchant')
    .select('status')
    .where('merchant_id', '=', BigInt(merchantId))
    .forUpdate()
    .executeTakeFirst();
  if (merchant?.status !== 'normal') return false;
  const kept = await tx
    .updateTable('merchant_member')
    .set({ ...chosen, set_up_at: sql`now()`, login_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .where('status', '=', 'normal')
    .where('removed_at', 'is', null)
    .where('set_up_at', 'is', null)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}
