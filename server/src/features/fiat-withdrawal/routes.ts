import {
  fiatWithdrawalAdd,
  fiatWithdrawalCancel,
  fiatWithdrawalDetail,
  fiatWithdrawalExport,
  fiatWithdrawalSetting,
} from '@purser/contract/features/fiat-withdrawal';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import { type MerchantContext, merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../../platform/security/member-login.ts';
import { fiatWithdrawals, fiatWithdrawalsFile } from './list.ts';
import { cancelWithdrawal, findWithdrawal, requestWithdrawal, settingOf, type ShownWithdrawal } from './service.ts';

export function fiatWithdrawalRoutes(platform: Platform): Route[] {
  const withdrawals = fiatWithdrawals(platform.db.coins);
  return [
    listRoute(platform, withdrawals),
    exportRoute(platform, fiatWithdrawalExport, withdrawals, fiatWithdrawalsFile),
    merchantRoute(fiatWithdrawalDetail, (input, { merchantId }) =>
      platform.db.scoped(merchantId, (tx) => findWithdrawal(tx, merchantId, input)),
    ),
    merchantRoute(fiatWithdrawalAdd, (input, context) =>
      confirmedWrite<ShownWithdrawal>(platform, input, context, {
        act: (tx) => requestWithdrawal(tx, platform, ownerOf(context), input),
        audit: ({ order_no, out_abbreviation, trade_count, abbreviation, count, account_number }) => ({
          action: 'fiat_withdrawal.add',
          details: { order_no, out_abbreviation, trade_count, abbreviation, count, account_number },
        }),
      }),
    ),
    merchantRoute(fiatWithdrawalCancel, ({ order_no }, context) =>
      keyedWrite<ShownWithdrawal>(platform, context, {
        act: (tx) => cancelWithdrawal(tx, platform, ownerOf(context), order_no),
        audit: () => ({ action: 'fiat_withdrawal.cancel', details: { order_no } }),
      }),
    ),
    merchantRoute(fiatWithdrawalSetting, (input, { merchantId }) =>
      platform.db.scoped(merchantId, (tx) => settingOf(tx, merchantId, input)),
    ),
  ];
}

function ownerOf({ merchantId, session }: Pick<MerchantContext, 'merchantId' | 'session'>) {
  const actor = actorOf(merchantId, session.member);
  return { ownerId: merchantId, kind: 'merchant', id: actor, name: actor } as const;
}
