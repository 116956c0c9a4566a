import { afterAll, beforeAll, expect, it } from 'vitest';
import { onCluster } from '../testing/citus.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { makeMerchant } from '../testing/parties.ts';
import { analyzeNewTables } from './new-tables.ts';

const ROWS = 2_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  await app.sql('alter table api_nonce set (autovacuum_enabled = false)');
});
afterAll(() => app.close());

/** Rows that PostgreSQL thinks a statement finds. */
async function expected(sql: string): Promise<number> {
  const [line] = await app.sql<{ 'QUERY PLAN': string }>(`explain ${sql}`);
  return Number(/rows=(\d+)/.exec(line?.['QUERY PLAN'] ?? '')?.[1]);
}

// Each node's autovacuum alone looks.
it.skipIf(onCluster)('gives a table that has just filled its statistics, once', async () => {
  const { merchant_id } = await makeMerchant(app);
  const ofMerchant = `select from api_nonce where merchant_id = ${merchant_id}`;
  // What else has filled so far is none of this test's.
  await analyzeNewTables(app.platform.db);
  expect(await analyzeNewTables(app.platform.db)).toBe(0);

  await app.sql(`insert into api_nonce (merchant_id, nonce, forget_at) select $1, 'n' || n, now() from generate_series(1, ${ROWS}) n`, [
    merchant_id,
  ]);
  expect(await expected(ofMerchant)).toBeLessThan(ROWS / 2);
  expect(await analyzeNewTables(app.platform.db)).toBe(1);
  expect(await expected(ofMerchant)).toBeGreaterThan(ROWS / 2);
  expect(await analyzeNewTables(app.platform.db)).toBe(0);
});
