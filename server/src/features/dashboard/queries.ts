import { PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import type { Queryable } from '@purser/ledger/accounts';
import type { Tx } from '../../platform/database/tx.ts';
import { ASKED_KINDS, ENDED, NOT_ASKED_ANY_MORE, type Span } from './measure.ts';

export interface PeriodFigures {
  readonly orders_created: bigint;
  readonly orders_ended: bigint;
  readonly orders_succeeded: bigint;
  readonly orders_paid: bigint;
  readonly median_seconds_to_pay: number | null;
  readonly payers: bigint;
  readonly amount_paid: bigint;
  readonly handling_fee: bigint;
  readonly transferred_in: bigint;
  readonly transferred_out: bigint;
  readonly withdrawals: bigint;
  readonly amount_withdrawn: bigint;
  readonly recharges: bigint;
  readonly amount_recharged: bigint;
}

/** The figures of one period, each read from an index alone. Sums of bigint are numeric, hence the casts. */
export async function periodFigures(client: Queryable, { merchantId, coin, from, to }: Span): Promise<PeriodFigures> {
  const { rows } = await client.query<PeriodFigures>(
    `select created.*, paid.*, transferred.*, asked.*
     from (
       select count(*) as orders_created, count(*) filter (where status = any ($9)) as orders_ended,
              count(*) filter (where status = 'paid') as orders_succeeded
       from payment_order
       where merchant_id = $1 and coin = $2 and status = any ($5) and order_from = any ($6) and create_time >= $3 and create_time < $4
     ) as created, (
       select count(*) as orders_paid, count(distinct payer_id) as payers,
              extract(epoch from percentile_disc(0.5) within group (order by paid_time - create_time))::integer as median_seconds_to_pay,
              coalesce(sum(amount), 0)::bigint as amount_paid, coalesce(sum(handling_fee), 0)::bigint as handling_fee
       from payment_order
       where merchant_id = $1 and coin = $2 and paid_time is not null and paid_time >= $3 and paid_time < $4
     ) as paid, (
       select coalesce(sum(settlement_amount) filter (where transfer_type = 'receive'), 0)::bigint as transferred_in,
              coalesce(sum(transfer_amount) filter (where transfer_type = 'transfer'), 0)::bigint as transferred_out
       from merchant_transfer
       where merchant_id = $1 and coin = $2 and create_time >= $3 and create_time < $4
     ) as transferred, (
       select count(*) filter (where kind = 'user_withdrawal') as withdrawals,
              coalesce(sum(amount) filter (where kind = 'user_withdrawal'), 0)::bigint as amount_withdrawn,
              count(*) filter (where kind = 'usdt_recharge') as recharges,
              coalesce(sum(amount) filter (where kind = 'usdt_recharge'), 0)::bigint as amount_recharged
       from review_order
       where owner_id = $1 and kind = any ($7) and coin = $2 and status <> all ($8) and create_time >= $3 and create_time < $4
     ) as asked`,
    [merchantId, coin, from, to, PAYMENT_ORDER_STATES, PAYMENT_ORDER_SOURCES, ASKED_KINDS, NOT_ASKED_ANY_MORE, ENDED],
  );
  if (!rows[0]) throw new Error('an aggregate without a row');
  return rows[0];
}

/** How many orders were created in each of some periods. */
export async function countCreated(
  client: Queryable,
  merchantId: number,
  coin: string,
  periods: readonly { readonly from: Date; readonly to: Date }[],
): Promise<number[]> {
  const { rows } = await client.query<{ created: bigint }>(
    `select created
     from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as period (since, before, place)
     cross join lateral (
       select count(*) as created from payment_order
       where merchant_id = $1 and coin = $2 and status = any ($5) and order_from = any ($6)
         and create_time >= period.since and create_time < period.before
     ) as counted
     order by place`,
    [merchantId, coin, periods.map(({ from }) => from), periods.map(({ to }) => to), PAYMENT_ORDER_STATES, PAYMENT_ORDER_SOURCES],
  );
  return rows.map(({ created }) => Number(created));
}

/** The market where money came in last; the first one where none has. */
export async function lastActive(tx: Tx, merchantId: number, markets: readonly string[]): Promise<string | undefined> {
  const coin = await coinPaidLast(tx, merchantId);
  if (coin !== undefined) await tx.coins.know([coin], tx);
  const active = coin === undefined ? undefined : tx.coins.find(coin)?.market;
  return markets.find((market) => market === active) ?? markets[0];
}

/** The coin of the order that was paid last; undefined when none was. */
async function coinPaidLast(client: Queryable, merchantId: number): Promise<string | undefined> {
  const { rows } = await client.query<{ coin: string }>(
    'select coin from payment_order where merchant_id = $1 and paid_time is not null order by paid_time desc limit 1',
    [merchantId],
  );
  return rows[0]?.coin;
}

export async function marketsOf(client: Queryable, merchantId: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ markets: string[] }>('select markets from merchant where merchant_id = $1', [merchantId]);
  return rows[0]?.markets ?? [];
}
