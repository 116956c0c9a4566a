import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant } from '../../../platform/testing/parties.ts';
import { adjust } from './adjust.ts';

interface World {
  readonly options: CallOptions;
  readonly input: object;
  readonly other: object;
  /** Whose code confirms it. */
  readonly merchant?: TestMerchant;
}

/** A fresh world for each write of the feature, by its path: what is asked for, and other content. */
export function adjustmentWorlds(appOf: () => TestApp): Record<string, () => Promise<World>> {
  const parties = async () => {
    const merchant = await makeMerchant(appOf());
    await fund(appOf(), merchant.merchant_id, 'USDP', '100.00');
    return { merchant, options: { token: merchant.token }, user: await makeUser(appOf()) };
  };
  /** One that is kept pending, as its merchant finds it. */
  const kept = async (wishes: Parameters<typeof adjust>[3] = {}) => {
    const { user, ...ofMerchant } = await parties();
    const { serial_number } = await adjust(appOf(), ofMerchant.merchant, user, wishes);
    return { ...ofMerchant, user, input: { serial_number }, other: { serial_number: 'AJ0' } };
  };
  return {
    '/v1/merchant/pay_record/plus': async () => {
      const { user, ...ofMerchant } = await parties();
      const input = { receipt_user_id: user.user_id, coin_name: 'USDP', balance_type: 'available', amount: '5.00', remark: 'Gift' };
      return { ...ofMerchant, input, other: { ...input, amount: '6.00' } };
    },
    '/v1/merchant/pay_record/release': () => kept(),
    '/v1/merchant/pay_record/take_back': () => kept(),
    '/v1/wallet/adjustment/accept': async () => {
      const { user, input, other } = await kept({ user_may_accept: true });
      return { options: { payerToken: user.token }, input, other };
    },
    '/v1/wallet/adjustment/appeal': async () => {
      const { user, input, other } = await kept();
      const reason = 'It was promised to me';
      return { options: { payerToken: user.token }, input: { ...input, reason }, other: { ...other, reason } };
    },
  };
}
