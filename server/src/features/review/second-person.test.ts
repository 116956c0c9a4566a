import { approvalWithdraw } from '@purser/contract/features/approval';
import { reviewDecide, reviewDetail } from '@purser/contract/features/review';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewAndApprovalRoutes, submitOrder } from './testing/kinds.ts';

/** What an order tells of its approvals for a second person. Here every approval wants two. */

let app: TestApp;
let one: TestStaff;
let owner: number;

beforeAll(async () => {
  app = await createTestApp({ routes: reviewAndApprovalRoutes });
  one = await makeStaff(app, 'finance', { name: 'Fang' });
  owner = (await makeMerchant(app)).merchant_id;
  await fund(app, owner, 'USDP', '1000.00');
  await app.sql(`update review_bound set amount = 0 where coin = 'USDP'`);
});
afterAll(() => app.close());

/** An order with an approval that waits. */
async function entered(reason = '') {
  const { serial_number } = await submitOrder(app, owner, 2_000n);
  const which = { owner_id: owner, serial_number };
  const answer = await one.call(reviewDecide, { orders: [which], decision: 'approve', reason, google_code: await one.code() });
  return { which, approval_id: dataOf(answer).results[0]?.approval_id ?? '' };
}
type Which = Awaited<ReturnType<typeof entered>>['which'];
const approvalsOf = async (which: Which) => dataOf(await one.call(reviewDetail, which)).approvals;

it('one that was taken back is told with when', async () => {
  const { which, approval_id } = await entered();
  dataOf(await one.call(approvalWithdraw, { approval_id }));
  expect(await approvalsOf(which)).toMatchObject([
    { state: 'withdrawn', entered_by: { name: 'Fang' }, decided_by: null, decided_time: expect.any(String) },
  ]);
});

it('one is told with the reason of whoever entered it', async () => {
  const { which } = await entered('Called them');
  expect(await approvalsOf(which)).toMatchObject([{ state: 'pending', reason: 'Called them' }]);
});

it('what is entered is noted as that, and as an approval beside one that is done at once', async () => {
  const { which, approval_id } = await entered('Called them');
  const actsOf = (serial: string) =>
    app.sql(
      `select owner_id::int, action, details -> 'entered' as entered from audit_log where details::text like '%' || $1 || '%' order by owner_id`,
      [serial],
    );
  expect(await actsOf(which.serial_number)).toEqual([{ owner_id: owner, action: 'approval.enter', entered: [which.serial_number] }]);
  expect(await actsOf(approval_id)).toEqual([{ owner_id: 1, action: 'approval.enter', entered: [approval_id] }]);

  const [small, large] = [await submitOrder(app, owner, 10n, { kind: 'usdt_recharge' }), await submitOrder(app, owner, 2_000n)];
  await app.sql(`update review_bound set amount = 10 where coin = 'USDP' and kind = 'usdt_recharge'`);
  const orders = [small, large].map(({ serial_number }) => ({ owner_id: owner, serial_number }));
  dataOf(await one.call(reviewDecide, { orders, decision: 'approve', google_code: await one.code() }));
  expect(await actsOf(large.serial_number)).toEqual([{ owner_id: owner, action: 'review.approve', entered: [large.serial_number] }]);
});

it('a request of which nothing was done is noted nowhere', async () => {
  const { which } = await entered();
  const countOfNotes = async () => (await app.sql('select from audit_log')).length;
  const before = await countOfNotes();
  const answer = await one.call(reviewDecide, { orders: [which], decision: 'approve', google_code: await one.code() });
  expect(dataOf(answer).results).toMatchObject([{ msg: 'review_waits_for_second', approval_id: null }]);
  expect(await countOfNotes()).toBe(before);
});

it('one that ran out is told with when', async () => {
  const { which, approval_id } = await entered();
  await app.sql(`update approval set expires_at = '2026-01-02T03:04:05Z' where approval_id = $1`, [approval_id]);
  expect(await approvalsOf(which)).toMatchObject([{ state: 'expired', expires_at: '2026-01-02T03:04:05.000Z', decided_time: null }]);
});

it('one that ended with the order was decided at the same moment', async () => {
  const { which } = await entered();
  dataOf(await one.call(reviewDecide, { orders: [which], decision: 'reject', reason: 'No', google_code: await one.code() }));
  const { order, approvals } = dataOf(await one.call(reviewDetail, which));
  expect(approvals).toMatchObject([{ state: 'withdrawn', decided_time: order.audit_time }]);
});
