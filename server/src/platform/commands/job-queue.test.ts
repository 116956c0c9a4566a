import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { addJob, hurryJobs, job, type Job, JobFailure, jobFigures, recoverJobs, retryJob, runJobQueue } from './job-queue.ts';
import { forgetExpired } from './forget.ts';
import type { RunningJobs } from './jobs.ts';

const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);
let app: TestApp;
let running: RunningJobs | undefined;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [], log });
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await app.sql('delete from graphile_worker._private_jobs');
  lines.length = 0;
});
afterAll(() => app.close());

type Payload = { readonly word: string };
/** A job that does what a test says and keeps what it was given. */
function recording(run: Job<Payload>['run'] = async () => {}, maxAttempts = 3) {
  const ran: { word: string; attempt: number; isLastAttempt: boolean }[] = [];
  const kind = job<Payload>({
    name: 'record',
    payload: z.strictObject({ word: z.string() }),
    maxAttempts,
    run: async (payload, context) => {
      ran.push({ word: payload.word, attempt: context.attempt, isLastAttempt: context.isLastAttempt });
      await run(payload, context);
    },
  });
  return { kind, ran };
}
const start = (...jobs: Job<Payload>[]) => (running = runJobQueue(app.platform, jobs as Job[], 2));
const add = (kind: Job<Payload>, word: string, key: string = word) =>
  app.platform.db.systemTransaction((tx) => addJob(tx, app.platform.secrets, kind, { word }, key));
interface Row {
  readonly key: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_error: string | null;
  readonly waits_s: number;
  readonly locked: boolean;
}
const stored = () =>
  app.sql<Row>(
    `select key, attempts, max_attempts, last_error, extract(epoch from run_at - now())::float8 as waits_s, locked_at is not null as locked
     from graphile_worker._private_jobs order by key`,
  );

