import { checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { fiatWithdrawalAdd, fiatWithdrawalSetting } from '@purser/contract/features/fiat-withdrawal';
import { signInPolicyChange, signInPolicyQuery } from '@purser/contract/features/sign-in-policy';
import { usdtWithdrawalAdd, usdtWithdrawalSetting } from '@purser/contract/features/usdt-withdrawal';
import { walletWithdrawalAdd } from '@purser/contract/features/wallet-withdrawal';
import type { SignInPolicy } from '@purser/contract/sign-in-policy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { withdrawer as bankWithdrawer } from '../features/fiat-withdrawal/testing/withdrawal.ts';
import { makeMethod } from '../features/payment-method/testing/method.ts';
import { buckets, NETWORK, openNetworks, RATE, walletWithdrawer, withdrawer } from '../features/usdt-withdrawal/testing/world.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

let app: TestApp;
let admin: TestStaff;
let merchant: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openNetworks(app);
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from sign_in_policy');
  await app.sql('insert into sign_in_policy default values');
  admin = await makeStaff(app, 'admin');
});

const require = async (wanted: Partial<SignInPolicy>) => {
  const policy = dataOf(await admin.call(signInPolicyQuery, {}));
  return dataOf(await admin.call(signInPolicyChange, { ...policy, ...wanted, google_code: await admin.code() }));
};
const identity = (table: 'merchant' | 'wallet_user', id: number, state: string) =>
  app.sql(`update ${table} set authentication_status = $2 where ${table === 'merchant' ? 'merchant_id' : 'user_id'} = $1`, [id, state]);

describe('before a payment', () => {
  let payer: TestUser;
  beforeEach(async () => {
    payer = await makeUser(app);
    await fund(app, payer.user_id, 'USDP', '100.00');
    await identity('wallet_user', payer.user_id, 'not_authenticated');
  });

  async function authorise(payment_password = payer.payment_password) {
    const { token } = await makeOrder(app, merchant.merchant_id);
    const by = { payerToken: payer.token };
    const { payer: shown } = dataOf(await app.call(checkoutView, { token }, by));
    return { token, by, missing: shown?.missing_verifications, answer: await app.call(checkoutAuthorise, { token, payment_password }, by) };
  }

  it('nothing but a payment password is asked for, unless staff say more', async () => {
    expect(await authorise()).toMatchObject({ missing: [], answer: { msg: 'ok' } });
    await app.sql('update wallet_user set payment_password_hash = null where user_id = $1', [payer.user_id]);
    expect(await authorise()).toMatchObject({ missing: ['payment_password'], answer: { msg: 'payment_password_not_set' } });
  });

  it.each(['not_authenticated', 'pending', 'rejected'])('an identity that is %s is refused where it must be approved', async (state) => {
    await require({ payment_needs_identity: true });
    await identity('wallet_user', payer.user_id, state);
    expect(await authorise()).toMatchObject({
      missing: ['identity'],
      answer: {
        msg: 'verification_incomplete',
        detail: expect.stringMatching(/^Verification incomplete \(/) as string,
        data: { missing: ['identity'] },
      },
    });
    await identity('wallet_user', payer.user_id, 'approved');
    const { token, by, answer } = await authorise();
    const paid = await app.call(checkoutPay, { token, payment_grant: dataOf(answer).payment_grant, use_reward: false }, by);
    expect(paid).toMatchObject({ msg: 'ok' });
  });

  it('a bank account must be linked and verified, where staff say so', async () => {
    await require({ payment_needs_bank_account: true });
    expect(await authorise()).toMatchObject({ missing: ['bank_account'], answer: { msg: 'verification_incomplete' } });
    await makeMethod(app, payer.user_id, { party: 'user', verified: false });
    expect(await authorise()).toMatchObject({ missing: ['bank_account'] });
    await makeMethod(app, merchant.merchant_id);
    expect(await authorise()).toMatchObject({ missing: ['bank_account'] });
    await makeMethod(app, payer.user_id, { party: 'user' });
    expect(await authorise()).toMatchObject({ missing: [], answer: { msg: 'ok' } });
    await app.sql(`update payment_method set binding = 'unbound' where owner_id = $1`, [payer.user_id]);
    expect(await authorise()).toMatchObject({ missing: ['bank_account'] });
  });

  it('all that is missing is named, and no attempt of the payment password is used up', async () => {
    await require({ payment_needs_identity: true, payment_needs_bank_account: true });
    expect(await authorise('000000')).toMatchObject({ answer: { data: { missing: ['identity', 'bank_account'] } } });
    await app.sql('update wallet_user set payment_password_hash = null where user_id = $1', [payer.user_id]);
    expect(await authorise()).toMatchObject({ missing: ['identity', 'bank_account', 'payment_password'] });
    expect(await app.sql('select payment_password_failures from wallet_user where user_id = $1', [payer.user_id])).toEqual([
      { payment_password_failures: 0 },
    ]);
  });
});

describe('before a withdrawal', () => {
  const onChain = (address: string) => ({ coin_id: 'USDP', network: NETWORK, withdrawal_count: '1000.00', address, rate: RATE });

  it('a merchant’s identity is approved where staff say so, to a bank and on a chain; nothing is held before', async () => {
    const [bank, chain] = [await bankWithdrawer(app), await withdrawer(app)];
    const toBank = async () =>
      app.call(fiatWithdrawalAdd, { ...bank.wish, google_code: await googleCode(app, bank.merchant) }, { token: bank.merchant.token });
    const toChain = async () =>
      app.call(usdtWithdrawalAdd, { ...onChain(chain.address), google_code: await googleCode(app, chain) }, { token: chain.token });
    const set = async (state: string) => {
      await identity('merchant', bank.merchant.merchant_id, state);
      await identity('merchant', chain.merchant_id, state);
    };
    await require({ withdrawal_needs_identity: true });
    await set('pending');
    expect([await toBank(), await toChain()]).toMatchObject([{ msg: 'withdrawal_needs_identity' }, { msg: 'withdrawal_needs_identity' }]);
    expect(await buckets(app, chain.merchant_id)).toBe('10000.00 / 0.00');
    const needs = async () => {
      const bankWish = { coin_name: 'USDP', market: 'USD' };
      const answers = [
        dataOf(await app.call(fiatWithdrawalSetting, bankWish, { token: bank.merchant.token })),
        dataOf(await app.call(usdtWithdrawalSetting, {}, { token: chain.token })),
      ];
      return answers.map(({ needs_identity }) => needs_identity);
    };
    expect(await needs()).toEqual([true, true]);
    await set('approved');
    expect(await needs()).toEqual([false, false]);
    expect([await toBank(), await toChain()]).toMatchObject([{ msg: 'ok' }, { msg: 'ok' }]);
  });

  it('so is a wallet user’s', async () => {
    const user = await walletWithdrawer(app);
    const ask = () =>
      app.call(walletWithdrawalAdd, { ...onChain(user.address), payment_password: user.payment_password }, { payerToken: user.token });
    await require({ withdrawal_needs_identity: true });
    await identity('wallet_user', user.user_id, 'not_authenticated');
    expect(await ask()).toMatchObject({ msg: 'withdrawal_needs_identity' });
    expect(await buckets(app, user.user_id)).toBe('10000.00 / 0.00');
    await require({ withdrawal_needs_identity: false });
    expect(await ask()).toMatchObject({ msg: 'ok' });
  });
});
