import { walletPasskeyRemove } from '@purser/contract/features/wallet-passkey';
import { passkeysPage } from '@purser/contract/wallet-pages';
import { loginPath } from '../../domain/payer-login.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, show, signedIn } from '../../platform/http/payer-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { Passkeys } from './passkeys.ts';
import type { Wallet } from './service.ts';

const HERE = '/wallet/passkeys';

/** A wallet user's passkeys as a page. Only a browser makes one, by the calls; removing is a plain form. */
export function passkeyPages(platform: Platform, wallet: Wallet): PayerPageRoute[] {
  const passkeys = new Passkeys(platform);
  return [
    payerPage(passkeysPage, {
      async show({ session, query }) {
        if (!session) return { goTo: loginPath(HERE) };
        const [{ list }, { has_payment_password }] = await Promise.all([passkeys.list(session.ownerId), wallet.overview(session.ownerId)]);
        const done = (['added', 'removed'] as const).find((word) => word === query['done']) ?? null;
        return show(passkeysPage, { passkeys: list, has_payment_password, done });
      },
      acts: {
        remove: {
          async act(asked) {
            const session = signedIn(asked);
            const context = { ...unkeyed(session, clientAddress(asked.request)), session };
            await passkeys.remove(readForm(walletPasskeyRemove.input, asked.form), context);
            return `${HERE}?done=removed`;
          },
          toldAt: (_asked, { outcome }) => (outcome === 'unauthenticated' ? loginPath(HERE) : HERE),
          typed: ({ passkey_id = '' }) => ({ passkey_id }),
        },
      },
    }),
  ];
}
