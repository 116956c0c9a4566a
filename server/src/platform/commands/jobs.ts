import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Lasting } from '../observe/lasting.ts';

/**
 * Work that is due again and again: what is due is read from the tables themselves, so nothing is lost with a process.
 * Every worker does it, so it must bear being done by two at once.
 */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  /** `stopping` is aborted when the program closes: what has many steps ends after the one under way. */
  readonly run: (stopping?: AbortSignal) => Promise<unknown>;
  /** A round begins although an earlier one is under way: one that keeps apart itself what may not be done twice at a time. */
  readonly overlaps?: boolean;
}

/** How a job has been doing; ages are in milliseconds. */
export interface JobHealth {
  readonly name: string;
  readonly everyMs: number;
  /** Since it was last done; undefined when it has not been yet. */
  readonly doneAgoMs: number | undefined;
  /** Since the first of the failures since then; undefined when there was none. */
  readonly failingForMs: number | undefined;
}

export interface RunningJobs {
  health(): readonly JobHealth[];
  /** Lets what is running finish, and begins nothing more. */
  close(): Promise<void>;
}

/** Runs jobs, each beside the others, until closed. */
export function runJobs(jobs: readonly PeriodicJob[], log: Logger): RunningJobs {
  const stop = new AbortController();
  const watched = jobs.map((job): Watched => ({ job, doneAt: undefined, failingSince: undefined, lasting: new Lasting() }));
  const loops = watched.map((one) => repeat(one, stop.signal, log));
  return {
    health: () => watched.map(healthOf),
    async close() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

/** A job with what became of it, by the monotonic clock. */
interface Watched {
  readonly job: PeriodicJob;
  doneAt: number | undefined;
  failingSince: number | undefined;
  readonly lasting: Lasting;
}

function healthOf({ job: { name, everyMs }, doneAt, failingSince }: Watched): JobHealth {
  const now = performance.now();
  return {
    name,
    everyMs,
    doneAgoMs: doneAt === undefined ? undefined : now - doneAt,
    failingForMs: failingSince === undefined ? undefined : now - failingSince,
  };
}

async function repeat(watched: Watched, signal: AbortSignal, log: Logger): Promise<void> {
  const { job } = watched;
  const underWay = new Set<Promise<void>>();
  while (!signal.aborted) {
    const round = once(watched, signal, log).finally(() => underWay.delete(round));
    underWay.add(round);
    if (job.overlaps !== true) await round;
    await delay(job.everyMs, undefined, { signal }).catch(() => {});
  }
  await Promise.all(underWay);
}

async function once(watched: Watched, signal: AbortSignal, log: Logger): Promise<void> {
  const { job, lasting } = watched;
  try {
    await job.run(signal);
    watched.doneAt = performance.now();
    watched.failingSince = undefined;
    lasting.ended(() => log.info({ job: job.name }, 'a periodic job that failed is done again'));
  } catch (error) {
    watched.failingSince ??= performance.now();
    // The next round tries again; a database that is away must not end the worker.
    lasting.failed(error, () => log.error({ err: error, job: job.name }, 'a periodic job failed'));
  }
}
