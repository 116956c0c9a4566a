import { FIRST_MEMBER, merchantOfUsername } from '@purser/contract/member';
import { sql } from 'kysely';
import { useRecoveryCode } from '../../domain/recovery-code.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { MerchantLogin } from '../../platform/security/member-login.ts';
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

/** Notes a login; answers false when its code was used before, or when another login bound another secret meanwhile. */
export async function noteLogin(
  tx: Tx,
  secrets: Secrets,
  login: MerchantLogin,
  code: TakenCode,
  from: { readonly ip: string; readonly userAgent: string },
): Promise<boolean> {
  const isTaken = await ('recovery' in code ? useRecoveryCode(tx, secrets, login, code.recovery) : takeStep(tx, login, code));
  if (!isTaken) return false;
  const { merchantId, memberId } = login;
  const seen = { login_ip: from.ip, login_at: sql<Date>`now()` };
  await (memberId === FIRST_MEMBER
    ? tx.updateTable('merchant').set(seen).where('merchant_id', '=', BigInt(merchantId)).execute()
    : ofMember(tx, login).set(seen).execute());
  await noteSignInPlace(tx, merchantId, { ...from, memberId });
  if ('binds' in code && code.binds) await noteRiskSign(tx, merchantId, 'code_changed');
  return true;
}

/** False when the code was used before, or when another login bound another secret meanwhile. */
async function takeStep(
  tx: Tx,
  { merchantId, memberId }: MerchantLogin,
  { step, binds }: Extract<TakenCode, { step: bigint }>,
): Promise<boolean> {
  if (memberId !== FIRST_MEMBER) {
    const used = await ofMember(tx, { merchantId, memberId })
      .set({ totp_last_step: step })
      .where('totp_last_step', '<', step)
      .where('totp_secret', 'is not', null)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }
  const updated = await tx
    .updateTable('merchant')
    .set({ totp_last_step: step, ...(binds ? { totp_secret: binds, totp_pending_secret: null } : {}) })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('totp_last_step', '<', step)
    .where('totp_secret', binds ? 'is' : 'is not', null)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

function ofMember(tx: Tx, { merchantId, memberId }: MerchantLogin) {
  return tx.updateTable('merchant_member').where('merchant_id', '=', BigInt(merchantId)).where('member_id', '=', memberId);
}
