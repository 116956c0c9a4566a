import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type PayCommand, payments } from '../features/checkout/pay.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { creations } from '../features/open-order/create.ts';
import { createCommand } from '../features/open-order/testing/command.ts';
import { transfers } from '../features/transfer/batch.ts';
import { submissions } from '../features/user-withdrawal/create.ts';
import { createCommand as withdrawalOf } from '../features/user-withdrawal/testing/withdrawal.ts';
import { UNKEYED, write } from '../platform/commands/idempotency.ts';
import { type MoneyBatch, type MoneyCommand, type MoneyPlan, runMoneyBatch } from '../platform/commands/money-batch.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';

/** How often a transaction waits for the database: it begins with its first statements, and what is written last goes with its commit. A batch does whatever its size. */

let app: TestApp;
let shop: TestMerchant;
let partner: TestMerchant;
let payer: TestUser;
let requestHash: Buffer;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [shop, partner] = [await makeMerchant(app), await makeMerchant(app)];
  payer = await makeUser(app);
  await giveEndpoint(app, shop.merchant_id);
  for (const { merchant_id } of [shop, partner]) await fund(app, merchant_id, 'USDP', '1000.00');
  await fund(app, payer.user_id, 'USDP', '1000.00');
  await fund(app, payer.user_id, 'USDP', '10.00', 'reward');
});
afterAll(() => app.close());
beforeEach(() => {
  requestHash = randomBytes(32);
});

/** Runs a batch and counts how often it waits. */
async function roundTrips<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(
  batch: MoneyBatch<Command, World, Plan, Data>,
  commands: readonly Command[],
): Promise<number> {
  const { db, ledgerKey } = app.platform;
  return tripsOf(/^begin; set local lock_timeout/, async () => {
    const results = await db.batchTransaction(1_000, (tx, last) =>
      runMoneyBatch(tx, ledgerKey, batch, commands, { skipLocked: false }, last),
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  });
}

/** Counts how often the connection whose transaction begins so goes from idle to asked. */
async function tripsOf(begin: RegExp, act: () => Promise<unknown>): Promise<number> {
  const asked = new Map<pg.Client, { waiting: number; trips: number; isMeant: boolean }>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const connection = asked.get(this) ?? { waiting: 0, trips: 0, isMeant: false };
    asked.set(this, connection);
    if (connection.waiting === 0) connection.trips += 1;
    connection.waiting += 1;
    // As the connection hands it to the driver.
    const statement = args[0] as { readonly text: string; callback: (...told: unknown[]) => void };
    const { text, callback } = statement;
    if (begin.test(text)) {
      connection.isMeant = true;
      // What the pool had to say to the connection before is not counted.
      connection.trips = 1;
    }
    statement.callback = (...told) => {
      connection.waiting -= 1;
      callback(...told);
    };
    return query.apply(this, args) as never;
  });
  try {
    await act();
  } finally {
    spy.mockRestore();
  }
  return [...asked.values()].find(({ isMeant }) => isMeant)?.trips ?? 0;
}

it.each([1, 20])('%i payments take three: begin and locks, ledger, what was made and commit', async (size) => {
  const orders = await Promise.all(Array.from({ length: size }, () => makeOrder(app, shop.merchant_id, { amount: '1.00' })));
  const commands = orders.map(({ token }, index): PayCommand => ({
    merchantId: shop.merchant_id,
    token,
    userId: payer.user_id,
    tokenHash: createHash('sha256').update(payer.token).digest(),
    useReward: index === 0,
    grantedUntil: app.platform.clock.inS(60),
    ...UNKEYED,
    deadline: app.platform.clock.inS(60),
  }));
  expect(await roundTrips(payments('http://localhost', app.platform.db.coins), commands)).toBe(3);
});

it.each([1, 20])('%i transfers take three: begin, keys and terms, ledger, what was made and commit', async (size) => {
  const commands = Array.from({ length: size }, (_, n) => ({
    from: shop.merchant_id,
    to: partner.merchant_id,
    coin: 'USDP',
    amount: '1.00',
    remark: '',
    idempotencyKey: `${size} ${n}`,
    requestHash,
    deadline: app.platform.clock.inS(60),
  }));
  expect(await roundTrips(transfers, commands)).toBe(3);
});

it.each([1, 20])('%i new orders take four: begin and nonces, keys and terms, orders, whom it concerns and commit', async (size) => {
  const commands = Array.from({ length: size }, (_, n) => {
    const name = `order ${size} ${n}`;
    return createCommand(app, shop, { orderId: name, idempotencyKey: name, requestHash });
  });
  expect(await roundTrips(creations('http://localhost'), commands)).toBe(4);
});

it.each([1, 20])(
  '%i withdrawals take four: begin, keys and what they are made of, ledger, orders, whom it concerns and commit',
  async (size) => {
    await app.sql(
      `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, 100, 100000) on conflict do nothing`,
      [shop.merchant_id],
    );
    const commands = Array.from({ length: size }, (_, n) =>
      withdrawalOf(app, shop.merchant_id, payer.user_id, {
        orderId: `withdrawal ${size} ${n}`,
        idempotencyKey: `withdrawal ${size} ${n}`,
        amount: n % 2 === 0 ? '1.00' : '2.00',
      }),
    );
    expect(await roundTrips(submissions, commands)).toBe(4);
  },
);

it('a write under a key takes two more than its statements: begin and key, what is done, answer and commit', async () => {
  const keyed = { idempotencyKey: 'written once', requestHash };
  const trips = await tripsOf(new RegExp(`^begin; .*purser\\.owner_id.*'${payer.user_id}'`), () =>
    write(app.platform.db, payer.user_id, keyed, async (tx) => {
      await tx.query('select 1');
      return {};
    }),
  );
  expect(trips).toBe(3);
});
