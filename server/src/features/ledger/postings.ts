import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { TRANSACTION_TYPES, type TransactionType } from '@purser/contract/features/fund-flow';
import { type ledgerPostingDetail, ledgerPostingQuery } from '@purser/contract/features/ledger';
import type { Queryable } from '@purser/ledger/accounts';
import type { StoredLeg } from '@purser/ledger/content-mac';
import { ENTRY_COLUMNS, type EntryRow, toEntry } from '@purser/ledger/entry';
import { gathered } from '@purser/ledger/on-nodes';
import { macStateOf } from '@purser/ledger/verify-postings';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import { allRows } from '../../platform/export/all-rows.ts';
import { exportFile, oneEach } from '../../platform/export/export-file.ts';
import type { Filters, List, WireRow } from '../../platform/lists/list.ts';
import { cutPage, MOST_COUNTED, type PageInput, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeOf } from './entries.ts';
import { partiesOf } from './queries.ts';

type Narrowing = Filters<typeof ledgerPostingQuery>;
type Posting = WireRow<typeof ledgerPostingQuery>;
/** What the statements depend on. */
type Where = Pick<Tx, 'isDistributed'>;

interface Row {
  readonly owner_id: bigint;
  readonly posting_id: string;
  readonly type: TransactionType;
  readonly serial_number: string;
  readonly posted_at: Date;
  /** The time, to the microsecond. */
  readonly place: string;
  /** Coin and minor units, in the order of the coins. */
  readonly moved: readonly { readonly coin: string; readonly amount: string }[] | null;
}

/** Entries of one posting that are read at most: the ledger makes no posting with more. */
const MOST_ENTRIES = 17;

/** Every posting. Those of one type are found by time in an index; a page of all is merged from one short range for each type. */
export const postings: List<typeof ledgerPostingQuery> = {
  call: ledgerPostingQuery,
  page: (db, input) => {
    const window = windowAsked(input);
    return db.transaction('system', async (tx) => {
      const { page, count } = statementsOf(tx, input, window, MOST_COUNTED);
      const { rows, next_cursor } = cutPage(await read(tx, page), window, partsOf);
      return { list: await shown(tx, rows, db.coins), ...totalOf(await counted(tx, count)), next_cursor };
    });
  },
  all: async (db, filters) => {
    const where = { isDistributed: await db.isDistributed() };
    const newest = windowAsked({ page: 1, page_size: 1, sort_order: 'desc' });
    return allRows(db, 'system', {
      window: windowAsked,
      read: (source, window) => read(source, statementsOf(where, filters, window, MOST_COUNTED).page),
      placeOf: partsOf,
      count: (source, most) => counted(source, statementsOf(where, filters, newest, most).count),
      shown: (source, rows) => shown(source, rows, db.coins),
    });
  },
};

export const postingsFile = exportFile(ledgerPostingQuery, {
  name: 'ledger-postings',
  title: 'ledgerPostings',
  linesOf: (row) => oneEach(row, 'moved'),
  columns: {
    time: 24,
    serial_number: 20,
    transaction_type: 24,
    coin_name: { width: 8, of: ({ moved: [one] }) => one?.coin_name ?? null },
    moved: { width: 18, kind: 'decimal', of: ({ moved: [one] }) => one?.amount ?? null },
    posting_owner_id: 14,
    posting_id: 40,
  },
});

function windowAsked(input: PageInput): Window {
  return windowOf(ledgerPostingQuery, input, 'time', ['instant', 'natural', 'uuid']);
}

function statementsOf(where: Where, filters: Narrowing, window: Window, most: number): Statements {
  const { serial_number } = filters;
  return serial_number === undefined ? byTime(where, filters, window, most) : bySerial(where, filters, serial_number, window, most);
}

async function read(db: Queryable, { text, values }: Statement): Promise<Row[]> {
  const { rows } = await db.query<Row>(text, [...values]);
  return rows;
}

async function counted(db: Queryable, { text, values }: Statement): Promise<number> {
  const { rows } = await db.query<{ total: bigint }>(text, [...values]);
  return Number(rows[0]?.total ?? 0n);
}

