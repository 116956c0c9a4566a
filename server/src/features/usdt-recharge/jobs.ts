import { connectedNetworks } from '../../domain/chain-network.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

const LOOK_EVERY_MS = 3_000;

/** Looks up on their chains what owners told of recharges, for whoever decides on them. */
export function usdtRechargeJobs(platform: Platform): PeriodicJob[] {
  const run = async (): Promise<void> => {
    // Without the operator's connections nobody decides anything either.
    if (platform.operator.warning !== undefined) return;
    const networks = await connectedNetworks(platform.operator.db.system);
    if (networks.length === 0) return;
    // What speaks to chains is loaded where one is connected.
    const { lookUpTold } = await import('./look-up.ts');
    await lookUpTold(platform, networks);
  };
  return [{ name: 'look-up-recharges', everyMs: LOOK_EVERY_MS, run }];
}
