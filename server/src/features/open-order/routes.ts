import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import type { Platform } from '../../platform/platform.ts';
import { signedRoute, type Route } from '../../platform/http/route.ts';
import { OpenOrders } from './service.ts';

export function openOrderRoutes(platform: Platform): Route[] {
  const orders = new OpenOrders(platform);
  return [
    signedRoute(openOrderCreate, (input, context) => orders.create(input, context), { nonceInHandler: true }),
    signedRoute(openOrderQuery, (input, context) => orders.query(input, context)),
    signedRoute(openOrderClose, (input, context) => orders.close(input, context)),
  ];
}
