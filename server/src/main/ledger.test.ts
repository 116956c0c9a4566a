import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeIssuances } from '@purser/ledger/testing/many';
import { Findings } from '@purser/ledger/verify-reader';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCheckpoint } from '../platform/proof/checkpoint.ts';
import { settleInstallation } from '../platform/installation.ts';
import { Secrets } from '../platform/security/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { newestCheckpoint, previousOf, writeCheckpoint } from '../platform/proof/checkpoint-file.ts';

const KEY = randomBytes(32).toString('base64');
/** Each run is a process of its own, which takes its time to start on a busy machine. */
const PATIENT = { timeout: 90_000 };
/** Kept all at once, so many postings with their entries would take twice the memory. */
const MANY_POSTINGS = 30_000;
const LITTLE_MB = 32;
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

it('says that a whole ledger is whole, with counts, and exits 0', PATIENT, async () => {
  const { code, text } = await ledger('verify', { DATABASE_URL: database.url });
  expect(text).toMatch(
    /^The ledger is whole: \d+ accounts in \d+ coins, \d+ postings, \d+ entries, \d+ audit entries, verified in [\d.]+ s\.$/m,
  );
  expect(code).toBe(0);
});

it('finds the database of the running quick start by itself', PATIENT, async () => {
  await writeFile(join(data, 'database-url'), `${database.url}\n`);
  await writeFile(join(data, 'master-key'), `${KEY}\n`);
  expect(await ledger('verify', { PURSER_MASTER_KEY: '' })).toMatchObject({ code: 0 });
  await rm(join(data, 'database-url'));
  await rm(join(data, 'master-key'));
});

it('writes a checkpoint and compares with it', PATIENT, async () => {
  const settings = { DATABASE_URL: database.url };
  const file = join(data, 'checkpoints', 'checkpoint-1.json');
  expect(await ledger(`checkpoint ${file}`, settings)).toEqual({ code: 0, text: expect.stringContaining('-----BEGIN PUBLIC KEY-----') });
  for (const command of ['verify', `verify --checkpoint ${file}`]) {
    expect(await ledger(command, settings)).toEqual({ code: 0, text: expect.stringContaining(`, ${file}.`) });
  }
  await rm(join(data, 'checkpoints'), { recursive: true });
});

it('trusts checkpoints of this installation only, that follow one another', async () => {
  const secrets = new Secrets(Buffer.from(KEY, 'base64'));
  const folder = join(data, 'checkpoints');
  const file = (n: number) => join(folder, `checkpoint-${n}.json`);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (let n = 1; n <= 3; n += 1) await writeCheckpoint(file(n), await makeCheckpoint(client, secrets, await previousOf(file(n), secrets)));
  await client.end();
  const told = async (): Promise<{ newest: string | undefined; found: string[] }> => {
    const findings = new Findings();
    const newest = await newestCheckpoint(folder, secrets, findings);
    return { newest: newest?.file, found: findings.breaks.map(({ found }) => found) };
  };
  expect(await told()).toEqual({ newest: file(3), found: [] });

  const third = await readFile(file(3), 'utf8');
  await writeFile(file(3), third.replace('made_at', 'made_by'));
  expect(await told()).toEqual({ newest: file(2), found: [expect.stringContaining('signature is not of this installation')] });
  await writeFile(file(3), third);
  await rm(file(2));
  expect(await told()).toEqual({ newest: file(3), found: [expect.stringContaining('does not follow')] });
  // The oldest may be cleared away.
  await rm(file(1));
  expect(await told()).toEqual({ newest: file(3), found: [] });
  await rm(folder, { recursive: true });
});

