import type { OutputOf } from '@purser/contract/call';
import { accountSetup } from '@purser/contract/features/account';
import { dashboardStats } from '@purser/contract/features/dashboard';
import { orderQuery } from '@purser/contract/features/order';
import { timeZoneName } from '@purser/ui/time-zone';
import { callQuery, toldQuery } from '@purser/console-kit/query';

export type Stats = OutputOf<typeof dashboardStats>;
export type Day = Stats['days'][number];

/** Of the market where money came in last, unless one is named. */
export const statsOf = (market: string | undefined) =>
  callQuery(dashboardStats, { market, time_zone: timeZoneName() }, ['orders', 'balances', 'transfers', 'reviews']);

export const setup = callQuery(accountSetup, {}, ['orders', 'webhooks', 'access_key']);

export const recentOrders = (coin: string) => toldQuery(orderQuery, { coin_name: coin, page_size: 6 }, ['orders']);
