import type { CoinCode, Market } from '@purser/contract/coin';
import type { OutputOf } from '@purser/contract/call';
import { accountSetup } from '@purser/contract/features/account';
import { dashboardStats } from '@purser/contract/features/dashboard';
import { orderQuery } from '@purser/contract/features/order';
import { TIME_ZONE } from '../../shared/format.ts';
import { callQuery } from '../../shared/query.ts';

export type Stats = OutputOf<typeof dashboardStats>;
export type Day = Stats['days'][number];

export const statsOf = (market: Market) => callQuery(dashboardStats, { market, time_zone: TIME_ZONE }, ['orders', 'balances', 'transfers']);

export const setup = callQuery(accountSetup, {}, ['orders', 'webhooks', 'access_key']);

export const recentOrders = (coin: CoinCode) => callQuery(orderQuery, { coin_name: coin, page_size: 6 }, ['orders']);
