import { accessKeyRoutes } from '../features/access-key/routes.ts';
import { accountRoutes } from '../features/account/routes.ts';
import { assetRoutes } from '../features/asset/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { coinRoutes } from '../features/coin/routes.ts';
import { configRoutes } from '../features/config/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { eventsRoutes } from '../features/events/routes.ts';
import { fundFlowRoutes } from '../features/fund-flow/routes.ts';
import { openOrderRoutes } from '../features/open-order/routes.ts';
import { rechargeRecordRoutes } from '../features/recharge-record/routes.ts';
import { transferRoutes } from '../features/transfer/routes.ts';
import { walletRoutes } from '../features/wallet/routes.ts';
import { webhookRoutes } from '../features/webhook/routes.ts';
import type { Platform } from '../platform/platform.ts';
import type { Route } from '../platform/http/route.ts';

/** Every call's handler, feature by feature in the order of the call table. */
export function allRoutes(platform: Platform): Route[] {
  const features = [
    authRoutes,
    accountRoutes,
    configRoutes,
    coinRoutes,
    assetRoutes,
    transferRoutes,
    fundFlowRoutes,
    rechargeRecordRoutes,
    dashboardRoutes,
    accessKeyRoutes,
    webhookRoutes,
    eventsRoutes,
    openOrderRoutes,
    checkoutRoutes,
    walletRoutes,
  ];
  return features.flatMap((routesOf) => routesOf(platform));
}
