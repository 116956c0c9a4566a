import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { getGoogleSecret, login } from '@purser/contract/features/auth';
import { audit } from '../../platform/proof/audit.ts';
import { passwordMatches } from '../../platform/security/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext, type RequestContext } from '../../platform/http/route.ts';
import { noteFailure, noteWrongPassword } from '../../platform/security/sign-in-failures.ts';
import { codeSubjects, madeUpFor, signInSubjects } from '../../platform/security/sign-in-limits.ts';
import type { Subjects } from '../../platform/security/throttle.ts';
import { newTotpSecret, stepOfCode, totpOf } from '../../platform/security/totp.ts';
import { findByUsername, ipMayLogIn, noteLogin, storePendingSecret, type SigningIn, type TakenCode } from './queries.ts';

type LoginInput = ParsedInputOf<typeof login>;
type LoginOutput = OutputOf<typeof login>;
type Attempt = Pick<LoginInput, 'username' | 'key_id' | 'password'>;

/** What counts as guessing; a refusal for another reason is nobody's fault. */
const GUESSES: readonly OutcomeName[] = ['wrong_credentials', 'wrong_google_code'];

export class AuthService {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** A new secret for an account that has none bound; it stays pending until a login brings a code made with it. */
  async googleSecret(input: ParsedInputOf<typeof getGoogleSecret>, context: RequestContext): Promise<OutputOf<typeof getGoogleSecret>> {
    const { merchant } = await this.#attempt(input, context, async () => {});
    if (merchant.totp_secret) throw refuse('authenticator_already_bound');
    const secret = newTotpSecret();
    await storePendingSecret(this.#platform.db, merchant.merchant_id, this.#platform.secrets.seal('totp', secret));
    return { secret, otpauth_uri: totpOf(secret, merchant.username).toString() };
  }

  async login(input: LoginInput, context: RequestContext): Promise<LoginOutput | Answer<LoginOutput>> {
    const { merchant, subjects, result } = await this.#attempt(input, context, (found) => this.#signIn(found, input, context));
    if (result === 'bind_authenticator') return new Answer('step_required', { step: result });
    await this.#platform.throttle.clear([...madeUpFor(subjects), ...codeSubjectsOf(merchant)]);
    const { token, expiresAt } = await this.#platform.sessions.open('merchant', Number(merchant.merchant_id), context);
    return { token, expires_at: expiresAt.toISOString() };
  }

  /** Everything after the password, in the contract's order of precedence; the code is taken last. */
  async #signIn(merchant: SigningIn, input: LoginInput, context: RequestContext): Promise<'signed_in' | 'bind_authenticator'> {
    if (!merchant.totp_secret && (!merchant.totp_pending_secret || !input.google_code)) return 'bind_authenticator';
    const code = await this.#takeCode(merchant, input.google_code ?? '', context);
    if (merchant.status === 'suspended') throw refuse('access_restricted', {}, { login_ip: context.ip });
    if (!(await ipMayLogIn(this.#platform.db, merchant.merchant_id, context.ip))) {
      throw refuse('login_ip_refused', { ip: context.ip }, { login_ip: context.ip });
    }
    await this.#noteLogin(merchant, code, context);
    return 'signed_in';
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
    { ip }: RequestContext,
    proceed: (merchant: SigningIn) => Promise<Result>,
  ): Promise<{ merchant: SigningIn; subjects: Subjects; result: Result }> {
    const { db, throttle, passwordMessages } = this.#platform;
    const username = input.username.toLowerCase();
    const merchant = await findByUsername(db, username, ip);
    const account = merchant ? accountOf(merchant) : `nobody ${username}`;
    const subjects = signInSubjects({ account, ip, known: merchant?.known_address === true });
    return throttle.attempt(subjects, GUESSES, async () => {
      const password = await passwordMessages.read(input);
      const matches = await passwordMatches(merchant?.password_hash, password);
      if (merchant && matches) return { merchant, subjects, result: await proceed(merchant) };
      if (merchant) noteWrongPassword(this.#platform, 'merchant', merchant.merchant_id, ip);
      throw refuse('wrong_credentials');
    });
  }

  /** Compares the code, counted by a counter of the second factor's own; nothing is used up yet. */
  async #takeCode(merchant: SigningIn, code: string, { ip }: RequestContext): Promise<TakenCode> {
    const { secrets, throttle, clock } = this.#platform;
    return throttle.attempt(codeSubjectsOf(merchant), GUESSES, async ({ subjects }) => {
      const sealed = merchant.totp_secret ?? (merchant.totp_pending_secret as Buffer);
      const step = stepOfCode(secrets.open('totp', sealed), code, clock.nowMs());
      if (step !== undefined) return { step: BigInt(step), binds: merchant.totp_secret === null ? sealed : undefined };
      const locked = subjects.some(({ locks }) => locks);
      await noteFailure(this.#platform, { ownerId: Number(merchant.merchant_id), party: 'merchant', kind: 'code', ip, locked });
      throw refuse('wrong_google_code');
    });
  }

  /** Takes the code (once) and writes the login down, in one transaction. */
  async #noteLogin(merchant: SigningIn, code: TakenCode, { ip }: RequestContext): Promise<void> {
    const merchantId = Number(merchant.merchant_id);
    await this.#platform.db.scoped(merchantId, async (tx) => {
      if (!(await noteLogin(tx, merchant.merchant_id, code, ip))) throw refuse('google_code_used');
      const entry = { ownerId: merchantId, actorKind: 'merchant' as const, actor: merchant.username, ip };
      if (code.binds) await audit(tx, this.#platform.secrets, { ...entry, action: 'authenticator.bind', details: {} });
      await audit(tx, this.#platform.secrets, { ...entry, action: 'login', details: {} });
    });
  }
}

function accountOf({ merchant_id }: SigningIn): string {
  return `merchant ${merchant_id}`;
}

function codeSubjectsOf(merchant: SigningIn): Subjects {
  return codeSubjects({ account: accountOf(merchant), known: merchant.known_address });
}
