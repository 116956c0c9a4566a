import { openBalanceQuery, openRateQuery, openUserQuery } from '@purser/contract/features/open-look-up';
import type { Platform } from '../../platform/platform.ts';
import { signedRoute, type Route } from '../../platform/http/route.ts';
import { balances, rate, user } from './service.ts';

export function openLookUpRoutes(platform: Platform): Route[] {
  return [
    signedRoute(openUserQuery, (input, { merchantId }) => user(platform, input, merchantId)),
    signedRoute(openBalanceQuery, (input, { merchantId }) => balances(platform, input, merchantId)),
    signedRoute(openRateQuery, (input, { merchantId }) => rate(platform, input, merchantId)),
  ];
}
