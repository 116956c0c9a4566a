import { setTimeout as delay } from 'node:timers/promises';
import { Logger as GraphileLogger, run, type Runner, type Task } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';

/** Work that a transaction asks for with `addJobs`: at least once, retried with backoff, by whichever worker is free. */
export interface QueuedJob {
  readonly kind: 'queued';
  readonly name: string;
  readonly run: (payload: unknown) => Promise<void>;
}

/** Work that is due again and again. Every worker does it, so it must bear being done by two at once. */
export interface PeriodicJob {
  readonly kind: 'periodic';
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

export type Job = QueuedJob | PeriodicJob;

/** Adds jobs within the client's transaction; a job whose key already waits is not added again. */
export async function addJobs(
  client: Pick<pg.ClientBase, 'query'>,
  name: string,
  jobs: readonly { readonly key: string; readonly payload: unknown }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await client.query({
    name: 'add-jobs',
    text: 'select add_jobs($1, $2::text[], $3::jsonb[])',
    values: [name, jobs.map(({ key }) => key), jobs.map(({ payload }) => JSON.stringify(payload))],
  });
}

export interface RunningJobs {
  /** Lets what is running finish, and takes nothing more. */
  close(): Promise<void>;
}

/**
 * Runs jobs until closed.
 *
 * @param databaseUrl of the migrating role, to whom the queue belongs
 */
export async function runJobs(databaseUrl: string, jobs: readonly Job[], log: Logger, concurrency: number): Promise<RunningJobs> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'purser-jobs' });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection of the job queue broke'));
  const queued = jobs.filter((job) => job.kind === 'queued');
  const runner: Runner | undefined =
    queued.length === 0
      ? undefined
      : await run({
          pgPool: pool,
          concurrency,
          noHandleSignals: true,
          pollInterval: 1_000,
          taskList: Object.fromEntries(queued.map((job) => [job.name, ((payload) => job.run(payload)) satisfies Task])),
          logger: quietLogger(log),
        });
  const stop = new AbortController();
  const loops = jobs.filter((job) => job.kind === 'periodic').map((job) => repeat(job, stop.signal, log));
  return {
    async close() {
      stop.abort();
      await Promise.all([runner?.stop(), ...loops]);
      await pool.end();
    },
  };
}

async function repeat(job: PeriodicJob, signal: AbortSignal, log: Logger): Promise<void> {
  while (!signal.aborted) {
    try {
      await job.run();
    } catch (error) {
      // The next round tries again; a database that is away must not end the worker.
      log.error({ err: error, job: job.name }, 'a periodic job failed');
    }
    await delay(job.everyMs, undefined, { signal }).catch(() => {});
  }
}

/** graphile-worker tells of every job it takes; only what goes wrong is worth a line of ours. */
function quietLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message);
    else if (level === 'warning') log.warn({ job: meta }, message);
  });
}
