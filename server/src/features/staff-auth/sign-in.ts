import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { staffLogin, staffPasskeyRequest } from '@purser/contract/features/staff-auth';
import type { Confirmation, PasskeyAssertion } from '@purser/contract/passkey';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { setOperatorCookie } from '../../platform/http/operator-cookie.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { ofOperators, requestOf } from '../../platform/security/passkeys.ts';
import { passwordMatches } from '../../platform/security/passwords.ts';
import { noteFailure, noteWrongPassword } from '../../platform/security/sign-in-failures.ts';
import { codeSubjects, madeUpFor, signInSubjects } from '../../platform/security/sign-in-limits.ts';
import { refuseOtherFactor } from '../../platform/security/staff-confirmation.ts';
import { checkPasskey } from '../../platform/security/staff-passkeys.ts';
import type { Subjects } from '../../platform/security/throttle.ts';
import { stepOfCode } from '../../platform/security/totp.ts';
import { findByUsername, noteSignIn, type SecondFactor, type SigningIn } from './queries.ts';

/** What counts as guessing; a refusal for another reason is nobody's fault. */
const GUESSES: readonly OutcomeName[] = ['wrong_credentials', 'wrong_google_code', 'passkey_refused'];

const SIGN_IN = { use: 'sign_in' } as const;

/** What a browser is asked for before anybody has said who they are: the same for everybody, so that it tells nothing about anybody. */
export async function passkeyRequest(platform: Platform): Promise<OutputOf<typeof staffPasskeyRequest>> {
  return requestOf(ofOperators(platform), SIGN_IN);
}

/** Signs a member in by password and second factor, in the contract's order of precedence: an unknown name costs the same and gets the same answer. */
export async function signIn(
  platform: Platform,
  input: ParsedInputOf<typeof staffLogin>,
  context: RequestContext,
): Promise<OutputOf<typeof staffLogin>> {
  const { operator, secrets, log } = platform;
  const username = input.username.toLowerCase();
  const member = await findByUsername(operator.db, username, context.ip);
  const account = member ? accountOf(member) : `no staff ${username}`;
  const subjects = signInSubjects({ account, ip: context.ip, known: member?.known_address === true });
  const signedIn = await operator.throttle.attempt(subjects, GUESSES, async () => {
    const password = await operator.passwordMessages.read(input);
    const matches = await passwordMatches(member?.password_hash, password);
    if (!member || !matches) {
      if (member) noteWrongPassword({ db: operator.db, secrets, log }, 'staff', member.staff_id, context.ip);
      throw refuse('wrong_credentials');
    }
    await refuseOtherFactor(operator.db.system, input.google_code);
    const factor = await secondFactor(platform, member, input.google_code, context);
    if (member.status !== 'active') throw refuse('access_restricted');
    return { member, ...(await openSession(platform, member, factor, context)) };
  });
  await operator.throttle.clear([...madeUpFor(subjects), ...codeSubjectsOf(signedIn.member)]);
  return answerWithSession(platform, signedIn, context);
}

/** Opens the session of a sign-in and notes it, in one transaction, which takes the second factor. */
async function openSession(
  { operator, secrets }: Platform,
  member: SigningIn,
  factor: SecondFactor,
  { ip, userAgent, requestId }: RequestContext,
): Promise<{ token: string; expiresAt: Date }> {
  return operator.db.systemTransaction(async (tx) => {
    if (!(await noteSignIn(tx, member, factor, ip))) throw refuse('step' in factor ? 'google_code_used' : 'passkey_refused');
    await audit(tx, secrets, {
      ownerId: PROVIDER_OWNER_ID,
      actorKind: 'operator',
      actor: String(member.staff_id),
      action: 'login',
      details: { request_id: requestId },
      ip,
    });
    return operator.sessions.open(tx, Number(member.staff_id), { ip, userAgent });
  });
}

export function answerWithSession(
  { operatorUrl }: Pick<Platform, 'operatorUrl'>,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
  { reply }: Pick<RequestContext, 'reply'>,
): { expires_at: string } {
  setOperatorCookie(reply, operatorUrl, token, expiresAt);
  return { expires_at: expiresAt.toISOString() };
}

/** Checks the code or the passkey, counted by a counter of the second factor's own; nothing is used up yet. */
async function secondFactor(
  platform: Platform,
  member: SigningIn,
  given: Confirmation,
  { ip }: Pick<RequestContext, 'ip'>,
): Promise<SecondFactor> {
  const { operator, secrets } = platform;
  return operator.throttle.attempt(codeSubjectsOf(member), GUESSES, async ({ subjects }) => {
    const factor = await (typeof given === 'string' ? ofCode(platform, member, given) : ofPasskey(platform, member, given));
    if (factor) return factor;
    const locked = subjects.some(({ locks }) => locks);
    await noteFailure({ db: operator.db, secrets }, { ownerId: Number(member.staff_id), party: 'staff', kind: 'code', ip, locked });
    throw refuse(typeof given === 'string' ? 'wrong_google_code' : 'passkey_refused');
  });
}

async function ofCode({ secrets, clock }: Platform, { totp_secret }: SigningIn, code: string): Promise<SecondFactor | undefined> {
  const step = totp_secret ? stepOfCode(secrets.open('totp', totp_secret), code, clock.nowMs()) : undefined;
  return step === undefined ? undefined : { step: BigInt(step) };
}

async function ofPasskey(platform: Platform, { staff_id }: SigningIn, assertion: PasskeyAssertion): Promise<SecondFactor | undefined> {
  const asserted = await checkPasskey(platform, platform.operator.db.systemQueries, staff_id, SIGN_IN, assertion);
  return asserted && { asserted };
}

function accountOf({ staff_id }: SigningIn): string {
  return `staff ${staff_id}`;
}

function codeSubjectsOf(member: SigningIn): Subjects {
  return codeSubjects({ account: accountOf(member), known: member.known_address });
}
