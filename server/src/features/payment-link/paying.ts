import { waysOfBits } from '@purser/contract/checkout-ways';
import { publicPicturePath } from '@purser/contract/file-purpose';
import type { Language } from '@purser/contract/language';
import type { CollectShown, CollectState } from '@purser/contract/payment-link';
import { typedAmount } from '@purser/contract/typed-amount';
import type { Queryable } from '@purser/ledger/accounts';
import { insertOrders, loadTerms, payableCoin, payableOrder, type Terms } from '../../domain/new-order.ts';
import { recordOrderEvents } from '../../domain/order-events.ts';
import { merchantIdOfOrderToken, newOrderToken } from '../../domain/order-token.ts';
import { giveUpOrder } from '../../domain/order-transitions.ts';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import { typedMinor } from '../../platform/http/asked-amount.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { findLink, lockOpened, type OpenedLink } from './queries.ts';
import { linkOrder } from './service.ts';
import { standingCodeOf } from './standing-code.ts';

/** Orders that a payer opens; whoever opens so many in a row waits. */
const OPENED: ThrottleRule = { scope: 'open_order', most: 20, rememberedS: 10 * 60, window: true };
/** An unpaid order with less time left than this is not gone on with: a new one is opened. */
const LEAST_LEFT_MS = 60_000;

/** What a token leads to: a link, or a merchant's standing code in a coin. */
interface Target {
  readonly merchantId: number;
  readonly coin: string;
  readonly link: OpenedLink | undefined;
}

interface Opened {
  readonly token: string;
  /** Its page lets one log in only where it was opened by a code. */
  readonly needs_code: boolean;
}

/** Paying at payment links and standing codes: each signed-in payer opens an order of their own, and pays it at the checkout. */
export class LinkPayments {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** What somebody is shown who opens a link or scans a standing code; undefined where there is none. */
  async shown(token: string, language: Language): Promise<CollectShown | undefined> {
    const { db, maintenance } = this.#platform;
    const target = await this.#find(db.system, token);
    if (!target) return undefined;
    const { merchantId, coin, link } = target;
    const [merchant, terms, closing] = await Promise.all([
      merchantShown(db.system, merchantId),
      loadTerms(db, [target]),
      maintenance.next(language),
    ]);
    const closed = closing?.is_running ? closing : undefined;
    const { order_minimum = 0n, order_maximum = 0n } = terms.coins.of(target) ?? {};
    return {
      token,
      kind: link ? 'link' : 'standing',
      is_one: link?.uses === 'one',
      state: closed ? 'maintenance' : this.#stateOf(target, terms),
      merchant_name: merchant.name,
      merchant_logo: merchant.logo_file_id && publicPicturePath(merchant.logo_file_id),
      description: link?.description ?? '',
      coin_name: coin,
      decimals: db.coins.decimalsOf(coin),
      amount: link ? db.coins.format(link.amount, coin) : null,
      minimum: db.coins.format(order_minimum, coin),
      maximum: db.coins.format(order_maximum, coin),
      expire_time: link?.expire_time.toISOString() ?? null,
      maintenance_text: closed?.text ?? null,
    };
  }

  /** Refuses what `open` would refuse for what was typed, before anybody has to sign in. */
  async check(token: string, typed: string): Promise<void> {
    const { db } = this.#platform;
    const target = await this.#find(db.system, token);
    if (!target) throw refuse('link_unknown');
    this.#orderOf(target, await loadTerms(db, [target]), typed);
  }

