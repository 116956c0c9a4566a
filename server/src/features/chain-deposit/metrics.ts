import { chainStandings } from '../../domain/chain-standing.ts';
import type { Platform } from '../../platform/platform.ts';

/** Lets Prometheus read how the watching of each connected network stands: as its watcher has written it down, whichever process that is. */
export function watchNetworks({ metrics, db, clock }: Pick<Platform, 'metrics' | 'db' | 'clock'>): void {
  const age = (time: string | null): number | undefined => (time === null ? undefined : (clock.now().getTime() - Date.parse(time)) / 1000);
  metrics.watchEach(
    'network',
    {
      purser_chain_lag_blocks: 'Blocks that are final and confirmed and not settled yet',
      purser_chain_head_age_seconds: 'Time since the newest block of the chain was first seen',
      purser_chain_look_age_seconds: 'Time since a watcher last looked, known to ten seconds',
      purser_chain_halted: '1 while nothing is credited until somebody decides',
      purser_chain_troubled: '1 while nodes contradict each other or too few answer',
      purser_chain_providers_answering: 'Nodes that answer for the chain',
      purser_chain_deposits_confirming: 'Deposits that are not final, up to 10,000',
      purser_chain_deposits_held: 'Deposits that are final and held, up to 10,000',
    },
    async () => {
      const standings = await chainStandings(db.system);
      return new Map(
        standings
          .filter(({ state }) => state !== 'off')
          .map(({ network, state, lag, head_time, looked_time, providers, confirming, held }) => [
            network,
            {
              purser_chain_lag_blocks: lag ?? undefined,
              purser_chain_head_age_seconds: age(head_time),
              purser_chain_look_age_seconds: age(looked_time),
              purser_chain_halted: Number(state === 'halted'),
              purser_chain_troubled: Number(state === 'troubled'),
              purser_chain_providers_answering: providers.filter((provider) => provider.state === 'answers').length,
              purser_chain_deposits_confirming: confirming.count,
              purser_chain_deposits_held: held.count,
            },
          ]),
      );
    },
  );
}
