import type { Queryable } from '@purser/ledger/accounts';
import { beginningOfDay } from '@purser/ledger/local-day';

/** How many days the series has, today included. */
export const SERIES_DAYS = 30;

export interface Day {
  /** The local date: "2026-11-21". */
  readonly day: string;
  readonly from: Date;
  /** Where the next day begins: 23, 24 or 25 hours later. */
  readonly to: Date;
}

export interface Calendar {
  /** The last days, oldest first; the last one is today. */
  readonly days: readonly Day[];
  readonly today: Day;
  readonly yesterday: Day;
  /** Yesterday at this time of day. */
  readonly yesterdayNow: Date;
}

const NEXT_DAY = beginningOfDay("day + interval '1 day'", '$1');

/**
 * The days as the clocks of a time zone count them, with the database's knowledge of summer time. A time of day
 * that yesterday's clocks skipped stands for the moment they skipped to.
 */
export async function calendarOf(client: Queryable, timeZone: string, now: Date): Promise<Calendar> {
  const { rows } = await client.query<Day & { same_time: Date }>(
    `select to_char(day, 'YYYY-MM-DD') as day, ${beginningOfDay('day', '$1')} as "from", ${NEXT_DAY} as "to",
            least((day + (local - date_trunc('day', local))) at time zone $1, ${NEXT_DAY}) as same_time
     from (select $3::timestamptz at time zone $1 as local) as clock
     cross join lateral generate_series(
       date_trunc('day', local) - interval '1 day' * ($2::int - 1), date_trunc('day', local), interval '1 day') as day
     order by day`,
    [timeZone, SERIES_DAYS, now],
  );
  const [yesterday, today] = rows.slice(-2);
  if (!yesterday || !today) throw new Error('the calendar has no days');
  return { days: rows, today, yesterday, yesterdayNow: yesterday.same_time };
}
