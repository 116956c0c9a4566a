import { paymentLinkAdd, paymentLinkClose, standingCodeList } from '@purser/contract/features/payment-link';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { paymentLinks } from './list.ts';
import { addLink, closeOwnLink, standingCodes } from './service.ts';

export function paymentLinkRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, paymentLinks(platform)),
    merchantRoute(paymentLinkAdd, (input, context) => addLink(platform, input, context)),
    merchantRoute(paymentLinkClose, (input, context) => closeOwnLink(platform, input, context)),
    merchantRoute(standingCodeList, (_, context) => standingCodes(platform, context)),
  ];
}
