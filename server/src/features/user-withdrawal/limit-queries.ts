import type { Queryable } from '@purser/ledger/accounts';
import { beginningOfDay } from '@purser/ledger/local-day';
import type { Tx, Writer } from '../../platform/database/tx.ts';
import type { Exemption, Use } from './exemption.ts';

/** Whose quota, in which coin. */
export interface LimitKey {
  readonly merchantId: number;
  readonly coin: string;
}

export interface LimitRow extends Exemption {
  readonly coin: string;
  /** When the quarter of an hour began that is counted now. */
  readonly counted_from: Date;
  readonly update_time: Date | null;
}

interface Row extends Omit<LimitRow, 'day' | 'hour'> {
  readonly position: bigint;
  readonly day_amount: bigint;
  readonly day_orders: number;
  readonly hour_amount: bigint;
  readonly hour_orders: number;
}

/**
 * Quotas with what is used of them, in the order in which they are asked for; undefined where none was set. Whoever adds to what is used reads
 * them while it holds the merchants' rows.
 */
export async function findLimits(db: Queryable, keys: readonly LimitKey[]): Promise<(LimitRow | undefined)[]> {
  const { rows } = await db.query<Row>({
    name: 'find-withdrawal-limits',
    // Days and hours are those of the clocks of the merchant's time zone, of UTC where it has named none: they begin at a quarter of an hour, as zones have it.
    text: `
      select asked.position, own.coin, own.is_on, own.single_limit, own.day_limit, own.hour_limit, own.day_count, own.hour_count,
        own.update_time, coalesce(day_amount, 0) as day_amount, coalesce(day_orders, 0) as day_orders,
        coalesce(hour_amount, 0) as hour_amount, coalesce(hour_orders, 0) as hour_orders, date_bin('15 minutes', clock.now, '2000-01-01Z') as counted_from
      from (select clock_timestamp() as now) as clock
      cross join unnest($1::bigint[], $2::text[]) with ordinality as asked (merchant_id, coin, position)
      cross join lateral (
        select * from withdrawal_limit where withdrawal_limit.merchant_id = asked.merchant_id and withdrawal_limit.coin = asked.coin
        group by merchant_id, coin
      ) as own
      cross join lateral (
        select ${beginningOfDay("date_trunc('day', clock.now at time zone zone.name)", 'zone.name')} as day, date_trunc('hour', clock.now, zone.name) as hour
        from (select coalesce(time_zone, 'UTC') as name from merchant where merchant.merchant_id = own.merchant_id group by merchant_id) as zone
      ) as began
      left join lateral (
        select sum(amount)::bigint as day_amount, sum(orders)::int as day_orders,
          sum(amount) filter (where used.hour >= began.hour)::bigint as hour_amount,
          sum(orders) filter (where used.hour >= began.hour)::int as hour_orders
        from withdrawal_limit_use as used
        where used.merchant_id = own.merchant_id and used.coin = own.coin and used.hour >= began.day group by merchant_id
      ) as used on true`,
    values: [keys.map(({ merchantId }) => merchantId), keys.map(({ coin }) => coin)],
  });
  const found: (LimitRow | undefined)[] = keys.map(() => undefined);
  for (const { position, day_amount, day_orders, hour_amount, hour_orders, ...row } of rows) {
    const day: Use = { amount: day_amount, orders: day_orders };
    const hour: Use = { amount: hour_amount, orders: hour_orders };
    found[Number(position) - 1] = { ...row, day, hour };
  }
  return found;
}

/** What was approved by itself, and within which quarter of an hour. */
export interface NewUse extends LimitKey {
  readonly countedFrom: Date;
  readonly amount: bigint;
}

/** Adds to what is used: the merchants' rows are held. */
export async function addUse(writer: Writer, uses: readonly NewUse[]): Promise<void> {
  if (uses.length === 0) return;
  await writer.query({
    name: 'add-withdrawal-limit-use',
    text: `
      insert into withdrawal_limit_use (merchant_id, coin, hour, amount, orders)
      select merchant_id, coin, hour, sum(amount), count(*)
      from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) as used (merchant_id, coin, hour, amount)
      group by merchant_id, coin, hour order by merchant_id, coin, hour
      on conflict (merchant_id, coin, hour) do update
        set amount = withdrawal_limit_use.amount + excluded.amount, orders = withdrawal_limit_use.orders + excluded.orders`,
    values: [
      uses.map(({ merchantId }) => merchantId),
      uses.map(({ coin }) => coin),
      uses.map(({ countedFrom }) => countedFrom),
      uses.map(({ amount }) => amount),
    ],
  });
}

interface NewLimit extends LimitKey {
  readonly is_on: boolean;
  readonly single_limit: bigint;
  readonly day_limit: bigint;
  /** Undefined: as it was. */
  readonly hour_limit: bigint | null | undefined;
  readonly day_count: number | null | undefined;
  readonly hour_count: number | null | undefined;
}

/** Sets a quota; the merchant's row is held. */
export async function setLimit(tx: Tx, limit: NewLimit): Promise<void> {
  const { merchantId, coin, hour_limit, day_count, hour_count, ...always } = limit;
  const bounds = { hour_limit, day_count, hour_count };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
  await tx
    .insertInto('withdrawal_limit')
    .values({ merchant_id: BigInt(merchantId), coin, ...always, ...given })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'coin']).doUpdateSet((eb) => ({ ...always, ...given, update_time: eb.ref('excluded.update_time') })),
    )
    .execute();
}
