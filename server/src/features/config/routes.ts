import { COINS, type CoinCode, type Market } from '@purser/contract/coin';
import { userConfigGet } from '@purser/contract/features/config';
import { LANGUAGES } from '@purser/contract/language';
import { REDIRECT_AFTER_S } from '@purser/contract/payment-order';
import type { Platform } from '../../platform/platform.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';

export function configRoutes(platform: Platform): Route[] {
  return [
    publicRoute(userConfigGet, async () => ({
      languages: [...LANGUAGES],
      markets: COINS.flatMap(({ market, code, decimals }) =>
        market ? [{ market: market as Market, coin_name: code as CoinCode, decimals }] : [],
      ),
      server_time: platform.clock.now().toISOString(),
      maintenance: await platform.inMaintenance(),
      payment_redirect_after_s: REDIRECT_AFTER_S,
      demo: platform.settings.demo,
    })),
  ];
}
