import { approvalApprove, approvalList, approvalReject } from '@purser/contract/features/approval';
import { reviewDecide } from '@purser/contract/features/review';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewEvidence, ReviewOrder } from '../../domain/review-order.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewAndApprovalRoutes, submitOrder, TEST_KINDS } from './testing/kinds.ts';

/** What becomes known of an order after its approval was entered, and before a second person approves it. Here every approval wants two. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let owner: number;
let known: ReviewEvidence[];

beforeAll(async () => {
  const kinds = TEST_KINDS.map((kind) => ({ ...kind, evidence: async () => known }));
  app = await createTestApp({
    routes: (platform) => reviewAndApprovalRoutes(platform, kinds),
  });
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
  owner = (await makeMerchant(app)).merchant_id;
  await fund(app, owner, 'USDP', '1000.00');
  await app.sql(`update review_bound set amount = 0 where coin = 'USDP'`);
});
afterAll(() => app.close());
beforeEach(() => {
  known = [{ name: 'account_status', value: 'verified', agrees: true }];
});

async function enter({ owner_id, serial_number }: ReviewOrder, member = one, reason = '') {
  const orders = [{ owner_id: Number(owner_id), serial_number }];
  const answer = await member.call(reviewDecide, { orders, decision: 'approve', reason, google_code: await member.code() });
  const [result] = dataOf(answer).results;
  expect(result).toMatchObject({ msg: 'step_required' });
  return result?.approval_id ?? '';
}
async function approve(approval_id: string, member = two) {
  const { list } = dataOf(await member.call(approvalList, { state: 'pending', page_size: 100 }));
  const content_hash = list.find((approval) => approval.approval_id === approval_id)?.content_hash ?? '';
  return member.call(approvalApprove, { approval_id, content_hash, google_code: await member.code() });
}
const statusOf = async ({ serial_number }: ReviewOrder) =>
  (await app.sql<{ status: string }>('select status from review_order where serial_number = $1', [serial_number]))[0]?.status;

it('what speaks against it only since it was entered is not approved past', async () => {
  const order = await submitOrder(app, owner, 2_000n);
  const entered = await enter(order);
  known = [{ name: 'account_status', value: 'rejected', agrees: false }];
  expect(await approve(entered)).toMatchObject({ msg: 'review_changed' });
  expect(await statusOf(order)).toBe('pending_review');

  // An admin enters it again, with a reason; then the second person is shown what speaks against it.
  expect(await two.call(approvalReject, { approval_id: entered, remark: 'The account' })).toMatchObject({ code: 200 });
  const admin = await makeStaff(app, 'admin');
  expect(await approve(await enter(order, admin, 'They called'))).toMatchObject({ code: 200 });
  expect(await statusOf(order)).toBe('approved');
});

it('what has borne out since, or was shown as it was entered, is in nobody’s way', async () => {
  const [order, other] = [await submitOrder(app, owner, 2_000n), await submitOrder(app, owner, 2_000n)];
  const admin = await makeStaff(app, 'admin');
  known = [{ name: 'account_status', value: 'unverified', agrees: false }];
  const [entered, shown] = [await enter(order, admin, 'They called'), await enter(other, admin, 'They called')];
  expect(await approve(shown)).toMatchObject({ code: 200 });
  known = [{ name: 'account_status', value: 'verified', agrees: true }];
  expect(await approve(entered)).toMatchObject({ code: 200 });
});

it('what speaks against it is passed over by who is an admin when it comes to it, not by who was one when they asked', async () => {
  const { owner_id, serial_number } = await submitOrder(app, owner, 2_000n);
  const admin = await makeStaff(app, 'admin');
  known = [{ name: 'account_status', value: 'rejected', agrees: false }];
  const orders = [{ owner_id: Number(owner_id), serial_number }];
  const input = { orders, decision: 'approve', reason: 'They called', google_code: await admin.code() } as const;
  const { asked } = await app.platform.operator.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    await tx.query(`update staff set role = 'finance' where staff_id = $1`, [admin.staffId]);
    const coming = admin.call(reviewDecide, input);
    await untilWaiting(app);
    return { asked: coming };
  });
  expect(dataOf(await asked).results).toMatchObject([{ msg: 'review_against_evidence', approval_id: null }]);
});
