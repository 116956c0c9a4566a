import type { DashboardComparison, DashboardPeriod } from '@purser/contract/features/dashboard';
import { DASHBOARD_COMPARISONS, DASHBOARD_PERIODS } from '@purser/contract/first-pages';
import type { Asked } from './api.ts';
import { dayBefore, endOf } from './days.ts';

/** In the address and in storage: every market beside the others. */
export const ALL = 'all';

export interface DashboardSearch {
  readonly market?: string;
  readonly period?: string;
  readonly first_day?: string;
  readonly last_day?: string;
  readonly compare?: string;
}

export interface AskedDays extends Asked {
  readonly period: DashboardPeriod;
  readonly compare: DashboardComparison;
}

/**
 * What the address asks for; what it mistypes is as usual, and of a range of one's own without a first day up to `today` is today. A range that is too
 * long ends where one from its first day may.
 */
export function askedOf({ period, first_day, last_day, compare }: DashboardSearch, today = dayBefore(0)): AskedDays {
  const wanted = DASHBOARD_PERIODS.find((one) => one === period) ?? 'today';
  const comparison = DASHBOARD_COMPARISONS.find((one) => one === compare) ?? 'previous';
  if (wanted !== 'own') return { period: wanted, compare: comparison };
  const [first, last] = [first_day, last_day].map((day) => (isDay(day) ? day : undefined));
  if (first === undefined || first > today) return { period: 'today', compare: comparison };
  const end = endOf(first, today);
  const wantedLast = last !== undefined && last >= first && last < end ? last : end;
  // One without a last day goes on with the days.
  return { period: 'own', first_day: first, ...(wantedLast < today && { last_day: wantedLast }), compare: comparison };
}

/** Whether a text names a day that there is. */
function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
