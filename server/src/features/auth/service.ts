import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { getGoogleSecret, login } from '@purser/contract/features/auth';
import type { LoginOutcome } from '@purser/contract/features/login-record';
import { FIRST_MEMBER } from '@purser/contract/member';
import { recordLogin, recordRefusedLogin } from '../../domain/login-record.ts';
import { ipMayLogIn } from '../../domain/login-white-list.ts';
import { isGoodRecoveryCode, isRecoveryCode } from '../../domain/recovery-code.ts';
import { audit } from '../../platform/proof/audit.ts';
import { passwordMatches } from '../../platform/security/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext, type RequestContext } from '../../platform/http/route.ts';
import { accountOf, type MerchantLogin } from '../../platform/security/member-login.ts';
import { type OpenedSession, openSession } from '../../platform/security/sessions.ts';
import { noteFailure, noteWrongPassword } from '../../platform/security/sign-in-failures.ts';
import { codeSubjects, madeUpFor, signInSubjects } from '../../platform/security/sign-in-limits.ts';
import type { Subjects } from '../../platform/security/throttle.ts';
import { newTotpSecret, stepOfCode, totpOf } from '../../platform/security/totp.ts';
import { uuidv7 } from 'uuidv7';
import { findByUsername, noteLogin, storePendingSecret, type SigningIn, type TakenCode } from './queries.ts';

type LoginInput = ParsedInputOf<typeof login>;
type LoginOutput = OutputOf<typeof login>;
type Attempt = Pick<LoginInput, 'username' | 'key_id' | 'password'>;

/** What counts as guessing; a refusal for another reason is nobody's fault. */
const GUESSES: readonly OutcomeName[] = ['wrong_credentials', 'wrong_google_code', 'recovery_code_wrong'];

/** What is written down of a refusal, once it is known whose login it was. One that had to wait was not tried. */
const RECORDED = {
  wrong_credentials: 'wrong_password',
  authenticator_already_bound: 'no_code',
  wrong_google_code: 'wrong_code',
  recovery_code_wrong: 'wrong_code',
  google_code_used: 'code_used',
  login_ip_refused: 'ip_refused',
  access_restricted: 'suspended',
} as const satisfies Partial<Record<OutcomeName, Exclude<LoginOutcome, 'logged_in'>>>;

/** The context of a login: the session that it opens is known beforehand, as its record bears its number. */
interface LoginContext extends RequestContext {
  readonly sessionId: string;
}

