import { coinAddressList, coinList, systemCoinQuery } from '@purser/contract/features/coin';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, publicRoute, type Route } from '../../platform/http/route.ts';
import { addressesOf, coinTermsOf } from './service.ts';

export function coinRoutes({ db }: Platform): Route[] {
  return [
    merchantRoute(coinList, async (_input, { merchantId }) => ({ list: await coinTermsOf(db, merchantId) })),
    merchantRoute(coinAddressList, async (_input, { merchantId }) => ({ list: await addressesOf(db, merchantId) })),
    publicRoute(systemCoinQuery, async () => ({
      list: db.coins.all.map(({ code, market, decimals, symbol, is_on }) => ({ coin_name: code, market, decimals, symbol, is_on })),
    })),
  ];
}