async function shown(db: Queryable, rows: readonly Row[], coins: Coins): Promise<Posting[]> {
  await coins.know(
    rows.flatMap(({ moved }) => (moved ?? []).map(({ coin }) => coin)),
    db,
  );
  return rows.map((row) => toWire(row, coins));
}

const partsOf = ({ place, owner_id, posting_id }: Row): string[] => [place, String(owner_id), posting_id];

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Statements {
  readonly page: Statement;
  /** Counts no further than is asked. */
  readonly count: Statement;
}

/** The rows of a page of keys, with what each posting moved. */
function whole({ isDistributed }: Where, keys: string, direction: Window['direction']): string {
  if (isDistributed) return gathered({ page_key: keys, ...OF_PAGE }, wholeOf('page_key', direction));
  return wholeOf(`(${keys})`, direction);
}

/** On several nodes: what the rows of a page are made of. */
const OF_PAGE = {
  posting: 'select p.* from page_key k join ledger.posting p on p.owner_id = k.owner_id and p.posting_id = k.posting_id',
  entry: `
    select e.* from posting p
    join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id`,
} as const;

function wholeOf(keys: string, direction: Window['direction']): string {
  return `
    select p.owner_id, p.posting_id, p.type, p.serial_number, p.posted_at, ${instantText('p.posted_at')} as place, legs.moved
    from ${keys} page
    cross join lateral (select * from ledger.posting p where p.owner_id = page.owner_id and p.posting_id = page.posting_id limit 1) p
    cross join lateral (
      select json_agg(json_build_object('coin', coin, 'amount', amount) order by coin) as moved
      from (
        select e.coin, sum(greatest(e.available_after - e.available_before, 0) + greatest(e.frozen_after - e.frozen_before, 0)
          + greatest(e.pending_after - e.pending_before, 0))::text as amount
        from (
          select * from ledger.entry e
          where e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id limit ${MOST_ENTRIES}
        ) e
        group by e.coin
      ) of_coin
    ) legs
    order by ${orderOf('p', direction)}`;
}

function orderOf(of: string, direction: Window['direction']): string {
  return ['posted_at', 'owner_id', 'posting_id'].map((column) => `${of}.${column} ${direction}`).join(', ');
}

function beyondOf(of: string, first: number, { after, direction }: Window): string {
  if (!after) return '';
  const than = direction === 'desc' ? '<' : '>';
  // The first condition is the index's, the second tells apart what was posted at the same moment.
  return `and ${of}.posted_at ${than}= $${first}::timestamptz
    and (${of}.posted_at, ${of}.owner_id, ${of}.posting_id) ${than} ($${first}::timestamptz, $${first + 1}::bigint, $${first + 2}::uuid)`;
}

function byTime(where: Where, { transaction_type, time_from, time_to }: Narrowing, window: Window, most: number): Statements {
  const { limit, offset, direction, after } = window;
  const types = transaction_type === undefined ? TRANSACTION_TYPES : [transaction_type];
  const values = [types, time_from ?? '-infinity', time_to ?? 'infinity'];
  const found = (beside: string, rest: string) => `
    select p.owner_id, p.posting_id, p.posted_at from ledger.posting p ${beside}
    where p.type = of_type.type collate "C" and p.posted_at >= $2::timestamptz and p.posted_at < $3::timestamptz ${rest}`;
  const ofType = 'unnest($1::text[]) as of_type(type)';
  // Each node reads its postings of all types together.
  const of = (rest: string) =>
    where.isDistributed ? `(${found(`cross join ${ofType}`, rest)}) found` : `${ofType} cross join lateral (${found('', rest)}) found`;
  const ranged = of(`${beyondOf('p', 4, window)} order by ${orderOf('p', direction)} limit ${limit + offset}`);
  const keys = `select found.* from ${ranged} order by ${orderOf('found', direction)} limit ${limit} offset ${offset}`;
  return {
    page: { text: whole(where, keys, direction), values: [...values, ...(after ?? [])] },
    count: { text: `select count(*) as total from (select 1 from ${of(`limit ${most}`)} limit ${most}) as counted`, values },
  };
}

