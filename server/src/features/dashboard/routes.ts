import { dashboardMarkets, dashboardRange, dashboardStats } from '@purser/contract/features/dashboard';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { DashboardRanges } from './ranges.ts';
import { Dashboard } from './service.ts';

export function dashboardRoutes(platform: Platform): Route[] {
  const dashboard = new Dashboard(platform);
  const ranges = new DashboardRanges(platform);
  return [
    merchantRoute(dashboardStats, (input, { merchantId }) => dashboard.stats(merchantId, input)),
    merchantRoute(dashboardRange, (input, { merchantId }) => ranges.range(merchantId, input)),
    merchantRoute(dashboardMarkets, (input, { merchantId }) => ranges.markets(merchantId, input)),
  ];
}
