import { chainFunds } from '../../domain/chain-funds.ts';
import type { Platform } from '../../platform/platform.ts';

/** Lets Prometheus read how the signer fares on each network that it pays, as it and the worker have written it down. */
export function watchFunds({ metrics, operator, clock }: Pick<Platform, 'metrics' | 'operator' | 'clock'>): void {
  const age = (time: Date | null): number => (time === null ? 0 : Math.max(0, (clock.now().getTime() - time.getTime()) / 1000));
  metrics.watchEach(
    'network',
    {
      purser_chain_payouts_unsigned: 'Approved withdrawals that the signer pays and has not signed',
      purser_chain_payouts_unsigned_seconds: 'For how long the oldest of them has been approved; 0 where there is none',
      purser_chain_payouts_unmined: 'Withdrawals that are signed and not settled',
      purser_chain_payouts_unmined_seconds: 'For how long the oldest of them has been signed; 0 where there is none',
      purser_chain_nonce_gap: '1 while a nonce is missing between signed withdrawals',
      purser_chain_funds_low: '1 while the signer has less USDT or gas than its policy asks for',
      purser_chain_sweeps_open: 'Sweeps that are not over',
      purser_chain_custody_drifting: '1 while the chain has another amount than the ledger says',
      purser_chain_custody_unreckoned_seconds: 'For how long the custody has been reckoned in vain; 0 where it has got through',
    },
    async () => {
      // Without the operator's connections nobody pays anything either.
      if (operator.warning !== undefined) return new Map();
      const found = await chainFunds(operator.db.system);
      return new Map(
        found.map(({ network, unsigned, unsigned_at, unmined, unmined_at, has_gap, low_at, sweeping, drift_at, awaited_at }) => [
          network,
          {
            purser_chain_payouts_unsigned: unsigned,
            purser_chain_payouts_unsigned_seconds: age(unsigned_at),
            purser_chain_payouts_unmined: unmined,
            purser_chain_payouts_unmined_seconds: age(unmined_at),
            purser_chain_nonce_gap: Number(has_gap),
            purser_chain_funds_low: Number(low_at !== null),
            purser_chain_sweeps_open: sweeping,
            purser_chain_custody_drifting: Number(drift_at !== null),
            purser_chain_custody_unreckoned_seconds: age(awaited_at),
          },
        ]),
      );
    },
  );
}
