import { openRefundCreate, openRefundQuery, refundAdd, refundExport } from '@purser/contract/features/refund';
import { merchantRoute, type Route, signedRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { refundFile, refundList } from './list.ts';
import { Refunds } from './service.ts';

export function refundRoutes(platform: Platform): Route[] {
  const refunds = new Refunds(platform);
  return [
    listRoute(platform, refundList),
    exportRoute(platform, refundExport, refundList, refundFile),
    merchantRoute(refundAdd, (input, context) => refunds.add(input, context)),
    signedRoute(openRefundCreate, (input, context) => refunds.create(input, context)),
    signedRoute(openRefundQuery, (input, context) => refunds.query(input, context)),
  ];
}
