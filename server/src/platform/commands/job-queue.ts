import { EventEmitter } from 'node:events';
import { type JobHelpers, Logger, runTaskListOnce, type TaskList } from 'graphile-worker';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/tx.ts';
import type { Platform } from '../platform.ts';
import type { Secrets } from '../security/secrets.ts';
import { type PeriodicJob, type RunningJobs, runJobs } from './jobs.ts';

/** What a job is called and given. Whoever adds one knows this much; what it does is bound to it in its feature. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** A job that has failed so often is not tried again by itself. The waits between attempts grow from 3 s to 6 h: 20 attempts take three days. */
  readonly maxAttempts: number;
}

interface JobContext {
  /** 1 at the first attempt. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the job takes too long, or the worker stops and has waited long enough. */
  readonly signal: AbortSignal;
}

/** Something to do once, after the transaction that added it has committed. It may run twice (a worker dies half way), so `run` must bear that. */
export interface Job<Payload = unknown> extends JobKind<Payload> {
  run(payload: Payload, context: JobContext): Promise<void>;
}

export function job<Payload>(declared: Job<Payload>): Job<Payload> {
  return declared;
}

/** Tells periodic jobs from those that are added one by one. */
export function isPeriodic(one: PeriodicJob | Job): one is PeriodicJob {
  return 'everyMs' in one;
}

/** A failure that was to be expected. `problem` is a word or two without secrets, as it is logged and kept with the job. */
export class JobFailure extends Error {
  readonly problem: string;
  /** Trying again by itself is of no use. */
  readonly final: boolean;

  constructor(problem: string, { final = false }: { readonly final?: boolean } = {}) {
    super(problem);
    this.name = 'JobFailure';
    this.problem = problem;
    this.final = final;
  }
}

/** Adds a job to a transaction. The payload is sealed and is gone with the job once it is done; `key` names the job for `retryJob`. */
export async function addJob<Payload>(
  tx: Tx,
  secrets: Secrets,
  { name, maxAttempts }: JobKind<Payload>,
  payload: Payload,
  key: string,
): Promise<void> {
  const sealed = secrets.seal(purposeOf(name), JSON.stringify(payload)).toString('base64');
  await tx.query('select add_job($1, $2, $3, $4)', [name, { sealed }, key, maxAttempts]);
}

/** Lets a job that waits or was given up begin anew, now. False when there is none, or it runs at this moment. */
export async function retryJob(tx: Tx, { maxAttempts }: Pick<JobKind<unknown>, 'maxAttempts'>, key: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update graphile_worker._private_jobs set run_at = now(), attempts = 0, max_attempts = $2, updated_at = now()
     where key = $1 and locked_at is null`,
    [key, maxAttempts],
  );
  return rowCount === 1;
}

/** When a job that was not done yet is tried next; undefined when there is none. */
export async function jobOf(tx: Tx, key: string): Promise<{ readonly nextAt: Date; readonly givenUp: boolean } | undefined> {
  const { rows } = await tx.query<{ nextAt: Date; givenUp: boolean }>(
    `select run_at as "nextAt", attempts >= max_attempts and locked_at is null as "givenUp" from graphile_worker._private_jobs where key = $1`,
    [key],
  );
  return rows[0];
}

/** Lets every job of some kinds that waits for its next attempt have it now. */
export async function hurryJobs(tx: Tx, ...kinds: readonly Pick<JobKind<unknown>, 'name'>[]): Promise<void> {
  await tx.query(
    `update graphile_worker._private_jobs set run_at = now(), updated_at = now()
     where is_available and run_at > now() and task_id in (select id from graphile_worker._private_tasks where identifier = any($1))`,
    [kinds.map(({ name }) => name)],
  );
}

/** How long the job that waits longest has been due, and how many were given up: for the metrics. */
export async function jobFigures({ system }: Pick<Database, 'system'>): Promise<{ due_s: number; given_up: number }> {
  const { rows } = await system.query<{ due_s: number | null; given_up: number }>(
    `select extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now()))::float8 as due_s,
       (count(*) filter (where attempts >= max_attempts and locked_at is null))::int as given_up
     from graphile_worker._private_jobs`,
  );
  return { due_s: rows[0]?.due_s ?? 0, given_up: rows[0]?.given_up ?? 0 };
}

/** The figures of all jobs among an api's metrics: the worker, which runs them, listens nowhere. */
export function watchJobs({ db, metrics }: Pick<Platform, 'db' | 'metrics'>): void {
  metrics.watch(
    'purser_jobs_due_seconds',
    'How long the one-off job that waits longest has been due',
    async () => (await jobFigures(db)).due_s,
  );
  metrics.watch('purser_jobs_given_up', 'One-off jobs that were given up in the last days', async () => (await jobFigures(db)).given_up);
}

const LOOK_EVERY_MS = 1_000;
const LANES = 4;
const LONGEST_RUN_MS = 60_000;
/** A job runs for a minute at the most: one that has been held for longer than this was held by a worker that is gone. */
const HELD_AT_MOST_S = 120;
const RECOVER_EVERY_MS = 30_000;

/**
 * Runs one-off jobs: each lane one at a time, so a job that hangs holds up one lane. Every kind is left out of one lane, so that many of a kind that hang leave
 * the others a way. The library's continuous worker is not used: it holds a
 * listening connection, and ends for good when the database is away as a job ends.
 */
export function runJobQueue(platform: Pick<Platform, 'db' | 'secrets' | 'log'>, jobs: readonly Job[], lanes = LANES): RunningJobs {
  const stop = new AbortController();
  const tasksOf = (lane: number): TaskList => {
    const others = jobs.filter((_, at) => at % lanes !== lane);
    return Object.fromEntries((others.length > 0 ? others : jobs).map((one) => [one.name, taskOf(platform, one)]));
  };
  const running = runJobs(
    [
      ...Array.from({ length: lanes }, (_, index) => lane(platform, tasksOf(index), `job-lane-${index + 1}`, stop.signal)),
      { name: 'recover-jobs', everyMs: RECOVER_EVERY_MS, run: () => recoverJobs(platform.db) },
    ],
    platform.log,
  );
  return {
    health: () => running.health(),
    async close() {
      stop.abort();
      await running.close();
    },
  };
}

/** Frees the jobs of workers that are gone. */
export async function recoverJobs({ system }: Pick<Database, 'system'>, heldAtMostS = HELD_AT_MOST_S): Promise<void> {
  // Also on a database that only reads, where it has nothing to do.
  const { rows } = await system.query<{ writes: boolean }>(`select current_setting('transaction_read_only') = 'off' as writes`);
  if (rows[0]?.writes !== true) return;
  await system.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at < now() - make_interval(secs => $1)`,
    [heldAtMostS],
  );
}

