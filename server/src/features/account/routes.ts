import { accountDetail, merchantSignInFailuresSeen } from '@purser/contract/features/account';
import { merchantEventsSeen } from '@purser/contract/features/events';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { AccountService } from './service.ts';

export function accountRoutes(platform: Platform): Route[] {
  const service = new AccountService(platform);
  return [
    merchantRoute(accountDetail, ({ merchant_id }, { merchantId }) =>
      merchant_id === undefined || merchant_id === merchantId ? service.own(merchantId) : service.other(merchant_id),
    ),
    merchantRoute(merchantSignInFailuresSeen, (_input, context) => service.failuresSeen(context)),
    merchantRoute(merchantEventsSeen, (_input, context) => service.eventsSeen(context)),
  ];
}
