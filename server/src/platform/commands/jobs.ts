import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Work that is due again and again: what is due is read from the tables themselves, so nothing is lost with a process.
 * Every worker does it, so it must bear being done by two at once.
 */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

export interface RunningJobs {
  /** Lets what is running finish, and begins nothing more. */
  close(): Promise<void>;
}

/** Runs jobs, each beside the others, until closed. */
export function runJobs(jobs: readonly PeriodicJob[], log: Logger): RunningJobs {
  const stop = new AbortController();
  const loops = jobs.map((job) => repeat(job, stop.signal, log));
  return {
    async close() {
      stop.abort();
      await Promise.all(loops);
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
