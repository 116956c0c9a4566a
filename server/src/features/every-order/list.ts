import type { ChainDepositState } from '@purser/contract/features/chain-deposit';
import { everyOrderQuery } from '@purser/contract/features/every-order';
import type { PaymentOrderState } from '@purser/contract/payment-order';
import type { ReviewState } from '@purser/contract/review';
import type { Queryable } from '@purser/ledger/accounts';
import { exportFile } from '../../platform/export/export-file.ts';
import { startExport } from '../../platform/export/start-export.ts';
import type { List, WireRow } from '../../platform/lists/list.ts';
import { countKnownFrom, cutPage, type PageInput, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';
import { portionsOf } from '../../platform/lists/portions.ts';
import { findOrders } from './find.ts';
import { COUNTED_UP_TO, countOf, type EveryOrderFilters, keysOf, type OrderReader, type PlacedKey } from './keys.ts';
import { phaseOf } from './phases.ts';
import { type EveryOrder, ordersOf, shownOrders } from './rows.ts';

type Call = typeof everyOrderQuery;
type Row = WireRow<Call>;

/** Orders of every kind: the kinds' indexes together, or what a number, a TXID or an address names. */
export const everyOrders: List<Call> = {
  call: everyOrderQuery,
  page: (db, { number, ...input }) => {
    const window = windowAsked(input);
    return db.transaction('system', async (tx) => {
      const { found, total } = number === undefined ? await pageOf(tx, input, window) : await pageOfFound(tx, number, input, window);
      const { rows, next_cursor } = cutPage(found, window, placeOf);
      return { list: await shownOrders(tx, rows), ...totalOf(total, COUNTED_UP_TO), next_cursor };
    });
  },
  all: async (db, { number, ...filters }) => {
    const { coins } = db;
    const isDistributed = await db.isDistributed();
    const readerOf = ({ query }: Queryable): OrderReader => ({ query, coins, isDistributed });
    async function* portions(source: Queryable): AsyncGenerator<readonly Row[], void, undefined> {
      const reader = readerOf(source);
      if (number === undefined) return yield* portionsOfAll(reader, filters);
      const found = await foundOf(reader, number, filters, 'desc');
      if (found.length > 0) yield await shownOrders(reader, found);
    }
    const count = async (source: Queryable, most: number): Promise<number> => {
      const reader = readerOf(source);
      return number === undefined
        ? countOf(reader, filters, await coinCodes(reader), most)
        : (await foundOf(reader, number, filters, 'desc')).length;
    };
    return startExport(db, 'system', { count, portions });
  },
};

export const everyOrdersFile = exportFile(everyOrderQuery, {
  name: 'all-orders',
  title: 'everyOrder',
  titles: { owner_id: 'owner_number', address: 'to_address' },
  columns: {
    create_time: 24,
    kind: 20,
    number: 40,
    status: { width: 18, of: (row, t) => statusText(row, t) },
    phase: 10,
    coin_name: 8,
    amount: 18,
    owner_id: 14,
    owner_name: 28,
    order_id: 24,
    refunded_order: 20,
    other_id: 14,
    other_name: 28,
    network: 10,
    address: 48,
    txid: 70,
  },
});

type StatusWord = `order_status.${PaymentOrderState}` | `status.${ReviewState}` | `state.${ChainDepositState}`;

/** A status in the words of its kind. */
function statusText({ kind, status }: Row, t: (text: StatusWord) => string): string {
  switch (kind) {
    case 'payment':
      return t(`order_status.${status as PaymentOrderState}`);
    case 'transfer':
    case 'refund':
      return t('status.completed');
    case 'chain_deposit':
      return t(`state.${status as ChainDepositState}`);
    default:
      return t(`status.${status as ReviewState}`);
  }
}

function windowAsked(input: PageInput): Window {
  return windowOf(everyOrderQuery, input, 'create_time', ['instant', 'text']);
}

const placeOf = ({ at, number }: Pick<EveryOrder, 'at' | 'number'>): [at: string, number: string] => [at, number];

interface Found {
  readonly found: readonly EveryOrder[];
  readonly total: number;
}

async function pageOf(reader: OrderReader, filters: EveryOrderFilters, window: Window): Promise<Found> {
  const coins = await coinCodes(reader);
  const found = await inOrder(reader, await keysOf(reader, filters, window, coins));
  return { found, total: countKnownFrom(window, found) ?? (await countOf(reader, filters, coins, COUNTED_UP_TO + 1)) };
}

async function* portionsOfAll(reader: OrderReader, filters: EveryOrderFilters): AsyncGenerator<readonly Row[], void, undefined> {
  const coins = await coinCodes(reader);
  const read = (window: Window): Promise<PlacedKey[]> => keysOf(reader, filters, window, coins);
  for await (const keys of portionsOf<PlacedKey>({ window: windowAsked, read, placeOf })) {
    yield await shownOrders(reader, await inOrder(reader, keys));
  }
}

async function coinCodes(reader: OrderReader): Promise<string[]> {
  const { rows } = await reader.query<{ code: string }>('select code from coin');
  return rows.map(({ code }) => code);
}

/** The orders of keys, in the order of the keys. */
async function inOrder(reader: OrderReader, keys: readonly PlacedKey[]): Promise<EveryOrder[]> {
  const orders = new Map((await ordersOf(reader, keys)).map((order) => [`${order.owner_id} ${order.number}`, order]));
  return keys.flatMap(({ owner_id, number }) => orders.get(`${owner_id} ${number}`) ?? []);
}

async function pageOfFound(reader: OrderReader, number: string, filters: EveryOrderFilters, window: Window): Promise<Found> {
  const { after, offset, limit, direction } = window;
  const ordered = await foundOf(reader, number, filters, direction);
  const sign = signOf(direction);
  const following =
    after === undefined ? ordered : ordered.filter((order) => sign * compare(placeOf(order), [after[0] ?? '', after[1] ?? '']) > 0);
  return { found: following.slice(offset, offset + limit), total: ordered.length };
}

/** What was found is little: it is narrowed and put in order here. */
async function foundOf(
  reader: OrderReader,
  number: string,
  filters: EveryOrderFilters,
  direction: Window['direction'],
): Promise<EveryOrder[]> {
  const orders = (await ordersOf(reader, await findOrders(reader, number))).filter((order) => isAskedFor(order, filters));
  const sign = signOf(direction);
  return orders.toSorted((one, other) => sign * compare(placeOf(one), placeOf(other)));
}

const signOf = (direction: Window['direction']): 1 | -1 => (direction === 'desc' ? -1 : 1);

function isAskedFor(order: EveryOrder, { kind, phase, owner_id, coin_name, time_from, time_to }: EveryOrderFilters): boolean {
  const { owner_id: owner, other_id: other, at } = order;
  const made = Date.parse(at);
  return (
    (kind === undefined || order.kind === kind) &&
    (phase === undefined || phaseOf(order.kind, order.status) === phase) &&
    (coin_name === undefined || order.coin === coin_name) &&
    (owner_id === undefined || Number(owner) === owner_id || (order.kind === 'transfer' && Number(other) === owner_id)) &&
    (time_from === undefined || made >= Date.parse(time_from)) &&
    (time_to === undefined || made < Date.parse(time_to))
  );
}

function compare(one: readonly [string, string], other: readonly [string, string]): number {
  const [first, second] = one[0] === other[0] ? [one[1], other[1]] : [one[0], other[0]];
  return first === second ? 0 : first < second ? -1 : 1;
}