/** A serial number has a handful of postings. */
function bySerial(
  where: Where,
  { transaction_type, time_from, time_to }: Narrowing,
  serialNumber: string,
  window: Window,
  most: number,
): Statements {
  const { limit, offset, direction, after } = window;
  const values = [serialNumber, transaction_type ?? null, time_from ?? '-infinity', time_to ?? 'infinity'];
  const found = `
    select p.owner_id, p.posting_id, p.posted_at
    from (select distinct posting_owner_id, posting_id from ledger.entry where serial_number = $1 collate "C") e
    join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
    where ($2::text is null or p.type = $2 collate "C") and p.posted_at >= $3::timestamptz and p.posted_at < $4::timestamptz`;
  const keys = `${found} ${beyondOf('p', 5, window)} order by ${orderOf('p', direction)} limit ${limit} offset ${offset}`;
  return {
    page: { text: whole(where, keys, direction), values: [...values, ...(after ?? [])] },
    count: { text: `select count(*) as total from (${found} limit ${most}) as counted`, values },
  };
}

function toWire({ posting_id, owner_id, serial_number, type, moved, posted_at }: Row, coins: Coins): Posting {
  return {
    posting_id,
    posting_owner_id: Number(owner_id),
    serial_number,
    transaction_type: type,
    moved: (moved ?? []).map(({ coin, amount }) => ({ coin_name: coin, amount: coins.format(BigInt(amount), coin) })),
    time: posted_at.toISOString(),
  };
}

interface StoredRow {
  readonly type: TransactionType;
  readonly serial_number: string;
  readonly posted_at: Date;
  readonly note: unknown;
  readonly note_text: string | null;
  readonly content_mac: Buffer | null;
}

/** One posting with its entries, and whether it still is what was asked for. */
export function postingDetail(
  platform: Platform,
  { posting_owner_id, posting_id }: ParsedInputOf<typeof ledgerPostingDetail>,
): Promise<OutputOf<typeof ledgerPostingDetail>> {
  return readAsStaff(platform, async (tx) => {
    const stored = await tx.query<StoredRow>(
      `select type, serial_number, posted_at, note, note::text as note_text, content_mac from ledger.posting where owner_id = $1 and posting_id = $2`,
      [posting_owner_id, posting_id],
    );
    const [posting] = stored.rows;
    if (!posting) throw refuse('not_found');
    const { rows } = await tx.query<EntryRow & { owner_name: string | null }>(
      `with e as materialized (
         select * from ledger.entry e
         where e.serial_number = $3 collate "C" and e.posting_id = $2 and e.posting_owner_id = $1 limit ${MOST_ENTRIES}
       )
       select ${ENTRY_COLUMNS}, party.name as owner_name
       from e left join ${partiesOf('e')} as party on party.owner_id = e.owner_id
       order by e.owner_id, e.coin, e.purpose`,
      [posting_owner_id, posting_id, posting.serial_number],
    );
    const { coins } = platform.db;
    await coins.know(
      rows.map(({ coin }) => coin),
      tx,
    );
    return {
      posting_id,
      posting_owner_id,
      serial_number: posting.serial_number,
      transaction_type: posting.type,
      time: posting.posted_at.toISOString(),
      note: posting.note_text,
      mac_state: macStateOf(platform.ledgerKey, { owner_id: posting_owner_id, posting_id, ...posting }, rows.map(legOf)),
      entries: rows.map((row) => ({ owner_id: Number(row.owner_id), owner_name: row.owner_name, ...changeOf(toEntry(row), coins) })),
    };
  });
}

function legOf(row: EntryRow): StoredLeg {
  const less = (after: EntryRow['charge'], before: EntryRow['charge']) => BigInt(after) - BigInt(before);
  return {
    owner_id: row.owner_id,
    coin: row.coin,
    purpose: row.purpose,
    available: less(row.available_after, row.available_before),
    frozen: less(row.frozen_after, row.frozen_before),
    pending: less(row.pending_after, row.pending_before),
    charge: row.charge,
    counterparty: row.counterparty,
    hold_id: row.hold_id,
  };
}
