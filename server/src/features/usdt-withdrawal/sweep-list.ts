import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type chainSweepDetail, chainSweepQuery } from '@purser/contract/features/chain-sweep';
import { USDT } from '@purser/contract/exchange';
import type { Queryable } from '@purser/ledger/accounts';
import { type Selectable, sql } from 'kysely';
import type { Hex } from 'viem';
import { chainAddress, chainTxid, type NetworkKind } from '../../domain/chain-address.ts';
import { type Owners, ownersOf } from '../../domain/owners.ts';
import { COIN_DECIMALS, decimal } from '../../domain/raw-amount.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { paymentSigned } from '../../platform/chain/tron-transaction.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { signedPayouts, type SignedPayouts, signedState } from './signed.ts';
import { FUEL_GAS, fuelIn, transferIn } from './signer/transaction-content.ts';

/** Sweeps, as staff read them one by one: nothing is changed here. */

type Sweep = Selectable<Schema['sweep']>;
type Detail = OutputOf<typeof chainSweepDetail>;

/** What is shown with sweeps and is not in their rows. */
interface Beside {
  readonly owners: Owners;
  /** Of each network its kind, and places of the token on it. */
  readonly networks: ReadonlyMap<string, { readonly kind: NetworkKind; readonly token_decimals: number }>;
  /** What lies at the addresses of those that are not signed, as the token counts, by their own names. */
  readonly lies: ReadonlyMap<string, bigint>;
  readonly signed: SignedPayouts;
}

const GWEI_DECIMALS = 9;

const numbered = ({ owner_id, sweep_id }: Sweep) => ({ owner_id, serial_number: sweep_id });

async function besideSweeps(db: Queryable, rows: readonly Sweep[]): Promise<Beside> {
  const unsigned = rows.filter(({ state }) => state === 'planned' || state === 'fuelling' || state === 'fuelled');
  const [owners, networks, lying, signed] = await Promise.all([
    ownersOf(db, rows),
    db.query<{ network: string; kind: NetworkKind; token_decimals: number }>(
      'select network, kind, token_decimals from coin_network join network using (network) where coin = $1',
      [USDT],
    ),
    db.query<{ sweep_id: string; lies: string }>(
      `select asked.sweep_id, received - swept as lies from unnest($1::text[], $2::text[], $3::text[]) as asked (sweep_id, network, address)
       join chain_balance using (network, address)`,
      [unsigned.map(({ sweep_id }) => sweep_id), unsigned.map(({ network }) => network), unsigned.map(({ address }) => address)],
    ),
    signedPayouts(db, rows.map(numbered)),
  ]);
  return {
    owners,
    networks: new Map(networks.rows.map(({ network, ...rest }) => [network, rest])),
    lies: new Map(lying.rows.map(({ sweep_id, lies }) => [sweep_id, BigInt(lies)])),
    signed,
  };
}

function usdtOf({ sweep_id, network, raw_amount }: Sweep, { networks, lies }: Beside): string | null {
  const raw = raw_amount === null ? lies.get(sweep_id) : BigInt(raw_amount);
  const places = networks.get(network)?.token_decimals;
  return raw === undefined || places === undefined ? null : decimal(raw, places);
}

/** Sweeps of all owners' addresses. */
export const sweeps = list(chainSweepQuery, {
  from: 'sweep',
  owner: 'owner_id',
  key: 'sweep_id',
  ranges: ['state'],
  leading: ['network', 'owner_id'],
  columns: {
    owner_type: ({ owner_id }: Sweep, { owners }: Beside) => owners.get(owner_id)?.type ?? 'merchant',
    owner_name: ({ owner_id }: Sweep, { owners }: Beside) => owners.get(owner_id)?.name ?? '',
    why: ({ why }: Sweep) => (why === '' ? null : why),
    usdt: usdtOf,
    fuel: ({ fuel, network }: Sweep, { networks }: Beside) => decimal(BigInt(fuel), COIN_DECIMALS[networks.get(network)?.kind ?? 'evm']),
    txid: (sweep: Sweep, { signed }: Beside) => signed.of(numbered(sweep))?.txid ?? null,
    create_time: 'planned_at',
    done_time: 'done_at',
  },
  filters: {
    // As the condition of its index says it.
    why: (reason: string) => sql`why = ${reason} and why <> ''`,
    // An address of TRON has one spelling.
    address: (text: string) => sql`address = ${chainAddress('evm', text.trim()) ?? text.trim()}`,
    txid: (text: string) => {
      const txid = chainTxid('evm', text.trim());
      return txid === undefined
        ? sql`false`
        : sql`sweep_id = any (array(select split_part(serial_number, ' ', 1) from chain_tx
            where txid = ${Buffer.from(txid.slice(2), 'hex')} and kind in ('sweep', 'fuel')))`;
    },
  },
  beside: besideSweeps,
});

