import { checkoutTermsQuery, checkoutTermsSet } from '@purser/contract/features/checkout-terms';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkoutTermsOf, setCheckoutTerms } from './service.ts';

export function checkoutTermsRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(checkoutTermsQuery, async (_input, { merchantId }) => ({
      list: await platform.db.scoped(merchantId, (tx) => checkoutTermsOf(tx, merchantId)),
    })),
    merchantRoute(checkoutTermsSet, (input, context) => setCheckoutTerms(platform, input, context)),
  ];
}
