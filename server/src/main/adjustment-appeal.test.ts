import { adjustmentDetail, walletAdjustmentAppeal, walletAdjustmentDetail } from '@purser/contract/features/adjustment';
import { reviewDecide, reviewDetail, reviewQuery } from '@purser/contract/features/review';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjustmentRoutes } from '../features/adjustment/routes.ts';
import { adjust } from '../features/adjustment/testing/adjust.ts';
import { reviewRoutes } from '../features/review/routes.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { REVIEW_ORDER_KINDS } from './review-kinds.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';

/** A user objects, staff decide in their queue, and everybody is told. */

let app: TestApp;
let merchant: TestMerchant;
let user: TestUser;
let staff: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...adjustmentRoutes(platform), ...reviewRoutes(platform, REVIEW_ORDER_KINDS)] });
  [merchant, user, staff] = [await makeMerchant(app), await makeUser(app), await makeStaff(app, 'finance')];
  await fund(app, merchant.merchant_id, 'USDP', '100.00');
  await giveEndpoint(app, merchant.merchant_id);
});
afterAll(() => app.close());

it.each([
  ['approve', 'completed', { available: '1000', pending: '0' }],
  ['reject', 'cancelled', { available: '1000', pending: '0' }],
] as const)('%s: the adjustment is %s, and the merchant’s system is told', async (decision, status, balance) => {
  const { serial_number } = await adjust(app, merchant, user);
  const waiting = async () => dataOf(await staff.call(reviewQuery, { waits_for: 'staff' })).list.map((row) => row.serial_number);
  expect(await waiting()).toEqual([]);
  dataOf(await app.call(walletAdjustmentAppeal, { serial_number, reason: 'It is mine' }, { payerToken: user.token }));
  expect(await waiting()).toEqual([serial_number]);
  const which = { owner_id: merchant.merchant_id, serial_number };
  expect(dataOf(await staff.call(reviewDetail, which)).evidence).toEqual([{ name: 'appeal_reason', value: 'It is mine', agrees: null }]);

  const reason = decision === 'reject' ? 'The merchant has shown why' : '';
  const decided = await staff.call(reviewDecide, { orders: [which], decision, reason, google_code: await staff.code() });
  expect(dataOf(decided).results).toMatchObject([{ serial_number, status }]);
  const [account] = await app.sql(
    `select available, pending from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = 'main'`,
    [user.user_id],
  );
  expect(account).toEqual(balance);
  const ended = { order_status: status, ended: { by: 'operator', remark: reason } };
  expect(dataOf(await app.call(adjustmentDetail, { serial_number }, { token: merchant.token }))).toMatchObject(ended);
  expect(dataOf(await app.call(walletAdjustmentDetail, { serial_number }, { payerToken: user.token }))).toMatchObject(ended);
  const told = await app.sql('select event_type from webhook_delivery where subject = $1 order by delivery_id', [serial_number]);
  expect(told.map(({ event_type }) => event_type)).toEqual(['adjustment.appealed', `adjustment.${status}`]);
});
