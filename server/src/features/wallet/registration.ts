import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { walletRegister, walletRegisterCode } from '@purser/contract/features/wallet-access';
import type { OutcomeName } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { LONGEST_USERNAME, SHORTEST_PASSWORD, SHORTEST_USERNAME } from '@purser/contract/limits';
import { referralCodeOf } from '@purser/contract/referral';
import { isUsername } from '@purser/contract/sign-in';
import { mainAccount, PROVIDER_OWNER_ID, rewardAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { keepAcceptance, pendingAgreements, type PendingAgreement } from '../../domain/agreements.ts';
import { isReserved } from '../../domain/reserved-username.ts';
import { tokenOf } from '../../domain/market-token.ts';
import { postMessage } from '../../domain/message.ts';
import { sendCode, sendNoCode, takeCode } from '../../domain/verification-code.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { chosenPassword, hashPassword } from '../../platform/security/passwords.ts';
import { noteSignInPlace } from '../../platform/security/risk-signs.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { guessAt, reachedAt, type Reached } from './address-codes.ts';
import type { Asking, CodeSender } from './code-steps.ts';
import { findByIdentity, registerUser } from './queries.ts';
import { isRegistrationOpen } from './registration-setting.ts';
import type { SignedIn } from './service.ts';
import { passSlider } from './slider.ts';

type Asked = Pick<ParsedInputOf<typeof walletRegisterCode>, 'identity_kind' | 'identity' | 'area_code'>;
type Input = ParsedInputOf<typeof walletRegister>;

/** What is refused to whoever has the code of one address: it tells of names, addresses and referral codes that there are. */
const REFUSED: ThrottleRule = { scope: 'register:refused', most: 20, rememberedS: 3600, window: true };
const AFTER_THE_CODE: readonly OutcomeName[] = [
  'username_taken',
  'address_registered',
  'referral_code_unknown',
  'market_unknown',
  'coin_off',
];

/** Nobody has this number: what a newcomer has accepted is nothing. */
const NOBODY = 0;

/** Opening a wallet by oneself: a code proves the address, and a wallet is made for whoever has it. */
export class Registration implements CodeSender<ParsedInputOf<typeof walletRegisterCode>> {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  isOpen(): Promise<boolean> {
    return isRegistrationOpen(this.#platform.db.system);
  }

  /** Sends a code, once the slider is right. */
  async askForCode(input: ParsedInputOf<typeof walletRegisterCode>, asking: Asking): Promise<null> {
    await this.#mayRegister();
    chosenUsername(input.username);
    await passSlider(this.#platform, input.slider, asking.ip);
    return this.sendCode(input, asking);
  }

  /**
   * Sends a code to an address. Where it is somebody's already, its owner is told that instead, and whoever asks learns nothing: neither from
   * the answer nor from how long it takes.
   */
  async sendCode(asked: Asked, { language, ip }: Pick<Asking, 'language' | 'ip'>): Promise<null> {
    await this.#mayRegister();
    const { db, secrets, settings } = this.#platform;
    const { proof, kind, identity } = reachedAt('register', asked);
    const owner = await findByIdentity(db, kind, identity, ip);
    const sent = { ...proof, language, ip };
    if (owner) {
      const ownerId = Number(owner.user_id);
      const message = { ownerId, kind: 'already_registered', channel: proof.channel, to: proof.to, language } as const;
      await sendNoCode(this.#platform, { ...sent, ownerId }, (tx) =>
        postMessage(tx, secrets, { ...message, variables: { link: `${settings.publicUrl}/wallet` } }),
      );
    } else await sendCode(this.#platform, { ...sent, ownerId: PROVIDER_OWNER_ID });
    return null;
  }

  /** What a newcomer accepts: every agreement in force, in their language where it was written in it. */
  agreements(language: Language): Promise<PendingAgreement[]> {
    return pendingAgreements(this.#platform.db.system, { party: 'user', ownerId: NOBODY, language });
  }

  /** Makes the wallet and signs in. Of two who come with the same code at the same moment one gets a wallet. */
  async register(input: Input, asking: Asking): Promise<SignedIn & OutputOf<typeof walletRegister>> {
    await this.#mayRegister();
    const username = chosenUsername(input.username);
    const reached = reachedAt('register', input);
    const password = chosenPassword(input.password, SHORTEST_PASSWORD);
    if (input.password !== input.password_again) throw refuse('passwords_differ');
    const accepted = acceptedOf(await this.agreements(asking.language), input.agreements);
    const make = () =>
      guessAt(this.#platform, reached.proof, asking.ip, async () => {
        const passwordHash = await hashPassword(password);
        return this.#platform.db.systemTransaction(async (tx) => {
          await takeCode(tx, this.#platform, reached.proof, input.code);
          return this.#make(tx, { ...input, ...reached, username, passwordHash }, accepted, asking);
        });
      });
    const { channel, to } = reached.proof;
    const userId = await this.#platform.throttle.attempt([[REFUSED, `${channel} ${to}`]], AFTER_THE_CODE, make);
    const { token, expiresAt } = await this.#platform.sessions.open('user', userId, asking);
    return { user_id: userId, nick: input.nick, token, expiresAt };
  }

  async #make(
    tx: Tx,
    {
      kind,
      identity,
      username,
      nick,
      passwordHash,
      market,
      referral_code = '',
    }: Pick<Input, 'username' | 'nick' | 'market' | 'referral_code'> & Reached & { readonly passwordHash: string },
    accepted: readonly PendingAgreement[],
    { ip, userAgent, language }: Asking,
  ): Promise<number> {
    const markets = market === undefined ? [] : [market];
    const made = await registerUser(tx, { kind, identity, username, nick, passwordHash, markets, language });
    // Whoever has come this far has the code of an address that was nobody's: no stranger learns from it which names there are.
    if ('taken' in made) throw refuse(made.taken === 'username' ? 'username_taken' : 'address_registered');
    // Looked at with the name in hand: whoever closed their account a moment ago has reserved it by now.
    if (await isReserved(tx, this.#platform.secrets, username)) throw refuse('username_taken');
    const { userId } = made;
    const agent = referral_code === '' ? undefined : await keepReferral(tx, userId, referral_code);
    if (market !== undefined) {
      const token = await tokenOf(tx, market);
      if (!token) throw refuse('market_unknown');
      if (!token.is_on) throw refuse('coin_off', { coin: token.code });
      await openAccounts(tx, [mainAccount(userId, token.code), rewardAccount(userId, token.code)]);
    }
    await keepAcceptance(tx, accepted, { ownerId: userId, party: 'user', ip, userAgent });
    await noteSignInPlace(tx, userId, { ip, userAgent });
    await audit(tx, this.#platform.secrets, {
      ownerId: userId,
      actorKind: 'user',
      actor: String(userId),
      action: 'wallet.register',
      details: {
        by: kind,
        markets,
        ...(agent !== undefined && { agent }),
        agreements: accepted.map(({ kind: agreement, version }) => ({ kind: agreement, version })),
      },
      ip,
    });
    return userId;
  }

  async #mayRegister(): Promise<void> {
    if (await this.#platform.maintenance.isRunning()) throw refuse('maintenance');
    if (!(await this.isOpen())) throw refuse('registration_closed');
  }
}

/**
 * Keeps for good who referred a newcomer, and answers who that is. Refuses with referral_code_unknown a code that is none, and as well one of somebody
 * who is no agent any more or may not do anything: nobody learns of them by it.
 */
async function keepReferral(tx: Tx, userId: number, typed: string): Promise<number> {
  // Whoever makes another kind of the agent, or suspends them, comes before this or after it.
  const { rows: owners } = await tx.query<{ owner_id: bigint }>('select owner_id from referral_code where code = $1', [
    referralCodeOf(typed) ?? '',
  ]);
  const { rows } = await tx.query<{ agent_id: bigint }>(
    `select user_id as agent_id from wallet_user where user_id = $1 and kind = 'agent' and status = 'normal' for share`,
    [owners[0]?.owner_id ?? null],
  );
  const [agent] = rows;
  if (!agent) throw refuse('referral_code_unknown');
  await tx.query('insert into referral (user_id, agent_id) values ($1, $2)', [userId, agent.agent_id]);
  return Number(agent.agent_id);
}

/** As the directory keeps it. Refuses with username_unfit. */
function chosenUsername(typed: string): string {
  if (!isUsername(typed)) throw refuse('username_unfit', { minimum: SHORTEST_USERNAME, maximum: LONGEST_USERNAME });
  return typed.toLowerCase();
}

/** The agreements in force, if these versions of them were accepted: nobody accepts what they have not been shown. */
function acceptedOf(inForce: readonly PendingAgreement[], given: Input['agreements']): readonly PendingAgreement[] {
  for (const { kind, version } of inForce) {
    const accepted = given.find((one) => one.kind === kind);
    if (!accepted) throw refuse('agreement_required');
    if (accepted.version !== version) throw refuse('agreement_changed');
  }
  return inForce;
}
