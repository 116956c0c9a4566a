import { userConfigGet } from '@purser/contract/features/config';
import { LANGUAGES } from '@purser/contract/language';
import { REDIRECT_AFTER_S } from '@purser/contract/payment-order';
import type { Platform } from '../../platform/platform.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';

export function configRoutes(platform: Platform): Route[] {
  return [
    publicRoute(userConfigGet, async (_input, { language }) => ({
      languages: [...LANGUAGES],
      markets: platform.db.coins.all.flatMap(({ market, code, decimals, symbol, is_on }) =>
        market !== null && is_on ? [{ market, coin_name: code, decimals, symbol }] : [],
      ),
      server_time: platform.clock.now().toISOString(),
      maintenance: await platform.maintenance.isRunning(),
      maintenance_notice: await platform.maintenance.notice(language),
      payment_redirect_after_s: REDIRECT_AFTER_S,
      demo: platform.settings.demo,
    })),
  ];
}
