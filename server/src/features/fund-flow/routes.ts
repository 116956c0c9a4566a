import { assetFlowExport, assetFlowStats } from '@purser/contract/features/fund-flow';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import { flow, flowFile } from './list.ts';
import { sumFundFlow } from './service.ts';

export function fundFlowRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, flow),
    exportRoute(platform, assetFlowExport, flow, flowFile),
    merchantRoute(assetFlowStats, (input, { merchantId }) => sumFundFlow(platform, merchantId, input)),
  ];
}
