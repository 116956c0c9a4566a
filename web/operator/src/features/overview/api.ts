import { timeZoneName } from '@purser/ui/time-zone';
import { quietQuery, RENEWED } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { overviewHealth, overviewQuery } from '@purser/contract/staff-first-pages';

export type Overview = OutputOf<typeof overviewQuery>;
export type Health = NonNullable<Overview['health']>;
export type Program = OutputOf<typeof overviewHealth>['programs'][number];

export const overviewNow = {
  ...quietQuery(overviewQuery, { time_zone: timeZoneName() }, ['approval', 'party', 'message', 'staff', 'system']),
  ...RENEWED,
};
export const healthNow = { ...quietQuery(overviewHealth, {}, ['system']), ...RENEWED };
