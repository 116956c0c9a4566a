import { paymentLinkAdd, paymentLinkClose, paymentLinkExport, standingCodeList } from '@purser/contract/features/payment-link';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { paymentLinks, paymentLinksFile } from './list.ts';
import { addLink, closeOwnLink, standingCodes } from './service.ts';

export function paymentLinkRoutes(platform: Platform): Route[] {
  const links = paymentLinks(platform);
  return [
    listRoute(platform, links),
    exportRoute(platform, paymentLinkExport, links, paymentLinksFile),
    merchantRoute(paymentLinkAdd, (input, context) => addLink(platform, input, context)),
    merchantRoute(paymentLinkClose, (input, context) => closeOwnLink(platform, input, context)),
    merchantRoute(standingCodeList, (_, context) => standingCodes(platform, context)),
  ];
}
