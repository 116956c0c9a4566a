import { openWithdrawalCancel, openWithdrawalCreate, openWithdrawalQuery } from '@purser/contract/features/open-withdrawal';
import { userWithdrawalDetail } from '@purser/contract/features/user-withdrawal';
import type { InputOf } from '@purser/contract/call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { userWithdrawalRoutes } from './routes.ts';
import { createCommand, makeWithdrawal, submit } from './testing/withdrawal.ts';

let app: TestApp;
let shop: TestMerchant;
let user: TestUser;
let key: Awaited<ReturnType<typeof makeKey>>;

beforeAll(async () => {
  app = await createTestApp({ routes: userWithdrawalRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, user] = [await makeMerchant(app), await makeUser(app)];
  key = await makeKey(app, shop);
  await fund(app, shop.merchant_id, 'USDP', '100.00');
});

type Wish = Partial<InputOf<typeof openWithdrawalCreate>>;
const create = (wish: Wish = {}, idempotencyKey?: string) =>
  app.call(
    openWithdrawalCreate,
    { order_id: 'W-1', payment_id: user.user_id, coin_name: 'USDP', amount: '10.01', ...wish },
    { signedWith: key, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );
const exemption = (changes: Readonly<Record<string, unknown>> = {}) => {
  const limit = { is_on: true, single_limit: 5_000, day_limit: 8_000, hour_limit: null, day_count: null, hour_count: null, ...changes };
  return app.sql(
    `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit, hour_limit, day_count, hour_count)
     values ($1, 'USDP', $2, $3, $4, $5, $6, $7)`,
    [shop.merchant_id, limit.is_on, limit.single_limit, limit.day_limit, limit.hour_limit, limit.day_count, limit.hour_count],
  );
};
const entries = (serial: string) =>
  app.sql(
    `select posting.type, entry.owner_id::int, entry.purpose, (available_after - available_before)::int as available,
       (frozen_after - frozen_before)::int as frozen, entry.charge::int, entry.counterparty::int
     from ledger.entry join ledger.posting using (posting_id)
     where posting.serial_number = $1 order by posting.posted_at, entry.owner_id <= 128, entry.owner_id`,
    [serial],
  );
const stripe = () => 1 + (shop.merchant_id % 16);

describe('a withdrawal', () => {
  it('is held until somebody decides: the amount is frozen whole, its fee rounded up', async () => {
    const made = dataOf(await create({ note: 'VIP', external_account: undefined }));
    expect(made).toMatchObject({
      order_id: 'W-1',
      payment_id: user.user_id,
      nick: user.nick,
      external_account: '',
      coin_name: 'USDP',
      amount: '10.01',
      handling_fee: '0.06',
      settlement_amount: '9.95',
      order_status: 'pending_review',
      review_mode: 'manual',
      note: 'VIP',
      remark: '',
    });
    expect(await entries(made.serial_number)).toEqual([
      {
        type: 'review_submitted',
        owner_id: shop.merchant_id,
        purpose: 'main',
        available: -1001,
        frozen: 1001,
        charge: 0,
        counterparty: user.user_id,
      },
    ]);
    expect(dataOf(await app.call(openWithdrawalQuery, { order_id: 'W-1' }, { signedWith: key }))).toEqual(made);
    expect(dataOf(await app.call(userWithdrawalDetail, { serial_number: made.serial_number }, { token: shop.token }))).toMatchObject({
      manual_because: ['no_limit'],
      audit: '',
      audit_time: null,
    });
  });

  it('within the quota is paid out by one posting, and nothing is held', async () => {
    await exemption();
    const made = dataOf(await create());
    expect(made).toMatchObject({ order_status: 'approved', review_mode: 'automatic' });
    const of = { type: 'review_approved', purpose: 'main', frozen: 0 };
    expect(await entries(made.serial_number)).toEqual([
      { ...of, owner_id: shop.merchant_id, available: -1001, charge: 6, counterparty: user.user_id },
      { ...of, owner_id: user.user_id, available: 995, charge: 0, counterparty: shop.merchant_id },
      { ...of, owner_id: stripe(), purpose: 'fees', available: 6, charge: 0, counterparty: shop.merchant_id },
    ]);
    expect(await app.sql('select amount::int, orders from withdrawal_limit_use where merchant_id = $1', [shop.merchant_id])).toEqual([
      { amount: 1001, orders: 1 },
    ]);
    const detail = dataOf(await app.call(userWithdrawalDetail, { serial_number: made.serial_number }, { token: shop.token }));
    expect(detail).toMatchObject({ manual_because: [], audit: '', audit_time: made.create_time });
  });

  it.each([
    [{ is_on: false }, ['limit_off']],
    [{ single_limit: 1_000 }, ['single_limit']],
    [{ single_limit: 1_000, day_limit: 1_000, hour_limit: 1_000 }, ['single_limit', 'day_limit', 'hour_limit']],
    [{ hour_limit: 1_000 }, ['hour_limit']],
  ] as const)('beyond the quota %j is decided by a person, and says why', async (changes, because) => {
    await exemption(changes);
    const { serial_number } = dataOf(await create());
    expect(dataOf(await app.call(userWithdrawalDetail, { serial_number }, { token: shop.token }))).toMatchObject({
      order_status: 'pending_review',
      manual_because: because,
    });
  });

  it('counts for the day and the hour in which it was approved, and for no other', async () => {
    await exemption({ day_count: 2 });
    const use = (hour: string, orders: number) =>
      app.sql(`insert into withdrawal_limit_use (merchant_id, coin, hour, amount, orders) values ($1, 'USDP', ${hour}, 8000, $2)`, [
        shop.merchant_id,
        orders,
      ]);
    await use(`date_trunc('day', now(), 'UTC') - interval '1 hour'`, 9);
    expect(dataOf(await create({ order_id: 'a' }))).toMatchObject({ review_mode: 'automatic' });
    await use(`date_trunc('day', now(), 'UTC') + interval '23 hours 59 minutes'`, 1);
    expect(dataOf(await create({ order_id: 'b' }))).toMatchObject({ review_mode: 'manual' });
  });

  it('counts for the day from its first hour on', async () => {
    await exemption();
    await app.sql(
      `insert into withdrawal_limit_use (merchant_id, coin, hour, amount, orders) values ($1, 'USDP', date_trunc('day', now(), 'UTC'), 8000, 1)`,
      [shop.merchant_id],
    );
    expect(dataOf(await create())).toMatchObject({ review_mode: 'manual' });
  });

  it('that is paid out at once is told as approved, and not as one that waits', async () => {
    await exemption();
    await giveEndpoint(app, shop.merchant_id);
    await create();
    expect(await app.sql('select event_type from webhook_delivery where merchant_id = $1', [shop.merchant_id])).toEqual([
      { event_type: 'withdrawal.approved' },
    ]);
  });

  it('takes the fee that the merchant has of its own', async () => {
    await app.sql(`insert into merchant_terms (merchant_id, coin, user_withdrawal_fee_bp) values ($1, 'USDP', 0)`, [shop.merchant_id]);
    await exemption();
    const made = dataOf(await create());
    expect(made).toMatchObject({ handling_fee: '0.00', settlement_amount: '10.01' });
    expect(await entries(made.serial_number)).toHaveLength(2);
  });

  it('is asked for twice under one key and made once', async () => {
    const first = await create({}, 'key');
    expect(await create({}, 'key')).toMatchObject({ code: 42110, data: first.data });
    expect(await create({ amount: '10.02' }, 'key')).toMatchObject({ msg: 'idempotency_mismatch' });
  });
});

describe('the user is found by the external account', () => {
  const pay = async (account: string, payer: TestUser) => {
    const { serial_number } = await makeOrder(app, shop.merchant_id);
    await app.sql(
      `update payment_order set external_account = $2, status = 'paid', payer_id = $3, payer_nick = $4, paid_time = now() where serial_number = $1`,
      [serial_number, account, payer.user_id, payer.nick],
    );
  };
  const byAccount = { payment_id: undefined, external_account: 'u-7' };

  it('under which they alone have paid', async () => {
    await pay('u-7', user);
    await pay('u-7', user);
    await pay('u-8', await makeUser(app));
    expect(dataOf(await create(byAccount))).toMatchObject({ payment_id: user.user_id, nick: user.nick, external_account: 'u-7' });
  });

  it('and nobody is chosen of several, or where nobody has paid', async () => {
    expect(await create(byAccount)).toMatchObject({ code: 8001, msg: 'payee_unknown' });
    await pay('u-7', user);
    await pay('u-7', await makeUser(app));
    expect(await create({ ...byAccount, order_id: 'W-2' })).toMatchObject({ code: 8002, msg: 'payee_ambiguous' });
  });

  it('of this merchant, whatever others call their users', async () => {
    const other = await makeMerchant(app);
    const { serial_number } = await makeOrder(app, other.merchant_id);
    await app.sql(
      `update payment_order set external_account = 'u-7', status = 'paid', payer_id = $2, paid_time = now() where serial_number = $1`,
      [serial_number, user.user_id],
    );
    expect(await create(byAccount)).toMatchObject({ msg: 'payee_unknown' });
  });
});

describe('a withdrawal is refused, and nothing is left of it', () => {
  const refusals: readonly (readonly [string, Wish, object])[] = [
    ['both the user and an account', { external_account: 'x' }, { msg: 'invalid_input', status: 400 }],
    ['neither', { payment_id: undefined }, { msg: 'invalid_input', status: 400 }],
    ['an unknown coin', { coin_name: 'XXXX' }, { msg: 'coin_unknown' }],
    ['too many decimals', { amount: '1.001' }, { msg: 'invalid_input', data: { fields: [{ field: 'amount' }] } }],
    ['nothing', { amount: '0' }, { msg: 'fee_exceeds_amount' }],
    ['less than the fee', { amount: '0.01' }, { msg: 'fee_exceeds_amount' }],
    ['nobody', { payment_id: 1 }, { msg: 'payee_unknown' }],
    ['more than there is', { amount: '100.01' }, { msg: 'insufficient_balance' }],
    ['a coin that no market has', { coin_name: 'USDT', amount: '1' }, { msg: 'market_not_enabled' }],
    ['words that hide something', { note: 'a\u202eb' }, { msg: 'invalid_input' }],
  ];
  it.each(refusals)('%s', async (_name, wish, answer) => {
    expect(await create(wish)).toMatchObject(answer);
    expect(await app.sql('select from review_order where owner_id = $1', [shop.merchant_id])).toEqual([]);
  });

  it('the market is not the user’s', async () => {
    user = await makeUser(app, { markets: ['CNY'] });
    expect(await create()).toMatchObject({
      msg: 'market_not_enabled',
      detail: 'The user has not enabled this market. Please choose again.',
    });
  });

  it('the market is not the merchant’s', async () => {
    user = await makeUser(app, { markets: ['CNY'] });
    expect(await create({ coin_name: 'CNYT' })).toMatchObject({ msg: 'market_not_enabled' });
  });

  it('the user is suspended', async () => {
    user = await makeUser(app, { status: 'suspended' });
    expect(await create()).toMatchObject({ code: 8003, msg: 'payee_suspended' });
  });

  it('the coin is off', async () => {
    await app.sql(`update coin set is_on = false where code = 'USDP'`);
    try {
      expect(await create()).toMatchObject({ msg: 'coin_off' });
    } finally {
      await app.sql(`update coin set is_on = true where code = 'USDP'`);
    }
  });

  it('the number was given before, also to one that was cancelled', async () => {
    dataOf(await create());
    dataOf(await app.call(openWithdrawalCancel, { order_id: 'W-1' }, { signedWith: key }));
    expect(await create()).toMatchObject({ code: 6305, msg: 'merchant_order_duplicate' });
  });

  it('the merchant is suspended, by the time that it is made', async () => {
    const command = createCommand(app, shop.merchant_id, user.user_id);
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [shop.merchant_id]);
    expect(await submit(app, [command])).toEqual(['merchant_suspended']);
  });

  it('it comes too late', async () => {
    expect(await submit(app, [createCommand(app, shop.merchant_id, user.user_id, { deadline: new Date(0) })])).toEqual(['too_late']);
  });
});

describe('withdrawals of one batch', () => {
  it('are each held by themselves', async () => {
    await submit(
      app,
      ['10.00', '20.00'].map((amount) => createCommand(app, shop.merchant_id, user.user_id, { amount })),
    );
    const holds = await app.sql('select remaining::int from ledger.hold where owner_id = $1 order by remaining', [shop.merchant_id]);
    expect(holds).toEqual([{ remaining: 1000 }, { remaining: 2000 }]);
  });

  it('disturb no neighbour when they are refused', async () => {
    const command = (amount: string) => createCommand(app, shop.merchant_id, user.user_id, { amount });
    const results = await submit(app, [command('60.00'), command('60.00'), command('40.00'), command('0.01')]);
    expect(results).toEqual([
      expect.objectContaining({ amount: '60.00' }),
      'insufficient_balance',
      expect.objectContaining({ amount: '40.00' }),
      'fee_exceeds_amount',
    ]);
  });

  it('use the quota in their order, and are planned again where they may not fit together', async () => {
    await exemption();
    const command = (amount: string) => createCommand(app, shop.merchant_id, user.user_id, { amount });
    const results = await submit(app, [command('50.00'), command('31.00'), command('30.00'), command('50.01')]);
    expect(results).toEqual([
      expect.objectContaining({ review_mode: 'automatic' }),
      '{"ok":false,"again":"in_turn"}',
      expect.objectContaining({ review_mode: 'automatic' }),
      'insufficient_balance',
    ]);
  });

  it('with one number are planned one after the other', async () => {
    const command = () => createCommand(app, shop.merchant_id, user.user_id, { orderId: 'same' });
    expect(await submit(app, [command(), command()])).toEqual([
      expect.objectContaining({ order_id: 'same' }),
      '{"ok":false,"again":"in_turn"}',
    ]);
    expect(await submit(app, [command()])).toEqual(['merchant_order_duplicate']);
  });
});

describe('cancelling', () => {
  it('gives the amount back, once; what was decided stays as it is', async () => {
    const { serial_number } = await makeWithdrawal(app, shop.merchant_id, user.user_id);
    const cancel = () => app.call(openWithdrawalCancel, { serial_number }, { signedWith: key });
    expect(dataOf(await cancel())).toMatchObject({ order_status: 'cancelled' });
    expect(await cancel()).toMatchObject({ code: 42110, data: { order_status: 'cancelled' } });
    expect((await entries(serial_number))[1]).toMatchObject({ type: 'review_cancelled', available: 1000, frozen: -1000 });
    await exemption();
    const paid = await makeWithdrawal(app, shop.merchant_id, user.user_id);
    expect(await app.call(openWithdrawalCancel, { serial_number: paid.serial_number }, { signedWith: key })).toMatchObject({
      code: 7301,
      msg: 'review_decided',
    });
  });

  it('finds no withdrawal of another merchant, and no order of another kind', async () => {
    const { serial_number } = await makeWithdrawal(app, shop.merchant_id, user.user_id);
    const stranger = await makeKey(app, await makeMerchant(app));
    for (const call of [openWithdrawalQuery, openWithdrawalCancel]) {
      expect(await app.call(call, { serial_number }, { signedWith: stranger })).toMatchObject({ code: 6301, msg: 'order_unknown' });
      expect(await app.call(call, { order_id: 'W-none' }, { signedWith: key })).toMatchObject({ msg: 'order_unknown' });
    }
  });
});
