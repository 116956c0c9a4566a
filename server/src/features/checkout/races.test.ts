import { checkoutAuthorise, checkoutEvents, checkoutPay } from '@purser/contract/features/checkout';
import type { OrderNews } from '@purser/contract/payer-pages';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNKEYED } from '../../platform/commands/idempotency.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { mayRest } from '../../platform/testing/lock-waits.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { expireDueOrders } from '../open-order/jobs.ts';
import { markPaid } from '../../domain/order-transitions.ts';
import { runMoneyBatch } from '../../platform/commands/money-batch.ts';
import { Answer } from '../../platform/http/route.ts';
import { type PayCommand, payments, postingIdOf } from './pay.ts';
import { checkoutRoutes } from './routes.ts';
import { makeOrder, type TestOrder } from './testing/order.ts';
import type { Tx } from '../../platform/database/tx.ts';

let app: TestApp;
let base: string;
let merchant: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: checkoutRoutes });
  base = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  merchant = await makeMerchant(app);
  payer = await makeUser(app);
  await fund(app, payer.user_id, 'USDP', '100000.00');
});
afterAll(async () => {
  app.platform.streams.endAll();
  await app.close();
});

const grantFor = async ({ token }: TestOrder) =>
  dataOf(await app.call(checkoutAuthorise, { token, payment_password: payer.payment_password }, { payerToken: payer.token })).payment_grant;

const balance = async () => {
  const [row] = await app.sql<{ available: string }>(
    `select available::text from ledger.account where owner_id = $1 and purpose = 'main'`,
    [payer.user_id],
  );
  return BigInt(row?.available ?? 0);
};

type PayWish = Partial<PayCommand> & Pick<PayCommand, 'token'>;

async function by(user: TestUser): Promise<Pick<PayCommand, 'userId' | 'tokenHash'>> {
  const [session] = await app.sql<{ token_hash: Buffer }>('select token_hash from session where owner_id = $1', [user.user_id]);
  return { userId: user.user_id, tokenHash: session?.token_hash ?? Buffer.alloc(0) };
}

/** Pays in one batch, as if each command had waited in the queue since it was looked at. */
function payInBatch(user: TestUser, ...wishes: readonly PayWish[]) {
  return app.platform.db.systemTransaction((tx) => payWith(tx, user, ...wishes));
}

async function payWith(tx: Tx, user: TestUser, ...wishes: readonly PayWish[]) {
  const command = {
    ...(await by(user)),
    merchantId: merchant.merchant_id,
    grantedUntil: app.platform.clock.inS(60),
    ...UNKEYED,
    useReward: false,
    deadline: app.platform.clock.inS(60),
  };
  const commands = wishes.map((wish) => ({ ...command, ...wish }));
  return runMoneyBatch(tx, app.platform.ledgerKey, payments('http://localhost', app.platform.db.coins), commands);
}

it('a payment at the last moment and the expiry of its order: one of them happens, and the money agrees', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const order = await makeOrder(app, merchant.merchant_id, { amount: '1.00', lives_s: 0.05 });
    const payment_grant = await grantFor(order);
    const before = await balance();
    const [row] = await app.sql<{ left_ms: number }>(
      'select (extract(epoch from expire_time - clock_timestamp()) * 1000)::float8 as left_ms from payment_order where token = $1',
      [order.token],
    );
    await wait(Math.max(0, (row?.left_ms ?? 0) - 3 + (round % 6)));
    const [answer] = await Promise.all([
      app.call(checkoutPay, { token: order.token, payment_grant }, { payerToken: payer.token }),
      expireDueOrders(app.platform),
    ]);
    await wait(5);
    await expireDueOrders(app.platform);
    const [after] = await app.sql<{ status: string }>('select status from payment_order where token = $1', [order.token]);
    expect([answer.msg, after?.status]).toSatisfy(
      ([msg, status]: string[]) => (msg === 'ok' && status === 'paid') || (msg === 'order_expired' && status === 'expired'),
    );
    expect(before - (await balance())).toBe(answer.msg === 'ok' ? 100n : 0n);
    seen.add(answer.msg);
  }
  expect(seen.size).toBeGreaterThan(0);
});

it('a session that ended while the payment waited for its batch pays nothing', async () => {
  const { token } = await makeOrder(app, merchant.merchant_id);
  const [result] = await payInBatch(payer, { token, tokenHash: Buffer.alloc(32) });
  expect(result).toMatchObject({ ok: false, refusal: { outcome: 'unauthenticated' } });
});

