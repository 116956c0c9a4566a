import { overviewHealth } from '@purser/contract/features/overview';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { overviewRoutes } from './routes.ts';

/** What is told of verifications of the ledger that have ended. */

let app: TestApp;
let admin: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: overviewRoutes });
  admin = await makeStaff(app, 'admin');
});
afterEach(() => app.sql('truncate ledger_run'));
afterAll(() => app.close());

/** A run over the ledger that has ended, with what it found; newer than all before. */
async function ended(
  state: 'done' | 'stopped' | 'failed',
  breaks: number | null,
  { kind = 'verification', ago = '0 s' } = {},
): Promise<void> {
  await app.sql(
    `insert into ledger_run (run_id, kind, state, result, created_at, finished_at)
     values ($1, $2, $3, $4, now() - $5::interval, now() - $5::interval)`,
    [uuidv7(), kind, state, breaks === null ? null : JSON.stringify({ breaks: Array.from({ length: breaks }, () => ({})) }), ago],
  );
}
const health = async () => dataOf(await admin.call(overviewHealth, {})).health;
const alarmOf = async (kind: 'verification_broken' | 'verification_late') => (await health()).alarms.find(({ alarm }) => alarm === kind);

it('nothing is told before the first has ended', async () => {
  expect((await health()).ledger.verified).toBeNull();
  expect([await alarmOf('verification_broken'), await alarmOf('verification_late')]).toEqual([undefined, undefined]);
});

it('the last one is told, and that it found breaks stays an alarm until one gets through without any', async () => {
  await ended('done', 2);
  await ended('done', 0, { kind: 'checkpoint' });
  const { ledger, alarms } = await health();
  expect(ledger.verified).toMatchObject({ is_complete: true, breaks: 2 });
  expect(alarms[0]).toMatchObject({ alarm: 'verification_broken', count: 2, since: ledger.verified?.time });
  for (const [state, found] of [
    ['stopped', 0],
    ['failed', null],
  ] as const) {
    await ended(state, found);
    expect((await health()).ledger.verified, state).toMatchObject({ is_complete: false, breaks: 0 });
    expect(await alarmOf('verification_broken'), state).toEqual(alarms[0]);
  }
  // Nor does a break wait for the end of the run that found it.
  await ended('stopped', 1);
  expect(await alarmOf('verification_broken')).toMatchObject({ count: 1 });
  await ended('done', 0);
  expect(await alarmOf('verification_broken')).toBeUndefined();
});

it('the ledger counts as verified by what got through, not by what has ended', async () => {
  await ended('done', 0, { ago: '4 days' });
  const { ledger } = await health();
  await ended('stopped', 0, { ago: '1 day' });
  await ended('stopped', 1, { ago: '1 hour' });
  await ended('failed', null);
  expect(await alarmOf('verification_late')).toMatchObject({ severity: 'warning', since: ledger.verified?.time });
  await ended('done', 0, { ago: '2 days' });
  expect(await alarmOf('verification_late')).toBeUndefined();
});
