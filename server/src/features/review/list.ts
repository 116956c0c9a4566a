import {
  isStaffReviewKind,
  type reviewQuery as ReviewQuery,
  reviewQuery,
  STAFF_REVIEW_KINDS,
  type StaffReviewKind,
  WAITS_FOR_STAFF,
} from '@purser/contract/features/review';
import { formatAmount } from '@purser/contract/money';
import { isEffective, type ReviewKind, type ReviewState } from '@purser/contract/review';
import type { Queryable } from '@purser/ledger/accounts';
import { type RawBuilder, sql } from 'kysely';
import { destinationOf } from '../../domain/fiat-withdrawal.ts';
import { type Owners, ownersOf } from '../../domain/owners.ts';
import { currencyText } from '../../domain/payout-currency.ts';
import { inCoin, inCoinOfAll } from '../../domain/review-list.ts';
import type { QueueSource, ShownWaiting, Waits } from '../../domain/queue.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { PENDING_KINDS, PENDING_ORDERS, waitsOfKind, waitsSince } from '../../domain/waits-for-staff.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { type Filters, type List, list, type Reader } from '../../platform/lists/list.ts';
import { ofAllOrOne } from '../../platform/lists/of-all-or-one.ts';

type Call = typeof ReviewQuery;

/** What is shown with orders and is not in their rows. */
export interface Beside {
  readonly owners: Owners;
  readonly decimals: ReadonlyMap<string, number>;
}

/** Whose the orders are, and the coins that they are exchanged for. */
export async function besideOrders(db: Queryable, rows: readonly Pick<ReviewOrder, 'owner_id' | 'other_coin'>[]): Promise<Beside> {
  if (rows.length === 0) return { owners: new Map(), decimals: new Map() };
  const coins = [...new Set(rows.flatMap(({ other_coin }) => (other_coin === null ? [] : [other_coin])))];
  const decimals =
    coins.length === 0
      ? []
      : (await db.query<{ code: string; decimals: number }>('select code, decimals from coin where code = any ($1)', [coins])).rows;
  return {
    owners: await ownersOf(db, rows),
    decimals: new Map(decimals.map(({ code, decimals: places }) => [code, places])),
  };
}

/** What an order is exchanged for; its coin may be money of a bank, which has two places. */
export function otherAmount(
  { other_coin, other_amount }: Pick<ReviewOrder, 'other_coin' | 'other_amount'>,
  { decimals }: Pick<Beside, 'decimals'>,
): string | null {
  if (other_coin === null || other_amount === null) return null;
  return formatAmount(BigInt(other_amount), decimals.get(other_coin) ?? 2);
}

type Exchanged = Pick<ReviewOrder, 'kind' | 'destination' | 'other_coin' | 'other_amount'>;

/** What an order is exchanged for, as people name it: a bank pays money of its market, which is no coin. */
export function exchangedFor(order: Exchanged, beside: Pick<Beside, 'decimals'>): { coin: string; amount: string } | undefined {
  const { kind, destination, other_coin: coin, other_amount } = order;
  const amount = otherAmount(order, beside);
  if (coin === null || amount === null) return undefined;
  if (kind !== 'fiat_withdrawal' || destination === null) return { coin, amount };
  const { market } = destinationOf(order);
  return { coin: market, amount: currencyText(market, beside.decimals.get(coin) ?? 2, BigInt(other_amount ?? 0)) };
}

/** Coins for one USDT, without the zeros that end it. */
export function shownRate(rate: string | null): string | null {
  return rate?.includes('.') ? rate.replace(/\.?0+$/, '') : rate;
}

/** As the condition of their index says it: written out, so that the planner knows it again. */
const FOR_STAFF: RawBuilder<unknown> = sql.raw(
  `kind in (${STAFF_REVIEW_KINDS.map((kind) => `'${kind}'`).join(', ')}) and status in ('pending_review', 'appeal')`,
);
const FOR_MERCHANTS = sql.raw(`kind = 'user_withdrawal' and status = 'pending_review'`);

const TABLE = {
  from: 'review_order',
  owner: 'owner_id',
  key: 'serial_number',
  ranges: ['kind', 'status'],
  columns: {
    owner_type: ({ owner_id }: ReviewOrder, { owners }: Beside) => owners.get(owner_id)?.type ?? 'merchant',
    owner_name: ({ owner_id }: ReviewOrder, { owners }: Beside) => owners.get(owner_id)?.name ?? '',
    coin_name: 'coin',
    handling_fee: 'fee',
    settlement_amount: 'settlement',
    other_coin: (row: ReviewOrder, beside: Beside) => exchangedFor(row, beside)?.coin ?? row.other_coin,
    other_amount: (row: ReviewOrder, beside: Beside) => exchangedFor(row, beside)?.amount ?? null,
  },
  beside: besideOrders,
} as const;
/** The index over transactions leaves the empty one out. */
function ofTxid(txid: string): RawBuilder<unknown> {
  return txid === '' ? sql`txid = ''` : sql`txid = ${txid} and txid <> ''`;
}

/** The index over the owners' own numbers leaves the empty one out, and says so in a way that no other statement does. */
function ofOrderId(number: string): RawBuilder<unknown> {
  return number === '' ? sql`order_id = ''` : sql`order_id = ${number} and order_id || '' <> ''`;
}

