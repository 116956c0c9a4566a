import type { ArrivingDeposit } from '@purser/contract/features/chain-deposit';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { formatAmount } from '@purser/contract/money';
import type { Queryable } from '@purser/ledger/accounts';
import { chainTxid, type NetworkKind } from './chain-address.ts';

/** How many are shown. */
const MOST_ARRIVING = 50;

/** What is on its way to an owner and not credited yet, the newest first. The connection sees the owner. */
export async function arrivingDeposits(db: Queryable, ownerId: number): Promise<ArrivingDeposit[]> {
  const { rows } = await db.query<{
    network: string;
    kind: NetworkKind;
    txid: Buffer;
    amount: bigint;
    reason: NonNullable<ArrivingDeposit['held']> | '' | 'due';
    seen_at: Date;
    confirmed: bigint;
    confirmations: number;
  }>(
    `select network, kind, txid, amount, reason, seen_at, greatest(head - chain_deposit.block_number + 1, 1) as confirmed, confirmations
     from chain_deposit join network using (network) join chain_cursor using (network) join coin_network using (network)
     where owner_id = $1 and state in ('confirming', 'held', 'set_aside') and coin_network.coin = $2
     order by seen_at desc limit $3`,
    [ownerId, USDT, MOST_ARRIVING],
  );
  return rows.map(({ network, kind, txid, amount, reason, seen_at, confirmed, confirmations }) => ({
    network,
    txid: chainTxid(kind, txid.toString('hex')) ?? '',
    trade_count: formatAmount(amount, USDT_DECIMALS),
    confirmations: Math.min(Number(confirmed), confirmations),
    confirmations_needed: confirmations,
    // What has just become final is looked at next.
    held: reason === '' || reason === 'due' ? null : reason,
    create_time: seen_at.toISOString(),
  }));
}
