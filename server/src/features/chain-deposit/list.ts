import { chainDepositQuery, type DepositWaitsFor } from '@purser/contract/features/chain-deposit';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { formatAmount } from '@purser/contract/money';
import type { Queryable } from '@purser/ledger/accounts';
import { sql } from 'kysely';
import { chainAddress, chainTxid } from '../../domain/chain-address.ts';
import { type ChainDeposit, depositTxid, HELD_FOR_MORE, HELD_FOR_STAFF } from '../../domain/chain-deposit.ts';
import { type Owners, ownersOf } from '../../domain/owners.ts';
import { type StaffNames, staffNames } from '../../domain/staff-name.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import { ofAllOrOne } from '../../platform/lists/of-all-or-one.ts';

interface NetworkStanding {
  readonly head: bigint | null;
  readonly confirmations: number;
}

/** What is shown with deposits and is not in their rows. */
interface Beside {
  readonly owners: Owners;
  readonly networks: ReadonlyMap<string, NetworkStanding>;
  readonly staff: StaffNames;
}

async function besideDeposits(db: Queryable, rows: readonly ChainDeposit[]): Promise<Beside> {
  if (rows.length === 0) return { owners: new Map(), networks: new Map(), staff: new Map() };
  const networks = await db.query<NetworkStanding & { network: string }>(
    `select network, head, confirmations from coin_network left join chain_cursor using (network) where coin = $1`,
    [USDT],
  );
  return {
    owners: await ownersOf(db, rows),
    networks: new Map(networks.rows.map(({ network, ...standing }) => [network, standing])),
    staff: await staffNames(
      db,
      rows.map(({ decided_by }) => decided_by),
    ),
  };
}

/** How many blocks have confirmed a deposit, its own among them; none where its block has gone. */
function confirmationsOf({ state, network, block_number }: ChainDeposit, { networks }: Beside): number {
  const { head, confirmations } = networks.get(network) ?? { head: null, confirmations: 0 };
  if (state === 'orphaned') return 0;
  // What is settled was final; the head is kept behind it while nothing is looked at.
  if (state !== 'confirming') return confirmations;
  return Math.min(confirmations, Math.max(1, Number((head ?? block_number) - block_number) + 1));
}

const TABLE = {
  from: 'chain_deposit',
  owner: 'owner_id',
  key: 'deposit_id',
  ranges: ['state'],
  columns: {
    owner_type: ({ owner_id }: ChainDeposit, { owners }: Beside) => owners.get(owner_id)?.type ?? 'merchant',
    owner_name: ({ owner_id }: ChainDeposit, { owners }: Beside) => owners.get(owner_id)?.name ?? '',
    trade_count: ({ amount }: ChainDeposit) => formatAmount(amount, USDT_DECIMALS),
    held: ({ reason }: ChainDeposit) => (reason === '' || reason === 'due' ? null : reason),
    txid: depositTxid,
    block: 'block_number',
    confirmations: confirmationsOf,
    confirmations_needed: ({ network }: ChainDeposit, { networks }: Beside) => networks.get(network)?.confirmations ?? 0,
    decided_by: ({ decided_by }: ChainDeposit, { staff }: Beside) => (decided_by === null ? null : (staff.get(decided_by) ?? '')),
    create_time: 'seen_at',
    settle_time: 'settled_at',
  },
  filters: {
    waits_for: (whom: DepositWaitsFor) => sql.raw(whom === 'staff' ? HELD_FOR_STAFF : HELD_FOR_MORE),
    // As the condition of its index says it.
    held: (reason: string) => sql`reason = ${reason} and reason <> ''`,
    txid: (text: string) => {
      const txid = chainTxid('tron', text.trim());
      return txid === undefined ? sql`false` : sql`txid = ${Buffer.from(txid, 'hex')}`;
    },
    address: (text: string) => sql`address = ${chainAddress('evm', text.trim()) ?? text.trim()}`,
  },
  beside: besideDeposits,
} as const;

const found = list(chainDepositQuery, TABLE);

/** Deposits of all owners, or of one where its number is asked for, which are read in its own scope. */
export const deposits = ofAllOrOne('owner_id', found, found);

export const depositsFile = exportFile(chainDepositQuery, {
  name: 'chain-deposits',
  title: 'chainDeposits',
  columns: {
    create_time: 24,
    network: 10,
    state: 14,
    held: 22,
    trade_count: 18,
    owner_id: 14,
    owner_name: 24,
    address: 48,
    sender: 48,
    txid: 70,
    block: 12,
    serial_number: 20,
    decided_by: 20,
    remark: 40,
    settle_time: 24,
  },
});
