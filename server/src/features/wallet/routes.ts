import * as calls from '@purser/contract/features/wallet';
import { clearPayerCookie, setPayerCookie } from '../../platform/http/payer-cookie.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { payerRoute, publicRoute, type Route } from '../../platform/http/route.ts';
import { listRoute } from '../../platform/lists/list-routes.ts';
import { walletRecords } from './records.ts';
import { Wallet } from './service.ts';
import { newChallenge } from './slider.ts';

export function walletRoutes(platform: Platform, wallet = new Wallet(platform)): Route[] {
  return [
    publicRoute(calls.walletChallenge, async () => newChallenge(platform)),
    publicRoute(calls.walletLogin, async (input, { ip, userAgent, request, reply }) => {
      const { origin, host } = request.headers;
      // Signing a visitor in as someone else, from another site's page, is refused like any other write.
      if (origin !== undefined && !platform.isOwnOrigin(origin, host)) throw refuse('forbidden');
      const { user_id, nick, token, expiresAt } = await wallet.login(input, { ip, userAgent });
      setPayerCookie(reply, platform.settings.publicUrl, token, expiresAt);
      return { user_id, nick };
    }),
    payerRoute(calls.walletLogout, async (_input, { session, reply }) => {
      await wallet.logout(session);
      clearPayerCookie(reply, platform.settings.publicUrl);
      return null;
    }),
    payerRoute(calls.walletOverview, (_input, { userId }) => wallet.overview(userId)),
    listRoute(platform, walletRecords),
    payerRoute(calls.walletPaymentPasswordSet, (input, context) => wallet.setPaymentPassword(input, context)),
  ];
}
