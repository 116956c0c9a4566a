import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { coinOfMarket, decimalsOf, MARKETS } from '@purser/contract/coin';
import type { walletLogin, walletOverview, walletPaymentPasswordSet, walletRecordQuery } from '@purser/contract/features/wallet';
import { formatAmount } from '@purser/contract/money';
import { isWeakPaymentPassword } from '@purser/contract/payment-password';
import { balancesOf } from '@purser/ledger/accounts';
import { answerOf, keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import { addressHolder } from '../../platform/http/client-address.ts';
import { hashPassword, passwordMatches } from '../../platform/security/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { noteWrongPassword } from '../../platform/security/sign-in-failures.ts';
import { madeUpFor, noteKnownAddress, signInSubjects } from '../../platform/security/sign-in-limits.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { normaliseIdentity } from './identity.ts';
import type { Reader } from '../../platform/lists/list.ts';
import { walletRecords } from './records.ts';
import { findByIdentity, findUser, storePaymentPassword } from './queries.ts';
import { checkSlider } from './slider.ts';

const QUARTER_HOUR_S = 15 * 60;
/** Answers to sliders, right or wrong: each is remembered for ten minutes. */
const SLIDERS: ThrottleRule = { scope: 'slider', most: 300, rememberedS: 10 * 60 };
/** Someone with an open session guessing at the login password. */
const PROOF: ThrottleRule = { scope: 'wallet-proof', most: 5, rememberedS: QUARTER_HOUR_S };

type PaymentPasswords = ParsedInputOf<typeof walletPaymentPasswordSet>;
type LoginInput = ParsedInputOf<typeof walletLogin>;
type Overview = OutputOf<typeof walletOverview>;

export interface SignedIn {
  readonly user_id: number;
  readonly nick: string;
  readonly token: string;
  readonly expiresAt: Date;
}

interface From {
  readonly ip: string;
  readonly userAgent: string;
}

export class Wallet {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Signs in. An unknown identity costs the same time and gets the same answer as a wrong password. */
  async login(input: LoginInput, from: From): Promise<SignedIn> {
    const { db, throttle, sessions } = this.#platform;
    if (await this.#platform.inMaintenance()) throw refuse('maintenance');
    await throttle.count([[SLIDERS, addressHolder(from.ip)]]);
    await checkSlider(this.#platform, input.slider);
    const identity = normaliseIdentity(input.identity_kind, input.identity, input.area_code);
    const found = await findByIdentity(db, input.identity_kind, identity, from.ip);
    // One account, whichever of its names it was asked by.
    const account = found ? `user ${found.user_id}` : `nobody ${input.identity_kind} ${identity}`;
    const subjects = signInSubjects({ account, ip: from.ip, known: found?.known_address === true });
    const user = await throttle.attempt(subjects, ['wrong_credentials'], async () => {
      const matches = await passwordMatches(found?.password_hash, input.password);
      if (found && matches) return found;
      if (found) noteWrongPassword(this.#platform, 'user', found.user_id, from.ip);
      throw refuse('wrong_credentials');
    });
    if (user.status === 'suspended') throw refuse('payer_suspended');
    const userId = Number(user.user_id);
    await throttle.clear(madeUpFor(subjects));
    await db.scoped(userId, (tx) => noteKnownAddress(tx, userId, from.ip));
    const { token, expiresAt } = await sessions.open('user', userId, from);
    return { user_id: userId, nick: user.nick, token, expiresAt };
  }

  async logout(session: Session): Promise<void> {
    await this.#platform.sessions.end(session);
  }

  async overview(userId: number): Promise<Overview> {
    return this.#platform.db.scoped(userId, async (tx) => {
      const user = await findUser(tx, userId);
      if (!user) throw refuse('unauthenticated');
      const accounts = await balancesOf(tx, userId);
      const balances = MARKETS.filter((market) => user.markets.includes(market)).map((market) => {
        const coin = coinOfMarket(market);
        const decimals = decimalsOf(coin);
        const main = accounts.find((account) => account.coin === coin && account.purpose === 'main');
        const reward = accounts.find((account) => account.coin === coin && account.purpose === 'reward');
        return {
          market,
          coin_name: coin,
          available_asset: formatAmount(main?.available_minor ?? 0n, decimals),
          freeze_asset: formatAmount(main?.frozen_minor ?? 0n, decimals),
          pending_asset: formatAmount(main?.pending_minor ?? 0n, decimals),
          reward_asset: formatAmount(reward?.available_minor ?? 0n, decimals),
        };
      });
      return { user_id: userId, nick: user.nick, kind: user.kind, has_payment_password: user.has_payment_password, balances };
    });
  }

  records(input: ParsedInputOf<typeof walletRecordQuery>, reader: Reader): Promise<OutputOf<typeof walletRecordQuery>> {
    return walletRecords.page(this.#platform.db, input, reader);
  }

  /** Sets or changes the payment password; whoever only found an open session does not know the login password. */
  async setPaymentPassword(input: PaymentPasswords, context: PayerWrite): Promise<null | Answer<null>> {
    const done = await keyedWrite(this.#platform, context, {
      prepare: () => this.#checkPaymentPasswords(input, context.userId),
      act: async (tx, { hash, had_one }) => {
        await storePaymentPassword(tx, context.userId, hash);
        return { had_one };
      },
      audit: ({ had_one }) => ({ action: had_one ? 'payment_password.change' : 'payment_password.set', details: {} }),
    });
    return answerOf(done, () => null);
  }

  async #checkPaymentPasswords(input: PaymentPasswords, userId: number): Promise<{ hash: string; had_one: boolean }> {
    const { db, throttle } = this.#platform;
    const subjects = [[PROOF, String(userId)] as const];
    const user = await throttle.attempt(subjects, ['wrong_credentials'], async () => {
      const found = await db.scoped(userId, (tx) => findUser(tx, userId));
      if (!found || !(await passwordMatches(found.password_hash, input.login_password))) throw refuse('wrong_credentials');
      return found;
    });
    if (input.payment_password !== input.payment_password_again) throw refuse('passwords_differ');
    if (isWeakPaymentPassword(input.payment_password)) throw refuse('payment_password_weak');
    const hash = await hashPassword(input.payment_password);
    await throttle.clear(subjects);
    return { hash, had_one: user.has_payment_password };
  }
}
