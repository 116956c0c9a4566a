import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffSetUp, staffSetUpLook, staffSetUpPasskey } from '@purser/contract/features/staff-auth';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { accountOfLink, offerAuthenticator, offeredSecret } from '../../domain/new-authenticator.ts';
import { fitPassword, newLinkToken, setUpUrl } from '../../domain/staff-links.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal, wrongField } from '../../platform/http/refusal.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { type ChallengeFor, creationOf, ofOperators, readNewPasskey } from '../../platform/security/passkeys.ts';
import { hashPassword } from '../../platform/security/passwords.ts';
import { keepSignInPolicy, readSignInPolicy } from '../../platform/security/sign-in-policy.ts';
import { keepPasskey, staffHandle } from '../../platform/security/staff-passkeys.ts';
import { stepOfCode } from '../../platform/security/totp.ts';
import { findInvitation, type Invitation, useUp } from './queries.ts';
import { answerWithSession } from './sign-in.ts';

const FIRST_LINK_H = 24;

/**
 * While there is no staff: a one-time link by which the first admin is made, for whoever starts the server. Each start makes another one; the
 * first that is used ends all. Undefined once there is somebody, or while there is no way to the database for staff.
 */
export async function firstLink({ operator, operatorUrl }: Platform): Promise<string | undefined> {
  if (operator.warning !== undefined) return undefined;
  const { token, hash } = newLinkToken();
  const made = await operator.db.systemTransaction(async (tx) => {
    const { rowCount } = await tx.query(
      `insert into staff_invitation (invitation_id, kind, role, token_hash, expires_at)
       select $1, 'first', 'admin', $2, now() + make_interval(hours => ${FIRST_LINK_H}) where not exists (select from staff)`,
      [uuidv7(), hash],
    );
    await tx
      .deleteFrom('staff_invitation')
      .where('kind', '=', 'first')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    return rowCount === 1;
  });
  return made ? setUpUrl(operatorUrl, token) : undefined;
}

export async function lookAtLink(
  platform: Platform,
  { token }: ParsedInputOf<typeof staffSetUpLook>,
): Promise<OutputOf<typeof staffSetUpLook>> {
  const { operator } = platform;
  const found = await findInvitation(operator.db.systemQueries, token);
  if (!found) throw refuse('set_up_link_refused');
  const { staff_password_minimum, staff_factor } = await readSignInPolicy(operator.db.system);
  return {
    password_minimum: staff_password_minimum,
    factor: staff_factor,
    kind: found.kind,
    username: found.username,
    name: found.name,
    role: found.role,
    expires_at: found.expires_at.toISOString(),
    ...offerAuthenticator(platform, accountOfLink(token), found.username ?? 'admin', found.expires_at),
  };
}

/** What a browser is asked for so that it makes a passkey for the account that a link sets up. */
export async function passkeyForLink(
  platform: Platform,
  input: ParsedInputOf<typeof staffSetUpPasskey>,
): Promise<OutputOf<typeof staffSetUpPasskey>> {
  const found = await findInvitation(platform.operator.db.systemQueries, input.token);
  if (!found) throw refuse('set_up_link_refused');
  const username = usernameOf(found, input);
  const handle = staffHandle(platform.secrets, username);
  return creationOf(ofOperators(platform), ofLink(found, username), { handle, username, name: found.name ?? username, credentials: [] });
}

function ofLink({ invitation_id }: Invitation, username: string): ChallengeFor {
  return { use: 'set_up', invitation: invitation_id, username };
}

