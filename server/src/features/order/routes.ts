import { orderClose, orderDetail } from '@purser/contract/features/order';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeOwnOrder, orderDetails } from './service.ts';

export function orderRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(orderDetail, (input, context) => orderDetails(platform, input, context)),
    merchantRoute(orderClose, (input, context) => closeOwnOrder(platform, input, context)),
  ];
}
