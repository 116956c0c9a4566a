import * as calls from '@purser/contract/features/usdt-withdrawal';
import * as wallet from '@purser/contract/features/wallet-withdrawal';
import { merchantRoute, payerRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { usdtWithdrawals, usdtWithdrawalsFile, walletWithdrawals } from './list.ts';
import { UsdtWithdrawals } from './service.ts';
import { payoutRoutes } from './staff.ts';
import { WalletWithdrawals } from './wallet-service.ts';

export function usdtWithdrawalRoutes(platform: Platform, ofWallet = new WalletWithdrawals(platform)): Route[] {
  const withdrawals = new UsdtWithdrawals(platform);
  return [
    listRoute(platform, usdtWithdrawals),
    exportRoute(platform, calls.usdtWithdrawalExport, usdtWithdrawals, usdtWithdrawalsFile),
    merchantRoute(calls.usdtWithdrawalDetail, (input, context) => withdrawals.detail(input, context)),
    merchantRoute(calls.usdtWithdrawalSetting, (_input, context) => withdrawals.setting(context)),
    merchantRoute(calls.usdtWithdrawalQuote, (input, context) => withdrawals.quote(input, context)),
    merchantRoute(calls.usdtWithdrawalAdd, (input, context) => withdrawals.add(input, context)),
    merchantRoute(calls.usdtWithdrawalCancel, (input, context) => withdrawals.cancel(input, context)),
    merchantRoute(calls.payoutAddressList, (_input, context) => withdrawals.addresses(context)),
    merchantRoute(calls.payoutAddressEdit, (input, context) => withdrawals.editAddress(input, context)),
    listRoute(platform, walletWithdrawals),
    payerRoute(wallet.walletWithdrawalSetting, (_input, { userId }) => ofWallet.setting(userId)),
    payerRoute(wallet.walletWithdrawalQuote, (input, { userId }) => ofWallet.quote(userId, input)),
    payerRoute(wallet.walletWithdrawalAdd, (input, context) => ofWallet.add(input, context)),
    payerRoute(wallet.walletWithdrawalCancel, (input, context) => ofWallet.cancel(input, context)),
    payerRoute(wallet.walletPayoutAddressEdit, (input, context) => ofWallet.editAddress(input, context)),
    ...payoutRoutes(platform),
  ];
}
