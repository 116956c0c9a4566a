import type { Language } from '@purser/contract/language';
import { feeOf, formatAmount, parseAmount } from '@purser/contract/money';
import { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import { coinTerms, type TermsKey, type TermsSource } from './coin-terms.ts';
import type { PaymentOrder } from './payment-order.ts';

export interface NewOrder {
  readonly merchantId: number;
  readonly serialNumber: string;
  readonly orderId: string;
  readonly token: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly handlingFee: bigint;
  /** In which payers may pay it, as the coin's terms have them. */
  readonly ways: number;
  readonly externalAccount: string;
  readonly description: string;
  readonly returnAddress: string;
  readonly language: Language | null;
  readonly lifetimeMin: number;
  /** Not later than this, however long it lives. */
  readonly notAfter?: Date;
  /** `deposit`, by the API, unless said otherwise. */
  readonly type?: PaymentOrder['order_type'];
  readonly from?: PaymentOrder['order_from'];
  /** The payment link that it belongs to. */
  readonly linkNumber?: string;
  /** The payer who opened it. */
  readonly openedBy?: number;
}

/** What orders are made on: the merchants' own settings, and the bounds and fees of their coins. */
export interface Terms {
  readonly merchants: ReadonlyMap<number, MerchantSettings>;
  /** With the database's clock, once the commands' nonces and keys are had. */
  readonly coins: Awaited<ReturnType<typeof coinTerms>>;
}

interface MerchantSettings {
  readonly merchant_id: bigint;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly return_address: string;
  readonly order_lifetime_min: number;
  readonly webhook_events: readonly string[];
}

export async function loadTerms(db: TermsSource, keys: readonly TermsKey[]): Promise<Terms> {
  const [merchants, coins] = await Promise.all([
    (db instanceof Tx ? db : db.system).query<MerchantSettings>({
      name: 'order-terms-of-merchants',
      text: `
        select merchant_id, status, markets, return_address, order_lifetime_min, webhook_events
        from merchant where merchant_id = any($1::bigint[])`,
      values: [[...new Set(keys.map(({ merchantId }) => merchantId))]],
    }),
    coinTerms(db, keys),
  ]);
  return {
    merchants: new Map(merchants.rows.map((row) => [Number(row.merchant_id), row])),
    coins,
  };
}

/** What an order comes to, and how it may be paid. */
export interface OrderSum extends Pick<NewOrder, 'amount' | 'handlingFee' | 'ways'> {}

/**
 * Whether a merchant can be asked to be paid in a coin now, whatever the amount. Throws merchant_suspended, coin_unknown, market_not_enabled or
 * coin_off or coin_not_listed, the first that holds.
 */
export function payableCoin(terms: Terms, { merchantId, coin: code }: TermsKey) {
  const merchant = terms.merchants.get(merchantId);
  const coin = terms.coins.of({ merchantId, coin: code });
  if (!merchant || merchant.status === 'suspended') throw refuse('merchant_suspended');
  if (!coin) throw refuse('coin_unknown');
  if (coin.market === null || !merchant.markets.includes(coin.market)) throw refuse('market_not_enabled');
  if (!coin.is_on) throw refuse('coin_off', { coin: coin.code });
  if (!coin.is_listed) throw refuse('coin_not_listed', { coin: coin.code });
  return { merchant, coin };
}

/** The same for an order of an amount; throws then order_amount_out_of_range or fee_exceeds_amount. */
export function payableOrder(terms: Terms, key: TermsKey, asked: string): ReturnType<typeof payableCoin> & OrderSum {
  const { merchant, coin } = payableCoin(terms, key);
  const { decimals } = coin;
  const amount = parseAmount(asked, decimals);
  if (typeof amount !== 'bigint' || amount < coin.order_minimum || amount > coin.order_maximum) {
    throw refuse('order_amount_out_of_range', {
      minimum: `${formatAmount(coin.order_minimum, decimals)} ${coin.code}`,
      maximum: `${formatAmount(coin.order_maximum, decimals)} ${coin.code}`,
    });
  }
  const handlingFee = feeOf(amount, coin.payment_fee_bp);
  if (handlingFee >= amount) throw refuse('fee_exceeds_amount');
  return { merchant, coin, amount, handlingFee, ways: coin.ways };
}

/** Inserts what has a new order number, and answers with what was inserted. */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<PaymentOrder[]> {
  if (orders.length === 0) return [];
  const { rows } = await tx.query<PaymentOrder>({
    name: 'insert-payment-orders',
    // Sorted by key, so that two processes with the same order numbers wait for each other in one direction only.
    text: `
      insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount,
        external_account, description, return_address, language, order_type, order_from, link_number, opened_by, ways,
        payer_id, payer_nick, cancelled_by, paid_time, expire_time)
      select merchant_id, serial_number, order_id, token, coin, amount, handling_fee, amount - handling_fee,
        external_account, description, return_address, language, order_type, order_from, link_number, opened_by, ways,
        null, null, null, null, least(now() + make_interval(mins => lifetime_min), not_after)
      from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[],
          $11::text[], $12::int[], $13::timestamptz[], $14::text[], $15::text[], $16::text[], $17::bigint[], $18::int[])
        as wanted (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, external_account, description, return_address,
          language, lifetime_min, not_after, order_type, order_from, link_number, opened_by, ways)
      order by merchant_id, order_id
      on conflict do nothing
      returning *`,
    values: [
      orders.map(({ merchantId }) => merchantId),
      orders.map(({ serialNumber }) => serialNumber),
      orders.map(({ orderId }) => orderId),
      orders.map(({ token }) => token),
      orders.map(({ coin }) => coin),
      orders.map(({ amount }) => amount),
      orders.map(({ handlingFee }) => handlingFee),
      orders.map(({ externalAccount }) => externalAccount),
      orders.map(({ description }) => description),
      orders.map(({ returnAddress }) => returnAddress),
      orders.map(({ language }) => language),
      orders.map(({ lifetimeMin }) => lifetimeMin),
      orders.map(({ notAfter }) => notAfter ?? null),
      orders.map(({ type }) => type ?? 'deposit'),
      orders.map(({ from }) => from ?? 'api'),
      orders.map(({ linkNumber }) => linkNumber ?? ''),
      orders.map(({ openedBy }) => openedBy ?? null),
      orders.map(({ ways }) => ways),
    ],
  });
  return rows;
}
