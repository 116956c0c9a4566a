import { orderClose, orderDetail, orderExport } from '@purser/contract/features/order';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { orders, ordersFile } from './list.ts';
import { closeOwnOrder, orderDetails } from './service.ts';

export function orderRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, orders),
    exportRoute(platform, orderExport, orders, ordersFile),
    merchantRoute(orderDetail, (input, context) => orderDetails(platform, input, context)),
    merchantRoute(orderClose, (input, context) => closeOwnOrder(platform, input, context)),
  ];
}
