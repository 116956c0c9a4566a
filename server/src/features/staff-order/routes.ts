import {
  staffOrderCoins,
  staffOrderDetail,
  staffOrderExport,
  staffTransferDetail,
  staffTransferExport,
} from '@purser/contract/features/staff-order';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { coins, orderDetail, transferDetail } from './detail.ts';
import { staffOrders, staffOrdersFile, staffTransfers, staffTransfersFile } from './lists.ts';

export function staffOrderRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, staffOrders),
    exportRoute(platform, staffOrderExport, staffOrders, staffOrdersFile),
    staffRoute(staffOrderDetail, (input) => orderDetail(platform, input)),
    staffRoute(staffOrderCoins, () => coins(platform)),
    listRoute(platform, staffTransfers),
    exportRoute(platform, staffTransferExport, staffTransfers, staffTransfersFile),
    staffRoute(staffTransferDetail, (input) => transferDetail(platform, input)),
  ];
}
