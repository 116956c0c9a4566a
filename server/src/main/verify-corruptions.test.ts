import { randomBytes } from 'node:crypto';
import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import { mainAccount } from '@purser/ledger/account';
import type { Posting } from '@purser/ledger/posting';
import { planHold, planRelease, planReversal, planSettlement } from '@purser/ledger/review-postings';
import { postBatch } from '@purser/ledger/store';
import pg from 'pg';
import { refunds } from '../features/refund/batch.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReviewOrders, type ReviewOrder, reviewHold, reviewPosting } from '../domain/review-order.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { payCommissions } from '../features/referral/pay.ts';
import { earn, referred, setShare } from '../features/referral/testing/world.ts';
import { transfers } from '../features/transfer/batch.ts';
import type { Tx } from '../platform/database/tx.ts';
import { runMoneyBatch } from '../platform/commands/money-batch.ts';
import { audit } from '../platform/proof/audit.ts';
import { type Checkpoint, makeCheckpoint, openCheckpoint } from '../platform/proof/checkpoint.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { onCluster } from '../platform/testing/citus.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { fund, makeMerchant, makeUser, type TestUser } from '../platform/testing/parties.ts';
import { verifyAll } from '../platform/proof/verify-all.ts';
import type { Forgeable } from './testing/corruption.ts';
import { CorruptibleNodes } from './testing/corruption-on-nodes.ts';
import { CORRUPTIONS } from './testing/corruptions.ts';

/**
 * Each corruption is committed to a database of its own, on several nodes to one that is mended after each, by a role that may do everything and does not have the key. The check that is
 * there to find it must find it.
 */

const TEMPLATE = `purser_whole_${randomBytes(4).toString('hex')}`;
let server: string;
let secrets: Secrets;
let checkpoint: Checkpoint;
/** Of a moment when less was sealed. */
let earlier: Checkpoint;
let forgeable: Forgeable;
/** On several nodes, the database that is corrupted and mended in turns. */
let onNodes: { readonly app: TestApp; readonly client: pg.Client; readonly database: CorruptibleNodes } | undefined;

beforeAll(async () => {
  const app = await createTestApp({ routes: checkoutRoutes });
  try {
    const url = new URL(app.ownerUrl);
    server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
    secrets = app.platform.secrets;
    forgeable = await makeHistory(app);
    if (onCluster) {
      const client = new pg.Client({ connectionString: app.ownerUrl });
      await client.connect();
      onNodes = { app, client, database: await CorruptibleNodes.keep(client) };
      return;
    }
    await app.platform.hub.close().catch(() => {});
    // A template must be used by nobody, and the pools let their connections go by and by.
    await eventually(async () => {
      await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${url.pathname.slice(1)}'`,
        `create database ${TEMPLATE} template ${url.pathname.slice(1)}`,
      );
    });
  } finally {
    if (!onNodes) await app.close();
  }
}, 120_000);
afterAll(async () => {
  await onNodes?.client.end();
  await onNodes?.app.close();
  if (!onNodes) await administer(`drop database if exists ${TEMPLATE} with (force)`);
});

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A little of everything, rolled up, sealed and covered by a checkpoint; the last transfer only sealed and covered. */
async function makeHistory(app: TestApp): Promise<Forgeable> {
  const [alice, bob] = [(await makeMerchant(app)).merchant_id, (await makeMerchant(app)).merchant_id];
  const [payer, otherPayer] = [await makeUser(app), await makeUser(app)];
  for (const owner of [alice, bob, payer.user_id, otherPayer.user_id]) await fund(app, owner, 'USDP', '1000.00');
  await fund(app, payer.user_id, 'USDP', '20.00', 'reward');
  const transfers = [await transfer(app, alice, bob, '20.00')];
  const paid = [
    await pay(app, alice, payer, '12.50'),
    await pay(app, alice, otherPayer, '12.50'),
    await pay(app, alice, payer, '30.00', true),
  ];
  transfers.push(await transfer(app, alice, bob, '20.00'));
  const refundedOrder = paid[2] ?? '';
  await refund(app, alice, refundedOrder, '28.00');
  const open = (await makeOrder(app, alice)).serial_number;
  const waiting = await withdraw(app, alice, 700n);
  await reverseApproval(app, await withdraw(app, alice, 300n), payer.user_id);
  const commissions = await earnCommissions(app);
  for (let n = 0; n < 3; n += 1) {
    const entry = { ownerId: alice, actorKind: 'merchant', actor: 'alice', action: 'time_zone.change', details: { n }, ip: null } as const;
    await app.platform.db.scoped(alice, (tx) => audit(tx, secrets, entry));
  }
  await app.sql('select ledger.roll_up(100, 1000, 1)');
  earlier = await seal(app);
  transfers.push(await transfer(app, alice, bob, '5.00'));
  checkpoint = await seal(app);
  return {
    alice,
    bob,
    payer: payer.user_id,
    otherPayer: otherPayer.user_id,
    transfers,
    paid,
    refundedOrder,
    open,
    waiting: waiting.serial_number,
    hold: reviewHold(waiting),
    ...commissions,
  };
}

