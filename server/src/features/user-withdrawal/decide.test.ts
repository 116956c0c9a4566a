import { openWithdrawalCancel } from '@purser/contract/features/open-withdrawal';
import { userWithdrawalApproval, userWithdrawalDetail, userWithdrawalReject } from '@purser/contract/features/user-withdrawal';
import { walletRecordQuery } from '@purser/contract/features/wallet';
import { balancesOf } from '@purser/ledger/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { walletRoutes } from '../wallet/routes.ts';
import { Wallet } from '../wallet/service.ts';
import { userWithdrawalRoutes } from './routes.ts';
import { createCommand, makeWithdrawal, submit } from './testing/withdrawal.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let shop: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...userWithdrawalRoutes(platform), ...walletRoutes(platform, new Wallet(platform))] });
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, user] = [await makeMerchant(app), await makeUser(app)];
  await fund(app, shop.merchant_id, 'USDP', '100.00');
});

const make = async (amount = '10.01') => (await makeWithdrawal(app, shop.merchant_id, user.user_id, { amount })).serial_number;
const approve = async (serial_numbers: string[], as = shop) =>
  app.call(userWithdrawalApproval, { serial_numbers, google_code: await googleCode(app, as) }, { token: as.token });
const reject = async (serial_numbers: string[], remark = 'Too soon') =>
  app.call(userWithdrawalReject, { serial_numbers, remark, google_code: await googleCode(app, shop) }, { token: shop.token });
const stateOf = async (serial_number: string) =>
  dataOf(await app.call(userWithdrawalDetail, { serial_number }, { token: shop.token })).order_status;
const balance = async (owner: number) => {
  const [main] = await balancesOf(app.platform.db.system, owner, ['USDP']);
  return [main?.available_minor, main?.frozen_minor];
};
const changes = (serial: string) =>
  app.sql(
    `select posting.type, entry.owner_id::int, (available_after - available_before)::int as available,
       (frozen_after - frozen_before)::int as frozen, entry.charge::int, entry.counterparty::int
     from ledger.entry join ledger.posting using (posting_id)
     where posting.serial_number = $1 and posting.type <> 'review_submitted' order by entry.owner_id <= 128, entry.owner_id`,
    [serial],
  );

