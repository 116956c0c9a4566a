import { coinAddressList, coinList } from '@purser/contract/features/coin';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { addressesOf, coinTermsOf } from './service.ts';

export function coinRoutes({ db }: Platform): Route[] {
  return [
    merchantRoute(coinList, async (_input, { merchantId }) => ({ list: await coinTermsOf(db, merchantId) })),
    merchantRoute(coinAddressList, async (_input, { merchantId }) => ({ list: await addressesOf(db, merchantId) })),
  ];
}
