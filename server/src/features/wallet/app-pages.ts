import { payableIn } from '@purser/contract/app-link';
import { offlinePage, scanPage } from '@purser/contract/wallet-pages';
import { wrongFields } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, show } from '../../platform/http/payer-pages.ts';
import type { Platform } from '../../platform/platform.ts';

/** Scanning what is to be paid, by whoever has the wallet open, and what the installed wallet shows without a network. */
export function appPages({ settings }: Platform): PayerPageRoute[] {
  return [
    payerPage(scanPage, {
      show: async ({ query }) => show(scanPage, { is_unknown: query['unknown'] === '1' }),
      acts: {
        open: {
          async act({ form }) {
            const path = payableIn((form['code'] ?? '').slice(0, 2000), settings.publicUrl);
            if (path === null) throw wrongFields(['code']);
            return path;
          },
          toldAt: () => scanPage.path ?? '',
          typed: ({ code = '' }) => ({ code }),
        },
      },
    }),
    payerPage(offlinePage, { show: async () => show(offlinePage, {}), acts: {}, anonymous: true }),
  ];
}