describe('approving', () => {
  it('pays out what was held, less the fee, and says who decided', async () => {
    const serial = await make();
    expect(await approve([serial])).toMatchObject({
      code: 200,
      data: { done: 1, list: [{ serial_number: serial, code: 200, msg: 'ok', detail: 'Operation successful' }] },
    });
    const of = { type: 'review_approved', counterparty: shop.merchant_id, frozen: 0, charge: 0 };
    expect(await changes(serial)).toEqual([
      { ...of, owner_id: shop.merchant_id, counterparty: user.user_id, available: 0, frozen: -1001, charge: 6 },
      { ...of, owner_id: user.user_id, available: 995 },
      { ...of, owner_id: 1 + (shop.merchant_id % 16), available: 6 },
    ]);
    expect(await balance(shop.merchant_id)).toEqual([8_999n, 0n]);
    const detail = dataOf(await app.call(userWithdrawalDetail, { serial_number: serial }, { token: shop.token }));
    expect(detail).toMatchObject({ order_status: 'approved', audit: shop.username, remark: '' });
    expect(detail.audit_time).toEqual(detail.update_time);
  });

  it('is in the records of the user’s wallet, from the merchant', async () => {
    const serial_number = await make();
    await approve([serial_number]);
    const { list } = dataOf(await app.call(walletRecordQuery, {}, { payerToken: user.token }));
    expect(list).toMatchObject([
      {
        serial_number,
        coin_name: 'USDP',
        transaction_type: 'review_approved',
        purpose: 'main',
        transaction_number: '9.95',
        available_after_number: '9.95',
        merchant_name: shop.name,
        order_token: null,
        description: null,
        time: expect.any(String),
      },
    ]);
  });

  it('is told to the merchant’s system, after the withdrawal itself', async () => {
    await giveEndpoint(app, shop.merchant_id);
    const [first, second, third] = [await make(), await make(), await make()];
    await approve([first]);
    await reject([second], 'No');
    const key = await makeKey(app, shop);
    await app.call(openWithdrawalCancel, { serial_number: third }, { signedWith: key });
    const events = await app.sql<{ subject: string; event_type: string; payload: string }>(
      'select subject, event_type, payload from webhook_delivery where merchant_id = $1 order by delivery_id',
      [shop.merchant_id],
    );
    const told = events.map(({ subject, event_type, payload }) => {
      const { type, data } = JSON.parse(payload) as { type: string; data: { order_status: string; remark: string } };
      expect(type).toBe(event_type);
      return [subject, event_type, data.order_status, data.remark];
    });
    expect(told).toEqual([
      ...[first, second, third].map((serial) => [serial, 'withdrawal.created', 'pending_review', '']),
      [first, 'withdrawal.approved', 'approved', ''],
      [second, 'withdrawal.rejected', 'rejected', 'No'],
      [third, 'withdrawal.cancelled', 'cancelled', ''],
    ]);
  });

  it('of many decides each by itself and answers for each, in the reader’s language', async () => {
    const [good, decided, mine] = [await make(), await make(), await make()];
    await reject([decided]);
    const stranger = await makeMerchant(app);
    await fund(app, stranger.merchant_id, 'USDP', '100.00');
    const others = (await makeWithdrawal(app, stranger.merchant_id, user.user_id)).serial_number;
    const input = { serial_numbers: [good, decided, others, mine, good], google_code: await googleCode(app, shop) };
    const answer = dataOf(await app.call(userWithdrawalApproval, input, { token: shop.token, language: 'vi' }));
    expect(answer.done).toBe(2);
    expect(answer.list.map(({ code, msg }) => [code, msg])).toEqual([
      [200, 'ok'],
      [7301, 'review_decided'],
      [6301, 'order_unknown'],
      [200, 'ok'],
      [7301, 'review_decided'],
    ]);
    expect(answer.list[1]?.detail).toBe('Đơn này đã được xử lý.');
    expect(await balance(shop.merchant_id)).toEqual([7_998n, 0n]);
  });

  it('of one that cannot be approved is refused, and the code is still good', async () => {
    const google_code = await googleCode(app, shop);
    const call = (serial: string) => app.call(userWithdrawalApproval, { serial_numbers: [serial], google_code }, { token: shop.token });
    expect(await call('WU00000000000000')).toMatchObject({ code: 6301, msg: 'order_unknown' });
    expect(await call(await make())).toMatchObject({ code: 200 });
  });

  it('is refused where the user was suspended meanwhile, and rejecting is not', async () => {
    const [one, other] = [await make(), await make()];
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    expect(await approve([one])).toMatchObject({ code: 8003, msg: 'payee_suspended' });
    expect(dataOf(await approve([one, other])).list.map(({ msg }) => msg)).toEqual(['payee_suspended', 'payee_suspended']);
    expect(await reject([one, other])).toMatchObject({ data: { done: 2 } });
  });

  it('of a thousand takes seconds at the most, on a busy machine', async () => {
    await fund(app, shop.merchant_id, 'USDP', '10000.00');
    const commands = Array.from({ length: 1000 }, () => createCommand(app, shop.merchant_id, user.user_id, { amount: '1.00' }));
    const made = await submit(app, commands);
    const serials = made.map((one) => (typeof one === 'object' && 'serial_number' in one ? one.serial_number : ''));
    const google_code = await googleCode(app, shop);
    const started = performance.now();
    const answer = dataOf(await app.call(userWithdrawalApproval, { serial_numbers: serials, google_code }, { token: shop.token }));
    const took = performance.now() - started;
    expect(answer.done).toBe(1000);
    expect(took).toBeLessThan(30_000);
    expect(await balance(user.user_id)).toEqual([99_000n, 0n]);
  });
});

