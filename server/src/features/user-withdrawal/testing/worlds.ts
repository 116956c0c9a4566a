import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant } from '../../../platform/testing/parties.ts';
import { makeKey } from '../../open-order/testing/key.ts';
import { makeWithdrawal } from './withdrawal.ts';

interface World {
  readonly merchant?: TestMerchant;
  readonly options: CallOptions;
  readonly input: object;
  readonly other: object;
}

/** A fresh world for each keyed call about withdrawals, by its path: who asks, what for, and another content. */
export function withdrawalWorlds(app: () => TestApp): Record<string, () => Promise<World>> {
  const parties = async () => {
    const [merchant, user] = [await makeMerchant(app()), await makeUser(app())];
    await fund(app(), merchant.merchant_id, 'USDP', '100.00');
    const made = async () => (await makeWithdrawal(app(), merchant.merchant_id, user.user_id)).serial_number;
    return { merchant, user, made };
  };
  const decision = async (rest: object): Promise<World> => {
    const { merchant, made } = await parties();
    const [one, another] = [await made(), await made()];
    return {
      merchant,
      options: { token: merchant.token },
      input: { serial_numbers: [one], ...rest },
      other: { serial_numbers: [another], ...rest },
    };
  };
  return {
    '/v1/merchant/withdrawal_record/approval': () => decision({}),
    '/v1/merchant/withdrawal_record/reject': () => decision({ remark: 'Too soon' }),
    '/v1/merchant/withdrawal_limit/update': async () => {
      const { merchant } = await parties();
      const input = { coin_name: 'USDP', is_on: true, single_limit: '10.00', day_limit: '20.00' };
      return { merchant, options: { token: merchant.token }, input, other: { ...input, day_limit: '30.00' } };
    },
    '/v1/open/withdrawal/create': async () => {
      const { merchant, user } = await parties();
      const input = { order_id: 'W-1', payment_id: user.user_id, coin_name: 'USDP', amount: '12.50' };
      return { options: { signedWith: await makeKey(app(), merchant) }, input, other: { ...input, amount: '12.51' } };
    },
    '/v1/open/withdrawal/cancel': async () => {
      const { merchant, made } = await parties();
      const [serial_number, another] = [await made(), await made()];
      return { options: { signedWith: await makeKey(app(), merchant) }, input: { serial_number }, other: { serial_number: another } };
    },
  };
}
