import type { Language } from '@purser/contract/language';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface NewOrder {
  readonly merchantId: number;
  readonly serialNumber: string;
  readonly orderId: string;
  readonly token: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly handlingFee: bigint;
  readonly externalAccount: string;
  readonly description: string;
  readonly returnAddress: string;
  readonly language: Language | null;
  readonly lifetimeMin: number;
}

/** What orders are made on: the merchants' own settings, and each coin's bounds and fee. */
export interface Terms {
  readonly merchants: ReadonlyMap<number, MerchantTerms>;
  readonly coins: ReadonlyMap<string, CoinTerms>;
  /** The database's clock, once the commands' nonces and keys are had. */
  readonly now: Date;
}

interface MerchantTerms {
  readonly merchant_id: bigint;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly return_address: string;
  readonly order_lifetime_min: number;
  readonly webhook_address: string;
}

interface CoinTerms {
  readonly code: string;
  readonly payment_fee_bp: number;
  readonly order_minimum: bigint;
  readonly order_maximum: bigint;
}

export async function loadTerms(tx: Tx, merchantIds: readonly number[]): Promise<Terms> {
  const [merchants, coins] = await Promise.all([
    tx.query<MerchantTerms>({
      name: 'order-terms-of-merchants',
      text: `
        select merchant_id, status, markets, return_address, order_lifetime_min, webhook_address
        from merchant where merchant_id = any($1::bigint[])`,
      values: [[...new Set(merchantIds)]],
    }),
    tx.query<CoinTerms & { now: Date }>({
      name: 'order-terms-of-coins',
      text: `select code, payment_fee_bp, order_minimum, order_maximum, clock_timestamp() as now from coin`,
    }),
  ]);
  return {
    merchants: new Map(merchants.rows.map((row) => [Number(row.merchant_id), row])),
    coins: new Map(coins.rows.map((row) => [row.code, row])),
    now: coins.rows[0]?.now ?? new Date(Number.NaN),
  };
}

/** Inserts what has a new order number, and answers with what was inserted. */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<PaymentOrder[]> {
  if (orders.length === 0) return [];
  const { rows } = await tx.query<PaymentOrder>({
    name: 'insert-payment-orders',
    // Sorted by key, so that two processes with the same order numbers wait for each other in one direction only.
    text: `
      insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount,
        external_account, description, return_address, language, payer_id, payer_nick, cancelled_by, paid_time, expire_time)
      select merchant_id, serial_number, order_id, token, coin, amount, handling_fee, amount - handling_fee,
        external_account, description, return_address, language, null, null, null, null, now() + make_interval(mins => lifetime_min)
      from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int[])
        as wanted (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, external_account, description, return_address, language, lifetime_min)
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
    ],
  });
  return rows;
}