  /**
   * Opens the payer's order, and gives it: the one that the payer has not paid yet, if it is for the same amount, else a new one in its
   * place. Refuses with maintenance, too_many_requests, link_unknown, link_closed, link_expired, invalid_input of the amount, and what refuses
   * an order.
   */
  async open(token: string, typed: string, { ownerId: userId }: Pick<Session, 'ownerId'>, language: Language): Promise<Opened> {
    const { db, maintenance, settings, throttle } = this.#platform;
    await maintenance.refuseWhileRunning(language);
    await throttle.count([[OPENED, `user ${userId}`]]);
    return db.systemTransaction(async (tx) => {
      const target = await this.#find(tx, token, 'for share');
      if (!target) throw refuse('link_unknown');
      if (target.link?.uses === 'one') return { token: target.link.token, needs_code: false };
      const { merchantId, coin, link } = target;
      const terms = await loadTerms(tx, [target]);
      const { merchant, amount, handlingFee, ways } = this.#orderOf(target, terms, typed);
      const opened = { merchantId, userId, coin, linkNumber: link?.serial_number ?? '' };
      const before = await lockOpened(tx, opened);
      if (before && goesOn(before, { amount, ways }, terms)) return openedOf(before);
      if (before) await giveUpOrder(tx, settings.publicUrl, before);
      const [order] = await insertOrders(tx, [
        {
          ...linkOrder(opened.linkNumber),
          type: link ? 'collection' : 'transfer',
          merchantId,
          token: newOrderToken(merchantId),
          coin,
          amount,
          handlingFee,
          ways,
          description: link?.description ?? '',
          lifetimeMin: merchant.order_lifetime_min,
          ...(link && { notAfter: link.expire_time }),
          openedBy: userId,
        },
      ]);
      // The same payer was faster elsewhere.
      const made = order ?? (await lockOpened(tx, opened));
      if (!made || made.amount !== amount) throw refuse('request_in_progress');
      if (order) await recordOrderEvents(tx, settings.publicUrl, [{ type: 'order.created', order }]);
      return openedOf(made);
    });
  }

  async #find(db: Queryable, token: string, lock: '' | 'for share' = ''): Promise<Target | undefined> {
    const { secrets, db: database } = this.#platform;
    const code = standingCodeOf(secrets, token, database.coins.all);
    if (code) return { merchantId: code.merchantId, coin: code.coin.code, link: undefined };
    const merchantId = merchantIdOfOrderToken(token);
    const link = merchantId === undefined ? undefined : await findLink(db, { merchantId, token }, lock);
    if (!link) return undefined;
    await database.coins.know([link.coin], db);
    return { merchantId: Number(link.merchant_id), coin: link.coin, link };
  }

  /** What an order here would come to; throws its refusal. */
  #orderOf(target: Target, terms: Terms, typed: string): ReturnType<typeof payableOrder> {
    const { coin, link } = target;
    const { coins } = this.#platform.db;
    if (link?.close_time) throw refuse('link_closed');
    if (link && link.expire_time <= link.now) throw refuse('link_expired', { time: link.expire_time.toISOString() });
    payableCoin(terms, target);
    const amount = link ? link.amount : typedMinor(typedAmount(typed, coin), coins.decimalsOf(coin));
    return payableOrder(terms, target, coins.format(amount, coin));
  }

  #stateOf(target: Target, terms: Terms): CollectState {
    try {
      if (target.link) this.#orderOf(target, terms, '');
      else payableCoin(terms, target);
      return 'open';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.outcome === 'link_closed') return 'closed';
      if (error.outcome === 'link_expired') return 'expired';
      if (error.outcome === 'coin_not_listed') return 'unlisted';
      return error.outcome === 'merchant_suspended' ? 'suspended' : 'off';
    }
  }
}

function openedOf({ token, ways }: Pick<PaymentOrder, 'token' | 'ways'>): Opened {
  return { token, needs_code: !waysOfBits(ways).includes('web') };
}

function goesOn(
  { amount, ways, expire_time }: PaymentOrder,
  asked: Pick<PaymentOrder, 'amount' | 'ways'>,
  { coins: { now } }: Terms,
): boolean {
  return amount === asked.amount && ways === asked.ways && expire_time.getTime() - now.getTime() >= LEAST_LEFT_MS;
}

interface MerchantShown {
  readonly name: string;
  readonly logo_file_id: string | null;
}

async function merchantShown(db: Queryable, merchantId: number): Promise<MerchantShown> {
  const { rows } = await db.query<MerchantShown>('select name, logo_file_id from merchant where merchant_id = $1', [merchantId]);
  return rows[0] ?? { name: '', logo_file_id: null };
}
