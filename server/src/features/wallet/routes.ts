import * as calls from '@purser/contract/features/wallet';
import * as access from '@purser/contract/features/wallet-access';
import * as passkey from '@purser/contract/features/wallet-passkey';
import { clearPayerCookie, setPayerCookie } from '../../platform/http/payer-cookie.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { payerRoute, publicRoute, staffRoute, type RequestContext, type Route } from '../../platform/http/route.ts';
import { listRoute } from '../../platform/lists/list-routes.ts';
import { ownTerms } from './own-terms.ts';
import { Passkeys } from './passkeys.ts';
import { walletRecords } from './records.ts';
import { Recovery } from './recovery.ts';
import { Registration } from './registration.ts';
import { registrationSetting, setRegistration } from './registration-setting.ts';
import { Wallet } from './service.ts';
import { newChallenge } from './slider.ts';

export function walletRoutes(platform: Platform, wallet = new Wallet(platform)): Route[] {
  const registration = new Registration(platform);
  const recovery = new Recovery(platform);
  const passkeys = new Passkeys(platform);
  /** Signing a visitor in as someone else, from another site's page, is refused like any other write. */
  const fromHere = <Context extends RequestContext>(context: Context): Context => {
    const { origin, host } = context.request.headers;
    if (origin !== undefined && !platform.isOwnOrigin(origin, host)) throw refuse('forbidden');
    return context;
  };
  return [
    publicRoute(calls.walletChallenge, async () => newChallenge(platform)),
    publicRoute(calls.walletLogin, async (input, context) => {
      const { user_id, nick, token, expiresAt } = await wallet.login(input, fromHere(context));
      setPayerCookie(context.reply, platform, token, expiresAt);
      return { user_id, nick };
    }),
    publicRoute(access.walletRegisterCode, async (input, context) => registration.askForCode(input, fromHere(context))),
    publicRoute(access.walletRegister, async (input, context) => {
      const { user_id, nick, token, expiresAt } = await registration.register(input, fromHere(context));
      setPayerCookie(context.reply, platform, token, expiresAt);
      return { user_id, nick };
    }),
    publicRoute(access.walletRecoverCode, async (input, context) => recovery.askForCode(input, fromHere(context))),
    publicRoute(access.walletRecover, async (input, context) => recovery.recover(input, fromHere(context))),
    publicRoute(passkey.walletPasskeyRequest, () => passkeys.request()),
    publicRoute(passkey.walletPasskeyLogin, async (input, context) => {
      const { user_id, nick, token, expiresAt } = await passkeys.login(input, fromHere(context));
      setPayerCookie(context.reply, platform, token, expiresAt);
      return { user_id, nick };
    }),
    payerRoute(passkey.walletPasskeyList, (_input, { userId }) => passkeys.list(userId)),
    payerRoute(passkey.walletPasskeyCreation, (input, context) => passkeys.creation(input, context)),
    payerRoute(passkey.walletPasskeyAdd, (input, context) => passkeys.add(input, context)),
    payerRoute(passkey.walletPasskeyRemove, (input, context) => passkeys.remove(input, context)),
    staffRoute(access.registrationGet, () => registrationSetting(platform)),
    staffRoute(access.registrationSet, (input, context) => setRegistration(platform, input, context)),
    payerRoute(calls.walletLogout, async (_input, { session, reply }) => {
      await wallet.logout(session);
      clearPayerCookie(reply, platform.settings.publicUrl);
      return null;
    }),
    payerRoute(calls.walletOverview, (_input, { userId }) => wallet.overview(userId)),
    payerRoute(calls.walletTerms, (_input, { userId }) => ownTerms(platform, userId)),
    payerRoute(calls.walletMarketEnable, (input, context) => wallet.enableMarket(input, context)),
    listRoute(platform, walletRecords),
    payerRoute(calls.walletPaymentPasswordSet, (input, context) => wallet.setPaymentPassword(input, context)),
  ];
}
