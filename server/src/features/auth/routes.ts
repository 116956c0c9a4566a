import { checkUpdateMch, getGoogleSecret, getPubKey, login, logout } from '@purser/contract/features/auth';
import { CONSOLE_VERSION } from '@purser/contract/version';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, publicRoute, type Route } from '../../platform/http/route.ts';
import { AuthService } from './service.ts';

export function authRoutes(platform: Platform): Route[] {
  const service = new AuthService(platform);
  return [
    publicRoute(getPubKey, () => platform.passwordMessages.publicKey()),
    publicRoute(getGoogleSecret, (input, context) => service.googleSecret(input, context)),
    publicRoute(login, (input, context) => service.login(input, context)),
    merchantRoute(logout, (_input, context) => service.logout(context)),
    publicRoute(checkUpdateMch, async ({ version }) => ({
      latest_version: CONSOLE_VERSION,
      update_required: version !== CONSOLE_VERSION,
      maintenance: await platform.maintenance.isRunning(),
    })),
  ];
}
