import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { transfers } from '../features/transfer/batch.ts';
import { runMoneyBatch } from '../platform/commands/money-batch.ts';
import { failStatements } from '../platform/database/testing/failing-statements.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { onCluster } from '../platform/testing/citus.ts';
import { fund, makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** Statements follow a batch's begin without waiting for its answer: where it alone fails, they must not do by themselves what nobody is told of. */

let app: TestApp;
let from: TestMerchant;
let to: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [from, to] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, from.merchant_id, 'USDP', '100.00');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const made = async () => ({
  postings: await app.sql('select posting_id from ledger.posting order by posting_id'),
  transfers: await app.sql('select serial_number from merchant_transfer'),
  keys: await app.sql('select key from idempotency_key where owner_id = $1', [from.merchant_id]),
});

const transfer = (key: string) => {
  const { db, ledgerKey, clock } = app.platform;
  const command = {
    from: from.merchant_id,
    to: to.merchant_id,
    coin: 'USDP',
    amount: '1.00',
    remark: '',
    idempotencyKey: key,
    requestHash: randomBytes(64),
    deadline: clock.inS(60),
  };
  return db.batchTransaction(1_000, (tx, last) => runMoneyBatch(tx, ledgerKey, transfers, [command], { skipLocked: false }, last));
};

it.skipIf(onCluster)('a batch whose begin is cancelled moves no money, and the next one does', async () => {
  const before = await made();
  failStatements('begin; set local lock_timeout', '57014');
  await expect(transfer('cancelled')).rejects.toThrow();
  vi.restoreAllMocks();
  expect(await made()).toEqual(before);
  expect(await transfer('made')).toMatchObject([{ ok: true }]);
  expect((await made()).postings).toHaveLength(before.postings.length + 1);
});
