import { type DashboardComparison, type DashboardPeriod, MOST_DASHBOARD_DAYS } from '@purser/contract/features/dashboard';
import type { Queryable } from '@purser/ledger/accounts';
import { beginningOfDay } from '@purser/ledger/local-day';
import { wrongField } from '../../platform/http/refusal.ts';

const DAY_MS = 86_400_000;

/** Whole local days, the first and the last: "2026-11-21". */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export interface Asked {
  readonly period: DashboardPeriod;
  readonly first_day?: string | undefined;
  readonly last_day?: string | undefined;
  readonly compare: DashboardComparison;
}

/** A range of days and the one that it is compared with. */
export interface Periods {
  readonly range: Days;
  readonly before: Days;
  /** The last day is today. */
  readonly untilNow: boolean;
}

/** The days that are meant, where `today` is today. Refuses days that are none of the past. */
export function periodsOf(asked: Asked, today: string): Periods {
  const range = rangeOf(asked, today);
  return { range, before: beforeOf(asked, range), untilNow: range.last === today };
}

function rangeOf({ period, first_day, last_day }: Asked, today: string): Days {
  const since = (days: number): Days => ({ first: dayLater(today, -days), last: today });
  switch (period) {
    case 'today':
      return since(0);
    case 'yesterday':
      return { first: dayLater(today, -1), last: dayLater(today, -1) };
    case 'last_7_days':
      return since(6);
    case 'last_30_days':
      return since(29);
    case 'last_90_days':
      return since(89);
    case 'this_month':
      return { first: `${today.slice(0, 8)}01`, last: today };
    case 'own': {
      if (first_day === undefined || first_day > today) throw wrongField('first_day', 'first_day');
      const last = last_day === undefined || last_day > today ? today : last_day;
      if (last < first_day || daysOf({ first: first_day, last }) > MOST_DASHBOARD_DAYS)
        throw wrongField('last_day', 'last_day', { most: MOST_DASHBOARD_DAYS - 1 });
      return { first: first_day, last };
    }
  }
}

/** A month is compared with the same days of the month before; any other range with as many days. */
function beforeOf({ period, compare }: Asked, { first, last }: Days): Days {
  if (compare === 'year_before') return { first: monthsLater(first, -12), last: monthsLater(last, -12) };
  if (period === 'this_month') return { first: monthsLater(first, -1), last: monthsLater(last, -1) };
  const days = daysOf({ first, last });
  return { first: dayLater(first, -days), last: dayLater(last, -days) };
}

export function daysOf({ first, last }: Days): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

export function dayLater(day: string, days: number): string {
  return textOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** The same day of another month, or its last where it has no such day. */
function monthsLater(day: string, months: number): string {
  const date = new Date(day);
  const moved = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const longest = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), longest));
  return textOf(moved);
}

function textOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** What the clocks of a time zone show. */
interface LocalClock {
  readonly today: string;
  /** The time of day, to the microsecond. */
  readonly time: string;
}

export async function localClock(client: Queryable, timeZone: string, now: Date): Promise<LocalClock> {
  const { rows } = await client.query<LocalClock>(
    `select to_char(local, 'YYYY-MM-DD') as today, to_char(local, 'HH24:MI:SS.US') as time
     from (select $2::timestamptz at time zone $1 as local) as clock`,
    [timeZone, now],
  );
  if (!rows[0]) throw new Error('a clock without a time');
  return rows[0];
}

export interface Moments {
  readonly from: Date;
  readonly to: Date;
}

const NEXT_DAY = beginningOfDay('($3::date + 1)::timestamp', '$1');

/**
 * When days begin and end: at their midnights or, with `until`, the last of them at that time of day. A time that its clocks skip stands for
 * the moment they skipped to.
 */
export async function momentsOf(client: Queryable, timeZone: string, { first, last }: Days, until: string | undefined): Promise<Moments> {
  const { rows } = await client.query<Moments>(
    `select ${beginningOfDay('$2::date::timestamp', '$1')} as "from", least(($3::date + $4::time) at time zone $1, ${NEXT_DAY}) as "to"`,
    [timeZone, first, last, until ?? null],
  );
  if (!rows[0]) throw new Error('days without a beginning');
  return rows[0];
}
