import { accountDetail, accountSetup } from '@purser/contract/features/account';
import { merchantEventList, merchantEventsSeen } from '@purser/contract/features/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { publishTestContent, textIn } from '../content/testing/content.ts';
import { accountRoutes } from './routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: accountRoutes });
});
afterAll(() => app.close());

const own = async ({ token }: TestMerchant) => dataOf(await app.call(accountDetail, {}, { token }));
const receive = ({ merchant_id }: TestMerchant, count: number, type = 'receive') =>
  app.sql(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
       transfer_amount, transfer_fee, settlement_amount)
     select $1, 'TR' || $3 || i, $3, 7, 'Own', 'Other', 'USDP', 100, 1, 99 from generate_series(1, $2::int) as i`,
    [merchant_id, count, type],
  );

describe('account detail', () => {
  it('is the signed-in merchant, without any secret', async () => {
    const merchant = await makeMerchant(app, { markets: ['USD', 'VND'], authentication_status: 'pending', recharge_configuration: [1, 2] });
    const detail = await own(merchant);
    expect(detail).toEqual({
      merchant_id: merchant.merchant_id,
      name: merchant.name,
      status: 'normal',
      own: {
        username: merchant.username,
        authentication_status: 'pending',
        google_bound: true,
        time_zone: null,
        markets: ['USD', 'VND'],
        login_ip: null,
        login_time: null,
        unread: 0,
        agreements_pending: false,
        sign_in_failures: null,
      },
      recharge_configuration: [1, 2],
    });
    expect(JSON.stringify(detail)).not.toContain(merchant.totpSecret);
  });

  it('of another merchant is its name and whether it may receive', async () => {
    const [asking, asked] = [await makeMerchant(app), await makeMerchant(app, { status: 'suspended', recharge_configuration: [2] })];
    const detail = dataOf(await app.call(accountDetail, { merchant_id: asked.merchant_id }, { token: asking.token }));
    expect(detail).toEqual({
      merchant_id: asked.merchant_id,
      name: asked.name,
      status: 'suspended',
      own: null,
      recharge_configuration: [],
    });
    expect(await app.call(accountDetail, { merchant_id: 1 }, { token: asking.token })).toMatchObject({
      code: 6204,
      msg: 'recipient_unknown',
    });
  });

  it('unauthenticated, whoever is asked for', async () => {
    const merchant = await makeMerchant(app);
    expect(await app.call(accountDetail, { merchant_id: merchant.merchant_id })).toMatchObject({ status: 401, data: null });
  });
});

describe('unread events', () => {
  it('count the lines that the list marks as new, until seen; nobody else is touched', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    await receive(merchant, 3);
    await receive(merchant, 5, 'transfer');
    await receive(other, 120);
    const news = async ({ token }: TestMerchant) => dataOf(await app.call(merchantEventList, {}, { token })).list;
    const marked = async (who: TestMerchant) => (await news(who)).filter(({ is_new }) => is_new).length;
    expect([(await own(merchant)).own?.unread, (await own(other)).own?.unread]).toEqual([3, 5]);
    await app.sql("insert into access_key (merchant_id, access_key, secret) values ($1, 'news', '')", [merchant.merchant_id]);
    expect([(await own(merchant)).own?.unread, await marked(merchant)]).toEqual([4, 4]);
    expect(await app.call(merchantEventsSeen, {}, { token: merchant.token })).toMatchObject({ code: 200, data: null });
    expect([(await own(merchant)).own?.unread, (await own(other)).own?.unread]).toEqual([0, 5]);
  });
});

describe('news', () => {
  const news = async ({ token }: TestMerchant) => dataOf(await app.call(merchantEventList, {}, { token })).list;
  const pay = ({ merchant_id }: TestMerchant, number: string, ago: string) =>
    app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id,
         paid_time, expire_time)
       values ($1, 'PO' || $2, $2, $2, 'USDP', 1250, 13, 1237, 'paid', 50000001, now() - $3::interval, now())`,
      [merchant_id, number, ago],
    );
  const deliver = ({ merchant_id }: TestMerchant, state: 'failed' | 'pending' | 'delivered', attempts: number) =>
    app.sql(
      `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, attempts, next_attempt_at, give_up_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'order.paid', '', $2, $3, case when $2 = 'pending' then now() end, now())`,
      [merchant_id, state, attempts],
    );

  it('of a merchant to whom nothing has happened is empty', async () => {
    expect(await news(await makeMerchant(app))).toEqual([]);
  });

  it('names the first payment and each transfer, counts payments and deliveries, and is new until seen', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    await app.sql("update merchant set events_seen_at = now() - interval '1 hour' where merchant_id = $1", [merchant.merchant_id]);
    await pay(merchant, 'first', '2 hours');
    await pay(merchant, 'second', '2 minutes');
    await pay(merchant, 'third', '1 minute');
    await receive(merchant, 1);
    for (const [state, attempts] of [
      ['failed', 9],
      ['failed', 9],
      ['pending', 2],
      ['pending', 1],
      ['delivered', 5],
    ] as const) {
      await deliver(merchant, state, attempts);
    }
    const told = Object.fromEntries((await news(merchant)).map((one) => [one.kind, one]));
    expect(told).toMatchObject({
      first_payment: { is_new: false, serial_number: 'POfirst', amount: '12.50', coin_name: 'USDP' },
      payments: { is_new: true, count: 2, serial_number: null },
      transfer_received: { is_new: true, serial_number: 'TRreceive1', amount: '0.99' },
      webhook_failed: { count: 2 },
      webhook_waiting: { count: 1 },
    });
    expect(told).not.toHaveProperty('access_key_made');
    await app.call(merchantEventsSeen, {}, { token: merchant.token });
    const seen = await news(merchant);
    expect(seen.map(({ is_new }) => is_new)).not.toContain(true);
    expect(seen.map(({ kind }) => kind)).not.toContain('payments');
    expect(await news(other)).toEqual([]);
  });

  it('tells of withdrawals that wait for the merchant, and of what staff have decided of its own orders, and of nobody else’s', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    const order = (serial: string, kind: string, status: string, reviewer: 'operator' | 'merchant' | null, way = '') =>
      app.sql(
        `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, reviewer_kind, audit_time, way)
         values ($1, $2, $3, $4, 'manual', 'USDP', 1000, 0, 1000, 0, $5::text, case when $5::text is not null then now() end, $6)`,
        [merchant.merchant_id, serial, kind, status, reviewer, way],
      );
    await order('UW1', 'user_withdrawal', 'pending_review', null);
    await order('UW2', 'user_withdrawal', 'pending_review', null);
    await order('UW3', 'user_withdrawal', 'approved', 'merchant');
    await order('RC1', 'usdt_recharge', 'approved', 'operator');
    await order('RC2', 'usdt_recharge', 'approved', 'operator', 'quick');
    await order('RC3', 'usdt_recharge', 'pending_review', null);
    await order('FW1', 'fiat_withdrawal', 'rejected', 'operator');
    await order('UO1', 'usdt_withdrawal', 'failed', 'operator');
    const told = (await news(merchant)).map(({ kind, serial_number, order_kind, amount, count, is_new }) =>
      [kind, serial_number, order_kind, amount, count, is_new].join(' '),
    );
    expect(told.toSorted()).toEqual([
      'payout_failed UO1 usdt_withdrawal 10.00 1 true',
      'review_approved RC1 usdt_recharge 10.00 1 true',
      'review_rejected FW1 fiat_withdrawal 10.00 1 true',
      'withdrawals_waiting    2 true',
    ]);
    expect((await own(merchant)).own?.unread).toBe(4);
    await app.call(merchantEventsSeen, {}, { token: merchant.token });
    expect((await own(merchant)).own?.unread).toBe(0);
    expect(await news(other)).toEqual([]);
  });

  it('tells of a payout that came back now, however many newer orders have been decided, and however it was approved', async () => {
    const merchant = await makeMerchant(app);
    const approve = (serial: string, reviewer: 'operator' | null, ago: string) =>
      app.sql(
        `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, reviewer_kind, audit_time,
           create_time, update_time)
         select $1, $2, 'fiat_withdrawal', 'approved', 'manual', 'USDP', 1000, 0, 1000, 0, $3, time, time, time from (select now() - $4::interval) as at (time)`,
        [merchant.merchant_id, serial, reviewer, ago],
      );
    await approve('FW0', null, '8 days');
    await approve('FW1', 'operator', '7 days');
    for (const days of [6, 5, 4, 3, 2]) await approve(`FW${8 - days}`, 'operator', `${days} days`);
    await app.call(merchantEventsSeen, {}, { token: merchant.token });
    await app.sql(
      "update review_order set status = 'returned', update_time = now() + interval '1 s' where owner_id = $1 and serial_number in ('FW0', 'FW1')",
      [merchant.merchant_id],
    );
    const told = (await news(merchant)).map(({ kind, serial_number, is_new }) => `${kind} ${serial_number} ${is_new}`);
    expect(told.toSorted()).toEqual([
      'payout_failed FW0 true',
      'payout_failed FW1 true',
      ...[2, 3, 4, 5, 6].map((number) => `review_approved FW${number} false`),
    ]);
  });

  it('tells of the latest bank account that was verified and of the latest that was rejected', async () => {
    const merchant = await makeMerchant(app);
    const decide = (decided: string | null, ago: string, binding = 'bound') =>
      app.sql(
        `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, sealed_number, number_mac, shown_number,
           verified_version, rejected_version, decided_at, binding)
         select $1, id, 'merchant', 'USD', 'Shop', 'Bank', '', uuid_send(id), '', case when $2::text = 'verified' then 1 end,
           case when $2::text = 'rejected' then 1 end, case when $2::text is not null then now() - $3::interval end, $4
         from (select gen_random_uuid() as id) as made`,
        [merchant.merchant_id, decided, ago, binding],
      );
    await decide(null, '0 s');
    await decide('verified', '0 s');
    await decide('rejected', '2 hours', 'unbound');
    const told = async () => (await news(merchant)).map(({ kind, is_new }) => `${kind} ${is_new}`);
    expect(await told()).toEqual(['bank_account_verified true']);
    await app.call(merchantEventsSeen, {}, { token: merchant.token });
    await decide('rejected', '-1 s');
    expect(await told()).toEqual(['bank_account_rejected true', 'bank_account_verified false']);
  });

  it('a delivery is new when it began to worry or failed, not again with every further attempt', async () => {
    const merchant = await makeMerchant(app);
    const attempt = (ago: string, number: number) =>
      app.sql(
        `insert into webhook_attempt (merchant_id, delivery_id, attempt, duration_ms, created_at)
         select merchant_id, delivery_id, $3, 5, now() - $2::interval from webhook_delivery where merchant_id = $1`,
        [merchant.merchant_id, ago, number],
      );
    const set = (change: string) => app.sql(`update webhook_delivery set ${change} where merchant_id = $1`, [merchant.merchant_id]);
    const unread = async () => (await own(merchant)).own?.unread;
    await deliver(merchant, 'pending', 2);
    await set("give_up_at = now() + interval '3 days'");
    await attempt('0 s', 2);
    expect(await unread()).toBe(1);
    await app.call(merchantEventsSeen, {}, { token: merchant.token });
    await set('attempts = 3');
    await attempt('-1 s', 3);
    expect(await unread()).toBe(0);
    await set("state = 'failed', next_attempt_at = null");
    expect(await unread()).toBe(1);
    await app.call(merchantEventsSeen, {}, { token: merchant.token });
    await app.sql("update webhook_attempt set created_at = now() - interval '1 s' where merchant_id = $1", [merchant.merchant_id]);
    expect(await unread()).toBe(0);
  });
});

