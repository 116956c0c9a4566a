import { isProvider } from '@purser/ledger/account';
import { verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Batcher } from '../../platform/commands/batcher.ts';
import { Platform } from '../../platform/platform.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { runMoneyBatch } from '../../platform/commands/money-batch.ts';
import { type TransferCommand, transfers } from './batch.ts';

/** Group commits of two processes at once, without the authenticator that makes people slow. */

let app: TestApp;
let elsewhere: Platform;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});

const runOn = (platform: Platform, commands: readonly TransferCommand[]) =>
  platform.db.systemTransaction((tx) => runMoneyBatch(tx, platform.ledgerKey, transfers, commands));

function batcherOn(platform: Platform, largestBatch: number) {
  return new Batcher({
    name: 'transfer',
    underWay: platform.db.underWay,
    largestBatch,
    run: (commands: readonly TransferCommand[]) => runOn(platform, commands),
    fairnessKey: ({ from }) => from,
  });
}

function commandOf(from: TestMerchant, to: TestMerchant, change: Partial<TransferCommand> = {}): TransferCommand {
  return {
    from: from.merchant_id,
    to: to.merchant_id,
    coin: 'USDP',
    amount: '10.00',
    remark: '',
    idempotencyKey: undefined,
    requestHash: Buffer.alloc(32),
    deadline: app.platform.clock.inS(60),
    ...change,
  };
}

/** What each command of one batch comes to. */
async function outcomes(commands: readonly TransferCommand[]) {
  const results = await runOn(app.platform, commands);
  return results.map((result) => ('refusal' in result ? (result.refusal as { outcome?: string }).outcome : 'ok'));
}

it('two hundred random transfers between five merchants lose nothing, make nothing, and overdraw nobody', async () => {
  const merchants = await Promise.all(Array.from({ length: 5 }, () => makeMerchant(app)));
  const ids = merchants.map(({ merchant_id }) => merchant_id);
  for (const id of ids) await fund(app, id, 'USDP', '50.00');
  let seed = 42;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const lanes = [batcherOn(app.platform, 16), batcherOn(elsewhere, 5)];
  const commands = Array.from({ length: 200 }, (_, index): TransferCommand => {
    const from = random(5);
    const to = (from + 1 + random(4)) % 5;
    return {
      from: ids[from] ?? 0,
      to: ids[to] ?? 0,
      coin: 'USDP',
      amount: (1 + random(2_500) / 100).toFixed(2),
      remark: String(index),
      idempotencyKey: index % 4 === 0 ? `key-${index % 40}` : undefined,
      requestHash: Buffer.alloc(32, index % 40),
      deadline: app.platform.clock.inS(60),
    };
  });
  const results = await Promise.allSettled(commands.map((command, index) => lanes[index % 2]?.submit(command)));

  const made = results.filter(({ status }) => status === 'fulfilled');
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => (reason as { outcome?: string }).outcome);
  expect(made.length).toBeGreaterThan(20);
  expect(refused).toContain('insufficient_balance');
  for (const outcome of refused) expect(['insufficient_balance', 'idempotency_mismatch', 'request_in_progress']).toContain(outcome);

  const accounts = await app.sql<{ owner_id: string; available: string }>(
    `select owner_id, available from ledger.account where coin = 'USDP' and (purpose = 'main' or purpose = 'fees')`,
  );
  for (const { available } of accounts) expect(Number(available)).toBeGreaterThanOrEqual(0);
  expect(accounts.reduce((sum, { available }) => sum + Number(available), 0)).toBe(5 * 5_000);

  // What is on record adds up to what each merchant has, from both sides.
  for (const id of ids) {
    const [row] = await app.sql<{ flow: string }>(
      `select coalesce(sum(case transfer_type when 'receive' then settlement_amount else -transfer_amount end), 0) as flow from merchant_transfer where merchant_id = $1`,
      [id],
    );
    expect(Number(row?.flow) + 5_000).toBe(Number(accounts.find(({ owner_id }) => Number(owner_id) === id)?.available));
  }
  const [sides] = await app.sql<{ sides: number; numbers: number; fees: string }>(
    `select count(*)::int as sides, count(distinct serial_number)::int as numbers, sum(transfer_fee) filter (where transfer_type = 'transfer') as fees from merchant_transfer`,
  );
  expect(sides?.sides).toBe(2 * (sides?.numbers ?? 0));
  const fees = accounts.filter(({ owner_id }) => isProvider(Number(owner_id)));
  expect(Number(sides?.fees)).toBe(fees.reduce((sum, { available }) => sum + Number(available), 0));
  // Each merchant's fees are in their own stripe.
  expect(fees.filter(({ available }) => Number(available) > 0).length).toBe(ids.length);

  const reader = new pg.Client({ connectionString: app.ownerUrl });
  await reader.connect();
  try {
    expect((await verifyLedger(reader, app.platform.ledgerKey)).breaks).toEqual([]);
  } finally {
    await reader.end();
  }
});

it('many at once that together exceed the balance: exactly as many pass as it covers', async () => {
  const [from, to] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, from.merchant_id, 'USDP', '75.00');
  const lanes = [batcherOn(app.platform, 7), batcherOn(elsewhere, 3)];
  const command = commandOf(from, to);
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => lanes[index % 2]?.submit(command)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  const [row] = await app.sql('select available from ledger.account where owner_id = $1', [from.merchant_id]);
  expect(row).toEqual({ available: '500' });
});

it('a batch in which one command is refused makes the others', async () => {
  const [from, to] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, from.merchant_id, 'USDP', '20.00');
  const command = commandOf(from, to);
  expect(
    await outcomes([command, { ...command, to: 7 }, { ...command, amount: '99.00' }, { ...command, to: from.merchant_id }, command]),
  ).toEqual(['ok', 'recipient_unknown', 'insufficient_balance', 'recipient_is_self', 'ok']);
});

it('a transfer whose time was over when its batch came to it is not made, and may be sent again under its key', async () => {
  const [from, to] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, from.merchant_id, 'USDP', '20.00');
  const command = commandOf(from, to, { idempotencyKey: 'late' });
  expect(await outcomes([{ ...command, deadline: app.platform.clock.inS(-1) }])).toEqual(['too_late']);
  const [row] = await app.sql('select available from ledger.account where owner_id = $1', [from.merchant_id]);
  expect(row).toEqual({ available: '2000' });
  expect(await outcomes([command])).toEqual(['ok']);
});

it('what a batch refused for want of money is refused again under its key when there is enough', async () => {
  const [from, to] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, from.merchant_id, 'USDP', '5.00');
  const command = commandOf(from, to, { idempotencyKey: 'poor' });
  expect(await outcomes([command])).toEqual(['insufficient_balance']);
  await fund(app, from.merchant_id, 'USDP', '20.00');
  expect(await outcomes([command, { ...command, idempotencyKey: 'rich' }])).toEqual(['insufficient_balance', 'ok']);
});

it('what is asked again under its key is answered by the batch and not made again', async () => {
  const [from, to] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, from.merchant_id, 'USDP', '50.00');
  const command = commandOf(from, to, { idempotencyKey: 'again' });
  for (let n = 0; n < 3; n += 1) expect(await outcomes([command])).toEqual(['ok']);
  const [row] = await app.sql('select available from ledger.account where owner_id = $1', [from.merchant_id]);
  expect(row).toEqual({ available: '4000' });
});
