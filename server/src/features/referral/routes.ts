import { walletReferral } from '@purser/contract/features/referral';
import { payerRoute, type Route } from '../../platform/http/route.ts';
import { listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { commissions } from './list.ts';
import { ownReferral } from './own.ts';

export function referralRoutes(platform: Platform): Route[] {
  return [payerRoute(walletReferral, (_input, { userId }) => ownReferral(platform, userId)), listRoute(platform, commissions(platform))];
}
