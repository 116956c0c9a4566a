import { walletLogin } from '@purser/contract/features/wallet';
import { identityKindOf, typedIdentity, type PayerLogin } from '../../domain/payer-login.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { clearPayerCookie } from '../../platform/http/payer-cookie.ts';
import { namesIn, wrongFields } from '../../platform/http/payer-form.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RegistrationOffer } from './registration-setting.ts';
import type { Wallet } from './service.ts';
import { challengeOf, sliderIn, wrongSlider } from './slider.ts';

/** Signing in and out by plain forms: for the wallet's own page and for the checkout. */
export function payerLogin(platform: Platform, wallet: Wallet, offer: RegistrationOffer): PayerLogin {
  const { publicUrl } = platform.settings;
  return {
    challenge: ({ typed }) => challengeOf(platform, typed),

    async login({ form, request }) {
      const kind = identityKindOf(form['identity_kind']);
      const input = walletLogin.input.safeParse({
        identity_kind: kind,
        identity: form['identity'],
        ...(kind === 'phone' ? { area_code: form['area_code'] } : {}),
        password: form['password'],
        slider: sliderIn(form),
      });
      // A form without the browser's own checks.
      if (!input.success) throw wrongFields([...namesIn(input.error), ...wrongSlider(form)]);
      return wallet.login(input.data, { ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' });
    },

    typed: (form) => typedIdentity(form),

    async logout({ session, reply }) {
      if (session) await wallet.logout(session);
      clearPayerCookie(reply, publicUrl);
    },

    mayRegister: async () => (await offer.kinds()).length > 0,
  };
}
