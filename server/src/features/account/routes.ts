import { accountDetail, accountSetup, merchantSignInFailuresSeen } from '@purser/contract/features/account';
import { merchantEventList, merchantEventsSeen } from '@purser/contract/features/events';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { newsOf } from './news.ts';
import { setupOf } from './setup.ts';
import { AccountService } from './service.ts';

export function accountRoutes(platform: Platform): Route[] {
  const service = new AccountService(platform);
  return [
    merchantRoute(accountDetail, ({ merchant_id }, context) =>
      merchant_id === undefined || merchant_id === context.merchantId ? service.own(context) : service.other(merchant_id, context),
    ),
    merchantRoute(merchantSignInFailuresSeen, (_input, context) => service.failuresSeen(context)),
    merchantRoute(accountSetup, (_input, { merchantId }) => platform.db.scoped(merchantId, (tx) => setupOf(tx, merchantId))),
    merchantRoute(merchantEventList, async (_input, { merchantId }) => ({
      list: await platform.db.scoped(merchantId, (tx) => newsOf(tx, merchantId)),
    })),
    merchantRoute(merchantEventsSeen, (_input, context) => service.eventsSeen(context)),
  ];
}
