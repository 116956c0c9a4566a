import { WebhookDispatcher } from '../features/webhook/dispatcher.ts';
import { type PeriodicJob, runJobs } from '../platform/commands/jobs.ts';
import { forgetExpired } from '../platform/commands/forget.ts';
import { allFeatures } from './features.ts';
import { ledgerJobs } from './ledger-jobs.ts';
import type { Program, ProgramContext } from '../quick-start/programs.ts';
import { createPlatform, runAlone } from './standalone.ts';

/** Starts what happens without a request: expiry, webhooks, statistics, forgetting. */
export async function startWorker(context: ProgramContext): Promise<Program> {
  const platform = createPlatform(context, { connections: 4 });
  await platform.checkLogin();
  await platform.clock.start();
  const stopping = new AbortController();
  const jobs: PeriodicJob[] = [
    ...allFeatures(platform).flatMap((feature) => feature.jobs?.() ?? []),
    ...ledgerJobs(platform, stopping.signal),
    { name: 'forget-expired', everyMs: 30_000, run: () => forgetExpired(platform.db) },
  ];
  const webhooks = new WebhookDispatcher(platform);
  webhooks.start();
  const running = runJobs(jobs, context.log);
  return {
    async close() {
      stopping.abort();
      await Promise.all([running.close(), webhooks.stop()]);
      await platform.close();
    },
  };
}

if (import.meta.main) await runAlone('worker', startWorker);
