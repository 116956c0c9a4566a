import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { PROMISE_OF, QUEUE, queueQuery, type QueueKind } from '@purser/contract/features/queue';
import { isPermitted } from '@purser/contract/staff';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { type RawBuilder, sql } from 'kysely';
import type { Promises } from '@purser/contract/promised-time';
import { type Owners, ownersOf } from '../../domain/owners.ts';
import { readPromises } from '../../domain/promised-time.ts';
import type { QueueFilters, QueueSource, ShownWaiting, Waits } from '../../domain/queue.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import type { List, Reader } from '../../platform/lists/list.ts';
import { countKnownFrom, cutPage, MOST_COUNTED, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';
import { runStatement } from '../../platform/lists/statement.ts';

type Row = OutputOf<typeof queueQuery>['list'][number];
type Asked = ParsedInputOf<typeof queueQuery>;

/** One that waits, with its place among all: since when, and which source it is of. */
interface Found extends Waits {
  readonly rank: number;
  readonly since: Date;
  readonly place: string;
  /** The database's clock. */
  readonly now: Date;
}

/** What is shown of any of them beside what its kind shows. */
interface Beside {
  readonly owners: Owners;
  readonly promises: Promises;
}

const HOUR_MS = 3_600_000;

/** A source that has something to say under the filters, at its place among all sources. */
interface Branch {
  readonly rank: number;
  readonly source: QueueSource;
  readonly where: readonly RawBuilder<unknown>[];
}

/**
 * Whatever waits for staff, of every kind: each source's first rows are read by its own index of what waits, and merged. A page deep in the queue
 * reads as many of each as come before it.
 */
export function queueList(sources: readonly QueueSource[]): Pick<List<typeof queueQuery>, 'call' | 'page'> {
  return {
    call: queueQuery,
    page: (db, asked, reader) => {
      const window = windowOf(queueQuery, asked, 'create_time', ['instant', 'integer', 'text']);
      const branches = branchesOf(sources, asked, reader);
      return db.transaction('system', async (tx) => {
        const found = branches.length === 0 ? [] : await read(tx, branches, window, nameOf(asked, reader, window));
        const { rows, next_cursor } = cutPage(found, window, ({ place, rank, id }) => [place, String(rank), id]);
        const counted = countKnownFrom(window, found) ?? (branches.length === 0 ? 0 : await count(tx, branches));
        return { list: await shown(tx, sources, rows, reader), ...totalOf(counted), next_cursor };
      });
    },
  };
}

function branchesOf(sources: readonly QueueSource[], asked: Asked, { role }: Reader): Branch[] {
  const isTold = (kind: QueueKind) =>
    role !== undefined && isPermitted(role, QUEUE[kind]) && (asked.kind === undefined || asked.kind === kind);
  return sources.flatMap((source, rank) => {
    if (!source.kinds.some(isTold)) return [];
    const where = source.waiting(asked satisfies QueueFilters);
    if (!where) return [];
    const { owner_id, time_from, time_to } = asked;
    const { since } = source;
    return [
      {
        rank,
        source,
        where: [
          ...where,
          ...(owner_id === undefined ? [] : [sql`owner_id = ${owner_id}`]),
          ...(time_from === undefined ? [] : [sql`${since} >= ${time_from}::timestamptz`]),
          ...(time_to === undefined ? [] : [sql`${since} < ${time_to}::timestamptz`]),
        ],
      },
    ];
  });
}

/** The queue as it is usually looked at is planned once on each connection. */
function nameOf(asked: Asked, { role }: Reader, { direction, limit, offset }: Window): string | undefined {
  const { page: _page, page_size: _size, sort_by: _by, sort_order: _order, ...filters } = asked;
  const isUsual = offset === 0 && Object.values(filters).every((value) => value === undefined);
  return isUsual ? `queue-${role}-${direction}-${limit}` : undefined;
}

async function read(tx: Tx, branches: readonly Branch[], window: Window, name: string | undefined): Promise<Found[]> {
  const direction = sql.raw(window.direction);
  // Written out: the number of rows that are wanted decides how they are found.
  const most = sql.raw(String(window.limit + window.offset));
  const parts = branches.map(({ rank, source, where }) => {
    const [since, id] = [source.since, sql.ref(source.id)];
    return sql`(select ${sql.raw(String(rank))} as rank, owner_id, ${id}::text as id, ${since} as since from ${sql.table(source.table)}
      where ${all([...where, ...beyond(source, rank, window)])} order by ${since} ${direction}, ${id} ${direction} limit ${most})`;
  });
  const statement = sql`select rank, owner_id, id, since, ${sql.raw(instantText('since'))} as place, now() from (${sql.join(parts, sql` union all `)}) as found
    order by since ${direction}, rank ${direction}, id ${direction} limit ${sql.raw(String(window.limit))} offset ${sql.raw(String(window.offset))}`;
  return runStatement<Found>(tx, statement, name);
}

/** What comes after the row that the window starts from: of the same moment, the sources follow each other. */
function beyond({ since, id }: QueueSource, rank: number, { after, direction }: Window): RawBuilder<unknown>[] {
  if (!after) return [];
  const [at, ofRank, ofId] = [sql`${after[0]}::timestamptz`, Number(after[1]), after[2]];
  const than = sql.raw(direction === 'desc' ? '<' : '>');
  if (rank === ofRank) return [sql`(${since}, ${sql.ref(id)}::text) ${than} (${at}, ${ofId})`];
  const isAfter = direction === 'desc' ? rank < ofRank : rank > ofRank;
  return [isAfter ? sql`${since} ${than}= ${at}` : sql`${since} ${than} ${at}`];
}

async function count(tx: Tx, branches: readonly Branch[]): Promise<number> {
  const most = sql.raw(String(MOST_COUNTED));
  const parts = branches.map(({ source, where }) => sql`(select 1 from ${sql.table(source.table)} where ${all(where)} limit ${most})`);
  const [row] = await runStatement<{ total: bigint }>(
    tx,
    sql`select count(*) as total from (select 1 from (${sql.join(parts, sql` union all `)}) as found limit ${most}) as counted`,
  );
  return Number(row?.total ?? 0n);
}

/** The rows of a page, each as the list of its kind shows it. What was decided since it was found is left out. */
async function shown(tx: Tx, sources: readonly QueueSource[], found: readonly Found[], reader: Reader): Promise<Row[]> {
  const beside = { owners: await ownersOf(tx, found), promises: await readPromises(tx) };
  const ofRank = new Map<number, ReadonlyMap<string, ShownWaiting>>();
  for (const [rank, waits] of Map.groupBy(found, (one) => one.rank)) {
    const source = sources[rank];
    if (source) ofRank.set(rank, await source.shown(tx, waits, reader));
  }
  return found.flatMap((one) => {
    const own = ofRank.get(one.rank)?.get(one.id);
    return own ? [rowOf(one, own, beside)] : [];
  });
}

function rowOf({ owner_id, id, since, now }: Found, own: ShownWaiting, { owners, promises }: Beside): Row {
  const owner = owners.get(owner_id);
  const promised = new Date(since.getTime() + promises[PROMISE_OF[own.kind]] * HOUR_MS);
  return {
    owner_id: Number(owner_id),
    owner_type: owner?.type ?? (Number(owner_id) === PROVIDER_OWNER_ID ? 'provider' : 'merchant'),
    owner_name: owner?.name ?? '',
    item_id: id,
    create_time: since.toISOString(),
    promised_time: promised.toISOString(),
    is_late: promised < now,
    coin_name: null,
    amount: null,
    order: null,
    identity: null,
    bank_account: null,
    approval: null,
    ...own,
  };
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}
