import { createHash } from 'node:crypto';
import { ledgerRunQuery } from '@purser/contract/features/ledger';
import {
  type LiabilityProof,
  liabilityStatementQuery,
  merchantLiabilityProof,
  staffLiabilityExport,
  staffLiabilityMake,
  staffLiabilityQuery,
} from '@purser/contract/features/liabilities';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { verifyProof } from '../../../../docs/verify-liabilities.mjs';
import { allRoutes } from '../../main/features.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { attest } from './attest.ts';
import { liabilityJobs } from './make.ts';

let app: TestApp;
let auditor: TestStaff;
let finance: TestStaff;
let merchant: TestMerchant;
let worker: RunningJobs | undefined;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [auditor, finance] = [await makeStaff(app, 'auditor'), await makeStaff(app, 'finance')];
  merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', '10.00');
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
  await app.sql('delete from ledger_run');
});
afterAll(() => app.close());

const work = (longestMs?: number) => (worker = runJobQueue(app.platform, liabilityJobs(app.platform, longestMs), 1));
const make = async () => finance.call(staffLiabilityMake, { google_code: await finance.code() });
const published = async () => dataOf(await app.call(liabilityStatementQuery, {})).list;

async function ended(run_id: string) {
  return eventually(async () => {
    const run = dataOf(await auditor.call(ledgerRunQuery, { kind: 'statement' })).list[0];
    expect(run).toMatchObject({ run_id, finish_time: expect.any(String) as string });
    return run;
  });
}

it('states what is owed by button: everybody sees it, and each finds themselves in it', async () => {
  const { run_id } = dataOf(await make());
  expect(await published()).toEqual([]);
  expect((await make()).msg).toBe('ledger_work_under_way');
  work();
  const run = await ended(run_id);
  expect(run).toMatchObject({ state: 'done', kind: 'statement', asked_by: { name: finance.name } });
  const [statement] = await published();
  expect(run?.statement).toEqual({ statement_id: statement?.statement_id, made_at: statement?.made_at });
  expect(statement?.coins).toMatchObject([{ coin_name: 'USDP', sum: '10.00', count: '1' }]);
  const { proofs } = dataOf(await app.call(merchantLiabilityProof, {}, { token: merchant.token }));
  await verifyProof(proofs[0] as LiabilityProof, statement?.coins[0]?.root ?? '');
  const [shown] = dataOf(await auditor.call(staffLiabilityQuery, {})).list;
  const der = Buffer.from(statement?.public_key.replaceAll(/-----.*?-----|\n/g, '') ?? '', 'base64');
  const key_fingerprint = createHash('sha256').update(der).digest('hex');
  expect(shown).toEqual({
    ...statement,
    has_proofs: true,
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    key_fingerprint,
  });
  expect(await exportedFile(app, staffLiabilityExport, { staffToken: auditor.token })).toEqual([
    {
      'As of (UTC)': shown?.made_at,
      'Statement ID': shown?.statement_id,
      Coin: 'USDP',
      Owed: '10.00',
      Proofs: 'Kept: who is counted can check it',
      Fingerprint: shown?.fingerprint,
    },
  ]);
  const audit = await app.sql(`select details from audit_log where action = 'ledger.liabilities'`);
  expect(audit).toMatchObject([{ details: { run_id } }]);
});

it('is refused without the right code, and to who may only read', async () => {
  expect((await finance.call(staffLiabilityMake, { google_code: '000000' })).msg).toBe('wrong_google_code');
  expect((await auditor.call(staffLiabilityMake, { google_code: await auditor.code() })).msg).toBe('staff_not_allowed');
  expect(await app.sql('select from ledger_run')).toEqual([]);
});

it('publishes nothing once its time is over, and says so', async () => {
  const before = await published();
  const { run_id } = dataOf(await make());
  work(0);
  expect(await ended(run_id)).toMatchObject({ state: 'stopped', statement: null });
  expect(await published()).toEqual(before);
});

it('goes on from a statement that was made by command', async () => {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  const { statement_id } = await attest(client, app.platform.secrets).finally(() => client.end());
  const { run_id } = dataOf(await make());
  work();
  await ended(run_id);
  const [newest, older] = dataOf(await auditor.call(staffLiabilityQuery, {})).list;
  expect(older?.statement_id).toBe(statement_id);
  expect(JSON.parse(newest?.statement ?? '')).toMatchObject({ previous: older?.fingerprint });
});
