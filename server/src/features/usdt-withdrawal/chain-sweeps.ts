import type { TransactionReceipt } from 'viem';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasTransferred } from './chain-payouts.ts';
import { type Booking, lookAtNonces } from './nonce-outcomes.ts';
import type { Nonce, Outcome } from './payout-witnesses.ts';

/** Looks at every sweep and its gas that is on its way over these networks, once. Nothing is posted: what is swept stays in custody. */
export async function lookAtSweeps(platform: Platform, networks: readonly ChainNetwork[]): Promise<void> {
  await Promise.all(networks.map((network) => lookAtNonces(platform, network, SWEEPS)));
}

/** The number of the sweep that a transaction is of: its gas has a number of its own each time it is given. */
function sweepOf({ serialNumber }: Pick<Nonce, 'serialNumber'>): string {
  return serialNumber.split(' ')[0] ?? '';
}

const SWEEPS: Booking = {
  kinds: ['sweep', 'fuel'],
  isDone: (network: ChainNetwork, nonce: Nonce, receipt: TransactionReceipt, raw) =>
    nonce.kind === 'fuel' ? true : hasTransferred(network, nonce, receipt, raw),
  book: (tx, nonce, found) => (nonce.kind === 'fuel' ? bookFuel(tx, nonce, found) : bookSweep(tx, nonce, found)),
};

async function bookFuel(tx: Tx, nonce: Nonce, { outcome }: Outcome): Promise<void> {
  if (outcome === 'expired') return planAgain(tx, nonce, 'fuelling');
  await tx.query(
    `update sweep set state = case when $3 = 'paid' then 'fuelled' else 'failed' end, why = case when $3 = 'paid' then '' else $3 end,
       done_at = case when $3 = 'paid' then null else date_trunc('milliseconds', at) end
     from (select now() as at) as moment where network = $1 and sweep_id = $2 and state = 'fuelling'`,
    [nonce.network, sweepOf(nonce), outcome],
  );
}

async function bookSweep(tx: Tx, nonce: Nonce, { outcome }: Outcome): Promise<void> {
  if (outcome === 'expired') return planAgain(tx, nonce, 'signed');
  const { rows } = await tx.query<{ address: string; raw_amount: string }>(
    `update sweep set state = case when $3 = 'paid' then 'settled' else 'failed' end, why = case when $3 = 'paid' then '' else $3 end,
       done_at = date_trunc('milliseconds', now())
     where network = $1 and sweep_id = $2 and state = 'signed' returning address, raw_amount`,
    [nonce.network, sweepOf(nonce), outcome],
  );
  const [swept] = rows;
  if (!swept || outcome !== 'paid') return;
  await tx.query('update chain_balance set swept = swept + $3::numeric where network = $1 and address = $2', [
    nonce.network,
    swept.address,
    swept.raw_amount,
  ]);
}

/** What expired on TRON before any block had it has moved nothing: the sweep is where it was before. */
async function planAgain(tx: Tx, nonce: Nonce, state: 'fuelling' | 'signed'): Promise<void> {
  await tx.query(
    `update sweep set state = 'planned', raw_amount = null, destination = null where network = $1 and sweep_id = $2 and state = $3`,
    [nonce.network, sweepOf(nonce), state],
  );
}
