import { staffOrderCoins, staffOrderDetail, staffTransferDetail } from '@purser/contract/features/staff-order';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { coins, orderDetail, transferDetail } from './detail.ts';
import { staffOrders, staffTransfers } from './lists.ts';

export function staffOrderRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, staffOrders),
    staffRoute(staffOrderDetail, (input) => orderDetail(platform, input)),
    staffRoute(staffOrderCoins, () => coins(platform)),
    listRoute(platform, staffTransfers),
    staffRoute(staffTransferDetail, (input) => transferDetail(platform, input)),
  ];
}
