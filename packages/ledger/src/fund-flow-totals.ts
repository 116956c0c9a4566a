import { TRANSACTION_TYPES, type TransactionType } from '@purser/contract/features/fund-flow';
import type { Queryable } from './accounts.ts';
import type { EntryFilter } from './entry-ranges.ts';
import { beginningOfDay } from './local-day.ts';
import { textArray, timeArray } from './sql-array.ts';

export interface EntryTotals {
  /** Local date (`2026-11-21`), or null when not grouped by day. */
  readonly day: string | null;
  readonly coin: string;
  readonly type: TransactionType;
  readonly count: number;
  /** Sum of what came in: the positive changes of all buckets together. */
  readonly amount_in_minor: bigint;
  /** Sum of what went out, as a positive number. */
  readonly amount_out_minor: bigint;
  readonly charge_minor: bigint;
}

/** Of a coin and type, what `LINES` makes of its days. */
interface TotalsRow {
  coin: string;
  type: TransactionType;
  lines: string;
}

/** Each line `LINES` made is one day's sums. */
function totalsOf({ coin, type, lines }: TotalsRow): EntryTotals[] {
  return lines.split(',').map((line) => {
    const [count, amountIn, amountOut, charge, day] = line.split(' ') as [string, string, string, string, string?];
    return {
      day: day ?? null,
      coin,
      type,
      count: Number(count),
      amount_in_minor: BigInt(amountIn),
      amount_out_minor: BigInt(amountOut),
      charge_minor: BigInt(charge),
    };
  });
}

