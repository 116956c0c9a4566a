import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Asserted } from '../../platform/security/passkeys.ts';
import { noteKnownAddress } from '../../platform/security/sign-in-limits.ts';
import { takePasskey } from '../../platform/security/staff-passkeys.ts';
import { tokenHash } from '../../platform/security/token-hash.ts';

/** What signing in needs to know of a member of staff. */
export interface SigningIn {
  readonly staff_id: bigint;
  readonly password_hash: string;
  readonly totp_secret: Buffer | null;
  readonly status: 'active' | 'suspended';
  /** Whether the member has signed in from the asking address before. */
  readonly known_address: boolean;
}

/** The same queries whether or not there is such a member: how long it takes tells nothing. */
export async function findByUsername(db: Database, username: string, ip: string): Promise<SigningIn | undefined> {
  const member = await db.systemQueries
    .selectFrom('staff')
    .select(['staff_id', 'password_hash', 'totp_secret', 'status'])
    .where('username', '=', username)
    .executeTakeFirst();
  const { rowCount } = await db.system.query('select from known_address where owner_id = $1 and ip >>= $2::inet limit 1', [
    member?.staff_id ?? NOBODY,
    ip,
  ]);
  return member && { ...member, known_address: rowCount === 1 };
}

const NOBODY = 0;

/** A second factor that is right: a code of a time step, or a passkey's answer. */
export type SecondFactor = { readonly step: bigint } | { readonly asserted: Asserted };

/**
 * Notes a sign-in and takes its second factor. Answers false when the factor was used before, or when the member was suspended or given
 * another one, or another password, meanwhile.
 */
export async function noteSignIn(
  tx: Tx,
  { staff_id, password_hash, totp_secret }: SigningIn,
  factor: SecondFactor,
  ip: string,
): Promise<boolean> {
  const member = tx
    .updateTable('staff')
    .set({ login_ip: ip, login_at: sql`now()`, ...('step' in factor && { totp_last_step: factor.step }) })
    .where('staff_id', '=', staff_id)
    .where('status', '=', 'active')
    .where('password_hash', '=', password_hash);
  const signing = 'step' in factor ? member.where('totp_last_step', '<', factor.step).where('totp_secret', '=', totp_secret) : member;
  const { numUpdatedRows } = await signing.executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  if ('asserted' in factor && !(await takePasskey(tx, staff_id, factor.asserted))) return false;
  await noteKnownAddress(tx, Number(staff_id), ip);
  return true;
}

/** A one-time link that may still be used. */
export function findInvitation(db: Pick<Tx, 'selectFrom'>, token: string) {
  return db
    .selectFrom('staff_invitation')
    .leftJoin('staff', 'staff.staff_id', 'staff_invitation.staff_id')
    .select(['invitation_id', 'kind', 'staff_invitation.staff_id', 'staff_invitation.expires_at', 'made_by'])
    .select(({ fn }) => [
      fn.coalesce('staff.username', 'staff_invitation.username').as('username'),
      fn.coalesce('staff.name', 'staff_invitation.name').as('name'),
      fn.coalesce('staff.role', 'staff_invitation.role').as('role'),
    ])
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Uses a link up; false when somebody has meanwhile. The links to the first admin are one: the first that is used ends all. */
export async function useUp(tx: Tx, { invitation_id, kind }: Invitation): Promise<boolean> {
  const used = await tx
    .updateTable('staff_invitation')
    .set({ used_at: sql`now()` })
    .where('invitation_id', '=', invitation_id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) return false;
  if (kind !== 'first') return true;
  // One after the other: of two links to the first admin, the one that comes second finds somebody.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('first_staff', 0))`);
  const somebody = await tx.selectFrom('staff').select('staff_id').limit(1).executeTakeFirst();
  if (somebody) return false;
  await tx.deleteFrom('staff_invitation').where('kind', '=', 'first').where('used_at', 'is', null).execute();
  return true;
}
