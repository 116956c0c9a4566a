import { sql } from 'kysely';
import { useRecoveryCode } from '../../domain/recovery-code.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { noteRiskSign, noteSignInPlace } from '../../platform/security/risk-signs.ts';
import type { Secrets } from '../../platform/security/secrets.ts';

/** What signing in needs to know of a merchant. */
export interface SigningIn {
  readonly merchant_id: bigint;
  readonly username: string;
  /** Null while the merchant has yet to choose one, by a one-time link. */
  readonly password_hash: string | null;
  readonly totp_secret: Buffer | null;
  readonly totp_pending_secret: Buffer | null;
  readonly status: 'normal' | 'suspended';
  /** Whether the merchant has signed in from the asking address before. */
  readonly known_address: boolean;
}

/** A right code: its time step, and the pending secret that it binds, if any. Or a recovery code in its place. */
export type TakenCode = { readonly step: bigint; readonly binds: Buffer | undefined } | { readonly recovery: string };

/** One query whether or not there is such a merchant: how long it takes tells nothing. */
export function findByUsername(db: Database, username: string, ip: string): Promise<SigningIn | undefined> {
  return db.systemQueries
    .selectFrom('merchant')
    .select(sql<string | null>`case when set_up_at is not null then password_hash end`.as('password_hash'))
    .select(['merchant_id', 'username', 'totp_secret', 'totp_pending_secret', 'merchant.status'])
    .select(
      sql<boolean>`exists (select from known_address where owner_id = merchant_id and known_address.ip >>= ${ip}::inet)`.as(
        'known_address',
      ),
    )
    .where('merchant_id', '=', sql<bigint>`login_owner('merchant_username', ${username})`)
    .executeTakeFirst();
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
export async function noteLogin(
  tx: Tx,
  secrets: Secrets,
  merchantId: bigint,
  code: TakenCode,
  from: { readonly ip: string; readonly userAgent: string },
): Promise<boolean> {
  const isTaken = await ('recovery' in code
    ? useRecoveryCode(tx, secrets, Number(merchantId), code.recovery)
    : takeStep(tx, merchantId, code));
  if (!isTaken) return false;
  await tx
    .updateTable('merchant')
    .set({ login_ip: from.ip, login_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .execute();
  await noteSignInPlace(tx, Number(merchantId), from);
  if ('binds' in code && code.binds) await noteRiskSign(tx, Number(merchantId), 'code_changed');
  return true;
}

async function takeStep(tx: Tx, merchantId: bigint, { step, binds }: Extract<TakenCode, { step: bigint }>): Promise<boolean> {
  const updated = await tx
    .updateTable('merchant')
    .set({ totp_last_step: step, ...(binds ? { totp_secret: binds, totp_pending_secret: null } : {}) })
    .where('merchant_id', '=', merchantId)
    .where('totp_last_step', '<', step)
    .where('totp_secret', binds ? 'is' : 'is not', null)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