it('the first steps are ticked one by one, each by what the merchant has', async () => {
  const [merchant, other] = [await makeMerchant(app, { authentication_status: 'pending' }), await makeMerchant(app)];
  const done = async (who = merchant) => {
    const setup = dataOf(await app.call(accountSetup, {}, { token: who.token }));
    return Object.entries(setup).flatMap(([step, isDone]) => (isDone ? [step] : []));
  };
  expect(await done()).toEqual([]);
  const id = [merchant.merchant_id];
  await app.sql("update merchant set authentication_status = 'approved', webhook_events = '{*}' where merchant_id = $1", id);
  expect(await done()).toEqual(['identity', 'webhook']);
  await app.sql("insert into access_key (merchant_id, access_key, secret) values ($1, 'k', '')", id);
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, next_attempt_at, give_up_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'ping', '', 'failed', null, now())`,
    id,
  );
  expect(await done()).toEqual(['identity', 'access_key', 'webhook']);
  await app.sql("update webhook_delivery set state = 'delivered' where merchant_id = $1", id);
  expect(await done()).toEqual(['identity', 'access_key', 'webhook', 'test_event']);
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, expire_time)
     values ($1, 'PO9', 'o', 't', 'USDP', 100, 1, 99, now())`,
    id,
  );
  expect(await done()).toHaveLength(5);
  expect(await done(other)).not.toContain('first_order');
});

