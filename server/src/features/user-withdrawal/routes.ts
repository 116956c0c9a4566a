import { openWithdrawalCancel, openWithdrawalCreate, openWithdrawalQuery } from '@purser/contract/features/open-withdrawal';
import {
  userWithdrawalApproval,
  userWithdrawalDetail,
  userWithdrawalExport,
  userWithdrawalReject,
} from '@purser/contract/features/user-withdrawal';
import { withdrawalLimitQuery, withdrawalLimitUpdate } from '@purser/contract/features/withdrawal-limit';
import { merchantRoute, type Route, signedRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitsOf, updateLimit } from './limits.ts';
import { withdrawals, withdrawalsFile } from './list.ts';
import { OpenWithdrawals } from './open-service.ts';
import { UserWithdrawals } from './service.ts';

export function userWithdrawalRoutes(platform: Platform): Route[] {
  const decisions = new UserWithdrawals(platform);
  const open = new OpenWithdrawals(platform);
  return [
    listRoute(platform, withdrawals),
    exportRoute(platform, userWithdrawalExport, withdrawals, withdrawalsFile),
    merchantRoute(userWithdrawalDetail, (input, context) => decisions.detail(input, context)),
    merchantRoute(userWithdrawalApproval, (input, context) => decisions.approve(input, context)),
    merchantRoute(userWithdrawalReject, (input, context) => decisions.reject(input, context)),
    merchantRoute(withdrawalLimitQuery, (_, { merchantId }) => limitsOf(platform, merchantId)),
    merchantRoute(withdrawalLimitUpdate, (input, context) => updateLimit(platform, input, context)),
    signedRoute(openWithdrawalCreate, (input, context) => open.create(input, context)),
    signedRoute(openWithdrawalQuery, (input, context) => open.query(input, context)),
    signedRoute(openWithdrawalCancel, (input, context) => open.cancel(input, context)),
  ];
}
