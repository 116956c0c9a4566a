import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { Queryable } from './accounts.ts';
import type { EntryFilter } from './entry-ranges.ts';
import { beginningOfDay } from './local-day.ts';
import { textArray } from './sql-array.ts';

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

interface TotalsRow {
  day: string | null;
  coin: string;
  type: TransactionType;
  count: string;
  amount_in: string;
  amount_out: string;
  charge: string;
}

/** Sums of several times as those of one: of a day, coin and type that stands in more than one of them, what they come to together. In the order of `sumEntries`. */
export function addTotals(parts: readonly (readonly EntryTotals[])[]): EntryTotals[] {
  const [only, ...others] = parts;
  return only && others.length === 0 ? [...only] : merge(parts.flat());
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

const HOUR_MS = 3_600_000;

/**
 * Sums of an owner's fund flow per coin and type, and per local day of `day_zone` (an IANA name) when given. Ordered by day, coin, type.
 *
 * Whole hours come from ledger.hourly_total as far as they are rolled up. Read from entries are: what is not rolled up yet, the parts of
 * hours at the ends of the time range, and hours in which the local day changes (zones off by half an hour). It is one statement, so
 * one snapshot: the answer is exact at any moment.
 */
export async function sumEntries(db: Queryable, filter: EntryFilter & { day_zone?: string }): Promise<EntryTotals[]> {
  const { hours_from, hours_to, edges } = splitAtHours(filter.time_from, filter.time_to);
  const { rows } = await db.query<TotalsRow>(filter.serial_number === undefined ? SUM : SUM_OF_SERIAL, [
    filter.owner_id,
    filter.coins ? textArray(filter.coins) : null,
    textArray(filter.purposes ?? ['main']),
    filter.type ?? null,
    filter.time_from?.toISOString() ?? '-infinity',
    filter.time_to?.toISOString() ?? 'infinity',
    filter.day_zone ?? null,
    ...(filter.serial_number === undefined
      ? [hours_from, hours_to, `{${edges.map(([from]) => `"${from}"`).join()}}`, `{${edges.map(([, to]) => `"${to}"`).join()}}`]
      : [filter.serial_number]),
  ]);
  const totals = rows.map((row): EntryTotals => ({
    day: row.day,
    coin: row.coin,
    type: row.type,
    count: Number(row.count),
    amount_in_minor: BigInt(row.amount_in),
    amount_out_minor: BigInt(row.amount_out),
    charge_minor: BigInt(row.charge),
  }));
  return merge(totals);
}

/** The whole hours within a time range, and what is left of it before and after them. */
function splitAtHours(from: Date | undefined, to: Date | undefined): { hours_from: string; hours_to: string; edges: [string, string][] } {
  const first = from && new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const last = to && new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS);
  if (from && to && first && last && first >= last) {
    return { hours_from: 'infinity', hours_to: 'infinity', edges: [[from.toISOString(), to.toISOString()]] };
  }
  const edges: [string, string][] = [];
  if (from && first && from < first) edges.push([from.toISOString(), first.toISOString()]);
  if (to && last && last < to) edges.push([last.toISOString(), to.toISOString()]);
  return { hours_from: first?.toISOString() ?? '-infinity', hours_to: last?.toISOString() ?? 'infinity', edges };
}

const CHANGE = '(e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before)';
const SCANNED = `(e.posted_at at time zone $7)::date as day, e.coin, e.type, 1 as count, greatest(${CHANGE}, 0) as amount_in,
  greatest(-${CHANGE}, 0) as amount_out, e.charge`;
const DAY = `to_char(day::timestamp, 'YYYY-MM-DD') as day`;
const SUMS = `sum(count)::bigint as count, sum(amount_in)::text as amount_in, sum(amount_out)::text as amount_out, sum(charge)::text as charge`;
const GROUPED = `${DAY}, coin, type, ${SUMS}`;

const BEGINS = beginningOfDay('day', '$7::text');
const IN = 'owner_id = a.owner_id and coin = a.coin and purpose = a.purpose';