function lane({ db, log }: Pick<Platform, 'db' | 'log'>, tasks: TaskList, name: string, stop: AbortSignal): PeriodicJob {
  // The library asks a single statement at a time of what it is given, and transactions of its own it has none: the pool serves as well.
  const client = db.system as unknown as PoolClient;
  const logger = new Logger(() => (level, message) => tell(log, level, message));
  const newOptions = () => ({ noHandleSignals: true, events: new EventEmitter(), logger });
  let options = newOptions();
  let found = false;
  const run = async (): Promise<void> => {
    const { rows } = await db.system.query<{ due: boolean }>(
      `select current_setting('transaction_read_only') = 'off'
         and exists (select from graphile_worker._private_jobs where is_available and run_at <= now()) as due`,
    );
    if (rows[0]?.due !== true || stop.aborted) return;
    const { events } = options;
    let looking = false;
    events.once('worker:getJob:start', () => (looking = true));
    for (const answered of ['job:start', 'worker:getJob:empty']) events.once(answered, () => (found = true));
    const pool = runTaskListOnce(options, tasks, client);
    // A worker that is told to stop before it has begun never ends.
    const shutDown = (): void =>
      void (looking ? pool.gracefulShutdown() : events.once('worker:getJob:start', () => pool.gracefulShutdown()));
    stop.addEventListener('abort', shutDown, { once: true });
    try {
      await pool.promise;
    } finally {
      stop.removeEventListener('abort', shutDown);
      events.removeAllListeners();
      // The library keeps the numbers of its tasks by its options, also a failure to read them.
      if (!found) options = newOptions();
    }
  };
  return { name, everyMs: LOOK_EVERY_MS, run };
}

/** The library tells success at "info": that is nothing to tell the operator of. */
function tell(log: Platform['log'], level: string, message: string): void {
  if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, message);
  else log.debug({ from: 'jobs' }, message);
}

function taskOf({ db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>, one: Job): TaskList[string] {
  return async (payload, { job: { id, attempts, max_attempts }, abortSignal }: JobHelpers) => {
    const tooLong = AbortSignal.timeout(LONGEST_RUN_MS);
    const signal = abortSignal === undefined ? tooLong : AbortSignal.any([tooLong, abortSignal]);
    const context = { attempt: attempts, isLastAttempt: attempts >= max_attempts, signal };
    const work = async (): Promise<void> => one.run(openPayload(secrets, one, payload), context);
    const failure: unknown = await orAborted(work(), signal).catch((error: unknown) => error);
    if (failure === undefined) return;
    const expected = failure instanceof JobFailure;
    if (!expected) log.error({ err: failure, job: one.name, attempt: attempts }, 'a job failed');
    if (expected && failure.final) {
      await db.system.query('update graphile_worker._private_jobs set max_attempts = greatest(attempts, 1) where id = $1', [id]);
    }
    // What the library logs and keeps is this message: never one that somebody else has worded.
    throw new Error(expected ? failure.problem : 'unexpected');
  };
}

function openPayload<Payload>(secrets: Secrets, { name, payload }: JobKind<Payload>, stored: unknown): Payload {
  try {
    const { sealed } = stored as { readonly sealed: string };
    return payload.parse(JSON.parse(secrets.open(purposeOf(name), Buffer.from(sealed, 'base64'))));
  } catch {
    // The error would quote what it could not read.
    throw new JobFailure('payload_unreadable', { final: true });
  }
}

async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new JobFailure('aborted'));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // It may still fail, with nobody waiting for it.
    work.catch(() => {});
  }
}

function purposeOf(name: string): string {
  return `job:${name}`;
}
