import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../platform/settings.ts';
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

it('a worker without a login for what is done for staff says so once, and leaves that out', { timeout: 60_000 }, async () => {
  const complaints: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push((JSON.parse(line) as { msg: string }).msg) });
  const { databaseUrl, dataFolder, masterKey } = app.platform.settings;
  const shardGroups = app.platform.crossings.groups.count;
  const settings = { ...readSettings({ PURSER_DATA: dataFolder }), operatorDatabaseUrl: undefined, shardGroups };
  worker = await startWorker({ settings, databaseUrl, masterKey, log, shopUrl: undefined });
  const told = async () => (await app.sql<{ facts: Told }>('select facts from program'))[0]?.facts;
  const done = async () => (await told())?.jobs.filter(({ done_s_ago }) => done_s_ago !== null).map(({ name }) => name) ?? [];
  await expect.poll(done, { timeout: 40_000, interval: 250 }).toEqual(expect.arrayContaining(FOR_STAFF));
  expect(complaints).toEqual([expect.stringContaining('PURSER_OPERATOR_DATABASE_URL')]);
  expect((await told())?.lacks_operator_login).toBe(true);
});
