import { approvalList } from '@purser/contract/features/approval';
import { reviewDecide, reviewDetail, reviewQuery } from '@purser/contract/features/review';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewAndApprovalRoutes, submitOrder } from './testing/kinds.ts';

/** What an order is exchanged for, as staff read it. */

let app: TestApp;
let finance: TestStaff;
let owner: number;

beforeAll(async () => {
  app = await createTestApp({
    routes: reviewAndApprovalRoutes,
  });
  finance = await makeStaff(app, 'finance');
  owner = (await makeMerchant(app)).merchant_id;
  await fund(app, owner, 'USDP', '1000.00');
  await app.sql(`delete from review_bound where coin = 'USDP'`);
});
afterAll(() => app.close());

const bankIn = (market: string) => ({
  destination: {
    payment_method_id: '019ab1f0-7d3c-7000-8000-0123456789ab',
    market,
    holder_name: 'Harbour',
    bank_name: 'First Bank',
    bank_code: '021000021',
    account_number: '••••5678',
  },
});

it.each([
  ['of a withdrawal to a bank is money of its market', { other_coin: 'CNYT', other_amount: '120050', ...bankIn('CNY') }, 'CNY', '1200.50'],
  ['has the places that banks know', { other_coin: 'VNDT', other_amount: '12900000', ...bankIn('VND') }, 'VND', '129000'],
  ['is a coin of its own otherwise', { kind: 'usdt_recharge', other_coin: 'CNYT', other_amount: '120050' }, 'CNYT', '1200.50'],
] as const)('%s, in the list, beside the claim and before a second person', async (_, more, other_coin, other_amount) => {
  const order = await submitOrder(app, owner, 1_000n, more);
  const which = { owner_id: owner, serial_number: order.serial_number };
  expect(dataOf(await finance.call(reviewQuery, which)).list).toMatchObject([{ other_coin, other_amount }]);
  expect(dataOf(await finance.call(reviewDetail, which)).order).toMatchObject({ other_coin, other_amount });
  const google_code = await finance.code();
  const [entered] = dataOf(await finance.call(reviewDecide, { orders: [which], decision: 'approve', google_code })).results;
  const { list } = dataOf(await finance.call(approvalList, { approval_id: entered?.approval_id ?? '' }));
  expect(list[0]?.facts).toContainEqual({ name: 'exchanged', value: `${other_amount} ${other_coin}` });
});
