import type { ParsedInputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import { EVERY_ORDER_KINDS, type EveryOrderKind, type everyOrderQuery, ORDER_PHASES } from '@purser/contract/features/every-order';
import { PAYMENT_ORDER_SOURCES } from '@purser/contract/payment-order';
import { REVIEW_KINDS, type ReviewKind } from '@purser/contract/review';
import type { Queryable } from '@purser/ledger/accounts';
import type { Tx } from '../../platform/database/tx.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import type { Window } from '../../platform/lists/page.ts';
import { PHASES } from './phases.ts';

export type EveryOrderFilters = Pick<
  ParsedInputOf<typeof everyOrderQuery>,
  'kind' | 'phase' | 'owner_id' | 'coin_name' | 'time_from' | 'time_to'
>;

/** The table that an order stands in. */
export type OrderSource = 'payment' | 'transfer' | 'refund' | 'review' | 'deposit';

/** Names an order among those of all kinds. */
export interface OrderKey {
  readonly source: OrderSource;
  readonly owner_id: bigint;
  readonly number: string;
}

/** A key with its place in the list. */
export interface PlacedKey extends OrderKey {
  /** When the order was made, to the microsecond. */
  readonly at: string;
}

/** What orders are read with: a transaction, or one for each statement. */
export type OrderReader = Pick<Tx, 'coins' | 'isDistributed'> & Queryable;

/** Rows are counted up to here: each kind is. */
export const COUNTED_UP_TO = 1_000;

/**
 * One table's part of the merged list: short ranges of an index, each read in the list's order from where the page begins. The ranges are values of
 * the statement, so that what is not asked for costs nothing and one plan does for every filter.
 */
interface Part {
  readonly source: OrderSource;
  readonly from: string;
  readonly owner: string;
  readonly number: string;
  readonly time: string;
  readonly ranges: string;
  readonly where: string;
}

const COINS = 'unnest((select $coins::text[])) as in_coin (coin)';
const IN_COIN = 'o.coin = in_coin.coin';
const REFUNDS = 'unnest((select $refund_coins::text[])) as in_coin (coin)';
const TRANSFERS = 'unnest((select $transfer_coins::text[])) as in_coin (coin)';
const PAYMENTS = `${COINS} cross join unnest((select $payment_states::text[])) as in_state (status)
  cross join unnest(array[${PAYMENT_ORDER_SOURCES.map((source) => `'${source}'`).join()}]) as come_from (order_from)`;
const REVIEWS = 'unnest((select $review_kinds::text[]), (select $review_states::text[])) as in_state (kind, status)';
const IN_REVIEW_STATE = 'o.kind = in_state.kind and o.status = in_state.status';
const DEPOSITS = 'unnest((select $deposit_states::text[])) as in_state (status)';

const MERCHANT = { owner: 'merchant_id', number: 'serial_number', time: 'create_time' } as const;
const REVIEW = { source: 'review', from: 'review_order', owner: 'owner_id', number: 'serial_number', time: 'create_time' } as const;
const DEPOSIT = {
  source: 'deposit',
  from: 'chain_deposit',
  owner: 'owner_id',
  number: 'deposit_id',
  time: 'seen_at',
  ranges: DEPOSITS,
} as const;

/** Of all owners, by the indexes across them; in one coin, orders under review have an index of their own. */
const partsOfAll = (inOneCoin: boolean): readonly Part[] => [
  {
    ...MERCHANT,
    source: 'payment',
    from: 'order_of_all',
    ranges: PAYMENTS,
    where: `${IN_COIN} and o.status = in_state.status and o.order_from = come_from.order_from`,
  },
  { ...MERCHANT, source: 'transfer', from: 'transfer_of_all', ranges: TRANSFERS, where: IN_COIN },
  { ...MERCHANT, source: 'refund', from: 'refund_of_all', ranges: REFUNDS, where: IN_COIN },
  inOneCoin
    ? { ...REVIEW, ranges: `${COINS} cross join ${REVIEWS}`, where: `${IN_COIN} and o.coin || '+' <> '+' and ${IN_REVIEW_STATE}` }
    : { ...REVIEW, ranges: REVIEWS, where: IN_REVIEW_STATE },
  { ...DEPOSIT, where: 'o.state = in_state.status' },
];

/** Of one owner, by the indexes of its own lists. A transfer is listed for who sent it and for who received it. */
const PARTS_OF_ONE: readonly Part[] = [
  {
    ...MERCHANT,
    source: 'payment',
    from: 'payment_order',
    ranges: PAYMENTS,
    where: `o.merchant_id = $owner::bigint and ${IN_COIN} and o.status = in_state.status and o.order_from = come_from.order_from`,
  },
  {
    ...MERCHANT,
    source: 'transfer',
    from: 'merchant_transfer',
    ranges: '(select where cardinality((select $transfer_coins::text[])) > 0) as asked_for',
    where: 'o.merchant_id = $owner::bigint and o.coin = any ((select $transfer_coins::text[])::text[])',
  },
  {
    ...MERCHANT,
    source: 'refund',
    from: 'refund',
    ranges: `${REFUNDS} cross join unnest(array['api', 'console']) as come_from (refund_from)`,
    where: `o.merchant_id = $owner::bigint and ${IN_COIN} and o.refund_from = come_from.refund_from`,
  },
  {
    ...REVIEW,
    ranges: REVIEWS,
    where: `o.owner_id = $owner::bigint and ${IN_REVIEW_STATE} and o.coin = any ((select $coins::text[])::text[])`,
  },
  { ...DEPOSIT, where: 'o.owner_id = $owner::bigint and o.state = in_state.status' },
];

type Values = Readonly<Record<string, unknown>>;

/** The keys of one page of all kinds together. */
export async function keysOf(
  reader: OrderReader,
  filters: EveryOrderFilters,
  window: Window,
  coins: readonly string[],
): Promise<PlacedKey[]> {
  const { direction, after, limit, offset } = window;
  const than = direction === 'desc' ? '<' : '>';
  const end = direction === 'desc' ? 'infinity' : '-infinity';
  const parts = partsFor(filters).map(({ source, from, owner, number, time, ranges, where }) =>
    inRanges(
      reader,
      filters,
      ranges,
      (beside) => `
        select '${source}' as source, o.${owner} as owner_id, o.${number} as number, o.${time} as at from ${from} as o ${beside}
        where ${where} and ${inTime(time)} and (o.${time}, o.${number}) ${than} ($after_time::timestamptz, $after_number::text)
        order by o.${time} ${direction}, o.${number} ${direction} limit $most::bigint`,
    ),
  );
  const text = `
    select source, owner_id, number, ${instantText('of_every_kind.at')} as at from (${parts.join(' union all ')}) as of_every_kind
    order by of_every_kind.at ${direction}, number ${direction} limit $limit::bigint offset $offset::bigint`;
  const [after_time = end, after_number = ''] = after ?? [];
  const values = { ...valuesOf(filters, coins), after_time, after_number, most: limit + offset, limit, offset };
  const { rows } = await reader.query<PlacedKey>(statement(`every-order-keys-${direction}-${variantOf(filters)}`, text, values));
  return rows;
}

/** How many there are of all kinds together, of each no more than `most`. */
export async function countOf(reader: OrderReader, filters: EveryOrderFilters, coins: readonly string[], most: number): Promise<number> {
  const parts = partsFor(filters).map(
    ({ from, time, ranges, where }) =>
      `(${inRanges(reader, filters, ranges, (beside) => `select 1 from ${from} as o ${beside} where ${where} and ${inTime(time)} limit ${most}`)}
        limit ${most})`,
  );
  const text = `select count(*) as total from (${parts.join(' union all ')}) as counted`;
  const name = `every-order-count-${variantOf(filters)}-${most}`;
  const { rows } = await reader.query<{ total: bigint }>(statement(name, text, valuesOf(filters, coins)));
  return Number(rows[0]?.total ?? 0n);
}

/**
 * Each range is read by itself. Not so of all owners where tables are distributed: there each node reads all its ranges of a table together.
 *
 * @param read reads with what stands beside the table in its "from"
 */
function inRanges(
  { isDistributed }: OrderReader,
  { owner_id }: EveryOrderFilters,
  ranges: string,
  read: (beside: string) => string,
): string {
  if (isDistributed && owner_id === undefined) return `select * from (${read(`cross join ${ranges}`)}) as found`;
  return `select found.* from ${ranges} cross join lateral (${read('')}) as found`;
}

const inTime = (time: string): string => `o.${time} >= $time_from::timestamptz and o.${time} < $time_to::timestamptz`;

function variantOf({ owner_id, coin_name }: EveryOrderFilters): string {
  if (owner_id !== undefined) return 'one';
  return coin_name === undefined ? 'all' : 'coin';
}

function partsFor({ owner_id, coin_name }: EveryOrderFilters): readonly Part[] {
  return owner_id === undefined ? partsOfAll(coin_name !== undefined) : PARTS_OF_ONE;
}

/** What the ranges of each kind are made of; none of a kind that is not asked for. */
function valuesOf({ kind, phase, owner_id, coin_name, time_from, time_to }: EveryOrderFilters, coins: readonly string[]): Values {
  const statesOf = (one: EveryOrderKind) =>
    kind !== undefined && kind !== one
      ? []
      : ORDER_PHASES.filter((of) => phase === undefined || phase === of).flatMap((of) => PHASES[one][of]);
  const wanted = coin_name === undefined ? coins : [coin_name];
  const coinsAtOnce = (one: EveryOrderKind) => (statesOf(one).length === 0 ? [] : wanted);
  const reviews = EVERY_ORDER_KINDS.filter(isReviewKind).flatMap((one) => statesOf(one).map((status) => ({ kind: one, status })));
  return {
    coins: wanted,
    payment_states: statesOf('payment'),
    transfer_coins: coinsAtOnce('transfer'),
    refund_coins: coinsAtOnce('refund'),
    review_kinds: reviews.map((one) => one.kind),
    review_states: reviews.map(({ status }) => status),
    deposit_states: coin_name === undefined || coin_name === USDT ? statesOf('chain_deposit') : [],
    time_from: time_from ?? '-infinity',
    time_to: time_to ?? 'infinity',
    owner: owner_id,
  };
}

function isReviewKind(kind: EveryOrderKind): kind is ReviewKind {
  return (REVIEW_KINDS as readonly EveryOrderKind[]).includes(kind);
}

/** A statement with its values where it names them. */
function statement(name: string, text: string, values: Values): { name: string; text: string; values: unknown[] } {
  const used: string[] = [];
  const numbered = text.replaceAll(/\$([a-z_]+)/g, (_, value: string) => {
    if (!used.includes(value)) used.push(value);
    return `$${used.indexOf(value) + 1}`;
  });
  return { name, text: numbered, values: used.map((value) => values[value]) };
}