describe('rejecting', () => {
  it('gives the whole amount back, with the reason', async () => {
    const serial = await make();
    expect(await reject([serial], '  Please confirm your identity first. ')).toMatchObject({ code: 200, data: { done: 1 } });
    const back = {
      type: 'review_rejected',
      owner_id: shop.merchant_id,
      available: 1001,
      frozen: -1001,
      charge: 0,
      counterparty: user.user_id,
    };
    expect(await changes(serial)).toEqual([back]);
    const detail = dataOf(await app.call(userWithdrawalDetail, { serial_number: serial }, { token: shop.token }));
    expect(detail).toMatchObject({ order_status: 'rejected', remark: 'Please confirm your identity first.', audit: shop.username });
  });

  it.each(['', '   ', 'x'.repeat(201)])('wants a reason that is neither empty nor endless: "%s"', async (remark) => {
    const serial = await make();
    const input = { serial_numbers: [serial], remark, google_code: await googleCode(app, shop) };
    expect(await app.send(userWithdrawalReject, input, { token: shop.token })).toMatchObject({ msg: 'invalid_input', status: 400 });
    expect(await stateOf(serial)).toBe('pending_review');
  });
});

describe('every event after every other', () => {
  const cancel = async (serial: string) =>
    app.call(openWithdrawalCancel, { serial_number: serial }, { signedWith: await makeKey(app, shop) });
  const acts = {
    approve: (serial: string) => approve([serial]),
    reject: (serial: string) => reject([serial]),
    cancel,
  } as const;
  const ends = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const;
  const pairs = (Object.keys(acts) as (keyof typeof acts)[]).flatMap((first) =>
    (Object.keys(acts) as (keyof typeof acts)[]).map((second) => [first, second] as const),
  );

  it.each(pairs)('%s, then %s: the first holds', async (first, second) => {
    const serial = await make();
    expect(await acts[first](serial)).toMatchObject({ code: 200 });
    const before = [await balance(shop.merchant_id), await balance(user.user_id)];
    const again = await acts[second](serial);
    expect(again).toMatchObject(first === 'cancel' && second === 'cancel' ? { code: 42110 } : { code: 7301, msg: 'review_decided' });
    expect(await stateOf(serial)).toBe(ends[first]);
    expect([await balance(shop.merchant_id), await balance(user.user_id)]).toEqual(before);
  });

  it.each(pairs)('%s and %s at the same moment: one holds, and the money moves once', async (first, second) => {
    const serial = await make();
    const codes = await Promise.all([acts[first](serial), acts[second](serial)]).then((answers) => answers.map(({ code }) => code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const state = await stateOf(serial);
    expect([ends[first], ends[second]]).toContain(state);
    expect([await balance(shop.merchant_id), await balance(user.user_id)]).toEqual(
      state === 'approved'
        ? [
            [8_999n, 0n],
            [995n, 0n],
          ]
        : [
            [10_000n, 0n],
            [0n, 0n],
          ],
    );
  });
});

describe('whose withdrawals', () => {
  it('a merchant neither sees nor decides another’s', async () => {
    const serial = await make();
    const stranger = await makeMerchant(app);
    expect(await approve([serial], stranger)).toMatchObject({ msg: 'order_unknown' });
    expect(await app.call(userWithdrawalDetail, { serial_number: serial }, { token: stranger.token })).toMatchObject({
      msg: 'order_unknown',
    });
  });

  it('row level security shows a withdrawal to its merchant and to whom it pays, and lets only the merchant change it', async () => {
    const serial = await make();
    const { db } = app.platform;
    const seen = (scope: number) =>
      db.scoped(scope, async (tx) => (await tx.query('select from review_order where serial_number = $1', [serial])).rowCount);
    const changed = (scope: number) =>
      db.scoped(scope, async (tx) => (await tx.query(`update review_order set note = 'x' where serial_number = $1`, [serial])).rowCount);
    const stranger = (await makeMerchant(app)).merchant_id;
    expect([await seen(shop.merchant_id), await seen(user.user_id), await seen(stranger)]).toEqual([1, 1, 0]);
    expect([await changed(user.user_id), await changed(stranger), await changed(shop.merchant_id)]).toEqual([0, 0, 1]);
  });
});