it('a grant that ended while the payment waited for its batch pays nothing', async () => {
  const { token } = await makeOrder(app, merchant.merchant_id);
  const [result] = await payInBatch(payer, { token, grantedUntil: app.platform.clock.inS(-1) });
  expect(result).toMatchObject({ ok: false, refusal: { outcome: 'payment_grant_refused' } });
});

it('one batch settles many payers and many orders with one answer each, in order', async () => {
  const orders = await Promise.all(Array.from({ length: 60 }, () => makeOrder(app, merchant.merchant_id, { amount: '0.10' })));
  const grants = await Promise.all(orders.slice(0, 5).map(grantFor));
  const sign = (order: TestOrder) =>
    app.platform.secrets.sign('payment-grant', { user: payer.user_id, order: order.token }, app.platform.clock.inS(60));
  const before = await balance();
  const answers = await Promise.all(
    orders.map((order, index) =>
      app.call(checkoutPay, { token: order.token, payment_grant: grants[index] ?? sign(order) }, { payerToken: payer.token }),
    ),
  );
  expect(answers.map((answer) => dataOf(answer).serial_number)).toEqual(orders.map(({ serial_number }) => serial_number));
  expect(before - (await balance())).toBe(600n);
});

it("the posting of an order has an id made of the order alone, laid out as UUIDv7 with the order's time", () => {
  const order = { merchant_id: 10_000_001n, serial_number: 'PO1', create_time: new Date('2026-11-21T08:00:00Z') };
  expect(postingIdOf(order)).toBe(postingIdOf({ ...order }));
  expect(postingIdOf(order)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Number.parseInt(postingIdOf(order).replaceAll('-', '').slice(0, 12), 16)).toBe(order.create_time.getTime());
  expect(postingIdOf({ ...order, serial_number: 'PO2' })).not.toBe(postingIdOf(order));
});

it('the stream of an order begins with its state and tells each change soon', async () => {
  const order = await makeOrder(app, merchant.merchant_id, { return_address: 'https://shop.example/back' });
  const payment_grant = await grantFor(order);
  const closing = new AbortController();
  const response = await fetch(`${base}${checkoutEvents.path}?token=${order.token}`, { signal: closing.signal });
  const news = newsOf(response);
  expect((await news.next()).value).toMatchObject({ order_status: 'created' });
  const paid = dataOf(await app.call(checkoutPay, { token: order.token, payment_grant }, { payerToken: payer.token }));
  const told = (await news.next()).value as OrderNews;
  expect(told).toMatchObject({ order_status: 'paid', return_address: expect.stringContaining('order_status=paid') });
  expect(Date.parse(told.server_time) - Date.parse(paid.paid_time)).toBeLessThan(2_000);
  expect(Object.keys(told).sort()).toEqual(['cancelled_by', 'order_status', 'return_address', 'server_time']);
  closing.abort();
});

it('the stream of an unknown order is refused: order_unknown', async () => {
  const response = await fetch(`${base}${checkoutEvents.path}?token=${'A'.repeat(30)}`, { headers: { language: 'en' } });
  expect(await response.json()).toMatchObject({ msg: 'order_unknown' });
});

async function* newsOf(response: Response): AsyncGenerator<OrderNews> {
  let buffered = '';
  for await (const chunk of response.body ?? []) {
    buffered += Buffer.from(chunk).toString('utf8');
    for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n')) {
      const [, data] = /^event: order\ndata: (.*)$/m.exec(buffered.slice(0, end)) ?? [];
      buffered = buffered.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as OrderNews;
    }
  }
}

it('a payment whose time was over when its batch came to it pays nothing', async () => {
  const { token } = await makeOrder(app, merchant.merchant_id);
  const [result] = await payInBatch(payer, { token, deadline: app.platform.clock.inS(-1) });
  expect(result).toMatchObject({ ok: false, refusal: { outcome: 'too_late' } });
});

it('a payment whose time is over keeps no reward funds from another one of its batch', async () => {
  const rewarded = await makeUser(app);
  await fund(app, rewarded.user_id, 'USDP', '5.00', 'reward');
  const [late, inTime] = await Promise.all([0, 1].map(() => makeOrder(app, merchant.merchant_id, { amount: '5.00' })));
  const results = await payInBatch(
    rewarded,
    { token: late?.token ?? '', useReward: true, deadline: app.platform.clock.inS(-1) },
    { token: inTime?.token ?? '', useReward: true },
  );
  expect(results).toMatchObject([
    { ok: false, refusal: { outcome: 'too_late' } },
    { ok: true, value: { from_reward: '5.00' } },
  ]);
});

