import { programFacts } from '@purser/contract/features/overview';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { forgetExpired } from '../commands/forget.ts';
import { ProgramReport } from './program-report.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
beforeEach(() => app.sql('truncate program'));
afterAll(() => app.close());

const told = () =>
  app.sql<{ kind: string; facts: unknown; fresh: boolean }>(
    `select kind, facts, told_at > clock_timestamp() - interval '5 seconds' as fresh from program order by kind`,
  );

it('tells of a program while it runs, as the contract says it, and of nothing once it is closed', async () => {
  const job = { name: 'seal-entries', everyMs: 2_000, doneAgoMs: 1_400, failingForMs: undefined };
  const worker = ProgramReport.start(app.platform, { kind: 'worker', jobs: () => [job] });
  const api = ProgramReport.start(app.platform, { kind: 'api' });
  await eventually(async () => expect((await told()).map(({ kind }) => kind)).toEqual(['api', 'worker']));
  const [ofApi, ofWorker] = await told();
  expect([ofApi?.fresh, ofWorker?.fresh]).toEqual([true, true]);
  expect(programFacts.parse(ofApi?.facts)).toMatchObject({
    jobs: [],
    jobs_given_up: null,
    login_owns_tables: false,
    lacks_operator_login: false,
  });
  expect(programFacts.parse(ofWorker?.facts)).toMatchObject({
    jobs: [{ name: 'seal-entries', every_s: 2, done_s_ago: 1, failing_for_s: null }],
    jobs_given_up: 0,
  });
  await worker.close();
  expect((await told()).map(({ kind }) => kind)).toEqual(['api']);
  await api.close();
  expect(await told()).toEqual([]);
});

it('is forgotten an hour after it fell silent', async () => {
  await app.sql(
    `insert into program (program_id, kind, host, version, started_at, told_at, facts)
     select gen_random_uuid(), kind, 'h', '1', now(), now() - age, '{}' from (values ('api', interval '59 minutes'), ('worker', interval '61 minutes')) as made (kind, age)`,
  );
  await forgetExpired(app.platform.db);
  expect((await told()).map(({ kind }) => kind)).toEqual(['api']);
});
