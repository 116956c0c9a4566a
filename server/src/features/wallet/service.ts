import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  walletLogin,
  walletMarketEnable,
  walletOverview,
  walletPaymentPasswordSet,
  walletRecordQuery,
} from '@purser/contract/features/wallet';
import { isWeakPaymentPassword } from '@purser/contract/payment-password';
import { mainAccount, rewardAccount } from '@purser/ledger/account';
import { balancesOf, openAccounts } from '@purser/ledger/accounts';
import { tokenOf } from '../../domain/market-token.ts';
import { postNotice } from '../../domain/notice.ts';
import { lockWalletUser } from '../../domain/wallet-bank.ts';
import { answerOf, keyedWrite, type PayerSessionWrite, type PayerWrite } from '../../platform/commands/write.ts';
import { hashPassword, passwordMatches } from '../../platform/security/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import { endOtherSessions, type Session } from '../../platform/security/sessions.ts';
import { noteRiskSign } from '../../platform/security/risk-signs.ts';
import { noteWrongPassword } from '../../platform/security/sign-in-failures.ts';
import { madeUpFor, PASSWORD_OF_ACT, signInSubjects } from '../../platform/security/sign-in-limits.ts';
import { normaliseIdentity } from './identity.ts';
import type { Reader } from '../../platform/lists/list.ts';
import { walletRecords } from './records.ts';
import { addMarket, findByIdentity, findUser, storePaymentPassword, type WalletUser } from './queries.ts';
import { signIn } from './sign-in.ts';
import { passSlider } from './slider.ts';

type PaymentPasswords = ParsedInputOf<typeof walletPaymentPasswordSet>;
type LoginInput = ParsedInputOf<typeof walletLogin>;
type Overview = OutputOf<typeof walletOverview>;

export interface SignedIn {
  readonly user_id: number;
  readonly nick: string;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface From {
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
    const { db, throttle } = this.#platform;
    if (await this.#platform.maintenance.isRunning()) throw refuse('maintenance');
    await passSlider(this.#platform, input.slider, from.ip);
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
    await throttle.clear(madeUpFor(subjects));
    return signIn(this.#platform, user, from, user.password_hash);
  }

  async logout(session: Session): Promise<void> {
    await this.#platform.sessions.end(session);
  }

  async overview(userId: number): Promise<Overview> {
    return this.#platform.db.scoped(userId, async (tx) => {
      const user = await findUser(tx, userId);
      if (!user) throw refuse('unauthenticated');
      const accounts = await balancesOf(tx, userId);
      await tx.coins.know(
        accounts.map(({ coin }) => coin),
        tx,
      );
      const balances = tx.coins.all.flatMap(({ code, market }) => {
        if (market === null || !user.markets.includes(market)) return [];
        const main = accounts.find(({ coin, purpose }) => coin === code && purpose === 'main');
        const reward = accounts.find(({ coin, purpose }) => coin === code && purpose === 'reward');
        const money = (minor = 0n) => tx.coins.format(minor, code);
        return {
          market,
          coin_name: code,
          available_asset: money(main?.available_minor),
          freeze_asset: money(main?.frozen_minor),
          pending_asset: money(main?.pending_minor),
          reward_asset: money(reward?.available_minor),
        };
      });
      const further_markets = tx.coins.all.flatMap(({ code, market, is_on }) =>
        market === null || !is_on || user.markets.includes(market) ? [] : [{ market, coin_name: code }],
      );
      const { nick, kind, has_payment_password } = user;
      return { user_id: userId, nick, kind, has_payment_password, balances, further_markets };
    });
  }

  /** The coin that was wished for, if there is one. */
  knownCoin(wished: string): string | null {
    return this.#platform.db.coins.find(wished)?.code ?? null;
  }

  records(input: ParsedInputOf<typeof walletRecordQuery>, reader: Reader): Promise<OutputOf<typeof walletRecordQuery>> {
    return walletRecords.page(this.#platform.db, input, reader);
  }

  /** Enables a market and opens the user's accounts in its token; one that is enabled already stays so, and the answer says so. */
  enableMarket({ market }: ParsedInputOf<typeof walletMarketEnable>, context: PayerWrite): Promise<null | Answer<null>> {
    const { userId } = context;
    return keyedWrite<null>(this.#platform, context, {
      act: async (tx) => {
        await lockWalletUser(tx, userId);
        const token = await tokenOf(tx, market);
        if (!token) throw refuse('market_unknown');
        if (!token.is_on) throw refuse('coin_off', { coin: token.code });
        if (!(await addMarket(tx, userId, market))) return new Answer('already_done', null);
        await openAccounts(tx, [mainAccount(userId, token.code), rewardAccount(userId, token.code)]);
        return null;
      },
      audit: () => ({ action: 'market.enable', details: { market } }),
    });
  }

  /** How the payment password stands. */
  async paymentPassword(userId: number): Promise<Pick<WalletUser, 'nick' | 'has_payment_password' | 'held_until'>> {
    const user = await this.#platform.db.scoped(userId, (tx) => findUser(tx, userId));
    if (!user) throw refuse('unauthenticated');
    return user;
  }

  /** Sets the payment password, or changes it and ends all other sessions; whoever only found an open session does not know the login password. */
  async setPaymentPassword(input: PaymentPasswords, context: PayerSessionWrite): Promise<null | Answer<null>> {
    const done = await keyedWrite(this.#platform, context, {
      prepare: () => this.#checkPaymentPasswords(input, context.userId),
      act: async (tx, { hash, had_one }) => {
        await lockWalletUser(tx, context.userId);
        await storePaymentPassword(tx, context.userId, hash);
        await noteRiskSign(tx, context.userId, 'payment_password_changed');
        if (had_one) {
          // What the old one has granted ends with its session.
          await endOtherSessions(tx, context.session);
          await postNotice(tx, this.#platform, context.userId, { kind: 'password_changed' });
        }
        return { had_one };
      },
      audit: ({ had_one }) => ({ action: had_one ? 'payment_password.change' : 'payment_password.set', details: {} }),
    });
    return answerOf(done, () => null);
  }

  async #checkPaymentPasswords(input: PaymentPasswords, userId: number): Promise<{ hash: string; had_one: boolean }> {
    const { db, throttle } = this.#platform;
    const subjects = [[PASSWORD_OF_ACT, `user ${userId}`] as const];
    const user = await throttle.attempt(subjects, ['wrong_credentials'], async () => {
      const found = await db.scoped(userId, (tx) => findUser(tx, userId));
      if (!found || !(await passwordMatches(found.password_hash, input.login_password))) throw refuse('wrong_credentials');
      return found;
    });
    if (user.held_h > 0) throw refuse('payment_password_held', { hours: user.held_h });
    if (input.payment_password !== input.payment_password_again) throw refuse('passwords_differ');
    if (isWeakPaymentPassword(input.payment_password)) throw refuse('payment_password_weak');
    const hash = await hashPassword(input.payment_password);
    await throttle.clear(subjects);
    return { hash, had_one: user.has_payment_password };
  }
}
