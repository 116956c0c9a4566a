import { TOTAL_COUNTED_UP_TO } from '@purser/contract/fields';
import { PROVIDER_OWNER_ID } from './account.ts';
import type { Queryable } from './accounts.ts';
import { ENTRY_COLUMNS, type Entry, type EntryRow, toEntry } from './entry.ts';
import {
  countOf,
  type EntryFilter,
  type EntryOrder,
  type EntryRange,
  formatCursor,
  parseCursor,
  rangesAfter,
  rangesOf,
  rangesWithout,
} from './entry-ranges.ts';
import { bigintArray, textArray } from './sql-array.ts';

export interface EntryQuery extends EntryFilter {
  /** By time. */
  readonly order: EntryOrder;
  /** From 1. Without a type or serial number any page is as quick as the first. */
  readonly page?: number | undefined;
  /** Continues after the last row of an earlier answer to the same filter and order; wins over `page`. */
  readonly cursor?: string | undefined;
  readonly page_size: number;
}

export interface EntryPage {
  readonly rows: readonly Entry[];
  /** How many entries the filter lets through; at most TOTAL_COUNTED_UP_TO when not exact. */
  readonly total: number;
  readonly total_is_exact: boolean;
  readonly next_cursor: string | null;
}

/** Rows skipped by reading over them rather than by finding the place: quicker as long as they are few. */
const MOST_READ_OVER = 100n;

/**
 * One page of an owner's fund flow. Its cost does not grow with the number of entries: places and totals are computed from the
 * accounts' dense versions, and only under a type filter are entries counted, up to TOTAL_COUNTED_UP_TO. There, pages beyond the
 * counted ones are reached by cursor only and come back empty by number.
 */
export async function queryEntries(db: Queryable, query: EntryQuery): Promise<EntryPage> {
  if (query.serial_number !== undefined) return querySerial(db, query, query.serial_number);
  const { owner_id, order, page_size, type } = query;
  const all = await rangesOf(db, query);
  const total = type === undefined ? countOf(all) : await countTyped(db, query, all, TOTAL_COUNTED_UP_TO + 1);
  const counted = type === undefined || total <= TOTAL_COUNTED_UP_TO;

  let at: { ranges: readonly EntryRange[]; skip: bigint } = { ranges: all, skip: 0n };
  if (query.cursor !== undefined) at.ranges = await rangesAfter(db, owner_id, all, order, parseCursor(query.cursor));
  else at.skip = BigInt((query.page ?? 1) - 1) * BigInt(page_size);
  if (type === undefined && at.skip > MOST_READ_OVER) at = await rangesWithout(db, owner_id, all, order, at.skip);
  const beyond = at.skip >= total || (type !== undefined && at.skip >= TOTAL_COUNTED_UP_TO);
  const rows = beyond ? [] : await readEntries(db, query, at.ranges, order, page_size + 1, Number(at.skip));
  return pageOf(rows, page_size, counted ? Number(total) : TOTAL_COUNTED_UP_TO, counted);
}

/** Exactly how many entries the filter lets through, counted at most up to `most`. */
export async function countEntries(db: Queryable, filter: EntryFilter, most: number): Promise<number> {
  if (filter.serial_number !== undefined) return Math.min((await readSerial(db, filter, filter.serial_number)).length, most);
  const ranges = await rangesOf(db, filter);
  const count = filter.type === undefined ? countOf(ranges) : await countTyped(db, filter, ranges, most);
  return Number(count < BigInt(most) ? count : BigInt(most));
}

/**
 * All entries the filter lets through, in chunks, as of the first chunk: what is posted meanwhile is left out. Each chunk is one
 * short statement, so a slow reader holds nothing open.
 */
export async function* streamEntries(
  db: Queryable,
  filter: EntryFilter & { order?: EntryOrder; chunk_size?: number },
): AsyncGenerator<readonly Entry[], void, undefined> {
  const { order = 'desc', chunk_size = 2_000 } = filter;
  if (filter.serial_number !== undefined) {
    const rows = await readSerial(db, filter, filter.serial_number);
    if (rows.length > 0) yield order === 'asc' ? rows : rows.reverse();
    return;
  }
  let ranges = await rangesOf(db, filter);
  for (;;) {
    const rows = await readEntries(db, filter, ranges, order, chunk_size, 0);
    if (rows.length > 0) yield rows;
    if (rows.length < chunk_size) return;
    ranges = ranges.map((range) => after(range, rows, order));
  }
}

/** What of a range is left once these rows were read: they are the next of all ranges merged, so each range's are its next ones. */
function after(range: EntryRange, rows: readonly Entry[], order: EntryOrder): EntryRange {
  const last = rows.findLast(({ coin, purpose }) => coin === range.coin && purpose === range.purpose);
  if (!last) return range;
  return order === 'asc' ? { ...range, first: last.version + 1n } : { ...range, last: last.version - 1n };
}

/** The entry_by_type index leaves the provider out; saying so here lets the planner use it for everybody else. */
function ofType(filter: EntryFilter): string {
  if (filter.type === undefined) return '';
  return filter.owner_id === PROVIDER_OWNER_ID ? 'and e.type = $7' : 'and e.type = $7 and e.owner_id <> 1';
}

