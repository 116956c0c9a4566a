import { loginLogExport } from '@purser/contract/features/login-record';
import type { Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { loginRecords, loginRecordsFile } from './list.ts';

export function loginRecordRoutes(platform: Platform): Route[] {
  return [listRoute(platform, loginRecords), exportRoute(platform, loginLogExport, loginRecords, loginRecordsFile)];
}