export const sweepsFile = exportFile(chainSweepQuery, {
  name: 'sweeps',
  title: 'sweeps',
  titles: { owner_id: 'owner_number', address: 'deposit_address' },
  columns: {
    create_time: 24,
    sweep_id: 40,
    state: { width: 14, words: 'sweep_state' },
    why: 40,
    network: 10,
    usdt: 18,
    owner_id: 14,
    owner_name: 24,
    address: 48,
    destination: 48,
    fuelled: 10,
    fuel: 18,
    txid: 70,
    done_time: 24,
  },
});

type Signed = Pick<
  Selectable<Schema['chain_tx']>,
  'txid' | 'raw' | 'attempt' | 'max_fee' | 'cancels' | 'sent_block' | 'seen_block' | 'outcome' | 'signed_at'
> & { readonly kind: 'sweep' | 'fuel' };

/** What was signed for one sweep and for its gas. */
export function sweepDetail(platform: Platform, { sweep_id }: ParsedInputOf<typeof chainSweepDetail>): Promise<Detail> {
  return readAsStaff(platform, async (tx) => {
    const { rows: found } = await tx.query<Pick<Sweep, 'owner_id' | 'fuelled'> & { readonly network_kind: NetworkKind }>(
      'select owner_id, fuelled, kind as network_kind from sweep join network using (network) where sweep_id = $1',
      [sweep_id],
    );
    const [sweep] = found;
    if (!sweep) throw refuse('not_found');
    const numbers = [sweep_id, ...Array.from({ length: sweep.fuelled }, (_, index) => `${sweep_id} ${index + 1}`)];
    const { rows } = await tx.query<Signed>(
      `select kind, txid, raw, attempt, max_fee, cancels, sent_block, seen_block, outcome, signed_at from chain_tx
       where owner_id = $1 and serial_number = any ($2::text[]) and kind in ('sweep', 'fuel') order by signed_at desc, attempt desc`,
      [sweep.owner_id, numbers],
    );
    return {
      transactions: rows.map((row) => {
        const { coins, mostFee, gasPrice } = (sweep.network_kind === 'tron' ? tronCosts : evmCosts)(row);
        const places = COIN_DECIMALS[sweep.network_kind];
        return {
          kind: row.kind,
          txid: chainTxid(sweep.network_kind, row.txid.toString('hex')) ?? '',
          attempt: row.attempt,
          state: signedState(row),
          coins: coins === null ? null : decimal(coins, places),
          most_fee: decimal(mostFee, places),
          gas_price_gwei: gasPrice === null ? null : decimal(gasPrice, GWEI_DECIMALS),
          block: row.seen_block === null ? null : Number(row.seen_block),
          sign_time: row.signed_at.toISOString(),
        };
      }),
    };
  });
}

/** Gas that is given, and what a transaction itself takes at the most, in the smallest unit of the network's coin. */
interface Costs {
  readonly coins: bigint | null;
  readonly mostFee: bigint;
  readonly gasPrice: bigint | null;
}

const hex = (raw: Buffer): Hex => `0x${raw.toString('hex')}`;

function evmCosts({ kind, raw, max_fee }: Signed): Costs {
  const gasPrice = BigInt(max_fee);
  const [gas, coins] = kind === 'sweep' ? [transferIn(hex(raw)).gas, null] : [FUEL_GAS, fuelIn(hex(raw)).coins];
  return { coins, mostFee: gas * gasPrice, gasPrice };
}

/** On TRON the most that the whole transaction costs is kept. */
function tronCosts({ kind, raw, max_fee }: Signed): Costs {
  return { coins: kind === 'sweep' ? null : paymentSigned(hex(raw)).coins, mostFee: BigInt(max_fee), gasPrice: null };
}
