import type { InputOf, OutputOf } from '@purser/contract/call';
import { accountSetup, dashboardMarkets, dashboardRange, dashboardStats, orderQuery } from '@purser/contract/first-pages';
import { timeZoneName } from '@purser/ui/time-zone';
import { callQuery, toldQuery } from '@purser/console-kit/query';

export type Stats = OutputOf<typeof dashboardStats>;
export type Figures = Stats['today'];
export type RangeStats = OutputOf<typeof dashboardRange>;
export type MarketsStats = OutputOf<typeof dashboardMarkets>;
/** A day or a month; how many orders were created on it is told of the last 30 days only. */
export type Day = RangeStats['days'][number] & Partial<Pick<Stats['days'][number], 'orders_created'>>;
/** Which days, and what they are compared with. */
export type Asked = Pick<InputOf<typeof dashboardRange>, 'period' | 'first_day' | 'last_day' | 'compare'>;

const TOPICS = ['orders', 'balances', 'transfers', 'reviews'] as const;

/** What today is, and what yesterday was at this hour, moves on without an event: it is looked at again every minute while the page is visible. */
const BY_THE_CLOCK = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

/** Of the market where money came in last, unless one is named. */
export const statsOf = (market: string | undefined) => ({
  ...callQuery(dashboardStats, { market, time_zone: timeZoneName() }, TOPICS),
  ...BY_THE_CLOCK,
});

export const rangeOf = (market: string | undefined, asked: Asked) => ({
  ...callQuery(dashboardRange, { market, ...asked, time_zone: timeZoneName() }, TOPICS),
  ...BY_THE_CLOCK,
});

export const marketsOf = (asked: Asked) => ({
  ...callQuery(dashboardMarkets, { ...asked, time_zone: timeZoneName() }, TOPICS),
  ...BY_THE_CLOCK,
});

export const setup = callQuery(accountSetup, {}, ['orders', 'webhooks', 'access_key']);

export const recentOrders = (coin: string) => toldQuery(orderQuery, { coin_name: coin, page_size: 6 }, ['orders']);
