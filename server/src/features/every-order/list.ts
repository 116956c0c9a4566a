import { everyOrderQuery } from '@purser/contract/features/every-order';
import type { Tx } from '../../platform/database/tx.ts';
import type { List } from '../../platform/lists/list.ts';
import { countKnownFrom, cutPage, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';
import { findOrders } from './find.ts';
import { COUNTED_UP_TO, countOf, type EveryOrderFilters, keysOf } from './keys.ts';
import { phaseOf } from './phases.ts';
import { type EveryOrder, ordersOf, shownOrders } from './rows.ts';

type Call = typeof everyOrderQuery;

/** Orders of every kind: a page of the kinds' indexes together, or what a number, a TXID or an address names. */
export const everyOrders: Pick<List<Call>, 'call' | 'page'> = {
  call: everyOrderQuery,
  page: (db, { number, ...input }) => {
    const window = windowOf(everyOrderQuery, input, 'create_time', ['instant', 'text']);
    return db.transaction('system', async (tx) => {
      const { found, total } = number === undefined ? await pageOf(tx, input, window) : await pageOfFound(tx, number, input, window);
      const { rows, next_cursor } = cutPage(found, window, placeOf);
      return { list: await shownOrders(tx, rows), ...totalOf(total, COUNTED_UP_TO), next_cursor };
    });
  },
};

const placeOf = ({ at, number }: Pick<EveryOrder, 'at' | 'number'>): [at: string, number: string] => [at, number];

interface Found {
  readonly found: readonly EveryOrder[];
  readonly total: number;
}

async function pageOf(tx: Tx, filters: EveryOrderFilters, window: Window): Promise<Found> {
  const { rows } = await tx.query<{ code: string }>('select code from coin');
  const coins = rows.map(({ code }) => code);
  const keys = await keysOf(tx, filters, window, coins);
  const orders = new Map((await ordersOf(tx, keys)).map((order) => [`${order.owner_id} ${order.number}`, order]));
  const found = keys.flatMap(({ owner_id, number }) => orders.get(`${owner_id} ${number}`) ?? []);
  return { found, total: countKnownFrom(window, found) ?? (await countOf(tx, filters, coins)) };
}

/** What was found is little: it is narrowed and cut here. */
async function pageOfFound(tx: Tx, number: string, filters: EveryOrderFilters, window: Window): Promise<Found> {
  const orders = (await ordersOf(tx, await findOrders(tx, number))).filter((order) => isAskedFor(order, filters));
  const sign = window.direction === 'desc' ? -1 : 1;
  const ordered = orders.toSorted((one, other) => sign * compare(placeOf(one), placeOf(other)));
  const { after, offset, limit } = window;
  const following =
    after === undefined ? ordered : ordered.filter((order) => sign * compare(placeOf(order), [after[0] ?? '', after[1] ?? '']) > 0);
  return { found: following.slice(offset, offset + limit), total: orders.length };
}

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
