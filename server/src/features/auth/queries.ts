import { FIRST_MEMBER, merchantOfUsername } from '@purser/contract/member';
import { sql } from 'kysely';
import { useRecoveryCode } from '../../domain/recovery-code.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { noteRiskSign, noteSignInPlace } from '../../platform/security/risk-signs.ts';
import type { Secrets } from '../../platform/security/secrets.ts';

/** What signing in needs to know of a login of a merchant. */
export interface SigningIn {
  readonly merchant_id: bigint;
  readonly member_id: number;
  readonly username: string;
  /** Null while the merchant has yet to choose one, by a one-time link. */
  readonly password_hash: string | null;
  readonly totp_secret: Buffer | null;
  readonly totp_pending_secret: Buffer | null;
  /** Of the merchant, and of the member within its team. */
  readonly status: 'normal' | 'suspended';
  readonly member_status: 'normal' | 'suspended';
  /** Whether this login was used from the asking address before. */
  readonly known_address: boolean;
}

/** A right code: its time step, and the pending secret that it binds, if any. Or a recovery code in its place. */
export type TakenCode = { readonly step: bigint; readonly binds: Buffer | undefined } | { readonly recovery: string };

/** The same queries whether or not there is such a login: how long it takes tells nothing. A name of a merchant's own goes before one of a team. */
export async function findByUsername(db: Database, username: string, ip: string): Promise<SigningIn | undefined> {
  const { rows: owners } = await db.system.query<{ owner: bigint | null }>(`select login_owner('merchant_username', $1) as owner`, [
    username,
  ]);
  const owner = owners[0]?.owner ?? null;
  const { rows } =
    owner === null
      ? await db.system.query<SigningIn>(OF_A_TEAM, [merchantOfUsername(username), ip, username])
      : await db.system.query<SigningIn>(OF_A_MERCHANT, [owner, ip]);
  return rows[0];
}

const knownTo = (memberId: string): string =>
  `exists (select from known_address where owner_id = $1 and known_address.ip >>= $2::inet and ${memberId} = any (members)) as known_address`;

const OF_A_MERCHANT = `
  select merchant_id, ${FIRST_MEMBER} as member_id, username, case when set_up_at is not null then password_hash end as password_hash,
    totp_secret, totp_pending_secret, status,
    coalesce((select first.status from merchant_member first where first.merchant_id = $1 and first.member_id = ${FIRST_MEMBER}), 'normal') as member_status,
    ${knownTo(String(FIRST_MEMBER))}
  from merchant where merchant_id = $1`;

const OF_A_TEAM = `
  select merchant.merchant_id, member_id, member.username, case when member.set_up_at is not null then member.password_hash end as password_hash,
    member.totp_secret, null as totp_pending_secret, merchant.status, member.status as member_status, ${knownTo('member.member_id')}
  from merchant_member as member join merchant on merchant.merchant_id = member.merchant_id
  where member.merchant_id = $1 and member.username = $3 and member.member_id > ${FIRST_MEMBER} and member.removed_at is null`;

export async function storePendingSecret(db: Database, merchantId: bigint, sealed: Buffer): Promise<void> {
  await db.systemQueries
    .updateTable('merchant')
    .set({ totp_pending_secret: sealed })
    .where('merchant_id', '=', merchantId)
    .where('totp_secret', 'is', null)
    .execute();
}

/**
 * Notes a login; answers false when its code was used before, or when the login has meanwhile another password or authenticator than it was checked
 * by, or is to be set up anew. The row stays as it is until the transaction is over.
 */
export async function noteLogin(
  tx: Tx,
  secrets: Secrets,
  found: SigningIn,
  code: TakenCode,
  from: { readonly ip: string; readonly userAgent: string },
): Promise<boolean> {
  const login = { merchantId: Number(found.merchant_id), memberId: found.member_id };
  if ('recovery' in code && !(await useRecoveryCode(tx, secrets, login, code.recovery))) return false;
  if (!(await noteSeen(tx, found, code, from.ip))) return false;
  await noteSignInPlace(tx, login.merchantId, { ...from, memberId: login.memberId });
  if ('step' in code && code.binds) await noteRiskSign(tx, login.merchantId, 'code_changed');
  return true;
}

/** Takes the code's step, binds what it binds, and says where the login was last seen. */
async function noteSeen(tx: Tx, found: SigningIn, code: TakenCode, login_ip: string): Promise<boolean> {
  const { merchant_id, member_id, password_hash, totp_secret } = found;
  const { step, binds } = 'step' in code ? code : { step: undefined, binds: undefined };
  const seen = { login_ip, login_at: sql<Date>`now()`, ...(step !== undefined && { totp_last_step: step }) };
  const asChecked = sql<boolean>`password_hash = ${password_hash} and totp_secret is not distinct from ${totp_secret} and set_up_at is not null and status <> 'suspended'
    and coalesce(totp_last_step < ${step ?? null}, true)`;
  const noted =
    member_id === FIRST_MEMBER
      ? await tx
          .updateTable('merchant')
          .set({ ...seen, ...(binds && { totp_secret: binds, totp_pending_secret: null }) })
          .where('merchant_id', '=', merchant_id)
          .where(asChecked)
          .executeTakeFirst()
      : await tx
          .updateTable('merchant_member')
          .set(seen)
          .where('merchant_id', '=', merchant_id)
          .where('member_id', '=', member_id)
          .where(asChecked)
          .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}
