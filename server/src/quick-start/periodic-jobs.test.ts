import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERIODIC_JOBS } from '@purser/contract/periodic-jobs';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seedDemo } from '../demo/seed.ts';
import { type DemoChain, demoChain } from '../demo/test-chain.ts';
import { startWatcher } from '../main/watcher.ts';
import { startWorker } from '../main/worker.ts';
import { migrate } from '../platform/database/migrate.ts';
import { settleShardGroups } from '../platform/database/shard-groups.ts';
import { settleInstallation } from '../platform/installation.ts';
import { Mailbox } from '../platform/mailbox.ts';
import { adoptLedger } from '../platform/proof/ledger-adoption.ts';
import { Secrets } from '../platform/security/secrets.ts';
import { readSettings } from '../platform/settings.ts';
import { type RunningDatabase, startDatabase } from './database.ts';
import { LOCATION_FILE } from './embedded-postgres-home.ts';
import type { LoginUrls } from './embedded-postgres-owner.ts';
import type { Program, ProgramContext } from './programs.ts';

/** What the worker and the watcher do by themselves, on what a first start of the demo has made, as the logins that it has. */

let dataFolder: string;
let database: RunningDatabase;
let chain: DemoChain;
let context: ProgramContext;
let running: Program[];
/** What the programs had to say that somebody should look at. */
let complaints: string[];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'purser-jobs-'));
  await chmod(dataFolder, 0o711);
  [running, complaints] = [[], []];
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) });
  database = await startDatabase({ dataFolder, databaseUrl: undefined, onNotice: () => undefined, onLost: () => undefined });
  const { url } = database;
  const masterKey = randomBytes(32);
  const settings = readSettings({ PURSER_DATA: dataFolder });
  await migrate(url);
  await settleInstallation(url, { demo: settings.demo, masterKey });
  await settleShardGroups(url, settings.shardGroups);
  await adoptLedger(url, masterKey);
  const { purser_app, purser_operator, purser_signer } = (await database.logins()) as LoginUrls;
  const ledgerKey = () => new Secrets(masterKey).ledgerKey();
  chain = demoChain({ dataFolder, ownerUrl: url, signerUrl: purser_signer, ledgerKey, log }) as DemoChain;
  context = {
    settings: { ...settings, operatorDatabaseUrl: purser_operator },
    databaseUrl: purser_app,
    masterKey,
    log,
    shopUrl: undefined,
    mailbox: new Mailbox(),
    testChain: chain,
  };
  await seedDemo({ ...context, databaseUrl: url });
}, 120_000);

afterEach(async () => {
  for (const program of running) await program.close();
  await chain.close();
  await database.close();
  const located = await readFile(join(dataFolder, LOCATION_FILE), 'utf8').catch(() => '');
  if (located !== '') await rm(located.trim(), { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
});

interface Report {
  readonly jobs: readonly { readonly name: string; readonly done_s_ago: number | null; readonly failing_for_s: number | null }[];
  readonly jobs_given_up: number | null;
  readonly holds: { readonly stray: number } | null;
}

/** What staff see of the programs that run. */
async function reports(): Promise<Report[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ facts: Report }>('select facts from program');
    return rows.map(({ facts }) => facts);
  } finally {
    await client.end();
  }
}

const jobsOf = (told: readonly Report[]) => told.flatMap(({ jobs }) => jobs);

/** What PostgreSQL refused, whether or not anybody was told. */
async function refusedByDatabase(): Promise<string[]> {
  const log = await readFile(join(dataFolder, 'postgres.log'), 'utf8');
  return log.split('\n').filter((line) => /\b(ERROR|FATAL|PANIC|WARNING):/.test(line));
}

it('each job that is done again and again is done without a complaint, once and again after a restart', { timeout: 150_000 }, async () => {
  const before = await refusedByDatabase();
  for (const start of ['first', 'second']) {
    running = [await startWorker(context), await startWatcher(context)];
    const undone = async () =>
      jobsOf(await reports()).filter(({ done_s_ago, failing_for_s }) => done_s_ago === null && failing_for_s === null);
    await expect.poll(async () => (await reports()).length, { timeout: 20_000 }).toBe(2);
    await expect.poll(undone, { timeout: 40_000, interval: 250 }).toEqual([]);
    const told = await reports();
    const jobs = jobsOf(told);
    expect(complaints, start).toEqual([]);
    expect(jobs.filter(({ failing_for_s }) => failing_for_s !== null)).toEqual([]);
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining([...PERIODIC_JOBS]));
    expect(told.flatMap(({ jobs_given_up, holds }) => [jobs_given_up, holds?.stray].filter(Boolean))).toEqual([]);
    for (const program of running.splice(0)) await program.close();
    expect(complaints, start).toEqual([]);
  }
  expect((await refusedByDatabase()).slice(before.length)).toEqual([]);
});
