import { accountDetail, accountSetup } from '@purser/contract/features/account';
import { merchantEventList, merchantEventsSeen } from '@purser/contract/features/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
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
        markets: ['USD', 'VND'],
        login_ip: null,
        login_time: null,
        unread: 0,
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
  it('count what came in, up to a hundred, until seen; nobody else is touched', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    await receive(merchant, 3);
    await receive(merchant, 5, 'transfer');
    await receive(other, 120);
    expect([(await own(merchant)).own?.unread, (await own(other)).own?.unread]).toEqual([3, 100]);
    expect(await app.call(merchantEventsSeen, {}, { token: merchant.token })).toMatchObject({ code: 200, data: null });
    expect([(await own(merchant)).own?.unread, (await own(other)).own?.unread]).toEqual([0, 100]);
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
});

it('the first steps are ticked one by one, each by what the merchant has', async () => {
  const [merchant, other] = [await makeMerchant(app, { authentication_status: 'pending' }), await makeMerchant(app)];
  const done = async (who = merchant) => {
    const setup = dataOf(await app.call(accountSetup, {}, { token: who.token }));
    return Object.entries(setup).flatMap(([step, isDone]) => (isDone ? [step] : []));
  };
  expect(await done()).toEqual([]);
  const id = [merchant.merchant_id];
  await app.sql(
    "update merchant set authentication_status = 'approved', webhook_address = 'https://shop.example' where merchant_id = $1",
    id,
  );
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