/** An agent has been paid for one order of whom they referred, and not yet for another. */
async function earnCommissions(app: TestApp): Promise<Pick<Forgeable, 'agent' | 'referred' | 'commissions'>> {
  await setShare(app, 2_000);
  const { agent, user } = await referred(app);
  const orders = [await earn(app, user.user_id, { fee: 500n }), await earn(app, user.user_id, { kind: 'fiat_withdrawal', fee: 500n })];
  await payCommissions(app.platform);
  const [paid, due] = await Promise.all(
    orders.map(async (order) => {
      const rows = await app.sql<{ serial_number: string }>('select serial_number from commission where order_serial_number = $1', [order]);
      return rows[0]?.serial_number ?? '';
    }),
  );
  return { agent: agent.user_id, referred: user.user_id, commissions: { paid: paid ?? '', due: due ?? '' } };
}

/** An order whose money is held until somebody has decided. */
function withdraw(app: TestApp, owner: number, amount: bigint): Promise<ReviewOrder> {
  const { db, ledgerKey } = app.platform;
  return db.systemTransaction(async (tx) => {
    const order = {
      owner_id: BigInt(owner),
      kind: 'user_withdrawal',
      status: 'pending_review',
      review_mode: 'manual',
      coin: 'USDP',
    } as const;
    const [made] = await insertReviewOrders(tx, [{ ...order, amount, fee: 1n, settlement: amount - 1n, fee_bp: 50 }]);
    if (!made) throw new Error('no order was made');
    const account = mainAccount(owner, 'USDP');
    await postAll(tx, ledgerKey, planHold({ ...reviewPosting(made, 'submit'), account, hold: reviewHold(made), amount_minor: amount }));
    return made;
  });
}

/** Approves an order, then takes that back, then gives back what was held. */
function reverseApproval(app: TestApp, order: ReviewOrder, user: number): Promise<void> {
  const held = { account: mainAccount(Number(order.owner_id), 'USDP'), hold: reviewHold(order), amount_minor: order.amount };
  const approval = planSettlement({
    ...reviewPosting(order, 'approve'),
    ...held,
    type: 'review_approved',
    to: mainAccount(user, 'USDP'),
    fee_minor: order.fee,
  });
  return app.platform.db.systemTransaction(async (tx) => {
    const reversal = planReversal(approval, { serial_number: order.serial_number, reason: 'to the wrong user' });
    const release = planRelease({ ...reviewPosting(order, 'reject'), ...held, type: 'review_rejected' });
    await postAll(tx, app.platform.ledgerKey, approval, reversal, release);
    await tx.query(`update review_order set status = 'rejected' where serial_number = $1`, [order.serial_number]);
  });
}

