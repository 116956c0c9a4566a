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

/** The table of nonces among those with no statistics that are as large as said. */
async function isLookedInto(smallest: number, largest: number): Promise<boolean> {
  const [found] = await app.sql<{ filled: boolean }>(
    `select analyze_new_table(('api_nonce'::regclass::oid::bigint - 1)::oid, $1, $2) = 'api_nonce'::regclass as filled`,
    [smallest, largest],
  );
  return found?.filled === true;
}

it.skipIf(onCluster)('looks into what is neither smaller nor larger than said', async () => {
  await app.sql('select pg_stat_reset_single_table_counters($1::regclass)', ['api_nonce']);
  const [{ size } = { size: 0 }] = await app.sql<{ size: number }>(`select pg_relation_size('api_nonce')::integer as size`);
  expect(size).toBeGreaterThan(65_536);
  expect(await isLookedInto(size + 1, 2 * size)).toBe(false);
  expect(await isLookedInto(0, size - 1)).toBe(false);
  expect(await isLookedInto(size, size)).toBe(true);
});

it.skipIf(onCluster)('looks, unless told otherwise, into tables from 64 kB to 64 MB', async () => {
  const [{ bounds } = { bounds: '' }] = await app.sql<{ bounds: string }>(
    `select pg_get_function_arguments('analyze_new_table'::regproc) as bounds`,
  );
  expect(bounds).toBe(`after oid, smallest bigint DEFAULT ${64 * 1024}, largest bigint DEFAULT ${64 * 1024 * 1024}`);
});

it.runIf(onCluster)('finds none where each node looks for itself', async () => {
  await app.sql(
    'insert into api_nonce (merchant_id, nonce, forget_at) select 10000001, n::text, now() from generate_series(1, $1::integer) n',
    [ROWS],
  );
  expect(await analyzeNewTables(app.platform.db)).toBe(0);
});