function rangeParameters(filter: EntryFilter, ranges: readonly EntryRange[]): unknown[] {
  return [
    filter.owner_id,
    textArray(ranges.map(({ coin }) => coin)),
    textArray(ranges.map(({ purpose }) => purpose)),
    bigintArray(ranges.map(({ first }) => first)),
    bigintArray(ranges.map(({ last }) => last)),
  ];
}

/** Reads from each range as many keys as could be asked for, merges them by time and then fetches the rows of the page alone. */
async function readEntries(
  db: Queryable,
  filter: EntryFilter,
  ranges: readonly EntryRange[],
  order: EntryOrder,
  limit: number,
  skip: number,
): Promise<Entry[]> {
  const asked = BigInt(limit + skip);
  // Versions are dense: without a type, an account's share of the page is among its next so many versions, whatever the plan.
  const full = ranges
    .filter(({ first, last }) => last >= first)
    .map((range) => (filter.type === undefined ? nextOf(range, order, asked) : range));
  if (full.length === 0) return [];
  const { rows } = await db.query<EntryRow>(
    `select ${ENTRY_COLUMNS}
     from (
       select k.* from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) as r(coin, purpose, first, last)
       cross join lateral (
         select e.coin, e.purpose, e.version, e.posted_at from ledger.entry e
         where e.owner_id = $1 and e.coin = r.coin and e.purpose = r.purpose and e.version between r.first and r.last ${ofType(filter)}
         order by e.version ${order} limit $6
       ) k
       order by k.posted_at ${order}, k.coin ${order}, k.purpose ${order}, k.version ${order}
       limit ${limit} offset ${skip}
     ) k
     join ledger.entry e on e.owner_id = $1 and e.coin = k.coin and e.purpose = k.purpose and e.version = k.version
     order by e.posted_at ${order}, e.coin ${order}, e.purpose ${order}, e.version ${order}`,
    [...rangeParameters(filter, full), limit + skip, ...(filter.type === undefined ? [] : [filter.type])],
  );
  return rows.map(toEntry);
}

/** The part of a range that is read first, at most so many entries. */
function nextOf({ first, last, ...account }: EntryRange, order: EntryOrder, most: bigint): EntryRange {
  if (last - first < most) return { ...account, first, last };
  return order === 'asc' ? { ...account, first, last: first + most - 1n } : { ...account, first: last - most + 1n, last };
}

async function countTyped(db: Queryable, filter: EntryFilter, ranges: readonly EntryRange[], most: number): Promise<bigint> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from (
       select from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) as r(coin, purpose, first, last)
       cross join lateral (
         select from ledger.entry e
         where e.owner_id = $1 and e.coin = r.coin and e.purpose = r.purpose and e.version between r.first and r.last ${ofType(filter)}
         limit $6
       ) e
       limit $6
     ) counted`,
    [...rangeParameters(filter, ranges), most, filter.type],
  );
  return BigInt(rows[0]?.count ?? 0);
}

/** A serial number has a handful of entries: all are read, the page is cut from them. */
async function querySerial(db: Queryable, query: EntryQuery, serial_number: string): Promise<EntryPage> {
  const rows = await readSerial(db, query, serial_number);
  if (query.order === 'desc') rows.reverse();
  let from = ((query.page ?? 1) - 1) * query.page_size;
  if (query.cursor !== undefined) {
    const { coin, purpose, version } = parseCursor(query.cursor);
    from = rows.findIndex((row) => row.coin === coin && row.purpose === purpose && row.version === version) + 1;
  }
  return pageOf(rows.slice(from, from + query.page_size + 1), query.page_size, rows.length, true);
}

async function readSerial(db: Queryable, filter: EntryFilter, serial_number: string): Promise<Entry[]> {
  const { rows } = await db.query<EntryRow>(
    `select ${ENTRY_COLUMNS} from ledger.entry e
     where e.serial_number = $1 and e.owner_id = $2 and e.coin = any ($3::text[]) and e.purpose = any ($4::text[])
       and ($5::text is null or e.type = $5) and ($6::timestamptz is null or e.posted_at >= $6)
       and ($7::timestamptz is null or e.posted_at < $7)
     order by e.posted_at, e.coin, e.purpose, e.version
     limit ${TOTAL_COUNTED_UP_TO}`,
    [
      serial_number,
      filter.owner_id,
      textArray(filter.coins),
      textArray(filter.purposes ?? ['main']),
      filter.type ?? null,
      filter.time_from?.toISOString() ?? null,
      filter.time_to?.toISOString() ?? null,
    ],
  );
  return rows.map(toEntry);
}

/** Cuts the page from rows of which one more was asked for than it holds. */
function pageOf(rows: readonly Entry[], page_size: number, total: number, total_is_exact: boolean): EntryPage {
  const page = rows.slice(0, page_size);
  const last = page.at(-1);
  return { rows: page, total, total_is_exact, next_cursor: rows.length > page_size && last ? formatCursor(last) : null };
}
