import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { reviewDecide, reviewDetail } from '@purser/contract/features/review';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitReviewOrder, type ReviewOrderKind } from '../domain/review-order.ts';
import { fiatWithdrawalKind } from '../domain/fiat-withdrawal.ts';
import { makeMethod } from '../features/payment-method/testing/method.ts';
import { closeAs } from '../features/privacy/testing/close.ts';
import { ORDER as USDT_ORDER } from '../features/usdt-withdrawal/testing/order.ts';
import { usdtWithdrawal } from '../features/usdt-withdrawal/kind.ts';
import { makeWithdrawal } from '../features/user-withdrawal/testing/withdrawal.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { breaksOf } from '../platform/testing/breaks.ts';
import { fund, makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';
import { allRoutes } from './features.ts';

/** Orders of owners who are suspended: what waits for them is given back, and what leads out is not approved in passing. */

let app: TestApp;
let finance: TestStaff;
let admin: TestStaff;
let second: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [finance, admin, second] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin'), await makeStaff(app, 'admin')];
  await app.sql('update review_bound set amount = 1000000');
});
afterAll(() => app.close());

const setStatus = (merchantId: number, status: 'normal' | 'suspended') =>
  app.sql('update merchant set status = $1 where merchant_id = $2', [status, merchantId]);
const balance = async (owner: number) =>
  (
    await app.sql(`select available::int, frozen::int from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = 'main'`, [
      owner,
    ])
  )[0];

interface Which {
  readonly owner_id: number;
  readonly serial_number: string;
}
const detail = async (which: Which) => dataOf(await finance.call(reviewDetail, which));
async function decide(which: Which, decision: 'approve' | 'reject', { by = finance, reason = 'The merchant is suspended' } = {}) {
  const answer = await by.call(reviewDecide, { orders: [which], decision, reason, google_code: await by.code() });
  return dataOf(answer).results[0];
}

describe('a user’s withdrawal that waits for a merchant', () => {
  async function pending() {
    const [shop, user] = [await makeMerchant(app), await makeUser(app)];
    await fund(app, shop.merchant_id, 'USDP', '100.00');
    await giveEndpoint(app, shop.merchant_id);
    const { serial_number } = await makeWithdrawal(app, shop.merchant_id, user.user_id);
    return { shop, user, which: { owner_id: shop.merchant_id, serial_number } };
  }

  it('is rejected by staff once the merchant is suspended, and holds nothing and nobody any more', async () => {
    const { shop, user, which } = await pending();
    expect(await detail(which)).toMatchObject({ waits_for: 'merchant', decisions: [] });
    await setStatus(shop.merchant_id, 'suspended');
    expect(await detail(which)).toMatchObject({ waits_for: 'merchant', decisions: ['reject'] });
    expect(await balance(shop.merchant_id)).toEqual({ available: 9_000, frozen: 1_000 });
    await expect(closeAs(app, user)).rejects.toThrow();
    expect(await decide(which, 'approve')).toMatchObject({ msg: 'review_of_merchant', status: null });
    expect(await decide(which, 'reject')).toMatchObject({ msg: 'ok', status: 'rejected' });
    expect(await decide(which, 'reject')).toMatchObject({ msg: 'review_decided' });
    expect(await balance(shop.merchant_id)).toEqual({ available: 10_000, frozen: 0 });
    expect(await detail(which)).toMatchObject({ order: { status: 'rejected', remark: 'The merchant is suspended' }, decisions: [] });
    const told = await app.sql('select event_type from webhook_delivery where subject = $1', [which.serial_number]);
    expect(told).toContainEqual({ event_type: 'withdrawal.rejected' });
    await closeAs(app, user);
    expect(await breaksOf(app)).toEqual([]);
  });

  it('is the merchant’s to decide for as long as nobody has suspended it', async () => {
    const { shop, which } = await pending();
    for (const decision of ['approve', 'reject'] as const)
      expect(await decide(which, decision)).toMatchObject({ msg: 'review_of_merchant' });
    await setStatus(shop.merchant_id, 'suspended');
    await setStatus(shop.merchant_id, 'normal');
    expect(await decide(which, 'reject')).toMatchObject({ msg: 'review_of_merchant', status: null });
    expect(await balance(shop.merchant_id)).toEqual({ available: 9_000, frozen: 1_000 });
  });
});

const KINDS = [
  ['fiat_withdrawal', fiatWithdrawalKind],
  ['usdt_withdrawal', usdtWithdrawal],
] as const;

describe.each(KINDS)('a %s of an owner who is suspended', (name, kind: ReviewOrderKind) => {
  async function submitted() {
    const { merchant_id } = await makeMerchant(app);
    await fund(app, merchant_id, 'USDP', '100.00');
    const own =
      name === 'usdt_withdrawal'
        ? { ...USDT_ORDER, network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
        : {
            ...USDT_ORDER,
            other_amount: '1000',
            other_coin: 'USDP',
            rate: '1',
            destination: {
              payment_method_id: await makeMethod(app, merchant_id),
              market: 'USD',
              holder_name: 'Shop Ltd',
              bank_name: 'First Bank',
              bank_code: '021000021',
              account_number: '••••',
            },
          };
    const order = await app.platform.db.systemTransaction((tx) =>
      submitReviewOrder(tx, app.platform, kind, { ...own, kind: name, owner_id: BigInt(merchant_id) }),
    );
    return { owner_id: merchant_id, serial_number: order.serial_number };
  }
  const approveSecond = async (approval_id: string | null | undefined) => {
    const { list } = dataOf(await second.call(approvalList, { state: 'pending', page_size: 100 }));
    const content_hash = list.find((one) => one.approval_id === approval_id)?.content_hash ?? '';
    return second.call(approvalApprove, { approval_id: approval_id ?? '', content_hash, google_code: await second.code() });
  };

  it('shows it, and is approved by two people and with a reason alone', async () => {
    const which = await submitted();
    expect(await detail(which)).toMatchObject({ needs_two: false });
    await setStatus(which.owner_id, 'suspended');
    const { evidence, needs_two } = await detail(which);
    expect(evidence).toContainEqual({ name: 'owner_status', value: 'suspended', agrees: false });
    expect(needs_two).toBe(true);
    expect(await decide(which, 'approve')).toMatchObject({ msg: 'review_against_evidence' });
    expect(await decide(which, 'approve', { by: admin, reason: '' })).toMatchObject({ msg: 'review_against_evidence' });
    const entered = await decide(which, 'approve', { by: admin, reason: 'A court orders it' });
    expect(entered).toMatchObject({ msg: 'step_required', status: null });
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ msg: 'ok' });
    expect(await detail(which)).toMatchObject({ order: { status: 'approved' } });
  });

  it('is refused to a second person whose colleague entered it before the suspension', async () => {
    const which = await submitted();
    await app.sql('delete from review_bound where kind = $1', [name]);
    const entered = await decide(which, 'approve');
    await app.sql(
      `insert into review_bound (coin, kind, sequence, amount) select code, $1, 1000 + (random() * 1000)::int, 1000000 from coin`,
      [name],
    );
    await setStatus(which.owner_id, 'suspended');
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ msg: 'review_changed' });
    expect(await detail(which)).toMatchObject({ order: { status: 'pending_review' } });
  });

  it('is approved by one person of an owner who is not', async () => {
    const which = await submitted();
    expect((await detail(which)).evidence).toContainEqual({ name: 'owner_status', value: 'normal', agrees: null });
    expect(await decide(which, 'approve', { reason: '' })).toMatchObject({ msg: 'ok', status: 'approved' });
  });
});
