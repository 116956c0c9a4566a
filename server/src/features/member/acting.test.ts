import { fiatWithdrawalAdd } from '@purser/contract/features/fiat-withdrawal';
import { paymentLinkAdd } from '@purser/contract/features/payment-link';
import { openOrderCreate } from '@purser/contract/features/open-order';
import { savedViewAdd } from '@purser/contract/features/saved-view';
import { memberSuspend } from '@purser/contract/features/member';
import { merchantEvents } from '@purser/contract/features/events';
import { usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { userWithdrawalApproval, userWithdrawalDetail } from '@purser/contract/features/user-withdrawal';
import { transferAdd } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeMember, type TestMember } from '../../platform/testing/members.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { withdrawer } from '../fiat-withdrawal/testing/withdrawal.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { openRecharges, told } from '../usdt-recharge/testing/recharge.ts';
import { makeWithdrawal } from '../user-withdrawal/testing/withdrawal.ts';

/** What members do, and what becomes of it when they are suspended meanwhile. */

let app: TestApp;
let shop: TestMerchant;
let finance: TestMember;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
beforeEach(async () => {
  shop = await makeMerchant(app);
  await fund(app, shop.merchant_id, 'USDP', '100.00');
  finance = await makeMember(app, shop, { role: 'finance' });
});
afterAll(() => app.close());

const logOf = async (action: string) =>
  (
    await app.sql<{ actor: string }>('select actor from audit_log where owner_id = $1 and action = $2 order by sequence', [
      shop.merchant_id,
      action,
    ])
  ).map(({ actor }) => actor);
const withdrawal = async () => (await makeWithdrawal(app, shop.merchant_id, (await makeUser(app)).user_id)).serial_number;

describe('an act', () => {
  it('is confirmed by the member’s own code, and names the member in the record and in the log', async () => {
    const serial = await withdrawal();
    const approve = (google_code: string) => finance.call(userWithdrawalApproval, { serial_numbers: [serial], google_code });
    expect(await approve(await googleCode(app, shop))).toMatchObject({ msg: 'wrong_google_code' });
    dataOf(await approve(await finance.code()));
    expect(dataOf(await finance.call(userWithdrawalDetail, { serial_number: serial }))).toMatchObject({
      order_status: 'approved',
      audit: finance.username,
    });
    expect(await logOf('user_withdrawal.approve')).toEqual([finance.username]);
  });

  it('of the merchant’s own login names that login, once there is a team', async () => {
    const serial = await withdrawal();
    dataOf(
      await app.call(userWithdrawalApproval, { serial_numbers: [serial], google_code: await googleCode(app, shop) }, { token: shop.token }),
    );
    expect(await logOf('user_withdrawal.approve')).toEqual([shop.username]);
  });

  it('that tells a recharge with USDT names who told it, for whoever decides on it', async () => {
    await openRecharges(app);
    const merchant = await makeMerchant(app, { markets: ['CNY'] });
    const submitter = async (token: string) => {
      const { order_no } = dataOf(await app.call(usdtRechargeAdd, told(), { token }));
      const [order] = await app.sql('select submitted_by from review_order where serial_number = $1', [order_no]);
      return order?.['submitted_by'];
    };
    expect(await submitter(merchant.token)).toBe(String(merchant.merchant_id));
    const member = await makeMember(app, merchant, { role: 'finance' });
    expect([await submitter(member.token), await submitter(merchant.token)]).toEqual([member.username, merchant.username]);
  });

  it('has a key of its own: neither another member nor the merchant’s system finds it used', async () => {
    const viewer = await makeMember(app, shop, { role: 'viewer' });
    const signedWith = await makeKey(app, shop);
    const idempotencyKey = 'create-A-1';
    const view = { list_id: 'recharge-record', name: 'Unpaid', search: {}, columns: {} };
    dataOf(await viewer.call(savedViewAdd, view, { idempotencyKey }));
    expect(await viewer.call(savedViewAdd, view, { idempotencyKey })).toMatchObject({ msg: 'already_done' });
    dataOf(await finance.call(savedViewAdd, { ...view, name: 'Paid' }, { idempotencyKey }));
    dataOf(await app.call(openOrderCreate, { order_id: 'A-1', coin_name: 'USDP', amount: '12.50' }, { signedWith, idempotencyKey }));
  });

  it('in a batch names the member too', async () => {
    const recipient = await makeMerchant(app);
    const input = { coin_name: 'USDP', receipt_merchant_id: recipient.merchant_id, amount: '5.00' };
    dataOf(await finance.call(transferAdd, { ...input, google_code: await finance.code() }));
    expect(await logOf('transfer.confirm')).toEqual([finance.username]);
  });
});

/** Holds the merchant's row, as another act of the team does, so that what is asked for meanwhile comes after, and then changes something. */
async function whileHeld<Answer>(ask: () => Promise<Answer>, change: string, values: readonly unknown[]): Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  await app.platform.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    await tx.query('select from merchant where merchant_id = $1 for update', [values[0]]);
    asked = ask();
    await untilWaiting(app);
    await tx.query(change, [...values]);
  });
  return asked as Promise<Answer>;
}