it('tells of announcements that are unread and of agreements to accept', async () => {
  const merchant = await makeMerchant(app);
  const now = async () => {
    const detail = (await own(merchant)).own;
    return [detail?.unread, detail?.agreements_pending];
  };
  expect(await now()).toEqual([0, false]);
  const read = await publishTestContent(app, { kind: 'announcement', slug: 'news' }, { en: textIn('News', 'For all.') });
  await publishTestContent(app, { kind: 'announcement', slug: 'fees', audience: 'merchants' }, { en: textIn('Fees', 'For merchants.') });
  await publishTestContent(
    app,
    { kind: 'announcement', slug: 'wallet', audience: 'wallet_users' },
    { en: textIn('Wallet', 'For others.') },
  );
  expect(await now()).toEqual([2, false]);
  await app.sql('insert into content_read (owner_id, content_id) values ($1, $2)', [merchant.merchant_id, read]);
  expect(await now()).toEqual([1, false]);
  const agreement = await publishTestContent(
    app,
    { kind: 'user_agreement', slug: 'user-agreement', must_accept: true },
    { en: textIn('User agreement', 'One.') },
  );
  expect(await now()).toEqual([1, true]);
  await app.sql(
    `insert into content_acceptance (owner_id, party, ip, user_agent, content_id, version, language) values ($1, 'merchant', '127.0.0.1', '', $2, 1, 'en')`,
    [merchant.merchant_id, agreement],
  );
  expect(await now()).toEqual([1, false]);
});
