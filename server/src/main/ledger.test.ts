import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedCheckpoint } from '../platform/checkpoint.ts';
import { settleInstallation } from '../platform/installation.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';

const KEY = randomBytes(32).toString('base64');
let database: TestDatabase;
let data: string;

beforeAll(async () => {
  database = await createTestDatabase();
  data = await mkdtemp(join(tmpdir(), 'purser-ledger-cli-'));
});

afterAll(async () => {
  await rm(data, { recursive: true });
  await database.drop();
});

/** Runs the command with exactly these settings; gives its exit code and all it printed. */
function ledger(command: string, settings: Record<string, string>): Promise<{ code: number; text: string }> {
  const { DATABASE_URL: _, ...environment } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'ledger.ts'), ...command.split(' ')],
      { env: { ...environment, PURSER_DATA: data, PURSER_MASTER_KEY: KEY, ...settings } },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });
}

it('says that a whole ledger is whole, with counts, and exits 0', async () => {
  const { code, text } = await ledger('verify', { DATABASE_URL: database.url });
  expect(text).toMatch(
    /^The ledger is whole: \d+ accounts in \d+ coins, \d+ postings, \d+ entries, \d+ audit entries, verified in [\d.]+ s\.$/m,
  );
  expect(code).toBe(0);
});

it('finds the database of the running quick start by itself', async () => {
  await writeFile(join(data, 'database-url'), `${database.url}\n`);
  await writeFile(join(data, 'master-key'), `${KEY}\n`);
  expect(await ledger('verify', { PURSER_MASTER_KEY: '' })).toMatchObject({ code: 0 });
  await rm(join(data, 'database-url'));
  await rm(join(data, 'master-key'));
});

it('writes checkpoints that follow one another, and compares with the newest or with the one named', async () => {
  const { url } = database;
  const folder = join(data, 'checkpoints');
  const first = await ledger('checkpoint', { DATABASE_URL: url });
  expect(first).toEqual({ code: 0, text: expect.stringContaining('-----BEGIN PUBLIC KEY-----') });
  expect((await ledger('checkpoint', { DATABASE_URL: url })).code).toBe(0);
  const names = (await readdir(folder)).sort();
  expect(names.length).toBe(2);
  const newest = await ledger('verify', { DATABASE_URL: url });
  expect(newest).toEqual({ code: 0, text: expect.stringContaining(names[1] as string) });
  const named = await ledger(`verify --checkpoint ${join(folder, names[0] as string)}`, { DATABASE_URL: url });
  expect(named).toEqual({ code: 0, text: expect.stringContaining(names[0] as string) });

  // A checkpoint tells nobody's key but this installation's, and one that is missing between two is missed.
  const file = join(folder, names[0] as string);
  const { statement, ...rest } = JSON.parse(await readFile(file, 'utf8')) as SignedCheckpoint;
  await writeFile(file, JSON.stringify({ ...rest, statement: statement.replace('"entries":"', '"entries":"1') }));
  expect(await ledger('verify', { DATABASE_URL: url })).toEqual({ code: 1, text: expect.stringContaining('signature') });
  expect((await ledger(`verify --checkpoint ${file}`, { DATABASE_URL: url })).code).toBe(2);
  await rm(file);
  const third = join(folder, 'checkpoint-3.json');
  expect((await ledger(`checkpoint ${third}`, { DATABASE_URL: url })).code).toBe(0);
  await rm(join(folder, names[1] as string));
  expect((await ledger('verify', { DATABASE_URL: url })).code).toBe(0);
  expect((await ledger(`checkpoint ${join(folder, 'checkpoint-4.json')}`, { DATABASE_URL: url })).code).toBe(0);
  expect((await ledger(`checkpoint ${join(folder, 'checkpoint-5.json')}`, { DATABASE_URL: url })).code).toBe(0);
  await rm(join(folder, 'checkpoint-4.json'));
  expect(await ledger('verify', { DATABASE_URL: url })).toEqual({ code: 1, text: expect.stringContaining('does not follow') });
  await rm(folder, { recursive: true });
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
  const { url } = database;
  await settleInstallation(url, { demo: true, masterKey: Buffer.from(KEY, 'base64') });
  const otherKey = await ledger('verify', { DATABASE_URL: url, PURSER_MASTER_KEY: randomBytes(32).toString('base64') });
  expect(otherKey).toEqual({ code: 2, text: expect.stringContaining('not the key that this database was set up with') });
  const noKey = await ledger('verify', { DATABASE_URL: url, PURSER_MASTER_KEY: '' });
  expect(noKey).toEqual({ code: 2, text: expect.stringContaining('PURSER_MASTER_KEY is not set') });
  expect(await ledger('verify', {})).toEqual({ code: 2, text: expect.stringContaining('DATABASE_URL is not set') });
  expect(await ledger('mend', {})).toEqual({ code: 2, text: expect.stringContaining('Usage') });
});
