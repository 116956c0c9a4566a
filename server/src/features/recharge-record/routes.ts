import { chargeRecordExport } from '@purser/contract/features/recharge-record';
import type { Platform } from '../../platform/platform.ts';
import type { Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import { records, recordsFile } from './list.ts';

export function rechargeRecordRoutes(platform: Platform): Route[] {
  return [listRoute(platform, records), exportRoute(platform, chargeRecordExport, records, recordsFile)];
}
