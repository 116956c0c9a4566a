import type { PayerRenderer } from '@purser/contract/payer-pages';
import { accessKeyRoutes } from '../features/access-key/routes.ts';
import { accountRoutes } from '../features/account/routes.ts';
import { assetRoutes } from '../features/asset/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { checkoutPages, paymentCode } from '../features/checkout/pages.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { Checkout } from '../features/checkout/service.ts';
import { coinRoutes } from '../features/coin/routes.ts';
import { configRoutes } from '../features/config/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { eventsRoutes } from '../features/events/routes.ts';
import { fundFlowRoutes } from '../features/fund-flow/routes.ts';
import { openOrderJobs } from '../features/open-order/jobs.ts';
import { openOrderRoutes } from '../features/open-order/routes.ts';
import { orderRoutes } from '../features/order/routes.ts';
import { transferRoutes } from '../features/transfer/routes.ts';
import { payerLogin } from '../features/wallet/login.ts';
import { walletPages } from '../features/wallet/pages.ts';
import { walletRoutes } from '../features/wallet/routes.ts';
import { Wallet } from '../features/wallet/service.ts';
import { webhookRoutes } from '../features/webhook/routes.ts';
import type { PeriodicJob } from '../platform/commands/jobs.ts';
import type { PayerPageRoute } from '../platform/http/payer-pages.ts';
import type { Route } from '../platform/http/route.ts';
import type { Pages } from '../platform/http/server.ts';
import type { Platform } from '../platform/platform.ts';

/** What a feature brings to the programs: the api asks for calls and pages, the worker for jobs. Each is asked for once. */
export interface Feature {
  routes(): Route[];
  /** Pages for payers. */
  pages?(renderer: PayerRenderer): PayerPageRoute[];
  /** What else its pages need of the server. */
  files?(renderer: PayerRenderer): Pages[];
  /** What is due without a request. */
  jobs?(): PeriodicJob[];
}

/**
 * Every feature in the order of the call table, made once per process: what calls and pages have in common is made once, as a service
 * holds the batcher that all of its commands share.
 */
export function allFeatures(platform: Platform): Feature[] {
  const calls = (routesOf: (platform: Platform) => Route[]): Feature => ({ routes: () => routesOf(platform) });
  const wallet = once(() => new Wallet(platform));
  const checkout = once(() => new Checkout(platform));
  const login = once(() => payerLogin(platform, wallet()));
  return [
    calls(authRoutes),
    calls(accountRoutes),
    calls(configRoutes),
    calls(coinRoutes),
    calls(assetRoutes),
    calls(transferRoutes),
    calls(fundFlowRoutes),
    calls(orderRoutes),
    calls(dashboardRoutes),
    calls(accessKeyRoutes),
    calls(webhookRoutes),
    calls(eventsRoutes),
    { ...calls(openOrderRoutes), jobs: () => openOrderJobs(platform) },
    {
      routes: () => checkoutRoutes(platform, checkout()),
      pages: (renderer) => checkoutPages(platform, checkout(), login(), renderer),
      files: (renderer) => [paymentCode(checkout(), renderer)],
    },
    {
      routes: () => walletRoutes(platform, wallet()),
      pages: (renderer) => walletPages(wallet(), login(), renderer),
    },
  ];
}

/** Every call's handler. */
export function allRoutes(platform: Platform): Route[] {
  return routesOf(allFeatures(platform));
}

export function routesOf(features: readonly Feature[]): Route[] {
  return features.flatMap((feature) => feature.routes());
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
