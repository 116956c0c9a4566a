import { isDeepStrictEqual } from 'node:util';
import { addressBytes } from '../../domain/chain-address.ts';
import type { ChainDeposit, Crediting } from '../../domain/chain-deposit.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { bigintArray, byteaArray } from '@purser/ledger/sql-array';
import {
  ChainDisagreement,
  headerAt,
  type heightsOf,
  type TokenTransfer,
  transfersBetween,
  transfersOfBlock,
} from '../../platform/chain/blocks.ts';
import type { ChainProvider } from '../../platform/chain/providers.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { bytesOf, claim, countReceived, hexOf, noteTransfers, orphanIn, ownedAmong, tellOwners } from './queries.ts';
import type { SeenBlock } from './window.ts';

type Heights = Awaited<ReturnType<typeof heightsOf>>;

/** Two providers of a network who are asked for the same: what one of them says is believed when the other says it too. */
export type TwoProviders = readonly [ChainProvider, ChainProvider];

/** The newest block that is final and has as many confirmations as the network asks for, at each of two nodes that have come so far: what comes after it is not credited. */
export function confirmedBy({ confirmations }: ChainNetwork, [first, second]: readonly [Heights, Heights]): bigint {
  const confirmed = ({ head, final }: Heights) => least(final, head - BigInt(confirmations) + 1n);
  return least(confirmed(first), confirmed(second));
}

export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What is final in a range of blocks, as two providers say it. */
interface FinalLook {
  readonly from: bigint;
  /** The last block, with its hash. */
  readonly to: SeenBlock;
  readonly transfers: readonly TokenTransfer[];
  /** Blocks of which one node had said what both say now that they do not have. */
  readonly lied: readonly SeenBlock[];
}

/**
 * Reads the token's transfers of blocks that are final, from both providers. Throws where they differ in anything, or where a transfer that was
 * seen as it came is missing and either of them still has it: an empty answer of a node that lags looks like any other.
 */
export async function lookAtFinal(
  platform: Platform,
  network: ChainNetwork,
  providers: TwoProviders,
  from: bigint,
  to: bigint,
): Promise<FinalLook> {
  const token = addressBytes(network.kind, network.token);
  const [[first, header], [second, otherHeader]] = await Promise.all([
    Promise.all([transfersBetween(providers[0], token, from, to), headerAt(providers[0], to)]),
    Promise.all([transfersBetween(providers[1], token, from, to), headerAt(providers[1], to)]),
  ]);
  if (header.hash !== otherHeader.hash) throw new ChainDisagreement('blocks_differ', { ...namesOf(providers), block: to });
  if (!isDeepStrictEqual(first, second)) throw new ChainDisagreement('transfers_differ', { ...namesOf(providers), from, to });
  const lied = await madeUp(platform, network, providers, first, from, to);
  return { from, to: header, transfers: first, lied };
}

/** Two nodes, as what is wrong with them names them. */
export function namesOf([node, other]: TwoProviders): { node: string; other: string } {
  return { node: node.name, other: other.name };
}

/**
 * Whatever was seen by its block's hash and has not gone since must be among what is final. What is not was made up by the node that told it, if both providers say so of that very
 * block: named by its hash, one that does not have the block answers with an error. Throws where either of them has it all the same.
 */
async function madeUp(
  { db }: Platform,
  { network, kind, token }: ChainNetwork,
  providers: TwoProviders,
  transfers: readonly TokenTransfer[],
  from: bigint,
  to: bigint,
): Promise<SeenBlock[]> {
  const { rows } = await db.system.query<{ txid: Buffer; ordinal: number; block_number: bigint; block_hash: Buffer }>(
    `select txid, ordinal, block_number, block_hash from chain_deposit where network = $1 and state = 'confirming' and block_number between $2 and $3`,
    [network, from, to],
  );
  const nameOf = ({ txid, ordinal, blockHash }: Pick<TokenTransfer, 'txid' | 'ordinal' | 'blockHash'>) => `${txid} ${ordinal} ${blockHash}`;
  const found = new Set(transfers.map(nameOf));
  const missing = rows
    .map(({ txid, ordinal, block_number, block_hash }) => ({
      txid: hexOf(txid),
      ordinal,
      blockHash: hexOf(block_hash),
      number: block_number,
    }))
    .filter((one) => !found.has(nameOf(one)));
  const blocks = new Map(missing.map((one) => [one.blockHash, { number: one.number, hash: one.blockHash }]));
  for (const block of blocks.values()) {
    const said = await Promise.all(providers.map((provider) => transfersOfBlock(provider, addressBytes(kind, token), block)));
    const has = new Set(said.flat().map(nameOf));
    const there = missing.find((one) => has.has(nameOf(one)));
    if (there) throw new ChainDisagreement('transfer_missing', { txid: there.txid });
  }
  return [...blocks.values()];
}

/**
 * Settles what is final: claims each transfer, credits it or says why not. The same look settles nothing twice. Runs in the caller's transaction,
 * which holds the cursor.
 */
