import { dashboardStats } from '@purser/contract/features/dashboard';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { Dashboard } from './service.ts';

export function dashboardRoutes(platform: Platform): Route[] {
  const dashboard = new Dashboard(platform);
  return [merchantRoute(dashboardStats, (input, { merchantId }) => dashboard.stats(merchantId, input))];
}
