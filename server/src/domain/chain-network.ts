import { isDeepStrictEqual } from 'node:util';
import { USDT } from '@purser/contract/exchange';
import type { Queryable } from '@purser/ledger/accounts';
import type { NetworkKind } from './chain-address.ts';

/** A network whose chain can be asked: it is on, and so is USDT on it, and it is known which chain it is and where its nodes are. */
export interface ChainNetwork {
  readonly network: string;
  readonly kind: NetworkKind;
  readonly chainId: number;
  readonly genesisHash: `0x${string}`;
  /** Addresses of nodes, in order of preference. */
  readonly endpoints: readonly string[];
  /** The contract of USDT there, in its one spelling. */
  readonly token: string;
  readonly tokenDecimals: number;
  /** How many blocks, with its own, make a transfer final; where the chain itself says what is final, that is waited for as well. */
  readonly confirmations: number;
  /** What is less is not credited: in minor units of USDT. */
  readonly dust: bigint;
  /** Deposit addresses are derived from it; null where staff give them. */
  readonly depositXpub: string | null;
}

/** The networks whose chains can be asked now. */
export function connectedNetworks(db: Queryable): Promise<ChainNetwork[]> {
  return networksWhere(db, 'network.is_on and coin_network.is_on');
}

/** The same with those that are switched off: what was signed there is on its way all the same. */
export function connectedOrOff(db: Queryable): Promise<ChainNetwork[]> {
  return networksWhere(db, 'true');
}

/** Whether a network is on still, and its rules and nodes are those that a look at it goes by: what looks for long asks it before it writes. */
export async function isAsItWas(db: Queryable, network: ChainNetwork): Promise<boolean> {
  return (await connectedNetworks(db)).some((now) => isDeepStrictEqual(now, network));
}

async function networksWhere(db: Queryable, condition: 'network.is_on and coin_network.is_on' | 'true'): Promise<ChainNetwork[]> {
  const { rows } = await db.query<{
    network: string;
    kind: NetworkKind;
    chain_id: bigint;
    genesis_hash: Buffer;
    endpoints: string[];
    contract_address: string;
    token_decimals: number;
    confirmations: number;
    dust: bigint;
    deposit_xpub: string | null;
  }>(
    `select network.network, kind, chain_id, genesis_hash, endpoints, contract_address, token_decimals, confirmations, dust, deposit_xpub
     from network join coin_network using (network)
     where coin_network.coin = $1 and ${condition} and chain_id is not null and cardinality(endpoints) > 0
     order by network.added_at, network.network`,
    [USDT],
  );
  return rows.map((row) => ({
    network: row.network,
    kind: row.kind,
    chainId: Number(row.chain_id),
    genesisHash: `0x${row.genesis_hash.toString('hex')}`,
    endpoints: row.endpoints,
    token: row.contract_address,
    tokenDecimals: row.token_decimals,
    confirmations: row.confirmations,
    dust: row.dust,
    depositXpub: row.deposit_xpub,
  }));
}
