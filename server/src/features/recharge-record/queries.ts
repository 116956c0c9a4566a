import type { ParsedInputOf } from '@purser/contract/call';
import { COIN_CODES } from '@purser/contract/coin';
import type { chargeRecordQuery } from '@purser/contract/features/recharge-record';
import { TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import { PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import { instantText, type Place } from '../../platform/database/list-cursor.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type ListInput = ParsedInputOf<typeof chargeRecordQuery>;
type SortColumn = NonNullable<ListInput['sort_by']>;

type OrderRow = Selectable<Schema['payment_order']>;
export type RecordRow = Pick<
  OrderRow,
  | 'create_time'
  | 'order_id'
  | 'serial_number'
  | 'payer_id'
  | 'payer_nick'
  | 'external_account'
  | 'coin'
  | 'amount'
  | 'handling_fee'
  | 'settlement_amount'
  | 'order_from'
  | 'status'
  | 'cancelled_by'
  | 'expire_time'
  | 'update_time'
> & {
  /** The sorted value as a cursor carries it. */
  readonly place: string;
};

export interface Page {
  readonly sortBy: SortColumn;
  readonly sortOrder: 'asc' | 'desc';
  readonly after: Place | undefined;
  readonly offset: number;
  readonly limit: number;
}

type Condition = RawBuilder<unknown>;

/** One page of the merchant's orders. */
export async function listRecords(tx: Tx, merchantId: number, input: ListInput, page: Page): Promise<RecordRow[]> {
  const { sortBy, sortOrder, limit, offset } = page;
  const sort = orderBy('payment_order', sortBy, sortOrder);
  const conditions = [...conditionsOf(merchantId, input), ...(page.after ? [beyond(page.after, sortBy, sortOrder)] : [])];
  // The keys of the page are found in an index alone; only the page's own rows are then read whole.
  const keys = merged(input, sortBy)
    ? sql`
        select found.serial_number from ${ranges(input)} cross join lateral (
          select serial_number, create_time from payment_order
          where ${all(conditions)} and ${IN_RANGE} order by ${sort} limit ${offset + limit}
        ) as found
        order by ${orderBy('found', sortBy, sortOrder)} limit ${limit} offset ${offset}`
    : sql`
        select serial_number from payment_order
        where ${all([...conditions, ...stateConditions(input)])} order by ${sort} limit ${limit} offset ${offset}`;
  const { rows } = await sql<RecordRow>`
    select create_time, order_id, payment_order.serial_number, payer_id, payer_nick, external_account, coin, amount, handling_fee, settlement_amount,
           order_from, status, cancelled_by, expire_time, update_time, ${sql.raw(PLACES[sortBy])} as place
    from (${keys}) as page cross join lateral (
      select * from payment_order where merchant_id = ${merchantId} and serial_number = page.serial_number limit 1
    ) as payment_order
    order by ${sort}`.execute(tx);
  return rows;
}

/** How many orders match, counted no further than one beyond TOTAL_COUNTED_UP_TO. */
export async function countRecords(tx: Tx, merchantId: number, input: ListInput): Promise<number> {
  const most = TOTAL_COUNTED_UP_TO + 1;
  const conditions = conditionsOf(merchantId, input);
  const found = merged(input, 'create_time')
    ? sql`
        select 1 from ${ranges(input)} cross join lateral (
          select 1 from payment_order where ${all(conditions)} and ${IN_RANGE} limit ${most}
        ) as found limit ${most}`
    : sql`select 1 from payment_order where ${all([...conditions, ...stateConditions(input)])} limit ${most}`;
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from (${found}) as counted`.execute(tx);
  return Number(rows[0]?.total ?? 0n);
}

/**
 * Whether the page is merged from the ranges of the index payment_order_by_state: one per coin, state and source that
 * the filters leave. A filter that names an order or a person has an index of its own and finds few rows.
 */
function merged(input: ListInput, sortBy: SortColumn): boolean {
  const { serial_number, order_id, payment_id, external_account } = input;
  return sortBy === 'create_time' && [serial_number, order_id, payment_id, external_account].every((value) => value === undefined);
}

function ranges({ coin_name, order_status, order_from }: ListInput): Condition {
  const coins = coin_name ? [coin_name] : COIN_CODES;
  const states = order_status ? [order_status] : PAYMENT_ORDER_STATES;
  const sources = order_from ? [order_from] : PAYMENT_ORDER_SOURCES;
  return sql`unnest(${coins}::text[]) as in_coin cross join unnest(${states}::text[]) as in_state
    cross join unnest(${sources}::text[]) as from_source`;
}

const IN_RANGE = sql`coin = in_coin and status = in_state and order_from = from_source`;

function stateConditions({ coin_name, order_status, order_from }: ListInput): Condition[] {
  return [
    ...(coin_name === undefined ? [] : [sql`coin = ${coin_name}`]),
    ...(order_status === undefined ? [] : [sql`status = ${order_status}`]),
    ...(order_from === undefined ? [] : [sql`order_from = ${order_from}`]),
  ];
}

function conditionsOf(merchantId: number, input: ListInput): Condition[] {
  const { order_id, serial_number, payment_id, external_account, time_from, time_to } = input;
  return [
    sql`merchant_id = ${merchantId}`,
    ...(order_id === undefined ? [] : [sql`order_id = ${order_id}`]),
    ...(serial_number === undefined ? [] : [sql`serial_number = ${serial_number}`]),
    ...(payment_id === undefined ? [] : [sql`payer_id = ${payment_id}`]),
    ...(external_account === undefined ? [] : [sql`external_account = ${external_account}`]),
    // Lets the partial index over accounts be used.
    ...(external_account === undefined || external_account === '' ? [] : [sql`external_account <> ''`]),
    ...(time_from === undefined ? [] : [sql`create_time >= ${time_from}::timestamptz`]),
    ...(time_to === undefined ? [] : [sql`create_time < ${time_to}::timestamptz`]),
  ];
}

function all(conditions: readonly Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

const TYPES: Record<SortColumn, string> = { create_time: 'timestamptz', update_time: 'timestamptz', amount: 'bigint' };
const PLACES: Record<SortColumn, string> = {
  create_time: instantText('create_time'),
  update_time: instantText('update_time'),
  amount: 'amount::text',
};

function beyond({ value, key }: Place, sortBy: SortColumn, sortOrder: 'asc' | 'desc'): Condition {
  return sql`(${sql.ref(sortBy)}, serial_number) ${sql.raw(sortOrder === 'desc' ? '<' : '>')} (${value}::${sql.raw(TYPES[sortBy])}, ${key})`;
}

function orderBy(table: string, sortBy: SortColumn, sortOrder: 'asc' | 'desc'): Condition {
  const direction = sql.raw(sortOrder);
  return sql`${sql.ref(`${table}.${sortBy}`)} ${direction}, ${sql.ref(`${table}.serial_number`)} ${direction}`;
}
