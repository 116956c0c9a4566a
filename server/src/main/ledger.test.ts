import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'purser-ledger-cli-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Runs the command with exactly these settings; gives its exit code and all it printed. */
function ledger(argument: string, settings: Record<string, string>): Promise<{ code: number; text: string }> {
  const { DATABASE_URL: _, ...environment } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'ledger.ts'), argument],
      { env: { ...environment, PURSER_DATA: folder, ...settings } },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });
}

it('says that a whole ledger is whole, with counts, and exits 0', async () => {
  const { code, text } = await ledger('verify', { DATABASE_URL: database.url });
  expect(text).toMatch(/^The ledger is whole: \d+ accounts in \d+ coins, \d+ postings, \d+ entries, verified in [\d.]+ s\.$/m);
  expect(code).toBe(0);
});

it('finds the database of the running quick start by itself', async () => {
  await writeFile(join(folder, 'database-url'), `${database.url}\n`);
  expect((await ledger('verify', {})).code).toBe(0);
  await rm(join(folder, 'database-url'));
});

it('says what is broken, and where, and exits 1', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into ledger.account (owner_id, coin, purpose, available) values (10000009, 'USDP', 'main', 5)`);
  await client.end();
  const { code, text } = await ledger('verify', { DATABASE_URL: database.url });
  expect(text).toContain('THE LEDGER IS BROKEN');
  expect(text).toContain('account 10000009 USDP main');
  expect(code).toBe(1);
});

it('exits 2 and says why when it cannot ask', async () => {
  expect(await ledger('verify', {})).toEqual({ code: 2, text: expect.stringContaining('DATABASE_URL is not set') });
  expect(await ledger('mend', {})).toEqual({ code: 2, text: expect.stringContaining('Usage') });
});
