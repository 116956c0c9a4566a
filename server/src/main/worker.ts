import { WebhookDispatcher } from '../features/webhook/dispatcher.ts';
import { isPeriodic, type Job, runJobQueue } from '../platform/commands/job-queue.ts';
import { runJobs } from '../platform/commands/jobs.ts';
import { forgetExpired } from '../platform/commands/forget.ts';
import { analyzeNewTables } from '../platform/database/new-tables.ts';
import { ProgramReport } from '../platform/observe/program-report.ts';
import { HeldWatch } from '../platform/proof/held-watch.ts';
import { allFeatures } from './features.ts';
import { registerHalves } from './halves.ts';
import { ledgerJobs } from './ledger-jobs.ts';
import type { Program, ProgramContext } from '../quick-start/programs.ts';
import { createPlatform, runAlone } from './standalone.ts';

/** Starts what happens without a request: expiry, webhooks, one-off jobs, statistics, forgetting. */
export async function startWorker(context: ProgramContext): Promise<Program> {
  const platform = createPlatform(context, 'worker');
  await platform.checkLogin();
  await platform.crossings.start();
  await platform.operator.check(context.log);
  await platform.clock.start();
  await platform.db.coins.refresh();
  registerHalves(platform);
  const stopping = new AbortController();
  const brought = allFeatures(platform).flatMap((feature) => feature.jobs?.() ?? []);
  const held = new HeldWatch(platform.db);
  const periodic = [
    ...brought.filter(isPeriodic),
    ...ledgerJobs(platform, stopping.signal),
    { name: 'forget-expired', everyMs: 30_000, run: () => forgetExpired(platform.db) },
    { name: 'analyze-new-tables', everyMs: 2_000, run: () => analyzeNewTables(platform.db) },
    { name: 'look-at-holds', everyMs: 60_000, run: () => held.look() },
  ];
  const webhooks = new WebhookDispatcher(platform);
  webhooks.start();
  const running = runJobs(periodic, context.log);
  const queue = runJobQueue(
    platform,
    brought.filter((one): one is Job => !isPeriodic(one)),
  );
  const report = ProgramReport.start(platform, {
    kind: 'worker',
    jobs: () => [...running.health(), ...queue.health()],
    holds: () => held.seen,
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([running.close(), queue.close(), webhooks.stop()]);
      await report.close();
      await platform.close();
    },
  };
}

if (import.meta.main) await runAlone('worker', startWorker);