it('states what is owed, and says that nothing was published when the balances do not come to it', PATIENT, async () => {
  const settings = { DATABASE_URL: database.url };
  expect(await ledger('attest', settings)).toEqual({ code: 0, text: expect.stringMatching(/^Stated what is owed as of .+Published in/s) });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: noted } = await client.query(
    `select state, asked_by, result = jsonb_build_object('statement_id', statement_id, 'made_at', statement::jsonb -> 'made_at') as told
     from ledger_run, liability_statement where kind = 'statement'`,
  );
  expect(noted).toEqual([{ state: 'done', asked_by: null, told: true }]);
  await client.query(`insert into ledger.account (owner_id, coin, purpose, available) values (10000009, 'USDP', 'main', 5)`);
  const { code, text } = await ledger('attest', settings);
  expect(text).toContain('the balances in USDP come to 5 minor units, and 0 are owed');
  expect(code).toBe(2);
  await client.query('delete from ledger.account where owner_id = 10000009');
  await client.end();
});

it('lists what is held for no order that waits, and says none where there is none', PATIENT, async () => {
  const settings = { DATABASE_URL: database.url };
  expect(await ledger('holds', settings)).toEqual({
    code: 0,
    text: 'Nothing is held for nothing: 0 holds, each of an order that waits.\n',
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const hold = '01930000-0000-7000-8000-00000000000f';
  await client.query(
    `insert into ledger.hold (owner_id, hold_id, coin, purpose, bucket, remaining, made_at, posting_owner_id, posting_id)
     values (10000009, '${hold}', 'USDP', 'main', 'frozen', 5, '2026-01-01', 10000009, '${hold}')`,
  );
  const { code, text } = await ledger('holds', settings);
  expect(text).toMatch(
    new RegExp(
      `^HELD FOR NOTHING, OR NOT HELD, of 1 hold:\\n- hold 10000009 ${hold}: 5 frozen of account USDP main since .+, for a posting that is not there`,
    ),
  );
  expect(code).toBe(1);
  await client.query('delete from ledger.hold');
  await client.end();
});

it('says what is broken, and where, and exits 1', PATIENT, async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into ledger.account (owner_id, coin, purpose, available) values (10000009, 'USDP', 'main', 5)`);
  await client.end();
  const { code, text } = await ledger('verify', { DATABASE_URL: database.url });
  expect(text).toContain('THE LEDGER IS BROKEN');
  expect(text).toContain('account 10000009 USDP main');
  expect(code).toBe(1);
});

it('exits 2 and says why when it cannot ask', PATIENT, async () => {
  const { url } = database;
  await settleInstallation(url, { demo: true, masterKey: Buffer.from(KEY, 'base64') });
  const otherKey = await ledger('verify', { DATABASE_URL: url, PURSER_MASTER_KEY: randomBytes(32).toString('base64') });
  expect(otherKey).toEqual({ code: 2, text: expect.stringContaining('not the key that this database was set up with') });
  const noKey = await ledger('verify', { DATABASE_URL: url, PURSER_MASTER_KEY: '' });
  expect(noKey).toEqual({ code: 2, text: expect.stringContaining('PURSER_MASTER_KEY is not set') });
  expect(await ledger('verify', {})).toEqual({ code: 2, text: expect.stringContaining('DATABASE_URL is not set') });
  expect(await ledger('mend', {})).toEqual({ code: 2, text: expect.stringContaining('Usage') });
});

it('verifies any number of postings in little memory', PATIENT, async () => {
  const large = await createTestDatabase();
  const client = new pg.Client({ connectionString: large.url });
  await client.connect();
  try {
    await writeIssuances(client, new Secrets(Buffer.from(KEY, 'base64')).ledgerKey(), MANY_POSTINGS, (n) => `S-${n}`);
    const { code, text } = await ledger('verify', { DATABASE_URL: large.url, NODE_OPTIONS: `--max-old-space-size=${LITTLE_MB}` });
    expect(text).toMatch(new RegExp(`^The ledger is whole: .*, ${MANY_POSTINGS} postings, ${2 * MANY_POSTINGS} entries`, 'm'));
    expect(code).toBe(0);
  } finally {
    await client.end();
    await large.drop();
  }
});
