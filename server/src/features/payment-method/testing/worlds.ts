import type { StaffRole } from '@purser/contract/staff';
import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { makeMethod } from './method.ts';

/** What a write is asked in: by whom, with what, and with what else. */
interface World {
  readonly merchant?: TestMerchant;
  readonly member?: TestStaff;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
}

const ACCOUNT = { market: 'USD', holder_name: 'Shop Ltd', bank_name: 'First Bank', bank_code: '021000021', account_number: '12345678' };

/** A merchant with two bank accounts; `more` goes with the id into what is asked. */
async function asOwner(app: TestApp, more: object = {}): Promise<World> {
  const merchant = await makeMerchant(app);
  const of = async () => ({ payment_method_id: await makeMethod(app, merchant.merchant_id), ...more });
  return { merchant, options: { token: merchant.token }, input: await of(), other: await of() };
}

async function asMember(app: TestApp, role: StaffRole, more: object, verified: boolean): Promise<World> {
  const [member, merchant] = [await makeStaff(app, role), await makeMerchant(app)];
  const of = async () => ({
    owner_id: merchant.merchant_id,
    payment_method_id: await makeMethod(app, merchant.merchant_id, { verified }),
    ...more,
  });
  return { member, options: { staffToken: member.token }, input: await of(), other: await of() };
}

/** Two bank accounts that a member decides on, each by itself. */
async function deciding(app: TestApp): Promise<World> {
  const { input, other, ...rest } = await asMember(app, 'finance', { version: 1, status: 'unverified' }, false);
  const of = (account: object | undefined) => ({ accounts: [account], decision: 'verify' });
  return { ...rest, input: of(input), other: of(other) };
}

/** A fresh world for each write about bank accounts, by its path. */
export const paymentMethodWorlds = (app: () => TestApp): Record<string, () => Promise<World>> => ({
  '/v1/merchant/payment_method/add': async () => {
    const merchant = await makeMerchant(app());
    return { merchant, options: { token: merchant.token }, input: ACCOUNT, other: { ...ACCOUNT, account_number: '87654321' } };
  },
  '/v1/merchant/payment_method/update': () =>
    asOwner(app(), { holder_name: 'Other Ltd', bank_name: 'Bank', bank_code: '021000021', listing: 'on' }),
  '/v1/merchant/payment_method/delete': () => asOwner(app()),
  '/v1/merchant/payment_method/set_default': () => asOwner(app()),
  '/v1/operator/bank_account/number': () => asMember(app(), 'finance', {}, true),
  '/v1/operator/bank_account/decide': () => deciding(app()),
});