/** Each day, coin and type once, ordered by them. */
function merge(totals: readonly EntryTotals[]): EntryTotals[] {
  const added = new Map<string, EntryTotals>();
  for (const one of totals) {
    const key = `${one.day} ${one.coin} ${one.type}`;
    const before = added.get(key);
    added.set(
      key,
      before === undefined
        ? one
        : {
            ...one,
            count: before.count + one.count,
            amount_in_minor: before.amount_in_minor + one.amount_in_minor,
            amount_out_minor: before.amount_out_minor + one.amount_out_minor,
            charge_minor: before.charge_minor + one.charge_minor,
          },
    );
  }
  return [...added].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

const QUARTER_MS = 900_000;

/**
 * Sums of an owner's fund flow per coin and type, and per local day of `day_zone` (an IANA name) when given. Ordered by day, coin, type.
 *
 * Whole quarters of hours come from ledger.running_total as far as they are rolled up. Read from entries are what is not rolled up yet, and the
 * parts of quarters at the ends of the time range. It is one statement, so one snapshot: the answer is exact at any moment.
 */
export async function sumEntries(db: Queryable, filter: EntryFilter & { day_zone?: string }): Promise<EntryTotals[]> {
  const { since, until, edges } = splitAtQuarters(filter.time_from, filter.time_to);
  const { rows } = await db.query<TotalsRow>(filter.serial_number === undefined ? SUM : SUM_OF_SERIAL, [
    filter.owner_id,
    filter.coins ? textArray(filter.coins) : null,
    textArray(filter.purposes ?? ['main']),
    filter.type ?? null,
    filter.time_from?.toISOString() ?? '-infinity',
    filter.time_to?.toISOString() ?? 'infinity',
    filter.day_zone ?? null,
    ...(filter.serial_number === undefined
      ? [since, until, timeArray(edges.map(([from]) => from)), timeArray(edges.map(([, to]) => to)), textArray(TRANSACTION_TYPES)]
      : [filter.serial_number]),
  ]);
  return merge(rows.flatMap(totalsOf));
}

/** The whole quarters of hours within a time range, and what is left of it before and after them. */
function splitAtQuarters(from: Date | undefined, to: Date | undefined): { since: string; until: string; edges: [Date, Date][] } {
  const first = from && new Date(Math.ceil(from.getTime() / QUARTER_MS) * QUARTER_MS);
  const last = to && new Date(Math.floor(to.getTime() / QUARTER_MS) * QUARTER_MS);
  if (from && to && first && last && first >= last) {
    return { since: 'infinity', until: 'infinity', edges: [[from, to]] };
  }
  const edges: [Date, Date][] = [];
  if (from && first && from < first) edges.push([from, first]);
  if (to && last && last < to) edges.push([last, to]);
  return { since: first?.toISOString() ?? '-infinity', until: last?.toISOString() ?? 'infinity', edges };
}

const CHANGE = '(e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before)';
const SCANNED = `to_char(e.posted_at at time zone $7::text, 'YYYY-MM-DD') as day, e.coin, e.type, 1 as count, greatest(${CHANGE}, 0) as amount_in,
  greatest(-${CHANGE}, 0) as amount_out, e.charge`;
const SUMS = 'sum(count) as count, sum(amount_in) as amount_in, sum(amount_out) as amount_out, sum(charge) as charge';
/** One text of all days: a row of its own for each day took longer to read than to find. */
const LINES = `string_agg(concat_ws(' ', count, amount_in, amount_out, charge, day), ',') as lines`;

const BEGINS = beginningOfDay('day', '$7::text');
const OF_SERIES = 'owner_id = $1 and coin = a.coin and purpose = a.purpose and type = k.type';

/** How much more a row of running totals says than the one before it. */
const MORE = ['count', 'amount_in', 'amount_out', 'charge'].map((sum) => `t.${sum} - lag(t.${sum}, 1, 0) over before as ${sum}`).join(', ');

// $5 and $6 bound the time, $8 and $9 the whole quarters of hours in it, $10 and $11 the edges; $12 are all types. A zone of null makes every day null.
// Of each account and type the last total of each day is read, and the last one before the time: a day is what its total says more than the one before it.
// Who is busy has entries in the last quarter of most days, and one search of an index finds those of all its accounts and types.
const SUM = `
  with account as (
    select a.owner_id, a.coin, a.purpose, a.version, coalesce(r.rolled_up_to_version, 0) as done
    from ledger.account a
    left join ledger.rollup r on r.owner_id = $1 and r.coin = a.coin and r.purpose = a.purpose
    where a.owner_id = $1 and ($2::text[] is null or a.coin = any ($2::text[])) and a.purpose = any ($3::text[])
  ), series as (
    select a.owner_id, a.coin, a.purpose, k.type, row_number() over () as number, oldest.quarter as oldest, newest.quarter as newest
    from account a
    cross join unnest($12::text[]) as k(type)
    cross join lateral (select quarter from ledger.running_total where ${OF_SERIES} order by quarter limit 1) oldest
    cross join lateral (select quarter from ledger.running_total where ${OF_SERIES} order by quarter desc limit 1) newest
    where $4::text is null or k.type = $4
  ), local_day as (
    select day::date as day, ${BEGINS} as begins
    from (
      select greatest(min(oldest), $8::timestamptz) as since, least(max(newest), $9::timestamptz) as until from series having count(*) > 0
    ) span
    cross join lateral generate_series((since at time zone $7)::date::timestamp, until at time zone $7 + interval '1 hour', interval '1 day') as day
    where since <= until
  ), part as materialized (
    select row_number() over () as number, to_char(day, 'YYYY-MM-DD') as day, asked, case when asked then greatest(since, $8) else since end as since,
      least(until, $9) as until
    from (
      select day, true as asked, begins as since, lead(begins, 1, 'infinity') over (order by day) as until from local_day
      union all
      select null, true, '-infinity', 'infinity' where $7 is null
      union all
      select null, false, '-infinity', $8
    ) of_time
  ), in_last_quarter as materialized (
    select p.number as part, p.day, p.asked, s.number as series, s.coin, s.type, t.quarter, t.count, t.amount_in, t.amount_out, t.charge
    from part p
    cross join lateral (
      select * from ledger.running_total
      where owner_id = $1 and quarter = p.until - interval '15 minutes' and p.since < p.until
      offset 0
    ) t
    join series s on s.coin = t.coin and s.purpose = t.purpose and s.type = t.type
  ), last_total as (
    select day, asked, series, coin, type, quarter, count, amount_in, amount_out, charge from in_last_quarter
    union all
    select p.day, p.asked, s.number, s.coin, s.type, t.quarter, t.count, t.amount_in, t.amount_out, t.charge
    from series s
    cross join part p
    cross join lateral (
      select * from ledger.running_total t
      where t.owner_id = $1 and t.coin = s.coin and t.purpose = s.purpose and t.type = s.type and t.quarter >= p.since and t.quarter < p.until
      order by t.quarter desc limit 1
    ) t
    -- Looked up in a hash table, as no join is where the session does without them.
    where (p.number, s.number) not in (select part, series from in_last_quarter)
  ), stretch as (
    select owner_id, coin, purpose,
      greatest(done + 1, case when $5::timestamptz = '-infinity' then 1 else ledger.version_at(owner_id, coin, purpose, $5) end) as first,
      case when $6::timestamptz = 'infinity' then version else ledger.version_at(owner_id, coin, purpose, $6) - 1 end as last
    from account
    union all
    select a.owner_id, a.coin, a.purpose, ledger.version_at(a.owner_id, a.coin, a.purpose, d.from_),
      least(ledger.version_at(a.owner_id, a.coin, a.purpose, d.to_) - 1, a.done)
    from account a, unnest($10::timestamptz[], $11::timestamptz[]) as d(from_, to_)
  )
  -- What is rolled up and what is read from entries stand beside each other: a day of both is told twice of its coin and type.
  select coin, type, ${LINES}
  from (
    select day, coin, type, count, amount_in, amount_out, charge
    from (
      select t.day, t.asked, t.coin, t.type, ${MORE}
      from last_total t
      window before as (partition by t.series order by t.quarter)
    ) rolled_up
    where asked
    union all
    select s.day, s.coin, s.type, ${SUMS}
    from stretch r
    cross join lateral (
      select ${SCANNED} from ledger.entry e
      where e.owner_id = $1 and e.coin = r.coin and e.purpose = r.purpose and e.version between r.first and r.last
        and ($4::text is null or e.type = $4)
      -- Keeps each stretch an index scan of its own: merged into one join, a busy account's entries were all read.
      offset 0
    ) s
    group by s.day, s.coin, s.type
  ) both_parts
  group by coin, type`;

const SUM_OF_SERIAL = `
  select coin, type, ${LINES}
  from (
    select day, coin, type, ${SUMS}
    from (
      select ${SCANNED} from ledger.entry e
      where e.serial_number = $8 and e.owner_id = $1 and ($2::text[] is null or e.coin = any ($2::text[])) and e.purpose = any ($3::text[])
        and ($4::text is null or e.type = $4) and e.posted_at >= $5 and e.posted_at < $6
    ) scanned
    group by day, coin, type
  ) summed
  group by coin, type`;
