import { CALLS } from '@purser/contract/calls';
import { accountRoutes } from '../features/account/routes.ts';
import { assetRoutes } from '../features/asset/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { coinRoutes } from '../features/coin/routes.ts';
import { configRoutes } from '../features/config/routes.ts';
import { eventsRoutes } from '../features/events/routes.ts';
import { transferRoutes } from '../features/transfer/routes.ts';
import type { Platform } from '../platform/platform.ts';
import type { Route } from '../platform/route.ts';

/** Every call's handler. A call of the table without one is a fault, found at start. */
export function allRoutes(platform: Platform): Route[] {
  const routes = [authRoutes, accountRoutes, configRoutes, coinRoutes, assetRoutes, transferRoutes, eventsRoutes].flatMap((routesOf) =>
    routesOf(platform),
  );
  const served = new Set(routes.map(({ call }) => call));
  const missing = CALLS.filter((call) => !served.has(call));
  if (missing.length > 0) throw new Error(`calls without a handler: ${missing.map(({ path }) => path).join(', ')}`);
  return routes;
}
