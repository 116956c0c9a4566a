import { ALL_WAYS } from '@purser/contract/checkout-ways';
import { formatRate } from '@purser/contract/money';
import type { FEES } from '@purser/contract/terms';
import type { Database } from '../platform/database/database.ts';
import { Tx } from '../platform/database/tx.ts';

/**
 * What it takes to use a coin: the merchant's own fees and limits where it has some, those of the kind of a wallet user where the kind has some, else
 * those of everybody. Amounts in minor units.
 */
export interface CoinTerms {
  readonly code: string;
  /** Null for a crypto coin. */
  readonly market: string | null;
  readonly decimals: number;
  /** Whether the coin and its market are switched on. */
  readonly is_on: boolean;
  readonly transfer_minimum: bigint;
  readonly transfer_fee_bp: number;
  readonly payment_fee_bp: number;
  /** Of an order: what the merchant has set for its checkout, where that lies within what the provider allows; what the provider allows otherwise. */
  readonly order_minimum: bigint;
  readonly order_maximum: bigint;
  /** The same as the provider allows. */
  readonly agreed_minimum: bigint;
  readonly agreed_maximum: bigint;
  /** Whether the merchant takes new orders in the coin. */
  readonly is_listed: boolean;
  /** The ways in which payers may pay new orders, as `CHECKOUT_WAYS` has their bits. */
  readonly ways: number;
  readonly user_withdrawal_fee_bp: number;
  readonly usdt_recharge_fee_bp: number;
  readonly usdt_withdrawal_fee_bp: number;
  readonly fiat_withdrawal_fee_bp: number;
  readonly adjustment_fee_bp: number;
  /** In minor units of USDT, as the next three. */
  readonly usdt_recharge_minimum: bigint;
  readonly usdt_withdrawal_minimum: bigint;
  readonly usdt_withdrawal_maximum: bigint;
  readonly usdt_withdrawal_day_maximum: bigint;
  readonly fiat_withdrawal_minimum: bigint;
  /** Whether a refund gives the merchant its part of the order's fee back. */
  readonly refund_returns_fee: boolean;
}

/** Where terms are read: in a transaction, or by themselves. */
export type TermsSource = Tx | Pick<Database, 'system' | 'isDistributed'>;

/** Whose terms, in which coin. */
export interface TermsKey {
  /** A merchant's number, or a wallet user's. */
  readonly merchantId: number;
  readonly coin: string;
}

interface TermsOfMoment {
  /** The database's clock as the terms were read. */
  readonly now: Date;
  /** Undefined where there is no such coin. */
  of(key: TermsKey): CoinTerms | undefined;
}

const TERMS = `
  select asked.merchant_id, asked.coin as asked_coin, clock_timestamp() as now, coin.code, coin.market, coin.decimals,
    coin.is_on and coalesce(market.is_on, true) as is_on,
    coalesce(own.transfer_minimum, coin.transfer_minimum) as transfer_minimum,
    coalesce(own.transfer_fee_bp, coin.transfer_fee_bp) as transfer_fee_bp,
    coalesce(own.payment_fee_bp, coin.payment_fee_bp) as payment_fee_bp,
    case when checkout.minimum between coalesce(own.order_minimum, coin.order_minimum) and coalesce(own.order_maximum, coin.order_maximum)
      then checkout.minimum else coalesce(own.order_minimum, coin.order_minimum) end as order_minimum,
    case when checkout.maximum between coalesce(own.order_minimum, coin.order_minimum) and coalesce(own.order_maximum, coin.order_maximum)
      then checkout.maximum else coalesce(own.order_maximum, coin.order_maximum) end as order_maximum,
    coalesce(own.order_minimum, coin.order_minimum) as agreed_minimum, coalesce(own.order_maximum, coin.order_maximum) as agreed_maximum,
    coalesce(checkout.listing, 'on') = 'on' as is_listed, coalesce(checkout.ways, ${ALL_WAYS}) as ways,
    coalesce(own.user_withdrawal_fee_bp, coin.user_withdrawal_fee_bp) as user_withdrawal_fee_bp,
    coalesce(own.usdt_recharge_fee_bp, of_kind.usdt_recharge_fee_bp, coin.usdt_recharge_fee_bp) as usdt_recharge_fee_bp,
    coalesce(own.usdt_withdrawal_fee_bp, of_kind.usdt_withdrawal_fee_bp, coin.usdt_withdrawal_fee_bp) as usdt_withdrawal_fee_bp,
    coalesce(own.fiat_withdrawal_fee_bp, of_kind.fiat_withdrawal_fee_bp, coin.fiat_withdrawal_fee_bp) as fiat_withdrawal_fee_bp,
    coalesce(own.adjustment_fee_bp, coin.adjustment_fee_bp) as adjustment_fee_bp,
    coalesce(own.usdt_recharge_minimum, of_kind.usdt_recharge_minimum, coin.usdt_recharge_minimum) as usdt_recharge_minimum,
    coalesce(own.usdt_withdrawal_minimum, of_kind.usdt_withdrawal_minimum, coin.usdt_withdrawal_minimum) as usdt_withdrawal_minimum,
    coalesce(own.usdt_withdrawal_maximum, of_kind.usdt_withdrawal_maximum, coin.usdt_withdrawal_maximum) as usdt_withdrawal_maximum,
    coalesce(own.usdt_withdrawal_day_maximum, of_kind.usdt_withdrawal_day_maximum, coin.usdt_withdrawal_day_maximum) as usdt_withdrawal_day_maximum,
    coalesce(own.fiat_withdrawal_minimum, of_kind.fiat_withdrawal_minimum, coin.fiat_withdrawal_minimum) as fiat_withdrawal_minimum,
    coalesce(own.refund_returns_fee, coin.refund_returns_fee) as refund_returns_fee`;

