import * as kindTerms from '@purser/contract/features/kind-terms';
import * as calls from '@purser/contract/features/market';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { tryFeed } from './feed-try.ts';
import { Markets } from './service.ts';

export function marketRoutes(platform: Platform): Route[] {
  const markets = new Markets(platform);
  return [
    staffRoute(calls.marketOverview, () => markets.overview()),
    staffRoute(calls.marketAdd, (input, context) => markets.add(input, context)),
    staffRoute(calls.marketCheck, (input) => markets.check(input)),
    staffRoute(calls.marketTermsSet, (input, context) => markets.setTerms(input, context)),
    staffRoute(calls.marketSwitch, (input, context) => markets.switch(input, context)),
    staffRoute(calls.marketRateSet, (input, context) => markets.setRate(input, context)),
    staffRoute(calls.marketFeedSet, (input, context) => markets.setFeed(input, context)),
    staffRoute(calls.marketFeedTry, (input, context) => tryFeed(platform, input, context)),
    staffRoute(calls.marketFeedAccept, (input, context) => markets.acceptHeld(input, context)),
    staffRoute(calls.marketBoundsSet, (input, context) => markets.setBounds(input, context)),
    staffRoute(calls.marketReviewBoundsSet, (input, context) => markets.setReviewBounds(input, context)),
    staffRoute(calls.marketRateHistory, (input) => markets.rates(input)),
    staffRoute(calls.marketNetworkSave, (input, context) => markets.saveNetwork(input, context)),
    staffRoute(calls.marketCoinNetworkSave, (input, context) => markets.saveCoinNetwork(input, context)),
    staffRoute(calls.marketMerchantTerms, (input) => markets.merchantTerms(input)),
    staffRoute(calls.marketMerchantTermsSet, (input, context) => markets.setMerchantTerms(input, context)),
    staffRoute(kindTerms.marketKindTerms, () => markets.kindTerms()),
    staffRoute(kindTerms.marketKindTermsSet, (input, context) => markets.setKindTerms(input, context)),
    staffRoute(calls.marketMerchantEnable, (input, context) => markets.enableForMerchant(input, context)),
  ];
}
