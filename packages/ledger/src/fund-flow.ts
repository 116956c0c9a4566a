import type { Queryable } from './accounts.ts';
import { ENTRY_COLUMNS, type Entry, type EntryRow, toEntry } from './entry.ts';
import {
  countOf,
  type EntryFilter,
  type EntryOrder,
  type EntryPosition,
  type EntryRange,
  rangesAfter,
  rangesOf,
  rangesWithout,
} from './entry-ranges.ts';
import { bigintArray, textArray } from './sql-array.ts';

export interface EntryQuery extends EntryFilter {
  /** By time. */
  readonly order: EntryOrder;
  /** How many entries come before the page. Any page is about as quick as the first. */
  readonly skip?: number | undefined;
  /** Continues where an earlier page of the same filter and order ended; wins over `skip`. */
  readonly after?: EntryPosition | undefined;
  readonly page_size: number;
}

export interface EntryPage {
  readonly rows: readonly Entry[];
  /** How many entries the filter lets through, exactly. */
  readonly total: number;
  /** Where the page ended; null when nothing follows. */
  readonly next: EntryPosition | null;
}

/** Rows skipped by reading over them rather than by finding the place: quicker as long as they are few. */
const MOST_READ_OVER = 100n;

/**
 * One page of an owner's fund flow. Its cost does not grow with the number of entries: places and totals are computed from versions, which
 * are dense, and nothing is counted. A type filter is not for the provider's own accounts (RangeError).
 */
export async function queryEntries(db: Queryable, query: EntryQuery): Promise<EntryPage> {
  if (query.serial_number !== undefined) return querySerial(db, query, query.serial_number);
  const { order, page_size } = query;
  const all = await rangesOf(db, query);
  const total = countOf(all);
  let at: { ranges: readonly EntryRange[]; skip: bigint } = { ranges: all, skip: 0n };
  if (query.after !== undefined) at.ranges = await rangesAfter(db, query, all, order, query.after);
  else at.skip = BigInt(query.skip ?? 0);
  if (at.skip > MOST_READ_OVER) at = await rangesWithout(db, query, all, order, at.skip);
  const rows = await readEntries(db, query, at.ranges, order, page_size + 1, Number(at.skip));
  return pageOf(rows, query, Number(total));
}

/** Exactly how many entries the filter lets through. */
export async function countEntries(db: Queryable, filter: EntryFilter): Promise<number> {
  if (filter.serial_number !== undefined) return (await readSerial(db, filter, filter.serial_number)).length;
  return Number(countOf(await rangesOf(db, filter)));
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
    ranges = ranges.map((range) => after(range, rows, order, filter));
  }
}

/** What of a range is left once these rows were read: they are the next of all ranges merged, so each range's are its next ones. */
function after(range: EntryRange, rows: readonly Entry[], order: EntryOrder, filter: EntryFilter): EntryRange {
  const last = rows.findLast(({ coin, purpose }) => coin === range.coin && purpose === range.purpose);
  if (!last) return range;
  const place = placeOf(last, filter);
  return order === 'asc' ? { ...range, first: place + 1n } : { ...range, last: place - 1n };
}

/** An entry's number in the ranges of the filter. */
function placeOf({ version, type_version }: Entry, { type }: EntryFilter): bigint {
  if (type === undefined) return version;
  if (type_version === null) throw new Error('an entry of a typed range is not numbered by type');
  return type_version;
}

function positionOf(entry: Entry, filter: EntryFilter): EntryPosition {
  const { posted_at_us, coin, purpose } = entry;
  return { posted_at_us, coin, purpose, place: placeOf(entry, filter) };
}

/** What of a range can be among so many next entries in the given order. */
function cut(range: EntryRange, order: EntryOrder, most: bigint): EntryRange {
  const { first, last } = range;
  if (last - first < most) return range;
  return order === 'asc' ? { ...range, last: first + most - 1n } : { ...range, first: last - most + 1n };
}

