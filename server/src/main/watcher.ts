import { watchChains } from '../features/chain-deposit/watcher.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { runJobs } from '../platform/commands/jobs.ts';
import { ProgramReport } from '../platform/observe/program-report.ts';
import type { Program, ProgramContext } from '../quick-start/programs.ts';
import { createPlatform, runAlone } from './standalone.ts';

/** Starts what looks at the chains of connected networks and credits what arrives there. Any number of them may run. */
export async function startWatcher(context: ProgramContext): Promise<Program> {
  const platform = createPlatform(context, 'watcher');
  await platform.checkLogin();
  await platform.clock.start();
  await platform.db.coins.refresh();
  const running = runJobs([watchChains(platform, creditDeposits)], context.log);
  const report = ProgramReport.start(platform, { kind: 'watcher', jobs: () => running.health() });
  return {
    async close() {
      await running.close();
      await report.close();
      await platform.close();
    },
  };
}

if (import.meta.main) await runAlone('watcher', startWatcher);
