import { termsPage } from '@purser/contract/wallet-pages';
import { loginPath } from '../../domain/payer-login.ts';
import { payerPage, type PayerPageRoute, show } from '../../platform/http/payer-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownTerms } from './own-terms.ts';

/** The fees and limits that hold for the wallet user, as a page. */
export function termsPages(platform: Platform): PayerPageRoute[] {
  return [
    payerPage(termsPage, {
      async show({ session }) {
        if (!session) return { goTo: loginPath('/wallet/terms') };
        return show(termsPage, await ownTerms(platform, session.ownerId));
      },
      acts: {},
    }),
  ];
}