export class AuthService {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** A new secret for an account that has none bound; it stays pending until a login brings a code made with it. */
  async googleSecret(input: ParsedInputOf<typeof getGoogleSecret>, context: RequestContext): Promise<OutputOf<typeof getGoogleSecret>> {
    const { merchant } = await this.#attempt(input, context, async (found) => {
      if (!found.totp_secret) return;
      // Whoever has the password and no code learns here that it is right: as by a wrong code.
      await this.#noteNoCode(found, context.ip, false);
      throw refuse('authenticator_already_bound');
    });
    const secret = newTotpSecret();
    await storePendingSecret(this.#platform.db, merchant.merchant_id, this.#platform.secrets.seal('totp', secret));
    return { secret, otpauth_uri: totpOf(secret, merchant.username).toString() };
  }

  async login(input: LoginInput, request: RequestContext): Promise<LoginOutput | Answer<LoginOutput>> {
    const context = { ...request, sessionId: uuidv7() };
    const { merchant, subjects, result } = await this.#attempt(input, context, (found) => this.#signIn(found, input, context));
    if (result === 'bind_authenticator') return new Answer('step_required', { step: result });
    await this.#platform.throttle.clear([...madeUpFor(subjects), ...codeSubjectsOf(merchant)]);
    return { token: result.token, expires_at: result.expiresAt.toISOString() };
  }

  /** Everything after the password, in the contract's order of precedence; the code is taken last. */
  async #signIn(merchant: SigningIn, input: LoginInput, context: LoginContext): Promise<OpenedSession | 'bind_authenticator'> {
    if (!merchant.totp_secret && (!merchant.totp_pending_secret || !input.google_code)) return 'bind_authenticator';
    const code = await this.#checkCode(merchant, input.google_code ?? '', context);
    if (merchant.status === 'suspended' || merchant.member_status === 'suspended') throw refuse('access_restricted');
    if (!(await ipMayLogIn(this.#platform.db, merchant.merchant_id, context.ip))) {
      throw refuse('login_ip_refused', { ip: context.ip }, { login_ip: context.ip });
    }
    return this.#openSession(merchant, code, context);
  }

  async logout({ session }: MerchantContext): Promise<null> {
    await this.#platform.sessions.end(session);
    return null;
  }

  /**
   * Finds the merchant whose password this is and does what it may do then. An unknown name costs the same time and gets the same
   * answer as a wrong password.
   */
  async #attempt<Result>(
    input: Attempt,
    context: RequestContext,
    proceed: (merchant: SigningIn) => Promise<Result>,
  ): Promise<{ merchant: SigningIn; subjects: Subjects; result: Result }> {
    const { db, throttle, passwordMessages } = this.#platform;
    const { ip } = context;
    const username = input.username.toLowerCase();
    const merchant = await findByUsername(db, username, ip);
    const account = merchant ? accountOf(loginOf(merchant)) : `nobody ${username}`;
    const subjects = signInSubjects({ account, ip, known: merchant?.known_address === true });
    try {
      return await throttle.attempt(subjects, GUESSES, async () => {
        const password = await passwordMessages.read(input);
        const matches = await passwordMatches(merchant?.password_hash, password);
        if (merchant && matches) return { merchant, subjects, result: await proceed(merchant) };
        if (merchant) noteWrongPassword(this.#platform, 'merchant', merchant.merchant_id, ip, actorOfFailure(merchant));
        throw refuse('wrong_credentials');
      });
    } catch (error) {
      // Written down when the attempt counts no more: many at once would hold each other up.
      if (merchant && error instanceof Refusal) await this.#record(merchant, context, error.outcome);
      throw error;
    }
  }

  /** Writes a refused login down. */
  async #record(merchant: SigningIn, { ip, userAgent }: RequestContext, refused: OutcomeName): Promise<void> {
    const outcome = RECORDED[refused as keyof typeof RECORDED];
    if (outcome === undefined) return;
    const written = recordRefusedLogin(this.#platform.db, { ...loginOf(merchant), outcome, ip, userAgent });
    if (refused !== 'wrong_credentials') return written;
    // Nobody waits for this one: how long the answer took would tell that there is such an account.
    written.catch((error: unknown) => {
      this.#platform.log.warn({ err: error }, 'a refused login could not be written down');
    });
  }

  /** Compares the code, counted by a counter of the second factor's own; nothing is used up yet. */
  async #checkCode(merchant: SigningIn, given: string, { ip }: RequestContext): Promise<TakenCode> {
    return this.#platform.throttle.attempt(codeSubjectsOf(merchant), GUESSES, async ({ subjects }) => {
      const code = await this.#rightCode(merchant, given);
      if (code) return code;
      const locked = subjects.some(({ locks }) => locks);
      await this.#noteNoCode(merchant, ip, locked);
      throw refuse(isRecoveryCode(given) ? 'recovery_code_wrong' : 'wrong_google_code');
    });
  }

  /** For the owner to see at the next sign-in, and in the audit log: the password was right, and no code was. */
  #noteNoCode(merchant: SigningIn, ip: string, locked: boolean): Promise<void> {
    const actor = actorOfFailure(merchant);
    return noteFailure(this.#platform, { ownerId: Number(merchant.merchant_id), party: 'merchant', kind: 'code', ip, actor, locked });
  }

  async #rightCode(merchant: SigningIn, given: string): Promise<TakenCode | undefined> {
    const { db, secrets, clock } = this.#platform;
    const { totp_secret, totp_pending_secret } = merchant;
    if (isRecoveryCode(given))
      return (await isGoodRecoveryCode(db.systemQueries, secrets, loginOf(merchant), given)) ? { recovery: given } : undefined;
    const sealed = totp_secret ?? (totp_pending_secret as Buffer);
    const step = stepOfCode(secrets.open('totp', sealed), given, clock.nowMs());
    return step === undefined ? undefined : { step: BigInt(step), binds: totp_secret === null ? sealed : undefined };
  }

  /** Takes the code (once), writes the login down and opens its session, in one transaction. */
  async #openSession(merchant: SigningIn, code: TakenCode, { ip, userAgent, sessionId }: LoginContext): Promise<OpenedSession> {
    const login = loginOf(merchant);
    const { merchantId, memberId } = login;
    return this.#platform.db.scoped(merchantId, async (tx) => {
      const { secrets } = this.#platform;
      const byRecovery = 'recovery' in code;
      if (!(await noteLogin(tx, secrets, merchant, code, { ip, userAgent })))
        throw refuse(byRecovery ? 'recovery_code_wrong' : 'google_code_used');
      const entry = { ownerId: merchantId, actorKind: 'merchant' as const, actor: merchant.username, ip, userAgent };
      if (!byRecovery && code.binds) await audit(tx, secrets, { ...entry, action: 'authenticator.bind', details: {} });
      await audit(tx, secrets, { ...entry, action: 'login', details: byRecovery ? { by: 'recovery_code' } : {} });
      const way = byRecovery ? 'recovery_code' : code.binds ? 'first_authenticator' : 'google_code';
      await recordLogin(tx, { ...login, sessionId, way, ip, userAgent });
      return openSession(tx, 'merchant', merchantId, { ip, userAgent }, sessionId, memberId);
    });
  }
}

function loginOf({ merchant_id, member_id }: SigningIn): MerchantLogin {
  return { merchantId: Number(merchant_id), memberId: member_id };
}

/** How the audit log names whose failure it was: the merchant's own login by the merchant's number. */
function actorOfFailure({ merchant_id, member_id, username }: SigningIn): string {
  return member_id === FIRST_MEMBER ? String(merchant_id) : username;
}

function codeSubjectsOf(merchant: SigningIn): Subjects {
  return codeSubjects({ account: accountOf(loginOf(merchant)), known: merchant.known_address });
}
