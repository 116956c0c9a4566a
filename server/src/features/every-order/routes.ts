import { everyOrderExport, staffRefundDetail } from '@purser/contract/features/every-order';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { everyOrders, everyOrdersFile } from './list.ts';
import { refundDetail } from './refund.ts';

export function everyOrderRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, everyOrders),
    exportRoute(platform, everyOrderExport, everyOrders, everyOrdersFile),
    staffRoute(staffRefundDetail, (input) => refundDetail(platform, input)),
  ];
}
