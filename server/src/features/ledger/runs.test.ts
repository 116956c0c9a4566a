import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerCheckpoint, ledgerRunExport, ledgerRunQuery, ledgerVerify } from '@purser/contract/features/ledger';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { openCheckpoint } from '../../platform/proof/checkpoint.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { ledgerRunJobs } from './jobs.ts';

let app: TestApp;
let dataFolder: string;
let auditor: TestStaff;
let finance: TestStaff;
let worker: RunningJobs | undefined;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'purser-runs-'));
  app = await createTestApp({ routes: allRoutes, settings: { dataFolder } });
  [auditor, finance] = [await makeStaff(app, 'auditor'), await makeStaff(app, 'finance')];
  await fund(app, (await makeMerchant(app)).merchant_id, 'USDP', '10.00');
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(async () => {
  await app.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const work = (longestMs?: number) => (worker = runJobQueue(app.platform, ledgerRunJobs(app.platform, longestMs), 1));

/** The newest run, once it has ended. */
async function ended(run_id: string) {
  let found: ReturnType<typeof newest> extends Promise<infer Run> ? Run : never;
  await eventually(async () => {
    found = await newest();
    expect(found).toMatchObject({ run_id, finish_time: expect.any(String) as string });
  });
  return found;
}
async function newest() {
  return dataOf(await auditor.call(ledgerRunQuery, { page_size: 1 })).list[0];
}

it('verifies the ledger by button, and tells by whom, when and what was found', async () => {
  const { run_id } = dataOf(await finance.call(ledgerVerify, {}));
  expect(await newest()).toMatchObject({
    run_id,
    kind: 'verification',
    state: 'waiting',
    verification: null,
    asked_by: { name: finance.name },
  });
  expect(await finance.call(ledgerVerify, {})).toMatchObject({ msg: 'ledger_work_under_way' });
  work();
  const run = await ended(run_id);
  expect(run).toMatchObject({ state: 'done', step: 'audit', verification: { breaks: [], compared_with: null, postings: 1 } });
  expect(run?.verification?.accounts).toBeGreaterThan(0);
  expect(run?.verification?.audit_entries).toBeGreaterThan(0);
});

it('has a file of the runs that the list shows, a verification said to hold or not', async () => {
  const { run_id } = dataOf(await finance.call(ledgerVerify, {}));
  work();
  await ended(run_id);
  const fileOf = async () => (await exportedFile(app, ledgerRunExport, { staffToken: auditor.token }, { kind: 'verification' }))[0];
  expect(await fileOf()).toMatchObject({ Kind: 'Verification', Status: 'Whole', Breaks: '0', By: finance.name, 'Written to': '' });
  const broken = { check: 'accounts', where: '1', found: 'nothing' };
  await app.sql(`update ledger_run set result = jsonb_set(result::jsonb, '{breaks}', $2::jsonb), asked_by = null where run_id = $1`, [
    run_id,
    JSON.stringify([broken, broken]),
  ]);
  expect(await fileOf()).toMatchObject({ Status: 'Does not hold', Breaks: '2', By: 'Command' });
  await app.sql('delete from ledger_run');
});

it('writes a checkpoint by button, signed and after the one before, which the next verification is compared with', async () => {
  const first = dataOf(await finance.call(ledgerCheckpoint, {}));
  work();
  await ended(first.run_id);
  const { run_id } = dataOf(await finance.call(ledgerCheckpoint, {}));
  const run = await ended(run_id);
  expect(run).toMatchObject({ kind: 'checkpoint', state: 'done', checkpoint: { entries: '2', postings: '1' } });
  const [row] = await exportedFile(app, ledgerRunExport, { staffToken: auditor.token }, { kind: 'checkpoint' });
  const { place, fingerprint } = run?.checkpoint ?? {};
  expect(row).toMatchObject({ Status: 'Done', Breaks: '', 'Written to': place, Fingerprint: fingerprint });
  const files = (await readdir(join(dataFolder, 'checkpoints'))).toSorted();
  expect(files).toHaveLength(2);
  const texts = await Promise.all(files.map((name) => readFile(join(dataFolder, 'checkpoints', name), 'utf8')));
  const [one, two] = texts.map((text) => openCheckpoint(text, app.platform.secrets));
  expect(two?.checkpoint.previous).not.toBeNull();
  expect(two?.checkpoint.made_at).toBe(run?.checkpoint?.made_at);
  expect(one?.checkpoint.previous).toBeNull();
  const verification = await ended(dataOf(await finance.call(ledgerVerify, {})).run_id);
  expect(verification).toMatchObject({ state: 'done', verification: { breaks: [], compared_with: run?.checkpoint?.made_at, unsealed: 0 } });
});

it('names what does not hold', async () => {
  await app.sql(`update ledger.account set available = available + 1 where owner_id > 128`);
  work();
  const run = await ended(dataOf(await finance.call(ledgerVerify, {})).run_id);
  expect(run?.state).toBe('done');
  expect(run?.verification?.breaks.map(({ where }) => where)).toContain('coin USDP');
  await app.sql(`update ledger.account set available = available - 1 where owner_id > 128`);
});

it('stops when the time of a job is over, and says how far it came', async () => {
  work(0);
  const run = await ended(dataOf(await finance.call(ledgerVerify, {})).run_id);
  expect(run).toMatchObject({ state: 'stopped', verification: { breaks: [] } });
  // The connection that it left did not go back to the pool with other settings.
  const { rows } = await app.platform.operator.db.system.query<{ only: string }>(
    `select current_setting('default_transaction_read_only') as only`,
  );
  expect(rows).toEqual([{ only: 'off' }]);
});

it('may be asked for again when the worker that had it is gone for good', async () => {
  dataOf(await finance.call(ledgerVerify, {}));
  await app.sql(`update ledger_run set created_at = now() - interval '1 hour', state = 'running' where finished_at is null`);
  await app.sql('delete from graphile_worker._private_jobs');
  const { run_id } = dataOf(await finance.call(ledgerVerify, {}));
  work();
  expect(await ended(run_id)).toMatchObject({ state: 'done' });
  const states = await app.sql(`select state from ledger_run where kind = 'verification' order by run_id desc offset 1 limit 1`);
  expect(states).toEqual([{ state: 'failed' }]);
});

it('is not asked for by who only looks', async () => {
  expect(await auditor.call(ledgerVerify, {})).toMatchObject({ msg: 'staff_not_allowed' });
  expect(await auditor.call(ledgerCheckpoint, {})).toMatchObject({ msg: 'staff_not_allowed' });
});
