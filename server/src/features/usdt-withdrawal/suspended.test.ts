import { payoutFail, payoutRefund, payoutRetry } from '@purser/contract/features/payout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveReviewOrders, submitReviewOrder } from '../../domain/review-order.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { usdtWithdrawal } from './kind.ts';
import { usdtWithdrawalRoutes } from './routes.ts';
import { ORDER } from './testing/order.ts';
import { buckets, NETWORK, newAddress, openNetworks } from './testing/world.ts';

/** What was approved of an owner who is suspended since. */

let app: TestApp;
let finance: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: usdtWithdrawalRoutes });
  await openNetworks(app);
  finance = await makeStaff(app, 'finance');
});
afterAll(() => app.close());

/** An approved withdrawal; gives its number. */
async function approved(ownerId: number): Promise<string> {
  await fund(app, ownerId, 'USDP', '100.00');
  return app.platform.operator.db.systemTransaction(async (tx) => {
    const order = { ...ORDER, network: NETWORK, owner_id: BigInt(ownerId), address: newAddress() };
    const { serial_number: serialNumber } = await submitReviewOrder(tx, app.platform, usdtWithdrawal, order);
    const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
    await moveReviewOrders(tx, app.platform, usdtWithdrawal, [{ ownerId, serialNumber, event: 'approve', by }]);
    return serialNumber;
  });
}

it.each([
  ['merchant', async () => (await makeMerchant(app)).merchant_id, 'update merchant set status = $2 where merchant_id = $1'],
  ['wallet user', async () => (await makeUser(app)).user_id, 'update wallet_user set status = $2 where user_id = $1'],
] as const)('of a %s is signed until it is noted as failed, and is not tried again: it can be refunded', async (_, make, update) => {
  const ownerId = await make();
  const order_no = await approved(ownerId);
  const setStatus = (status: 'normal' | 'suspended') => app.sql(update, [ownerId, status]);
  const toSign = () => app.sql('select from payout_to_sign($1, $2)', [ownerId, order_no]);
  const which = { merchant_id: ownerId, order_no };
  const reason = 'The owner is suspended';
  const fail = async () => finance.call(payoutFail, { ...which, reason, google_code: await finance.code() });
  const retry = async () => finance.call(payoutRetry, { ...which, google_code: await finance.code() });
  const refund = async () => finance.call(payoutRefund, { ...which, reason, google_code: await finance.code() });

  await setStatus('suspended');
  expect(await toSign()).toHaveLength(1);
  expect(dataOf(await fail())).toMatchObject({ status: 'failed' });
  expect(await toSign()).toHaveLength(0);
  expect(await retry()).toMatchObject({ msg: 'recharge_owner_suspended' });
  expect(await app.sql('select status from review_order where serial_number = $1', [order_no])).toEqual([{ status: 'failed' }]);
  expect(await buckets(app, ownerId)).toBe('90.00 / 10.00');
  await setStatus('normal');
  expect(dataOf(await retry())).toMatchObject({ status: 'approved' });
  expect(dataOf(await fail())).toMatchObject({ status: 'failed' });
  await setStatus('suspended');
  expect(dataOf(await refund())).toMatchObject({ status: 'refunded' });
  expect(await buckets(app, ownerId)).toBe('100.00 / 0.00');
});