async function postAll(tx: Tx, key: Buffer, ...postings: Posting[]): Promise<void> {
  const results = await postBatch(tx, key, postings);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['posted']));
}

async function transfer(app: TestApp, from: number, to: number, amount: string): Promise<string> {
  const command = {
    from,
    to,
    coin: 'USDP',
    amount,
    remark: '',
    idempotencyKey: undefined,
    requestHash: Buffer.alloc(32),
    deadline: app.platform.clock.inS(60),
  };
  const [result] = await app.platform.db.systemTransaction((client) => runMoneyBatch(client, app.platform.ledgerKey, transfers, [command]));
  if (!result?.ok || !('serial_number' in result.value)) throw new Error('the transfer was refused');
  return result.value.serial_number;
}

async function pay(app: TestApp, merchant: number, payer: TestUser, amount: string, use_reward = false): Promise<string> {
  const { token, serial_number } = await makeOrder(app, merchant, { amount });
  const by = { payerToken: payer.token };
  const { payment_grant } = dataOf(await app.call(checkoutAuthorise, { token, payment_password: payer.payment_password }, by));
  dataOf(await app.call(checkoutPay, { token, payment_grant, use_reward }, by));
  return serial_number;
}

/** A refund of which a part goes back to reward funds. */
async function refund(app: TestApp, merchant: number, serialNumber: string, amount: string): Promise<void> {
  const { db, ledgerKey, clock } = app.platform;
  const asked = { merchantId: merchant, serialNumber, refundId: '', amount, remark: '', from: 'console' } as const;
  const command = { ...asked, idempotencyKey: undefined, requestHash: Buffer.alloc(32), deadline: clock.inS(60) };
  const [result] = await db.batchTransaction(5_000, (tx) => runMoneyBatch(tx, ledgerKey, refunds, [command]));
  if (!result?.ok) throw new Error('a refund was refused');
}

async function seal(app: TestApp): Promise<Checkpoint> {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    const signed = await makeCheckpoint(client, secrets, undefined, { auditSettledMs: 0 });
    return openCheckpoint(JSON.stringify(signed), secrets).checkpoint;
  } finally {
    await client.end();
  }
}

/** Commits statements to a copy of the whole database, and says which checks find something. */
async function checksThatFind(statements: string, against = checkpoint): Promise<string[]> {
  if (onNodes) return checksThatFindOnNodes(onNodes, statements, against);
  const name = `purser_corrupt_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${name} template ${TEMPLATE}`);
  const client = new pg.Client({ connectionString: Object.assign(new URL(server), { pathname: `/${name}` }).href });
  await client.connect();
  try {
    if (statements !== '') await client.query(statements);
    const { breaks } = await verifyAll(client, secrets, against);
    return [...new Set(breaks.map(({ check }) => check))];
  } finally {
    await client.end();
    await administer(`drop database if exists ${name} with (force)`);
  }
}

async function checksThatFindOnNodes(
  { client, database }: NonNullable<typeof onNodes>,
  statements: string,
  against: Checkpoint,
): Promise<string[]> {
  try {
    await database.corrupt(statements);
    const { breaks } = await verifyAll(client, secrets, against);
    return [...new Set(breaks.map(({ check }) => check))];
  } finally {
    await client.query('rollback');
    await database.mend(statements);
  }
}

it('finds nothing where nothing was changed', async () => {
  expect(await checksThatFind('')).toEqual([]);
});

it('finds nothing against an earlier checkpoint, when more was sealed since', async () => {
  expect(await checksThatFind('', earlier)).toEqual([]);
});

const found: string[] = [];
it.each(CORRUPTIONS)('finds that $what', async ({ what, sql, check }) => {
  expect(await checksThatFind(sql(forgeable))).toContain(check);
  found.push(what);
});

it('has found all of them, and they are many', () => {
  expect(CORRUPTIONS.length).toBeGreaterThanOrEqual(35);
  expect(found).toEqual(CORRUPTIONS.map(({ what }) => what));
});
