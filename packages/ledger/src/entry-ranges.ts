import type { TransactionType } from '@purser/contract/features/fund-flow';
import { isProvider } from './account.ts';
import type { Queryable } from './accounts.ts';
import { bigintArray, textArray } from './sql-array.ts';

/** Which entries of one owner are asked for. Times: from inclusive, to exclusive. */
export interface EntryFilter {
  readonly owner_id: number;
  /** In these coins; in all of the owner's unless said otherwise. */
  readonly coins?: readonly string[] | undefined;
  /** Of the accounts for these purposes; `main` unless said otherwise. */
  readonly purposes?: readonly string[] | undefined;
  readonly type?: TransactionType | undefined;
  readonly serial_number?: string | undefined;
  readonly time_from?: Date | undefined;
  readonly time_to?: Date | undefined;
}

export type EntryOrder = 'asc' | 'desc';

/**
 * A stretch of one account's entries, in versions; under a type filter of its entries of that type, in type_versions. Both are dense and
 * grow with time, so a time range is one of these.
 */
export interface EntryRange {
  readonly coin: string;
  readonly purpose: string;
  readonly first: bigint;
  /** Less than `first` when the stretch is empty. */
  readonly last: bigint;
}

/** Where a page ended: its last row's place in the order of time, coin, purpose, version (under a type filter type_version). */
export interface EntryPosition {
  readonly posted_at_us: bigint;
  readonly coin: string;
  readonly purpose: string;
  readonly place: bigint;
}

export function countOf(ranges: readonly EntryRange[]): bigint {
  return ranges.reduce((sum, { first, last }) => (last >= first ? sum + last - first + 1n : sum), 0n);
}

/** The whole stretch of each account that the filter's type and times leave, ordered by coin and purpose. */
export async function rangesOf(db: Queryable, filter: EntryFilter): Promise<EntryRange[]> {
  if (filter.type !== undefined && isProvider(filter.owner_id)) {
    throw new RangeError("the provider's own entries are not numbered by type, so they cannot be filtered by it");
  }
  const { rows } = await db.query<Record<keyof EntryRange, string>>(
    `select coin, purpose,
       case when $4::timestamptz is null then 1 else ledger.version_at(owner_id, coin, purpose, $4, 1, newest, $6) end as first,
       case when $5::timestamptz is null then newest else ledger.version_at(owner_id, coin, purpose, $5, 1, newest, $6) - 1 end as last
     from (
       select owner_id, coin, purpose,
         case when $6::text is null then version else ledger.last_version(owner_id, coin, purpose, $6) end as newest
       from ledger.account
       where owner_id = $1 and ($2::text[] is null or coin = any ($2::text[])) and purpose = any ($3::text[])
     ) account
     order by coin, purpose`,
    [
      filter.owner_id,
      filter.coins ? textArray(filter.coins) : null,
      textArray(filter.purposes ?? ['main']),
      filter.time_from?.toISOString() ?? null,
      filter.time_to?.toISOString() ?? null,
      filter.type ?? null,
    ],
  );
  return rows.map(toRange);
}

/** What of the ranges comes after a position in the given order. */
export async function rangesAfter(
  db: Queryable,
  { owner_id, type }: EntryFilter,
  ranges: readonly EntryRange[],
  order: EntryOrder,
  position: EntryPosition,
): Promise<EntryRange[]> {
  // Entries of other accounts at the very time of the position are told apart by coin and purpose.
  const { rows } = await db.query<{ cut: string }>(
    `select case
         when r.coin = $6 and r.purpose = $7 then $8::bigint + $9::bigint
         else ledger.version_at($1, r.coin, r.purpose,
           'epoch'::timestamptz + ($5::bigint + (r.coin collate "C" < $6 or (r.coin = $6 and r.purpose collate "C" < $7))::integer)
             * interval '1 microsecond',
           least(r.first, r.last + 1), r.last, $11)
       end as cut
     from unnest($2::text[], $3::text[], $4::bigint[], $10::bigint[]) with ordinality as r(coin, purpose, first, last, place)
     order by place`,
    [
      owner_id,
      textArray(ranges.map(({ coin }) => coin)),
      textArray(ranges.map(({ purpose }) => purpose)),
      bigintArray(ranges.map(({ first }) => first)),
      position.posted_at_us,
      position.coin,
      position.purpose,
      position.place,
      order === 'asc' ? 1 : 0,
      bigintArray(ranges.map(({ last }) => last)),
      type ?? null,
    ],
  );
  return ranges.map((range, i) => {
    const cut = BigInt(rows[i]?.cut ?? 0);
    return order === 'asc'
      ? { ...range, first: cut > range.first ? cut : range.first }
      : { ...range, last: cut - 1n < range.last ? cut - 1n : range.last };
  });
}

/** What is left after `skip` entries in the given order, and how many of those are still to be read over: a hundred at most. */
export async function rangesWithout(
  db: Queryable,
  { owner_id, type }: EntryFilter,
  ranges: readonly EntryRange[],
  order: EntryOrder,
  skip: bigint,
): Promise<{ ranges: readonly EntryRange[]; skip: bigint }> {
  if (skip >= countOf(ranges)) return { ranges: [], skip: 0n };
  const [only] = ranges;
  if (ranges.length === 1 && only) {
    return { ranges: [order === 'asc' ? { ...only, first: only.first + skip } : { ...only, last: only.last - skip }], skip: 0n };
  }
  const { rows } = await db.query<{ firsts: Whole[]; lasts: Whole[]; skip: Whole }>(
    'select firsts, lasts, skip from ledger.skip_entries($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      owner_id,
      textArray(ranges.map(({ coin }) => coin)),
      textArray(ranges.map(({ purpose }) => purpose)),
      bigintArray(ranges.map(({ first }) => first)),
      bigintArray(ranges.map(({ last }) => last)),
      skip,
      order === 'desc',
      type ?? null,
    ],
  );
  const [left] = rows;
  if (!left) throw new Error('skipping entries gave no row');
  return {
    ranges: ranges.map((range, i) =>
      order === 'asc' ? { ...range, first: BigInt(left.firsts[i] ?? 1) } : { ...range, last: BigInt(left.lasts[i] ?? 0) },
    ),
    skip: BigInt(left.skip),
  };
}

/** bigint columns come as text from a plain driver and as bigint from one told so. */
type Whole = string | bigint;

function toRange(row: Record<keyof EntryRange, string>): EntryRange {
  return { coin: row.coin, purpose: row.purpose, first: BigInt(row.first), last: BigInt(row.last) };
}
