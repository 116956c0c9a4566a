import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../platform/settings.ts';
import { onCluster } from '../platform/testing/citus.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import type { Program } from '../quick-start/programs.ts';
import { startWorker } from './worker.ts';

/** What a worker does for staff. */
const FOR_STAFF = ['fetch-rates', 'publish-content', 'look-up-recharges', 'look-at-payouts', 'reckon-custody'];

let app: TestApp;
let worker: Program | undefined;
beforeEach(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterEach(async () => {
  await worker?.close();
  await app.close();
});

interface Told {
  readonly jobs: readonly { readonly name: string; readonly done_s_ago: number | null }[];
  readonly lacks_operator_login: boolean;
}

const silent = pino({ level: 'silent' });
const start = (operatorDatabaseUrl: string | undefined, log = silent): Promise<Program> => {
  const { databaseUrl, dataFolder, masterKey } = app.platform.settings;
  const shardGroups = app.platform.crossings.groups.count;
  const settings = { ...readSettings({ PURSER_DATA: dataFolder }), operatorDatabaseUrl, shardGroups };
  return startWorker({ settings, databaseUrl, masterKey, log, shopUrl: undefined });
};
const told = async () => (await app.sql<{ facts: Told }>('select facts from program'))[0]?.facts;

it('a worker without a login for what is done for staff says so once, and leaves that out', { timeout: 60_000 }, async () => {
  const complaints: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push((JSON.parse(line) as { msg: string }).msg) });
  await app.platform.db.systemTransaction((tx) =>
    tx.query(`select add_job('ledger-run', '{}', 'asked by staff', 3), add_job('state-liabilities', '{}', 'asked by staff too', 3)`),
  );
  worker = await start(undefined, log);
  const done = async () => (await told())?.jobs.filter(({ done_s_ago }) => done_s_ago !== null).map(({ name }) => name) ?? [];
  await expect.poll(done, { timeout: 40_000, interval: 250 }).toEqual(expect.arrayContaining(FOR_STAFF));
  expect(complaints).toEqual([expect.stringContaining('PURSER_OPERATOR_DATABASE_URL')]);
  expect((await told())?.lacks_operator_login).toBe(true);
  // A worker that can do them does them.
  const waiting = await app.sql('select attempts, locked_at from graphile_worker._private_jobs where max_attempts = 3');
  const untouched = { attempts: 0, locked_at: null };
  expect(waiting).toEqual([untouched, untouched]);
});

// A cluster's nodes ask for no passwords.
it.skipIf(onCluster)('a worker whose login for that is refused goes on with everything else', async () => {
  const url = new URL(app.platform.settings.operatorDatabaseUrl ?? '');
  url.password = 'changed meanwhile';
  worker = await start(url.href);
  await expect.poll(async () => (await told())?.lacks_operator_login, { timeout: 20_000 }).toBe(true);
});
