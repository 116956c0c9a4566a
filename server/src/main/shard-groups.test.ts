import { checkoutAbandon, checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { setShardGroups } from '@purser/ledger/shard-groups';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { reservesOf } from '../domain/reserves.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { makeOrder, type TestOrder } from '../features/checkout/testing/order.ts';
import { transfers } from '../features/transfer/batch.ts';
import { moneyBatch } from '../platform/commands/money-batch.ts';
import { Platform } from '../platform/platform.ts';
import { registerHalves } from './halves.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { breaksOf } from '../platform/testing/breaks.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';

/** Owners in two groups of shards, all of them in one PostgreSQL: what lies between the groups is made in two transactions. */
let app: TestApp;
let owner: pg.Client;
/** The merchant is in another group than the payer, and the sender than the merchant. */
let merchant: TestMerchant;
let sender: TestMerchant;
let payer: TestUser;
beforeAll(async () => {
  app = await createTestApp({ routes: checkoutRoutes, settings: { shardGroups: 2 } });
  owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  const groupOf = (id: number) => app.platform.crossings.groups.of(id);
  payer = await makeUser(app);
  do merchant = await makeMerchant(app);
  while (groupOf(merchant.merchant_id) === groupOf(payer.user_id));
  do sender = await makeMerchant(app);
  while (groupOf(sender.merchant_id) === groupOf(merchant.merchant_id));
  await giveEndpoint(app, merchant.merchant_id);
  await fund(app, payer.user_id, 'USDP', '1000.00');
  await fund(app, payer.user_id, 'USDP', '5.00', 'reward');
  await fund(app, sender.merchant_id, 'USDP', '100.00');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
/** Whatever a test did: nothing is under way, and everything is whole. */
afterEach(async () => {
  await driveAll();
  expect(await underWay()).toBe(0);
  expect(await breaksOf(app)).toEqual([]);
  const spread = await app.sql(
    `select p.serial_number from ledger.posting p join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id
     where p.type in ('payment', 'transfer', 'reversal') group by p.serial_number, p.posting_id having count(distinct ledger.shard_of(e.owner_id)) > 1`,
  );
  expect(spread).toEqual([]);
});

const underWay = async () => (await app.sql<{ count: number }>('select count(*)::integer as count from ledger.crossing'))[0]?.count;

/** As the worker does, and as though its time had come. */
async function driveAll(): Promise<void> {
  await app.sql(`update ledger.crossing set due_at = '-infinity'`);
  await app.platform.crossings.driveDue();
}

async function available(ownerId: number, purpose = 'main'): Promise<bigint> {
  const [row] = await app.sql<{ available: string }>(
    `select available::text from ledger.account where owner_id = $1 and purpose = $2 and coin = 'USDP'`,
    [ownerId, purpose],
  );
  return BigInt(row?.available ?? 0);
}

const statusOf = async ({ serial_number }: TestOrder) =>
  (await app.sql<{ status: string }>('select status from payment_order where serial_number = $1', [serial_number]))[0]?.status;

const told = async ({ serial_number }: TestOrder) =>
  (await app.sql<{ type: string }>('select event_type as type from webhook_delivery where subject = $1', [serial_number])).map(
    ({ type }) => type,
  );

/** Of the payer's entries under an order's number, in their order. */
const typesOf = async ({ serial_number }: TestOrder) =>
  (
    await app.sql<{ type: string }>('select type from ledger.entry where owner_id = $1 and serial_number = $2 order by posted_at', [
      payer.user_id,
      serial_number,
    ])
  ).map(({ type }) => type);

const owedInAll = async () => (await reservesOf(owner)).find(({ coin }) => coin === 'USDP')?.owed_minor;

/** A payment that is granted, to be sent as often as one likes. */
async function payment(order: TestOrder, by: TestUser = payer, use_reward = false) {
  const authorised = await app.call(
    checkoutAuthorise,
    { token: order.token, payment_password: by.payment_password },
    { payerToken: by.token },
  );
  const { payment_grant } = dataOf(authorised);
  const idempotencyKey = randomUUID();
  return () => app.call(checkoutPay, { token: order.token, payment_grant, use_reward }, { payerToken: by.token, idempotencyKey });
}

/** Lets somebody hold the merchant's accounts while something is done: second halves cannot be made meanwhile. */
async function holdingMerchant<Result>(work: () => Promise<Result>): Promise<Result> {
  await owner.query('begin');
  await owner.query('select from ledger.account where owner_id = $1 for update', [merchant.merchant_id]);
  try {
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

it('a payment to a merchant of another group is answered when both halves are made, and keeps its answer', async () => {
  const order = await makeOrder(app, merchant.merchant_id, { amount: '12.51' });
  const before = await Promise.all([available(payer.user_id), available(payer.user_id, 'reward'), available(merchant.merchant_id)]);
  const pay = await payment(order, payer, true);
  const receipt = dataOf(await pay());
  expect(receipt).toMatchObject({ serial_number: order.serial_number, amount: '12.51', from_reward: '5.00' });
  const after = await Promise.all([available(payer.user_id), available(payer.user_id, 'reward'), available(merchant.merchant_id)]);
  expect(after.map((one, i) => one - (before[i] ?? 0n))).toEqual([-751n, -500n, 1_238n]);
  expect([await statusOf(order), await underWay()]).toEqual(['paid', 0]);
  const postings = await app.sql(`select owner_id::text, type from ledger.posting where serial_number = $1 order by owner_id`, [
    order.serial_number,
  ]);
  expect(postings).toEqual(
    [merchant.merchant_id, payer.user_id].sort((a, b) => a - b).map((id) => ({ owner_id: String(id), type: 'payment' })),
  );
  expect(await pay()).toMatchObject({ msg: 'already_done', data: receipt });
});

it('nobody is told of success before the second half is certain; whoever finds it later makes it, with all that belongs to it', async () => {
  const order = await makeOrder(app, merchant.merchant_id);
  const before = [await available(payer.user_id), await available(merchant.merchant_id)];
  const owed = await owedInAll();
  const pay = await payment(order);
  await holdingMerchant(async () => {
    expect(await pay()).toMatchObject({ msg: 'outcome_unknown' });
    expect(await pay()).toMatchObject({ msg: 'request_in_progress' });
    expect([await statusOf(order), await underWay(), await told(order)]).toEqual(['created', 1, []]);
    expect([await available(payer.user_id), await available(merchant.merchant_id)]).toEqual([(before[0] ?? 0n) - 1_250n, before[1]]);
    expect(await breaksOf(app)).toEqual([]);
    // What is on its way is in nobody's account, and still owed; who sent it cannot leave meanwhile.
    const obstacles = await app.platform.db.scoped(payer.user_id, (tx) =>
      tx.query(`select what, amount, serial_number from closing_obstacles($1) where what = 'order'`, [payer.user_id]),
    );
    expect(obstacles.rows).toEqual([{ what: 'order', amount: 1_250n, serial_number: order.serial_number }]);
    expect(await owedInAll()).toBe(owed);
  });
  await driveAll();
  expect([await statusOf(order), await available(merchant.merchant_id)]).toEqual(['paid', (before[1] ?? 0n) + 1_237n]);
  expect(await told(order)).toEqual(['order.paid']);
  expect(await pay()).toMatchObject({ msg: 'already_done', data: { serial_number: order.serial_number } });
  const { order: seen } = dataOf(await app.call(checkoutView, { token: order.token }, { payerToken: payer.token }));
  expect(seen).toMatchObject({ order_status: 'paid', paid_by_me: true });
});

it('a payment whose process dies before it is settled keeps its answer for whoever settles it', async () => {
  const order = await makeOrder(app, merchant.merchant_id);
  const pay = await payment(order);
  const holder = new pg.Client({ connectionString: app.ownerUrl });
  await holder.connect();
  const answer = await holdingMerchant(async () => {
    const waits = pay();
    await eventually(async () => expect(await underWay()).toBe(1));
    await holder.query('begin; select from ledger.crossing for update');
    return { waits };
  });
  await eventually(async () => expect(await statusOf(order)).toBe('paid'));
  const settling = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%ledger.crossing%' and datname = current_database()`;
  await eventually(async () => expect((await app.sql(settling)).length).toBe(1));
  const receipt = dataOf(await answer.waits);
  expect(await pay()).toMatchObject({ msg: 'request_in_progress' });
  await holder.end();
  await driveAll();
  expect(await pay()).toMatchObject({ msg: 'already_done', data: receipt });
});

it('an order that is closed before the second half is made is not paid, and its payer has the money back', async () => {
  const order = await makeOrder(app, merchant.merchant_id);
  const before = await available(payer.user_id);
  const pay = await payment(order);
  await holdingMerchant(async () => {
    expect(await pay()).toMatchObject({ msg: 'outcome_unknown' });
    expect(dataOf(await app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token })).order.order_status).toBe(
      'cancelled',
    );
  });
  await driveAll();
  expect([await statusOf(order), await available(payer.user_id)]).toEqual(['cancelled', before]);
  expect(await pay()).toMatchObject({ msg: 'order_cancelled' });
  expect(await typesOf(order)).toEqual(['payment', 'reversal']);
});

it('an order whose time is over before the second half is made is not paid: others may have been told so', async () => {
  const order = await makeOrder(app, merchant.merchant_id);
  const before = await available(payer.user_id);
  const pay = await payment(order);
  await holdingMerchant(async () => {
    expect(await pay()).toMatchObject({ msg: 'outcome_unknown' });
    await app.sql('update payment_order set expire_time = now() where serial_number = $1', [order.serial_number]);
  });
  await driveAll();
  expect([await statusOf(order), await available(payer.user_id)]).toEqual(['created', before]);
  expect(await pay()).toMatchObject({ msg: 'order_expired' });
  // Nor is whoever comes now refused by what is known of the order in another group: its own group decides.
  const late = await makeOrder(app, merchant.merchant_id, { lives_s: -1 });
  expect(await (await payment(late))()).toMatchObject({ msg: 'order_expired' });
  expect([await typesOf(late), await available(payer.user_id)]).toEqual([['payment', 'reversal'], before]);
});

it('of payers who pay one order at once from two groups, one pays and the others have their money back', async () => {
  const others = [await makeUser(app), await makeUser(app), await makeUser(app)];
  for (const { user_id } of others) await fund(app, user_id, 'USDP', '20.00');
  for (let round = 0; round < 6; round += 1) {
    const order = await makeOrder(app, merchant.merchant_id, { amount: '1.00' });
    const payers = [payer, ...others];
    const before = await Promise.all(payers.map(({ user_id }) => available(user_id)));
    const pays = await Promise.all(payers.map((one) => payment(order, one)));
    const answers = await Promise.all(pays.map((pay) => pay()));
    expect(answers.map(({ msg }) => msg).sort()).toEqual(['ok', ...Array<string>(3).fill('order_already_paid')]);
    const after = await Promise.all(payers.map(({ user_id }) => available(user_id)));
    expect(after.map((one, i) => one - (before[i] ?? 0n))).toEqual(answers.map(({ msg }) => (msg === 'ok' ? -100n : 0n)));
  }
});

it('what somebody holds keeps nobody else waiting, and is answered when it is free', async () => {
  const [held, free] = [await makeOrder(app, merchant.merchant_id), await makeOrder(app, sender.merchant_id)];
  const other = await makeUser(app);
  await fund(app, other.user_id, 'USDP', '20.00');
  const pays = [await payment(held), await payment(free, other)] as const;
  const waiting = await holdingMerchant(async () => {
    const waits = pays[0]();
    await eventually(async () => expect(await underWay()).toBe(1));
    expect(await pays[1]()).toMatchObject({ msg: 'ok' });
    expect(await Promise.race([waits, 'still waiting'])).toBe('still waiting');
    return { waits };
  });
  expect(await waiting.waits).toMatchObject({ msg: 'ok', data: { serial_number: held.serial_number } });
});

it('a transfer to another group is on record with both once its second half is made, whoever makes it', async () => {
  const batcher = moneyBatch(app.platform, transfers);
  const transfer = () =>
    batcher.submit({
      from: sender.merchant_id,
      to: merchant.merchant_id,
      coin: 'USDP',
      amount: '10.00',
      remark: 'for “two” \\ tickets',
      idempotencyKey: 'the-one',
      requestHash: Buffer.alloc(64, 7),
      deadline: app.platform.clock.inS(60),
    });
  const before = await available(merchant.merchant_id);
  await holdingMerchant(() => expect(transfer()).rejects.toMatchObject({ outcome: 'outcome_unknown' }));
  const rows = () =>
    app.sql(
      `select merchant_id::text, remark, transfer_amount::text from merchant_transfer where remark like 'for %' order by transfer_type desc`,
    );
  expect(await rows()).toEqual([]);
  await driveAll();
  const row = { remark: 'for “two” \\ tickets', transfer_amount: '1000' };
  expect(await rows()).toEqual([
    { merchant_id: String(sender.merchant_id), ...row },
    { merchant_id: String(merchant.merchant_id), ...row },
  ]);
  expect(await available(merchant.merchant_id)).toBeGreaterThan(before);
  expect(await transfer()).toMatchObject({ outcome: 'already_done', data: { transfer_amount: '10.00' } });
});

it('two processes that drive the same things come to the same', async () => {
  const elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
  try {
    registerHalves(elsewhere);
    const batcher = moneyBatch(app.platform, transfers);
    const before = await available(sender.merchant_id);
    const one = (n: number) =>
      batcher.submit({
        from: sender.merchant_id,
        to: merchant.merchant_id,
        coin: 'USDP',
        amount: '1.00',
        remark: `driven ${n}`,
        idempotencyKey: undefined,
        requestHash: Buffer.alloc(64),
        deadline: app.platform.clock.inS(60),
      });
    const sent = Promise.allSettled(Array.from({ length: 20 }, (_, n) => one(n)));
    const stop = { now: false };
    const driver = (async () => {
      while (!stop.now) {
        await app.sql(`update ledger.crossing set due_at = '-infinity'`);
        await elsewhere.crossings.driveDue();
      }
    })();
    await sent;
    stop.now = true;
    await driver;
    await driveAll();
    await eventually(async () => expect(await underWay()).toBe(0));
    expect(await available(sender.merchant_id)).toBe(before - 2_000n);
    expect((await app.sql(`select from merchant_transfer where remark like 'driven %'`)).length).toBe(40);
  } finally {
    await elsewhere.close();
  }
});

it('a program that counts other groups than the database does not start', async () => {
  await setShardGroups(owner, 4);
  const other = new Platform(app.platform.settings, pino({ level: 'silent' }));
  await expect(other.start()).rejects.toThrow(/PURSER_SHARD_GROUPS: is 2 here, and 4 in the database/);
  await other.close();
  await setShardGroups(owner, 2);
});
