import { connectedOrOff } from '../../domain/chain-network.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import { OneEach } from '../../platform/commands/one-each.ts';
import type { Platform } from '../../platform/platform.ts';

const LOOK_EVERY_MS = 3_000;

/** Books what became of the withdrawals, returns and sweeps that the signer has sent. */
export function usdtWithdrawalJobs(platform: Platform): PeriodicJob[] {
  const each = new OneEach();
  const run = async (): Promise<void> => {
    // Without the operator's connections nobody approves anything either.
    if (platform.operator.warning !== undefined) return;
    // What speaks to chains is loaded where one is connected.
    const networks = await connectedOrOff(platform.operator.db.system);
    if (networks.length === 0) return;
    const [{ lookAtPayouts }, { lookAtReturns }, { lookAtSweeps }] = await Promise.all([
      import('./chain-payouts.ts'),
      import('./chain-returns.ts'),
      import('./chain-sweeps.ts'),
    ]);
    await each.run(new Map(networks.map((one) => [one.network, one])), async (network) => {
      const failed: unknown[] = [];
      for (const look of [lookAtPayouts, lookAtReturns, lookAtSweeps])
        await look(platform, [network]).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    });
  };
  const { testChain } = platform.settings;
  return [
    { name: 'look-at-payouts', everyMs: LOOK_EVERY_MS, overlaps: true, run },
    // In the demo alone: what is approved there is paid on a chain that rests until then.
    ...(testChain ? [{ name: 'look-at-test-chain', everyMs: LOOK_EVERY_MS, run: () => testChain.look(platform.operator.db.system) }] : []),
  ];
}
