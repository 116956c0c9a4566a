import type { StaffRole } from '@purser/contract/staff';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../../../platform/testing/parties.ts';
import { usdtRechargeAdd, walletRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { newTxid, openRecharges, told } from './recharge.ts';

interface World {
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
}

/** The address that a test gives to a merchant. */
const OWN_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A fresh world for each write of the feature, by its path. */
export function rechargeWorlds(
  appOf: () => TestApp,
  asMember: (role: StaffRole, input: object, other?: object) => Promise<World>,
): Record<string, () => Promise<World>> {
  const asMerchant = async () => ({ token: (await makeMerchant(appOf(), { markets: ['CNY'] })).token });
  const asPayer = async () => ({ payerToken: (await makeUser(appOf(), { markets: ['CNY'] })).token });
  const adding = (as: () => Promise<CallOptions>) => async (): Promise<World> => {
    await openRecharges(appOf());
    const input = told();
    return { options: await as(), input, other: { ...input, trade_count: '2000', fee: '28.40' } };
  };
  const cancelling = (as: () => Promise<CallOptions>, call: typeof usdtRechargeAdd | typeof walletRechargeAdd) => async () => {
    await openRecharges(appOf());
    const options = await as();
    const { order_no } = dataOf(await appOf().call(call, told(), options)) as { order_no: string };
    return { options, input: { order_no }, other: { order_no: 'RC2' } };
  };
  return {
    '/v1/merchant/usdt_trade/charge/add': adding(asMerchant),
    '/v1/merchant/usdt_trade/charge/cancel': cancelling(asMerchant, usdtRechargeAdd),
    '/v1/wallet/usdt_recharge/add': adding(asPayer),
    '/v1/wallet/usdt_recharge/cancel': cancelling(asPayer, walletRechargeAdd),
    '/v1/operator/recharge/deposit_address/set': async () => {
      const { merchant_id } = await makeMerchant(appOf());
      await appOf().sql('delete from address_directory');
      const input = { merchant_id, network: 'TRC20', address: OWN_ADDRESS, reason: 'Contract' };
      return asMember('finance', input, { ...input, reason: 'Another contract' });
    },
    '/v1/operator/recharge/enter': async () => {
      await openRecharges(appOf());
      const { merchant_id } = await makeMerchant(appOf(), { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.quick] });
      await appOf().sql(`insert into deposit_address (owner_id, network, address, set_by) values ($1, 'TRC20', $2, 1)`, [
        merchant_id,
        OWN_ADDRESS,
      ]);
      const input = { merchant_id, coin: 'CNYT', network: 'TRC20', trade_count: '500', apply_txid: newTxid(), reason: 'Arrived' };
      return asMember('finance', input, { ...input, trade_count: '600' });
    },
  };
}
