import type { PayerRenderer } from '@purser/contract/payer-pages';
import { referralPage } from '@purser/contract/wallet-pages';
import { loginPath } from '../../domain/payer-login.ts';
import { pageNumber } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, show } from '../../platform/http/payer-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { commissions } from './list.ts';
import { ownReferral } from './own.ts';

const PAGE_SIZE = 20;

/** An agent's code with its link, and what it has earned. */
export function referralPages(platform: Platform, renderer: PayerRenderer): PayerPageRoute[] {
  const records = commissions(platform);
  return [
    payerPage(referralPage, {
      async show({ session, query, language }) {
        if (!session) return { goTo: loginPath('/wallet/referral') };
        const { ownerId } = session;
        const paging = { page: pageNumber(query['page']), page_size: PAGE_SIZE };
        const referral = await ownReferral(platform, ownerId);
        return show(referralPage, {
          ...referral,
          qr: referral.own && renderer.qrShape(referral.own.link, { logoScale: 0 }),
          records: await records.page(platform.db, { ...paging, sort_order: 'desc' }, { ownerId, language }),
          paging,
        });
      },
      acts: {},
    }),
  ];
}