/** The next entries of a range r. */
const byVersion = (order: EntryOrder) => `
  select e.* from ledger.entry e
  where e.owner_id = $1 and e.coin = r.coin and e.purpose = r.purpose and e.version between r.first and r.last
  order by e.version ${order} limit $6`;

/**
 * All entries of a range r of one type: the version of each is counted from the first of its run, as ledger.version_of does. The limits keep
 * these look-ups by index, whatever the statistics say.
 */
const BY_TYPE_VERSION = `
  select e.* from generate_series(r.first, r.last) as n(place)
  cross join lateral (
    select b.version + n.place - b.type_version as version from ledger.entry b
    where b.owner_id = $1 and b.coin = r.coin and b.purpose = r.purpose and b.type = $6 and b.type_version <= n.place and b.begins_run
    order by b.type_version desc limit 1
  ) found
  cross join lateral (
    select e.* from ledger.entry e
    where e.owner_id = $1 and e.coin = r.coin and e.purpose = r.purpose and e.version = found.version
    limit 1
  ) e`;

/** Reads from each range as many rows as could be asked for and merges them by time. */
async function readEntries(
  db: Queryable,
  { owner_id, type }: EntryFilter,
  ranges: readonly EntryRange[],
  order: EntryOrder,
  limit: number,
  skip: number,
): Promise<Entry[]> {
  const full = ranges.map((range) => cut(range, order, BigInt(limit + skip))).filter(({ first, last }) => last >= first);
  if (full.length === 0) return [];
  const { rows } = await db.query<EntryRow>(
    `select ${ENTRY_COLUMNS}
     from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) as r(coin, purpose, first, last)
     cross join lateral (${type === undefined ? byVersion(order) : BY_TYPE_VERSION}) e
     order by e.posted_at ${order}, e.coin ${order}, e.purpose ${order}, e.version ${order}
     limit ${limit} offset ${skip}`,
    [
      owner_id,
      textArray(full.map(({ coin }) => coin)),
      textArray(full.map(({ purpose }) => purpose)),
      bigintArray(full.map(({ first }) => first)),
      bigintArray(full.map(({ last }) => last)),
      type ?? limit + skip,
    ],
  );
  return rows.map(toEntry);
}

/** A serial number has a handful of entries: all are read, the page is cut from them. */
async function querySerial(db: Queryable, query: EntryQuery, serial_number: string): Promise<EntryPage> {
  const rows = await readSerial(db, query, serial_number);
  if (query.order === 'desc') rows.reverse();
  let from = query.skip ?? 0;
  if (query.after !== undefined) {
    const { coin, purpose, place } = query.after;
    from = rows.findIndex((row) => row.coin === coin && row.purpose === purpose && placeOf(row, query) === place) + 1;
  }
  return pageOf(rows.slice(from, from + query.page_size + 1), query, rows.length);
}

async function readSerial(db: Queryable, filter: EntryFilter, serial_number: string): Promise<Entry[]> {
  const { rows } = await db.query<EntryRow>(
    `select ${ENTRY_COLUMNS} from ledger.entry e
     where e.serial_number = $1 and e.owner_id = $2 and ($3::text[] is null or e.coin = any ($3::text[])) and e.purpose = any ($4::text[])
       and ($5::text is null or e.type = $5) and ($6::timestamptz is null or e.posted_at >= $6)
       and ($7::timestamptz is null or e.posted_at < $7)
     order by e.posted_at, e.coin, e.purpose, e.version`,
    [
      serial_number,
      filter.owner_id,
      filter.coins ? textArray(filter.coins) : null,
      textArray(filter.purposes ?? ['main']),
      filter.type ?? null,
      filter.time_from?.toISOString() ?? null,
      filter.time_to?.toISOString() ?? null,
    ],
  );
  return rows.map(toEntry);
}

/** Cuts the page from rows of which one more was asked for than it holds. */
function pageOf(rows: readonly Entry[], query: EntryQuery, total: number): EntryPage {
  const page = rows.slice(0, query.page_size);
  const last = page.at(-1);
  return { rows: page, total, next: rows.length > page.length && last ? positionOf(last, query) : null };
}