// $5 and $6 bound the time, $8 and $9 the whole hours in it, $10 and $11 the edges. A zone of null makes every day null.
// A zone is looked up for each day, and not for each of its totals: these find their days by place among the beginnings. Totals of an even
// place are of one day; those of an odd one, which has room only where a day begins within an hour, are torn.
const SUM = `
  with account as (
    select a.owner_id, a.coin, a.purpose, a.version, coalesce(r.rolled_up_to_version, 0) as done
    from ledger.account a
    left join ledger.rollup r on r.owner_id = a.owner_id and r.coin = a.coin and r.purpose = a.purpose
    where a.owner_id = $1 and ($2::text[] is null or a.coin = any ($2::text[])) and a.purpose = any ($3::text[])
  ), span as (
    select greatest(min(oldest.hour), $8::timestamptz) as since, least(max(newest.hour), $9::timestamptz) as until
    from account a
    cross join lateral (select hour from ledger.hourly_total where ${IN} order by hour limit 1) oldest
    cross join lateral (select hour from ledger.hourly_total where ${IN} order by hour desc limit 1) newest
    having count(*) > 0
  ), local_day as (
    select day::date as day, ${BEGINS} as begins, date_trunc('hour', ${BEGINS}, 'UTC') as hour
    from span
    cross join lateral generate_series((since at time zone $7)::date::timestamp, until at time zone $7 + interval '1 hour', interval '1 day') as day
    where since <= until
  ), place as (
    select min(day) as first_day, array_agg(at order by at) as hours
    from local_day, unnest(array[hour, case when hour = begins then hour else hour + interval '1 hour' end]) as at
  ), stretch as (
    select owner_id, coin, purpose,
      greatest(done + 1, case when $5::timestamptz = '-infinity' then 1 else ledger.version_at(owner_id, coin, purpose, $5) end) as first,
      case when $6::timestamptz = 'infinity' then version else ledger.version_at(owner_id, coin, purpose, $6) - 1 end as last
    from account
    union all
    select a.owner_id, a.coin, a.purpose, ledger.version_at(a.owner_id, a.coin, a.purpose, d.from_),
      least(ledger.version_at(a.owner_id, a.coin, a.purpose, d.to_) - 1, a.done)
    from account a, unnest($10::timestamptz[], $11::timestamptz[]) as d(from_, to_)
    union all
    select a.owner_id, a.coin, a.purpose, ledger.version_at(a.owner_id, a.coin, a.purpose, torn.hour),
      least(ledger.version_at(a.owner_id, a.coin, a.purpose, torn.hour + interval '1 hour') - 1, a.done)
    from account a
    cross join local_day d
    cross join lateral (
      select hour from ledger.hourly_total
      where ${IN} and hour = d.hour and hour >= $8 and hour < $9 and ($4::text is null or type = $4)
      limit 1
    ) torn
    where d.begins > d.hour
  )
  -- What is rolled up and what is read from entries stand beside each other; a day of both has two rows for each coin and type.
  select ${DAY}, coin, type, count, amount_in, amount_out, charge
  from (
    select (select first_day from place) + t.place / 2 - 1 as day, t.coin, t.type, t.count, t.amount_in, t.amount_out, t.charge
    from (
      select width_bucket(hour, (select hours from place)) as place, coin, type, ${SUMS}
      from ledger.hourly_total
      -- All accounts in one go: one after the other, the totals of all were read for each.
      where owner_id = $1 and ($2 is null or coin = any ($2)) and purpose = any ($3) and hour >= $8 and hour < $9
        and ($4 is null or type = $4)
      group by 1, 2, 3
      -- Keeps the places from being reckoned once more, row by row, for the condition on them.
      offset 0
    ) t
    where $7 is null or t.place % 2 = 0
  ) rolled_up
  union all
  select ${GROUPED}
  from (
    select s.* from stretch r
    cross join lateral (
      select ${SCANNED} from ledger.entry e
      where e.owner_id = r.owner_id and e.coin = r.coin and e.purpose = r.purpose and e.version between r.first and r.last
        and ($4::text is null or e.type = $4)
      -- Keeps each stretch an index scan of its own: merged into one join, a busy account's entries were all read.
      offset 0
    ) s
  ) summed
  group by summed.day, coin, type`;

const SUM_OF_SERIAL = `
  select ${GROUPED}
  from (
    select ${SCANNED.replace('$7', '$7::text')} from ledger.entry e
    where e.serial_number = $8 and e.owner_id = $1 and ($2::text[] is null or e.coin = any ($2::text[])) and e.purpose = any ($3::text[])
      and ($4::text is null or e.type = $4) and e.posted_at >= $5 and e.posted_at < $6
  ) summed
  group by summed.day, coin, type`;
