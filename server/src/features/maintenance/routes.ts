import { maintenanceEnd, maintenancePlan, maintenanceQuery } from '@purser/contract/features/maintenance';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { endMaintenance, listMaintenance, planMaintenance } from './service.ts';

export function maintenanceRoutes(platform: Platform): Route[] {
  return [
    staffRoute(maintenanceQuery, () => listMaintenance(platform)),
    staffRoute(maintenancePlan, (input, context) => planMaintenance(platform, input, context)),
    staffRoute(maintenanceEnd, (input, context) => endMaintenance(platform, input, context)),
  ];
}
