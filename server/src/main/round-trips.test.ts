import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type PayCommand, payments } from '../features/checkout/pay.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { creations } from '../features/open-order/create.ts';
import { transfers } from '../features/transfer/batch.ts';
import { UNKEYED } from '../platform/commands/idempotency.ts';
import { type MoneyBatch, type MoneyCommand, type MoneyPlan, runMoneyBatch } from '../platform/commands/money-batch.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** How often a batch waits for the database, whatever its size: begin and commit are a round trip each. */

let app: TestApp;
let shop: TestMerchant;
let partner: TestMerchant;
let payer: TestUser;
let requestHash: Buffer;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [shop, partner] = [await makeMerchant(app), await makeMerchant(app)];
  payer = await makeUser(app);
  await app.sql(`update merchant set webhook_address = 'https://shop.example/hook' where merchant_id = $1`, [shop.merchant_id]);
  for (const { merchant_id } of [shop, partner]) await fund(app, merchant_id, 'USDP', '1000.00');
  await fund(app, payer.user_id, 'USDP', '1000.00');
  await fund(app, payer.user_id, 'USDP', '10.00', 'reward');
});
afterAll(() => app.close());
beforeEach(() => {
  requestHash = randomBytes(32);
});

/** Runs a batch and counts how often its connection went from idle to asked. */
async function roundTrips<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(
  batch: MoneyBatch<Command, World, Plan, Data>,
  commands: readonly Command[],
): Promise<number> {
  const { db, ledgerKey } = app.platform;
  const asked = new Map<pg.Client, { waiting: number; trips: number; isBatch: boolean }>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const connection = asked.get(this) ?? { waiting: 0, trips: 0, isBatch: false };
    asked.set(this, connection);
    if (connection.waiting === 0) connection.trips += 1;
    connection.waiting += 1;
    connection.isBatch ||= String(args[0]).startsWith('begin; set local lock_timeout');
    const answer = query.apply(this, args);
    if (answer instanceof Promise) answer.finally(() => (connection.waiting -= 1)).catch(() => {});
    return answer as never;
  });
  try {
    const results = await db.batchTransaction(1_000, (tx) => runMoneyBatch(tx, ledgerKey, batch, commands));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  } finally {
    spy.mockRestore();
  }
  return [...asked.values()].find(({ isBatch }) => isBatch)?.trips ?? 0;
}

it.each([1, 20])('%i payments take five: begin, locks, ledger, what was made, commit', async (size) => {
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
  expect(await roundTrips(payments('http://localhost'), commands)).toBe(5);
});

it.each([1, 20])('%i transfers take five: begin, keys and terms, ledger, what was made, commit', async (size) => {
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
  expect(await roundTrips(transfers, commands)).toBe(5);
});

it.each([1, 20])('%i new orders take six: begin, nonces, keys and terms, orders, whom it concerns, commit', async (size) => {
  const commands = Array.from({ length: size }, (_, n) => ({
    caller: { merchantId: shop.merchant_id, accessKey: 'pk', nonce: randomBytes(8).toString('hex') },
    idempotencyKey: `order ${size} ${n}`,
    requestHash,
    deadline: app.platform.clock.inS(60),
    orderId: `order ${size} ${n}`,
    coin: 'USDP' as const,
    amount: '12.50',
    externalAccount: '',
    description: '',
    returnAddress: undefined,
    language: undefined,
    lifetimeMin: undefined,
  }));
  expect(await roundTrips(creations('http://localhost'), commands)).toBe(6);
});
