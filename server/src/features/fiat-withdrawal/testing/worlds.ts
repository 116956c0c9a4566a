import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import type { TestMerchant } from '../../../platform/testing/parties.ts';
import { makeWithdrawal, withdrawer } from './withdrawal.ts';

/** What a write is asked in: by whom, with what, and with what else. */
interface World {
  readonly merchant: TestMerchant;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
}

/** A fresh world for each write about fiat withdrawals, by its path. */
export const fiatWithdrawalWorlds = (app: () => TestApp): Record<string, () => Promise<World>> => ({
  '/v1/merchant/currency_trade/extract/add': async () => {
    const { merchant, wish } = await withdrawer(app());
    return { merchant, options: { token: merchant.token }, input: wish, other: { ...wish, amount: '101.00' } };
  },
  '/v1/merchant/currency_trade/extract/cancel': async () => {
    const of = await withdrawer(app());
    const order_no = await makeWithdrawal(app(), of);
    return { merchant: of.merchant, options: { token: of.merchant.token }, input: { order_no }, other: { order_no: 'WF0' } };
  },
});
