import { reviewDecide, reviewDetail } from '@purser/contract/features/review';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewRoutes } from './routes.ts';
import { submitOrder, TEST_KINDS } from './testing/kinds.ts';

/** Orders are named by owner and number: a number of another's names nothing. */

let app: TestApp;
let finance: TestStaff;
let owner: number;
let others: readonly number[];

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => reviewRoutes(platform, TEST_KINDS) });
  finance = await makeStaff(app, 'finance');
  [owner, others] = [
    (await makeMerchant(app)).merchant_id,
    [(await makeMerchant(app)).merchant_id, (await makeUser(app)).user_id, 99_999_999],
  ];
  await fund(app, owner, 'USDP', '1000.00');
});
afterAll(() => app.close());

it.each(['fiat_withdrawal', 'usdt_recharge'] as const)('under the name of another owner a %s is not shown', async (kind) => {
  const { serial_number } = await submitOrder(app, owner, 1_000n, { kind });
  expect(dataOf(await finance.call(reviewDetail, { owner_id: owner, serial_number })).order).toMatchObject({ owner_id: owner, kind });
  for (const owner_id of others) {
    const answer = await finance.call(reviewDetail, { owner_id, serial_number });
    expect(answer).toMatchObject({ msg: 'order_unknown', data: null });
    expect(JSON.stringify(answer)).not.toContain(serial_number);
  }
});

it.each(['approve', 'reject'] as const)('under the name of another owner one is not decided: %s', async (decision) => {
  const { serial_number } = await submitOrder(app, owner, 1_000n);
  const rowOf = () => app.sql('select * from review_order where serial_number = $1', [serial_number]);
  const before = await rowOf();
  const orders = others.map((owner_id) => ({ owner_id, serial_number }));
  const input = { orders, decision, reason: 'No such account', google_code: await finance.code() };
  const { results } = dataOf(await finance.call(reviewDecide, input));
  expect(results.map(({ msg, status }) => [msg, status])).toEqual(others.map(() => ['order_unknown', null]));
  expect(await rowOf()).toEqual(before);
  expect(await app.sql(`select from audit_log where owner_id = any ($1) and action like 'review.%'`, [[owner, ...others]])).toEqual([]);
});