describe('a job', () => {
  it('runs once after its transaction has committed, and is gone', async () => {
    const { kind, ran } = recording();
    start(kind);
    await add(kind, 'apple');
    await eventually(() => expect(ran).toEqual([{ word: 'apple', attempt: 1, isLastAttempt: false }]));
    await eventually(async () => expect(await stored()).toEqual([]));
  });

  it('is not there when its transaction fails', async () => {
    const { kind } = recording();
    const failed = app.platform.db.systemTransaction(async (tx) => {
      await addJob(tx, app.platform.secrets, kind, { word: 'apple' }, 'apple');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await stored()).toEqual([]);
  });

  it('is added in the scope of one owner too, and in none without a scope', async () => {
    const { kind } = recording();
    await app.platform.db.scoped(10000001, (tx) => addJob(tx, app.platform.secrets, kind, { word: 'pear' }, 'pear'));
    expect(await stored()).toMatchObject([{ key: 'pear' }]);
    await app.platform.db
      .scoped(10000001, async (tx) => {
        expect((await tx.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
        await tx.query(`select set_config('purser.owner_id', '', true)`);
        await expect(addJob(tx, app.platform.secrets, kind, { word: 'plum' }, 'plum')).rejects.toMatchObject({ code: '42501' });
        throw new Error('rolled back');
      })
      .catch(() => {});
  });

  it('is added without a notification, which a full queue would fail', async () => {
    const { kind } = recording();
    const listener = new pg.Client({ connectionString: app.ownerUrl });
    await listener.connect();
    const heard: (string | undefined)[] = [];
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query('listen "jobs:insert"; listen last');
    await add(kind, 'apple');
    await listener.query('notify last');
    await eventually(() => expect(heard).toContain('last'));
    expect(heard).toEqual(['last']);
    await listener.end();
  });

  it('is kept sealed, and what it holds is in no table and no line of the log, also when it fails', async () => {
    const { kind, ran } = recording(async ({ word }) => {
      throw new Error(`cannot do ${word.length}`);
    });
    await add(kind, 'a-secret-of-many-words', 'k');
    start(kind);
    await eventually(() => expect(ran).toHaveLength(1));
    await eventually(async () => expect(await stored()).toMatchObject([{ attempts: 1, last_error: 'unexpected', locked: false }]));
    const dump = await app.sql('select j::text as row from graphile_worker._private_jobs j');
    expect(JSON.stringify(dump)).not.toContain('a-secret');
    expect(lines.join('')).not.toContain('a-secret');
    expect(lines.join('')).toContain('cannot do 22');
  });

  it('that fails waits longer each time, and is given up after its last attempt', async () => {
    const { kind, ran } = recording(async () => {
      throw new JobFailure('not_now 451');
    }, 2);
    await add(kind, 'apple');
    start(kind);
    await eventually(async () => expect(await stored()).toMatchObject([{ attempts: 1, last_error: 'not_now 451', locked: false }]));
    expect((await stored())[0]?.waits_s).toBeGreaterThan(1);
    await app.platform.db.systemTransaction((tx) => hurryJobs(tx, kind));
    await eventually(async () => expect(await stored()).toMatchObject([{ attempts: 2, max_attempts: 2, locked: false }]));
    expect(ran.map(({ isLastAttempt }) => isLastAttempt)).toEqual([false, true]);
    expect(await jobFigures(app.platform.db)).toEqual({ due_s: 0, given_up: 1 });
    await app.platform.db.systemTransaction((tx) => hurryJobs(tx, kind));
    expect((await stored())[0]?.waits_s).toBeGreaterThan(1);
  });

  it('that cannot succeed is given up at once, kept for three days, and may be tried again', async () => {
    let willing = false;
    const { kind, ran } = recording(async () => {
      if (!willing) throw new JobFailure('refused 550', { final: true });
    });
    await add(kind, 'apple');
    start(kind);
    await eventually(async () => expect(await stored()).toMatchObject([{ attempts: 1, max_attempts: 1, locked: false }]));
    await app.sql(`update graphile_worker._private_jobs set run_at = now() - interval '71 hours'`);
    await forgetExpired(app.platform.db);
    expect(await stored()).toHaveLength(1);
    willing = true;
    const again = (key: string) => app.platform.db.systemTransaction((tx) => retryJob(tx, kind, key));
    expect([await again('apple'), await again('pear')]).toEqual([true, false]);
    await eventually(async () => expect(await stored()).toEqual([]));
    expect(ran.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  it('that was given up is forgotten after three days', async () => {
    const { kind } = recording();
    await add(kind, 'apple');
    await add(kind, 'pear');
    await app.sql(`update graphile_worker._private_jobs set run_at = now() - interval '73 hours'`);
    await app.sql(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'apple'`);
    await forgetExpired(app.platform.db);
    expect(await stored()).toMatchObject([{ key: 'pear' }]);
  });

  it('of a worker that is gone is freed, and run again', async () => {
    const { kind, ran } = recording();
    await add(kind, 'apple');
    await add(kind, 'pear');
    await app.sql(
      `update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - make_interval(secs => case key when 'apple' then 121 else 100 end)`,
    );
    await recoverJobs(app.platform.db);
    start(kind);
    await eventually(() => expect(ran).toMatchObject([{ word: 'apple' }]));
    await eventually(async () => expect(await stored()).toMatchObject([{ key: 'pear', locked: true }]));
  });

  it('whose payload cannot be read is given up, without a word of it in the log', async () => {
    const { kind, ran } = recording();
    const other = job({ ...kind, payload: z.strictObject({ number: z.number() }), run: async () => {} });
    await app.platform.db.systemTransaction((tx) => addJob(tx, app.platform.secrets, other, { number: 987_654_321 }, 'k'));
    start(kind);
    await eventually(async () =>
      expect(await stored()).toMatchObject([{ max_attempts: 1, last_error: 'payload_unreadable', locked: false }]),
    );
    expect([ran, lines.join('').includes('987654321')]).toEqual([[], false]);
  });
});

describe('the queue', () => {
  it('goes on with others while one hangs, and lets what runs end when it closes', async () => {
    const gate = Promise.withResolvers<void>();
    const { kind, ran } = recording(async ({ word }) => {
      if (word === 'slow') await gate.promise;
    });
    start(kind);
    await add(kind, 'slow');
    await eventually(() => expect(ran).toHaveLength(1));
    await add(kind, 'quick');
    await eventually(() => expect(ran.map(({ word }) => word)).toEqual(['slow', 'quick']));
    const closed = running?.close();
    await add(kind, 'late');
    gate.resolve();
    await closed;
    expect(await stored()).toMatchObject([{ key: 'late', attempts: 0, locked: false }]);
    expect(ran).toHaveLength(2);
  });

  it('takes nothing more of many once it closes', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { kind, ran } = recording(async () => {
      begun.resolve();
      await gate.promise;
    });
    for (let index = 0; index < 20; index += 1) await add(kind, `word-${index}`);
    start(kind);
    await begun.promise;
    const closed = running?.close();
    gate.resolve();
    await closed;
    expect(ran.length).toBeLessThanOrEqual(2);
    const left = await stored();
    expect([left.length + ran.length, left.filter(({ locked, attempts }) => locked || attempts > 0)]).toEqual([20, []]);
  });

  it('leaves a database alone that only reads, and goes on afterwards', async () => {
    const { kind, ran } = recording();
    await add(kind, 'apple');
    await onlyReads(true);
    start(kind);
    await sleep(1_500);
    expect([ran, lines.filter((line) => line.includes('read-only'))]).toEqual([[], []]);
    await onlyReads(false);
    await eventually(() => expect(ran).toMatchObject([{ word: 'apple' }]));
  });

  it('goes on when the database was away as it looked for the first time', async () => {
    const { kind, ran } = recording();
    await add(kind, 'apple');
    await app.sql('alter table graphile_worker._private_tasks rename to away');
    start(kind);
    await eventually(() => expect(lines.join('')).toContain('Worker exited with error'));
    await app.sql('alter table graphile_worker.away rename to _private_tasks');
    await eventually(() => expect(ran).toMatchObject([{ word: 'apple' }]));
  });
});

/** Makes every transaction of the application's connections read-only, as those on a standby are. */
async function onlyReads(yes: boolean): Promise<void> {
  const [{ name } = { name: '' }] = await app.sql<{ name: string }>('select current_database() as name');
  await app.sql('set default_transaction_read_only = off');
  await app.sql(`alter database ${name} ${yes ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`);
  await app.sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'purser_test_login'`, [name]);
}
