import type { ProgramFacts } from '@purser/contract/features/overview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Metrics } from '../../platform/observe/metrics.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { watchAlarms } from './metrics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

const FACTS: ProgramFacts = {
  skew_ms: 0,
  memory_mb: 100,
  loop_delay_ms: 1,
  connections: 0,
  event_streams: 0,
  login_owns_tables: false,
  lacks_operator_login: false,
  stuck_s: {},
  commands_waiting: 0,
  jobs: [{ name: 'seal-entries', every_s: 2, done_s_ago: 70, failing_for_s: 60 }],
  jobs_given_up: 0,
  holds: null,
};

async function alarmsNow(): Promise<string[]> {
  const { operator, clock, log } = app.platform;
  const metrics = new Metrics();
  watchAlarms({ metrics, operator, clock, log });
  return (await metrics.registry.metrics()).split('\n').filter((line) => /^purser_alarms(\{|_read )/.test(line));
}

it('counts each alarm for Prometheus, and says where it cannot be read', async () => {
  for (const host of ['a', 'b'])
    await app.sql(
      `insert into program (program_id, kind, host, version, started_at, facts) values (gen_random_uuid(), 'worker', $1, '1', now(), $2)`,
      [host, FACTS],
    );
  // On a slow machine they may not be read within their bound at first.
  await eventually(async () =>
    expect(await alarmsNow()).toEqual(
      expect.arrayContaining(['purser_alarms{alarm="job_failing",severity="danger"} 2', 'purser_alarms_read 1']),
    ),
  );
  await app.sql('alter table turnover_progress rename to away');
  expect(await alarmsNow()).toEqual(['purser_alarms_read 0']);
  await app.sql('alter table away rename to turnover_progress');
  await app.sql('delete from program');
  await eventually(async () =>
    expect(await alarmsNow()).toEqual(['purser_alarms{alarm="worker_missing",severity="danger"} 1', 'purser_alarms_read 1']),
  );
});