it.each([
  ['is suspended', 'payer_suspended', `update wallet_user set status = 'suspended' where user_id = $1`],
  ['is signed out by time', 'unauthenticated', `update session set expires_at = now() where owner_id = $1`],
  ['leaves the market', 'market_not_enabled', `update wallet_user set markets = '{CNY}' where user_id = $1`],
])('a payer who %s while the payment waits for its batch pays nothing: %s', async (_, outcome, happens) => {
  const user = await makeUser(app, { markets: ['USD', 'CNY'] });
  await fund(app, user.user_id, 'USDP', '100.00');
  const { token } = await makeOrder(app, merchant.merchant_id, { amount: '5.00' });
  await app.sql(happens, [user.user_id]);
  expect(await payInBatch(user, { token })).toMatchObject([{ ok: false, refusal: { outcome } }]);
});

it('of two payers of one order in one batch the first pays, and asking again is answered as before', async () => {
  const other = await makeUser(app);
  await fund(app, other.user_id, 'USDP', '100.00');
  const { token } = await makeOrder(app, merchant.merchant_id, { amount: '5.00' });
  const before = await balance();
  const [first, second, again] = await payInBatch(payer, { token }, { token, ...(await by(other)) }, { token });
  expect(first).toMatchObject({ ok: true, value: { amount: '5.00' } });
  expect(second).toMatchObject({ ok: false, refusal: { outcome: 'order_already_paid' } });
  expect(again).toEqual({ ok: true, value: new Answer('already_done', first?.ok && first.value) });
  expect(before - (await balance())).toBe(500n);
});

// Whoever waits does so on a node.
it.skipIf(onCluster)('a payment whose reward funds went while it waited for its accounts is to be planned anew', async () => {
  const rewarded = await makeUser(app);
  await fund(app, rewarded.user_id, 'USDP', '5.00', 'reward');
  await fund(app, rewarded.user_id, 'USDP', '100.00');
  const [faster, slower] = await Promise.all([0, 1].map(() => makeOrder(app, merchant.merchant_id, { amount: '5.00' })));
  const waiting = await app.platform.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    expect(await payWith(tx, rewarded, { token: faster?.token ?? '', useReward: true })).toMatchObject([{ ok: true }]);
    const later = payInBatch(rewarded, { token: slower?.token ?? '', useReward: true });
    await eventually(async () =>
      expect(
        await app.sql(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%post_batch%' and datname = current_database()",
        ),
      ).toHaveLength(1),
    );
    return { later };
  });
  expect(await waiting.later).toEqual([{ ok: false, again: 'changed' }]);
});

it('a payment whose time goes by while it waits for its accounts pays nothing', async () => {
  const user = await makeUser(app);
  await fund(app, user.user_id, 'USDP', '100.00');
  const [faster, slower] = await Promise.all([0, 1].map(() => makeOrder(app, merchant.merchant_id, { amount: '5.00' })));
  const waiting = await app.platform.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    expect(await payWith(tx, user, { token: faster?.token ?? '' })).toMatchObject([{ ok: true }]);
    const deadline = app.platform.clock.inS(1.5);
    const later = payInBatch(user, { token: slower?.token ?? '', deadline });
    await eventually(() => expect(app.platform.clock.nowMs()).toBeGreaterThan(deadline.getTime() + 100));
    return { later };
  });
  expect(await waiting.later).toMatchObject([{ ok: false, refusal: { outcome: 'too_late' } }]);
});

it('an order that is paid cannot be marked as paid once more: the whole batch is undone', async () => {
  const { token } = await makeOrder(app, merchant.merchant_id, { amount: '5.00' });
  expect(await payInBatch(payer, { token })).toMatchObject([{ ok: true }]);
  const again = app.platform.db.systemTransaction(async (tx) => {
    const paid = await tx.selectFrom('payment_order').selectAll().where('token', '=', token).execute();
    await markPaid(tx, paid);
  });
  await expect(again).rejects.toThrow('0 of the paid orders could be marked');
});

it('of reward funds in several coins those in the coin of the order are taken', async () => {
  const rewarded = await makeUser(app, { markets: ['USD', 'CNY'] });
  await fund(app, rewarded.user_id, 'CNYT', '1.00', 'reward');
  await fund(app, rewarded.user_id, 'USDP', '3.00', 'reward');
  await fund(app, rewarded.user_id, 'USDP', '10.00');
  const { token } = await makeOrder(app, merchant.merchant_id, { amount: '5.00' });
  expect(await payInBatch(rewarded, { token, useReward: true })).toMatchObject([{ ok: true, value: { from_reward: '3.00' } }]);
});