const FILTERS = {
  waits_for: (whom: 'staff' | 'merchant'): RawBuilder<unknown> => (whom === 'staff' ? FOR_STAFF : FOR_MERCHANTS),
  txid: ofTxid,
};

const ofAll = list(reviewQuery, {
  ...TABLE,
  leading: ['coin_name'],
  filters: {
    ...FILTERS,
    coin_name: inCoinOfAll,
    order_id: ofOrderId,
  },
});
const ofOne = list(reviewQuery, { ...TABLE, filters: { ...FILTERS, coin_name: inCoin } });

/**
 * Of one kind, what waits is in one state: asked for by that, it is found by the index of kinds and states, however much of other kinds waits.
 */
function byState<Asked extends Filters<Call>>(asked: Asked): Asked {
  const { waits_for, kind, status } = asked;
  if (waits_for === undefined || kind === undefined || status !== undefined) return asked;
  if (waits_for === 'staff' && isStaffReviewKind(kind)) return { ...asked, waits_for: undefined, status: WAITS_FOR_STAFF[kind] };
  if (waits_for === 'merchant' && kind === 'user_withdrawal') return { ...asked, waits_for: undefined, status: 'pending_review' };
  return asked;
}

const found = ofAllOrOne('owner_id', ofAll, ofOne);

/** Orders of all owners, or of one. */
export const reviews: List<Call> = {
  call: reviewQuery,
  page: (db, asked, reader) => found.page(db, byState(asked), reader),
  all: (db, asked, reader) => found.all(db, byState(asked), reader),
};

/** Orders as the list shows them. */
export const { shown: shownOrders } = ofAll;

/** What of the orders waits for staff: since it was made, and of adjustments what was appealed against, since then. */
export const WAITING_ORDERS: readonly QueueSource[] = [
  ordersThatWait(PENDING_KINDS, 'create_time', PENDING_ORDERS),
  ordersThatWait(['adjustment'], waitsSince('adjustment'), waitsOfKind('adjustment')),
];

function ordersThatWait(kinds: readonly StaffReviewKind[], since: string, waiting: string): QueueSource {
  return {
    kinds,
    table: 'review_order',
    id: 'serial_number',
    since: sql.raw(since),
    waiting: ({ kind, item_id, serial_number, coin_name, order_id, txid }) => [
      // Of one kind, what waits is in one state: it is found by the index of kinds and states, however much of other kinds waits.
      sql.raw(kind !== undefined && isStaffReviewKind(kind) ? waitsOfKind(kind) : waiting),
      ...[item_id, serial_number].flatMap((number) => (number === undefined ? [] : [sql`serial_number = ${number}`])),
      ...(coin_name === undefined ? [] : [inCoinOfAll(coin_name)]),
      ...(order_id === undefined ? [] : [ofOrderId(order_id)]),
      ...(txid === undefined ? [] : [ofTxid(txid)]),
    ],
    shown: shownWaiting,
  };
}

async function shownWaiting(tx: Tx, waits: readonly Waits[], reader: Reader): Promise<ReadonlyMap<string, ShownWaiting>> {
  const { rows } = await tx.query<ReviewOrder>(
    'select o.* from review_order o where (o.owner_id, o.serial_number) in (select * from unnest($1::bigint[], $2::text[]))',
    [waits.map(({ owner_id }) => owner_id), waits.map(({ id }) => id)],
  );
  const orders = await shownOrders(tx, rows, reader);
  return new Map(
    orders.flatMap((order) => {
      const { kind, serial_number, coin_name, amount } = order;
      return isStaffReviewKind(kind) ? [[serial_number, { kind, coin_name, amount, order }] as const] : [];
    }),
  );
}

const hasNoEffect = ({ kind, status }: { readonly kind: ReviewKind; readonly status: ReviewState }): boolean => !isEffective(kind, status);

export const reviewsFile = exportFile(reviewQuery, {
  name: 'reviews',
  title: 'reviewOrders',
  silent: {
    handling_fee: hasNoEffect,
    network_fee: hasNoEffect,
    settlement_amount: hasNoEffect,
    // Of a recharge it is what was sent.
    other_amount: (row) => row.kind !== 'usdt_recharge' && hasNoEffect(row),
  },
  columns: {
    create_time: 24,
    kind: 20,
    serial_number: 20,
    status: 16,
    owner_id: 14,
    owner_name: 24,
    order_id: 24,
    coin_name: 8,
    amount: 18,
    handling_fee: 14,
    network_fee: 14,
    settlement_amount: 18,
    other_coin: 12,
    other_amount: 18,
    payee_id: 14,
    payee_nick: 20,
    network: 12,
    txid: 40,
    review_mode: 12,
    audit: 20,
    audit_time: 24,
    remark: 30,
  },
});

/** For whom an order waits; null for nobody. */
export function waitsFor({ kind, status }: { readonly kind: ReviewKind; readonly status: ReviewState }): 'staff' | 'merchant' | null {
  if (kind === 'user_withdrawal') return status === 'pending_review' ? 'merchant' : null;
  return WAITS_FOR_STAFF[kind] === status ? 'staff' : null;
}
