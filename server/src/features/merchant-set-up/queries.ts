import { sql } from 'kysely';
import type { MerchantLinkKey } from '../../domain/merchant-link.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** A link as it stands, with the merchant whom it is for; undefined when it was never made, or was withdrawn. */
export function findLink(db: Pick<Tx, 'selectFrom'>, { merchantId, hash }: MerchantLinkKey) {
  return db
    .selectFrom('merchant_set_up_link as link')
    .innerJoin('merchant', 'merchant.merchant_id', 'link.merchant_id')
    .select(['link.merchant_id', 'link.made_by', 'link.expires_at', 'merchant.username', 'merchant.name'])
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

/** Uses a link up; false when somebody has meanwhile. */
export async function useUp(tx: Tx, { merchantId, hash }: MerchantLinkKey): Promise<boolean> {
  const used = await tx
    .updateTable('merchant_set_up_link')
    .set({ used_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
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

/** Keeps what the merchant has chosen; false when the merchant was suspended, or set up, meanwhile. */
export async function keepChosen(tx: Tx, merchantId: number, chosen: Chosen): Promise<boolean> {
  const kept = await tx
    .updateTable('merchant')
    .set({ ...chosen, totp_pending_secret: null, set_up_at: sql`now()`, login_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('status', '=', 'normal')
    .where('set_up_at', 'is', null)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}
