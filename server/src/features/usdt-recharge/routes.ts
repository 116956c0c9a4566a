import type { OutputOf } from '@purser/contract/call';
import * as calls from '@purser/contract/features/usdt-recharge';
import { Answer, type MerchantContext, merchantRoute, payerRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { quickRecharges, quickRechargesFile, recharges, rechargesFile, walletRecharges } from './list.ts';
import { addressesOfMerchant, addressOn, blockchains, enterAddress } from './own-address.ts';
import { enterQuickRecharge } from './quick.ts';
import { testUsdtRoutes } from './test-usdt.ts';
import type { UsdtRecharges } from './service.ts';
import type { Recharge } from './view.ts';

export function usdtRechargeRoutes(platform: Platform, service: UsdtRecharges): Route[] {
  const merchant = ({ merchantId }: Pick<MerchantContext, 'merchantId'>) => ({ type: 'merchant', id: merchantId }) as const;
  const user = ({ userId }: { readonly userId: number }) => ({ type: 'user', id: userId }) as const;
  /** With whose it is, as the merchant's records say it. */
  const named = async (
    { merchantId }: Pick<MerchantContext, 'merchantId'>,
    done: Promise<Recharge | Answer<Recharge>>,
  ): Promise<OutputOf<typeof calls.usdtRechargeDetail> | Answer<OutputOf<typeof calls.usdtRechargeDetail>>> => {
    const answer = await done;
    const name = await service.nameOf(merchantId);
    const withName = (recharge: Recharge) => ({ ...recharge, merchant_id: merchantId, name });
    return answer instanceof Answer ? new Answer(answer.outcome, withName(answer.data), answer.values) : withName(answer);
  };
  return [
    listRoute(platform, recharges),
    exportRoute(platform, calls.usdtRechargeExport, recharges, rechargesFile),
    merchantRoute(calls.usdtRechargeDetail, (input, context) => named(context, service.detail(merchant(context), input))),
    merchantRoute(calls.usdtRechargeAdd, (input, context) => named(context, service.add(merchant(context), input, context))),
    merchantRoute(calls.usdtRechargeCancel, (input, context) => named(context, service.cancel(merchant(context), input, context))),
    merchantRoute(calls.usdtTradeSetting, (_input, context) => service.setting(merchant(context))),
    merchantRoute(calls.usdtTradeAssets, (_input, context) => service.assets(merchant(context))),
    merchantRoute(calls.accountAddressCheck, (input, { merchantId }) => service.checkAddress(merchantId, input)),
    listRoute(platform, quickRecharges),
    exportRoute(platform, calls.quickRechargeExport, quickRecharges, quickRechargesFile),
    merchantRoute(calls.chargeBlockchainList, (_input, { merchantId }) => blockchains(platform, merchantId)),
    merchantRoute(calls.chargeQueryAddress, (input, { merchantId }) => addressOn(platform, merchantId, input)),
    listRoute(platform, walletRecharges),
    payerRoute(calls.walletRechargeSetting, (_input, context) => service.setting(user(context))),
    payerRoute(calls.walletRechargeAdd, (input, context) => service.add(user(context), input, context)),
    payerRoute(calls.walletRechargeCancel, (input, context) => service.cancel(user(context), input, context)),
    staffRoute(calls.depositAddressSet, (input, context) => enterAddress(platform, input, context)),
    staffRoute(calls.depositAddressList, ({ merchant_id }) => addressesOfMerchant(platform, merchant_id)),
    staffRoute(calls.quickRechargeEnter, (input, context) => enterQuickRecharge(platform, input, context)),
    ...testUsdtRoutes(platform),
  ];
}