describe('a merchant who is suspended while somebody acts', () => {
  const suspended = (ask: () => Promise<{ readonly msg: string }>, merchant_id: number) =>
    whileHeld(ask, `update merchant set status = 'suspended' where merchant_id = $1`, [merchant_id]);
  const heldOf = (owner: number) =>
    app.sql(`select coin, frozen from ledger.account where owner_id = $1 and frozen <> 0 order by coin`, [owner]);

  it.skipIf(onCluster).each(['with', 'without'])('withdraws nothing, and pays no user out, %s a team', async (team) => {
    const { merchant, wish } = await withdrawer(app);
    const { merchant_id } = merchant;
    const { serial_number } = await makeWithdrawal(app, merchant_id, (await makeUser(app)).user_id);
    const member = team === 'with' ? await makeMember(app, merchant, { role: 'finance' }) : undefined;
    const code = () => member?.code() ?? googleCode(app, merchant);
    const token = member?.token ?? merchant.token;
    const before = await heldOf(merchant_id);
    const withdrawing = { ...wish, google_code: await code() };
    expect(await suspended(() => app.call(fiatWithdrawalAdd, withdrawing, { token }), merchant_id)).toMatchObject({
      msg: 'access_restricted',
    });
    expect(await heldOf(merchant_id)).toEqual(before);
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [merchant_id]);
    const paying = { serial_numbers: [serial_number], google_code: await code() };
    expect(await suspended(() => app.call(userWithdrawalApproval, paying, { token }), merchant_id)).toMatchObject({
      msg: 'access_restricted',
    });
    const [order] = await app.sql('select status from review_order where serial_number = $1', [serial_number]);
    expect(order).toEqual({ status: 'pending_review' });
  });

  it.skipIf(onCluster)('does nothing either that a member needs no code for', async () => {
    const view = { list_id: 'recharge-record', name: 'Unpaid', search: {}, columns: {} };
    expect(await suspended(() => finance.call(savedViewAdd, view), shop.merchant_id)).toMatchObject({ msg: 'access_restricted' });
    expect(await app.sql('select from saved_view where merchant_id = $1', [shop.merchant_id])).toEqual([]);
  });
});

describe('a member who is suspended while they act', () => {
  const suspended = <Answer>(ask: () => Promise<Answer>) =>
    whileHeld(ask, `update merchant_member set status = 'suspended' where merchant_id = $1 and member_id = $2`, [
      shop.merchant_id,
      finance.member_id,
    ]);

  it.skipIf(onCluster)('does nothing more that a code confirms', async () => {
    const [serial, google_code] = [await withdrawal(), await finance.code()];
    const answer = await suspended(() => finance.call(userWithdrawalApproval, { serial_numbers: [serial], google_code }));
    expect(answer).toMatchObject({ msg: 'unauthenticated' });
    expect(dataOf(await app.call(userWithdrawalDetail, { serial_number: serial }, { token: shop.token })).order_status).toBe(
      'pending_review',
    );
  });

  it.skipIf(onCluster)('nor what needs none, nor a transfer', async () => {
    const link = { coin_name: 'USDP', amount: '5.00', link_uses: 'one' as const, lifetime_min: 60 };
    expect(await suspended(() => app.send(paymentLinkAdd, link, { token: finance.token }))).toMatchObject({ msg: 'unauthenticated' });
    await app.sql(`update merchant_member set status = 'normal' where merchant_id = $1`, [shop.merchant_id]);
    const recipient = await makeMerchant(app);
    const input = { coin_name: 'USDP', receipt_merchant_id: recipient.merchant_id, amount: '5.00', google_code: await finance.code() };
    expect(await suspended(() => finance.call(transferAdd, input))).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.sql('select from merchant_transfer where merchant_id = $1', [shop.merchant_id])).toEqual([]);
  });

  it.skipIf(onCluster)('whose role was changed meanwhile is refused by what it is now', async () => {
    const [serial, google_code] = [await withdrawal(), await finance.code()];
    const answer = await whileHeld(
      () => finance.call(userWithdrawalApproval, { serial_numbers: [serial], google_code }),
      `update merchant_member set role = 'viewer' where merchant_id = $1 and member_id = $2`,
      [shop.merchant_id, finance.member_id],
    );
    expect(answer).toMatchObject({ status: 403, msg: 'member_not_allowed' });
  });

  it('loses their streams within a second, and nobody else theirs', async () => {
    const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
    const open = async (token: string) => {
      const response = await fetch(`${address}${merchantEvents.path}`, { headers: headersOf(merchantEvents, '', { token }) });
      const ended = response.text().then(
        () => true,
        () => true,
      );
      return { ended };
    };
    const [theirs, others] = [await open(finance.token), await open(shop.token)];
    const input = { member_id: finance.member_id, google_code: await googleCode(app, shop) };
    dataOf(await app.call(memberSuspend, input, { token: shop.token }));
    expect(await theirs.ended).toBe(true);
    const others_ended = await Promise.race([others.ended, new Promise((resolve) => setTimeout(resolve, 300, false))]);
    expect(others_ended).toBe(false);
  });
});