/** Each look-up is a step down a key, however many are asked for. */
const BY_KEYS = `${TERMS}
  from unnest($1::bigint[], $2::text[]) as asked (merchant_id, coin)
  left join lateral (select * from coin where coin.code = asked.coin limit 1) as coin on true
  left join lateral (select is_on from market where market.market = coin.market limit 1) as market on true
  left join lateral (
    select * from merchant_terms as terms where terms.merchant_id = asked.merchant_id and terms.coin = asked.coin limit 1
  ) as own on true
  left join lateral (
    select listing, minimum, maximum, ways from checkout_terms as terms where terms.merchant_id = asked.merchant_id and terms.coin = asked.coin limit 1
  ) as checkout on true
  left join lateral (select kind from wallet_user where wallet_user.user_id = asked.merchant_id limit 1) as holder on true
  left join lateral (
    select * from kind_terms as terms where terms.kind = holder.kind and terms.coin = asked.coin limit 1
  ) as of_kind on true`;

/** Where tables are distributed: what lies on other nodes comes first, and all is put together on the coordinator. */
const FROM_NODES = `
  with own as materialized (
    select terms.* from unnest($1::bigint[], $2::text[]) as asked (merchant_id, coin)
    join merchant_terms as terms on terms.merchant_id = asked.merchant_id and terms.coin = asked.coin
  ), checkout as materialized (
    select terms.* from unnest($1::bigint[], $2::text[]) as asked (merchant_id, coin)
    join checkout_terms as terms on terms.merchant_id = asked.merchant_id and terms.coin = asked.coin
  ), holder as materialized (
    select user_id, kind from wallet_user where user_id = any($1::bigint[])
  )
  ${TERMS}
  from unnest($1::bigint[], $2::text[]) as asked (merchant_id, coin)
  left join coin on coin.code = asked.coin
  left join market on market.market = coin.market
  left join own on own.merchant_id = asked.merchant_id and own.coin = asked.coin
  left join checkout on checkout.merchant_id = asked.merchant_id and checkout.coin = asked.coin
  left join holder on holder.user_id = asked.merchant_id
  left join kind_terms as of_kind on of_kind.kind = holder.kind and of_kind.coin = asked.coin`;

/**
 * The terms that hold now, for as many owners and coins as are asked for: one statement, so they are all of one moment. Whoever moves money
 * reads them in the transaction that moves it, which sees the owners asked for, or all.
 */
export async function coinTerms(db: TermsSource, keys: readonly TermsKey[]): Promise<TermsOfMoment> {
  const [source, isDistributed] = db instanceof Tx ? [db, db.isDistributed] : [db.system, await db.isDistributed()];
  const asked = [...new Map(keys.map((key) => [textOf(key), key])).values()];
  const { rows } = await source.query<
    { merchant_id: bigint; asked_coin: string; now: Date } & { [Name in keyof CoinTerms]: CoinTerms[Name] | null }
  >({
    name: 'coin-terms',
    text: isDistributed ? FROM_NODES : BY_KEYS,
    values: [asked.map(({ merchantId }) => merchantId), asked.map(({ coin }) => coin)],
  });
  const found = new Map(rows.map((row) => [textOf({ merchantId: Number(row.merchant_id), coin: row.asked_coin }), row]));
  return {
    now: rows[0]?.now ?? new Date(Number.NaN),
    of: (key) => {
      const row = found.get(textOf(key));
      return row?.code == null ? undefined : (row as CoinTerms);
    },
  };
}

function textOf({ merchantId, coin }: TermsKey): string {
  return `${merchantId} ${coin}`;
}

/** Fees of terms as they are read: in percent. */
export function feeRatesOf<Fee extends (typeof FEES)[number]>(terms: CoinTerms, fees: readonly Fee[]): Record<`${Fee}_fee_rate`, string> {
  const rates = fees.map((fee: (typeof FEES)[number]) => [`${fee}_fee_rate`, formatRate(terms[`${fee}_fee_bp`])] as const);
  return Object.fromEntries(rates) as Record<`${Fee}_fee_rate`, string>;
}