export async function settleFinal(
  tx: Tx,
  platform: Platform,
  network: ChainNetwork,
  { transfers, lied }: FinalLook,
  credit: Crediting,
): Promise<void> {
  const claimed = await claim(tx, network.network, await ownedAmong(tx, network, transfers));
  await countReceived(tx, network.network, claimed);
  const small = claimed.filter(({ amount }) => amount < network.dust);
  const ignored = await noteTransfers(tx, network, small, 'ignored');
  const due = await noteTransfers(
    tx,
    network,
    claimed.filter(({ amount }) => amount >= network.dust),
    'held',
  );
  const owners = due.map(({ owner_id }) => owner_id);
  // What is held for an owner already may be credited together with what has come now.
  const held = `select * from chain_deposit where network = $1 and state = 'held' and owner_id = any ($2::bigint[])
    order by owner_id, network, txid, ordinal`;
  await settle(tx, platform, await lockFound(tx, await heldAmong(tx, held, [network.network, bigintArray(owners)])), credit);
  const gone = await orphanIn(tx, network.network, lied);
  await tellOwners(tx, [...[...ignored, ...due].map(({ owner_id }) => owner_id), ...gone]);
}

/** How many of those that wait are looked at again at once. */
const MOST_HELD = 500;
/** After how long a walk through all of them begins anew. */
const HELD_AGAIN_MS = 30_000;

/** How far a walk through what is held has come, so that whatever stays held for good keeps nothing else waiting. */
export interface HeldWalk {
  readonly begunAt: number;
  /** Undefined at the end of it. */
  readonly last: Pick<ChainDeposit, 'seen_at' | 'deposit_id'> | undefined;
}

export const NO_WALK: HeldWalk = { begunAt: -Infinity, last: undefined };

/** Looks again at what is held, as the reason may have gone: from where the walk has come to, the longest held first. Gives how far it has come then. */
export async function settleHeld(
  tx: Tx,
  platform: Platform,
  network: string,
  credit: Crediting,
  { begunAt, last }: HeldWalk,
): Promise<HeldWalk> {
  const now = performance.now();
  if (last === undefined && now - begunAt < HELD_AGAIN_MS) return { begunAt, last };
  const held = `select * from chain_deposit where network = $1 and state = 'held' and (seen_at, deposit_id) > ($3::timestamptz, $4::text)
    order by seen_at, deposit_id limit $2`;
  const found = await heldAmong(tx, held, [network, MOST_HELD, last?.seen_at ?? '-infinity', last?.deposit_id ?? ''], true);
  await settle(tx, platform, await lockFound(tx, found, true), credit);
  return { begunAt: last === undefined ? now : begunAt, last: found.length < MOST_HELD ? undefined : found.at(-1) };
}

/** Held deposits, locked until the transaction ends where one node has all; with `skipLocked`, without those that somebody else holds. */
async function heldAmong(tx: Tx, held: string, values: unknown[], skipLocked = false): Promise<ChainDeposit[]> {
  const suffix = tx.isDistributed ? '' : `for no key update ${skipLocked ? 'skip locked' : ''}`;
  const { rows } = await tx.query<ChainDeposit>(`${held} ${suffix}`, values);
  return rows;
}

/** The same where the nodes have them: locked one by one, and read again as they are then. */
async function lockFound(tx: Tx, found: ChainDeposit[], skipLocked = false): Promise<ChainDeposit[]> {
  if (!tx.isDistributed) return found;
  const asked = found.map(({ owner_id, deposit_id }) => ({ ownerId: Number(owner_id), key: deposit_id }));
  const which = { table: 'chain_deposit', owner: 'owner_id', key: 'deposit_id' } as const;
  const locked = await lockByOwner(tx, which, asked, 'for no key update', skipLocked);
  const { rows } = await tx.query<ChainDeposit>(
    `select * from chain_deposit where (owner_id, deposit_id) in (select * from unnest($1::bigint[], $2::text[])) and state = 'held'
     order by owner_id, network, txid, ordinal`,
    [locked.map(({ ownerId }) => ownerId), locked.map(({ key }) => key)],
  );
  return rows;
}

async function settle(tx: Tx, platform: Platform, due: readonly ChainDeposit[], credit: Crediting): Promise<void> {
  if (due.length === 0) return;
  const settled = await credit(tx, platform, due);
  // What is held for the same reason as before stays as it was written.
  const changed = due.flatMap((deposit, index) => {
    const outcome = settled[index];
    if (!outcome) throw new Error('each transfer has an outcome');
    if (!('held' in outcome)) return { ...deposit, reason: '' as const, serial_number: outcome.serialNumber };
    return outcome.held === deposit.reason ? [] : { ...deposit, reason: outcome.held, serial_number: null };
  });
  if (changed.length === 0) return;
  await tx.query(
    `update chain_deposit as known set state = case when serial_number_now is null then 'held' else 'credited' end, reason = reason_now,
       serial_number = serial_number_now, settled_at = now()
     from unnest($1::bigint[], $2::text[], $3::bytea[], $4::integer[], $5::text[], $6::text[])
       as outcome (owner_id, network, txid, ordinal, reason_now, serial_number_now)
     where known.owner_id = outcome.owner_id and known.network = outcome.network and known.txid = outcome.txid and known.ordinal = outcome.ordinal
       and known.state = 'held'`,
    [
      bigintArray(changed.map(({ owner_id }) => owner_id)),
      changed.map(({ network }) => network),
      byteaArray(changed.map(({ txid }) => txid)),
      changed.map(({ ordinal }) => ordinal),
      changed.map(({ reason }) => reason),
      changed.map(({ serial_number }) => serial_number),
    ],
  );
}

/** Moves the cursor to the end of a look; blocks below it need not be remembered any more. */
export async function moveCursor(tx: Tx, network: string, { number, hash }: SeenBlock): Promise<void> {
  await tx.query('update chain_cursor set block_number = $2, block_hash = $3, moved_at = now() where network = $1', [
    network,
    number,
    bytesOf(hash),
  ]);
  await tx.query('delete from chain_block where network = $1 and number <= $2', [network, number]);
}
