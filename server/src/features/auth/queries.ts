import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { noteKnownAddress } from '../../platform/security/sign-in-limits.ts';

/** What signing in needs to know of a merchant. */
export interface SigningIn {
  readonly merchant_id: bigint;
  readonly username: string;
  readonly password_hash: string;
  readonly totp_secret: Buffer | null;
  readonly totp_pending_secret: Buffer | null;
  readonly status: 'normal' | 'suspended';
  /** Whether the merchant has signed in from the asking address before. */
  readonly known_address: boolean;
}

/** A right code: its time step, and the pending secret that it binds, if any. */
export interface TakenCode {
  readonly step: bigint;
  readonly binds: Buffer | undefined;
}

/** One query whether or not there is such a merchant: how long it takes tells nothing. */
export function findByUsername(db: Database, username: string, ip: string): Promise<SigningIn | undefined> {
  return db.systemQueries
    .selectFrom('merchant')
    .select(['merchant_id', 'username', 'password_hash', 'totp_secret', 'totp_pending_secret', 'merchant.status'])
    .select(
      sql<boolean>`exists (select from known_address where owner_id = merchant_id and known_address.ip >>= ${ip}::inet)`.as(
        'known_address',
      ),
    )
    .where('merchant_id', '=', sql<bigint>`login_owner('merchant_username', ${username})`)
    .executeTakeFirst();
}

/** Whether the merchant's white list, if it has one, holds the address. */
export async function ipMayLogIn(db: Database, merchantId: bigint, ip: string): Promise<boolean> {
  const { rows } = await db.system.query<{ entries: bigint; matching: bigint }>(
    `select count(*) as entries, count(*) filter (where $2::inet <<= ip) as matching from login_ip_white where merchant_id = $1`,
    [merchantId, ip],
  );
  return rows[0]?.entries === 0n || (rows[0]?.matching ?? 0n) > 0n;
}

export async function storePendingSecret(db: Database, merchantId: bigint, sealed: Buffer): Promise<void> {
  await db.systemQueries
    .updateTable('merchant')
    .set({ totp_pending_secret: sealed })
    .where('merchant_id', '=', merchantId)
    .where('totp_secret', 'is', null)
    .execute();
}

/** Notes a login; answers false when its code was used before, or when another login bound another secret meanwhile. */
export async function noteLogin(tx: Tx, merchantId: bigint, { step, binds }: TakenCode, ip: string): Promise<boolean> {
  const updated = await tx
    .updateTable('merchant')
    .set({
      totp_last_step: step,
      login_ip: ip,
      login_at: sql`now()`,
      ...(binds ? { totp_secret: binds, totp_pending_secret: null } : {}),
    })
    .where('merchant_id', '=', merchantId)
    .where('totp_last_step', '<', step)
    .where('totp_secret', binds ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) return false;
  await noteKnownAddress(tx, Number(merchantId), ip);
  return true;
}
