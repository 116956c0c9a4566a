import { MOST_DASHBOARD_DAYS } from '@purser/contract/first-pages';
import { clockTimeOf } from '@purser/ui/time-zone';

const DAY_MS = 86_400_000;

/** The day in the user's own time zone so many days ago. */
export function dayBefore(days: number): string {
  const { year, month, day } = clockTimeOf(new Date());
  return textOf(Date.UTC(year, month, day - days));
}

/** The last day that a range from this one may have, and the first that one to this may. */
export const endOf = (first: string, today = dayBefore(0)): string => between(dayAfter(first, MOST_DASHBOARD_DAYS - 1), first, today);
export const beginOf = (last: string): string => dayAfter(last, 1 - MOST_DASHBOARD_DAYS);

export function between(day: string, earliest: string, latest: string): string {
  if (day < earliest) return earliest;
  return day > latest ? latest : day;
}

function dayAfter(day: string, days: number): string {
  return textOf(Date.parse(day) + days * DAY_MS);
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