/** Sets password and second factor, and signs in. The link is used up by what it makes, in one transaction. */
export async function setUp(
  platform: Platform,
  input: ParsedInputOf<typeof staffSetUp>,
  context: RequestContext,
): Promise<OutputOf<typeof staffSetUp>> {
  const { operator, secrets, clock } = platform;
  const found = await findInvitation(operator.db.systemQueries, input.token);
  if (!found) throw refuse('set_up_link_refused');
  const named = nameOf(found, input);
  const { google_code, secret_token, passkey } = input;
  if ((google_code === undefined) === (passkey === undefined)) throw wrongField('google_code', 'required');
  if ((google_code === undefined) !== (secret_token === undefined))
    throw wrongField('secret_token', secret_token === undefined ? 'required' : 'unknown');
  const password_hash = await hashPassword(await fitPassword(operator.db.system, await operator.passwordMessages.read(input)));
  const made = passkey && (await readNewPasskey(ofOperators(platform), ofLink(found, named.username), passkey).catch(refusalOf));
  const secret = secret_token === undefined ? undefined : offeredSecret(platform, accountOfLink(input.token), secret_token);
  const step = secret === undefined || google_code === undefined ? undefined : stepOfCode(secret, google_code, clock.nowMs());
  const session = await operator.db.systemTransaction(async (tx) => {
    if (!(await useUp(tx, found))) throw refuse('set_up_link_refused');
    const totp_secret = secret === undefined ? null : secrets.seal('totp', secret);
    const factors = { password_hash, totp_secret, totp_last_step: BigInt(step ?? 0) };
    const staffId =
      found.staff_id === null ? await makeMember(tx, { ...named, role: found.role, ...factors }) : await renew(tx, found.staff_id, factors);
    await noteMaker(tx, found, staffId);
    const { staff_factor } = await keepSignInPolicy(tx);
    if (staff_factor === 'passkey' && passkey === undefined) throw refuse('passkey_required');
    if (made instanceof Refusal) throw made;
    if (made) await keepPasskey(tx, staffId, made);
    else if (step === undefined) throw refuse('wrong_google_code');
    await audit(tx, secrets, {
      ownerId: PROVIDER_OWNER_ID,
      actorKind: 'operator',
      actor: String(staffId),
      action: 'staff.set_up',
      details: {
        request_id: context.requestId,
        kind: found.kind,
        factor: made ? 'passkey' : 'authenticator',
        username: named.username,
        role: found.role,
        made_by: found.made_by && String(found.made_by),
      },
      ip: context.ip,
    });
    return operator.sessions.open(tx, Number(staffId), { ip: context.ip, userAgent: context.userAgent });
  });
  return answerWithSession(platform, session, context);
}

/** The first admin chooses name and username; everybody else was given both. */
function nameOf(found: Invitation, input: ParsedInputOf<typeof staffSetUp>): { username: string; name: string } {
  const username = usernameOf(found, input);
  const isFirst = found.kind === 'first';
  if (isFirst === (input.name === undefined)) throw wrongField('name', isFirst ? 'required' : 'unknown');
  return { username, name: (isFirst ? input.name : found.name) as string };
}

function usernameOf(found: Invitation, input: { readonly username?: string | undefined }): string {
  const isFirst = found.kind === 'first';
  if (isFirst === (input.username === undefined)) throw wrongField('username', isFirst ? 'required' : 'unknown');
  return (isFirst ? input.username : found.username) as string;
}

/** A passkey that is not right is told after what comes before it. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

type Factors = { readonly password_hash: string; readonly totp_secret: Buffer | null; readonly totp_last_step: bigint };

async function makeMember(tx: Tx, values: Factors & { username: string; name: string; role: Invitation['role'] }): Promise<bigint> {
  const made = await tx
    .insertInto('staff')
    .values({ ...values, role: values.role as NonNullable<Invitation['role']> })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('staff_id')
    .executeTakeFirst();
  if (!made) throw refuse('staff_username_taken');
  return made.staff_id;
}

/**
 * Whoever made the link could have used it themselves, until somebody else says otherwise. The first whom the only member invites is taken for another
 * person, as there is nobody who could say so.
 */
async function noteMaker(tx: Tx, { kind, made_by }: Invitation, staffId: bigint): Promise<void> {
  if (made_by === null) return;
  // One after the other: of two whom the only member invited, the second finds the first.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('staff_maker', 0))`);
  const others = await tx.selectFrom('staff').select('staff_id').where('staff_id', 'not in', [made_by, staffId]).limit(1).execute();
  if (kind === 'invitation' && others.length === 0) return;
  await tx
    .insertInto('staff_unconfirmed')
    .values({ staff_id: staffId, made_by })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of a member whose factors were reset nothing stays that signed in before. */
async function renew(tx: Tx, staffId: bigint, factors: Factors): Promise<bigint> {
  const renewed = await tx
    .updateTable('staff')
    .set(factors)
    .where('staff_id', '=', staffId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (renewed.numUpdatedRows !== 1n) throw refuse('set_up_link_refused');
  await tx.deleteFrom('staff_session').where('staff_id', '=', staffId).execute();
  await tx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute();
  return staffId;
}
