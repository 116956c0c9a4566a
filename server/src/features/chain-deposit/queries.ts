import { USDT_DECIMALS } from '@purser/contract/exchange';
import type { Hex } from 'viem';
import type { Queryable } from '@purser/ledger/accounts';
import { bigintArray, byteaArray, textArray } from '@purser/ledger/sql-array';
import type { ChainDeposit } from '../../domain/chain-deposit.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { addressBytes, addressLookupKey, addressOf } from '../../domain/chain-address.ts';
import type { TokenTransfer } from '../../platform/chain/blocks.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { announce } from '../../platform/streams/hub.ts';
import type { SeenBlock } from './window.ts';

/** How far a network's chain has been looked at. */
export interface Cursor extends SeenBlock {
  readonly halted: string;
}

/** A transfer to an address of an owner's. */
export interface OwnedTransfer extends TokenTransfer {
  readonly ownerId: bigint;
  readonly address: string;
  /** In minor units of USDT, rounded down: the token may count finer than USDT does here. */
  readonly amount: bigint;
}

/** What is more is no USDT: it is kept as this, and credited to nobody. */
const MOST = 10n ** 18n;

export async function cursorOf(db: Queryable, network: string, lock: '' | 'for update' = ''): Promise<Cursor | undefined> {
  const { rows } = await db.query<{ block_number: bigint; block_hash: Buffer; halted: string }>(
    `select block_number, block_hash, halted from chain_cursor where network = $1 ${lock}`,
    [network],
  );
  return rows[0] && { number: rows[0].block_number, hash: hexOf(rows[0].block_hash), halted: rows[0].halted };
}

/** Begins at a block, unless somebody has begun before. */
export async function beginAt(db: Queryable, network: string, { number, hash }: SeenBlock, head: bigint): Promise<void> {
  await db.query(
    'insert into chain_cursor (network, block_number, block_hash, head) values ($1, $2, $3, $4) on conflict (network) do nothing',
    [network, number, bytesOf(hash), head],
  );
}

/** The blocks above the cursor as they were seen, in order. */
export async function seenBlocks(db: Queryable, network: string): Promise<SeenBlock[]> {
  const { rows } = await db.query<{ number: bigint; hash: Buffer }>(
    'select number, hash from chain_block where network = $1 order by number',
    [network],
  );
  return rows.map(({ number, hash }) => ({ number, hash: hexOf(hash) }));
}

/** Those of the transfers that went to an address of an owner's, by one look into the directory. What moves nothing is left out. */
export async function ownedAmong(db: Queryable, network: ChainNetwork, transfers: readonly TokenTransfer[]): Promise<OwnedTransfer[]> {
  const moving = transfers.filter(({ raw }) => raw > 0n);
  if (moving.length === 0) return [];
  const keys = new Set(moving.map(({ to }) => addressLookupKey(network.kind, to)));
  const { rows } = await db.query<{ address: string; owner_id: bigint }>(
    'select address, owner_id from address_directory where network = $1 and lookup_key = any ($2::text[])',
    [network.network, [...keys]],
  );
  const owned = new Map(rows.map((row) => [addressBytes(network.kind, row.address), row]));
  return moving.flatMap((transfer) => {
    const own = owned.get(transfer.to);
    if (!own) return [];
    return [{ ...transfer, ownerId: own.owner_id, address: own.address, amount: usdtOf(transfer.raw, network.tokenDecimals) }];
  });
}

/** A token's count in minor units of USDT, rounded down. */
function usdtOf(raw: bigint, tokenDecimals: number): bigint {
  const places = tokenDecimals - USDT_DECIMALS;
  const amount = places >= 0 ? raw / 10n ** BigInt(places) : raw * 10n ** BigInt(-places);
  return amount < MOST ? amount : MOST;
}

/**
 * Writes transfers as they are on the chain now: new ones, and those that were seen in another block or had gone. What is settled stays as it is.
 */
export async function noteTransfers(
  tx: Tx,
  { network, kind }: ChainNetwork,
  transfers: readonly OwnedTransfer[],
  state: 'confirming' | 'ignored' | 'held',
): Promise<ChainDeposit[]> {
  if (transfers.length === 0) return [];
  const { rows } = await tx.query<ChainDeposit>(
    `insert into chain_deposit as known (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash,
       settled_at)
     select owner_id, $1, txid, ordinal, $2, case when $2 = 'held' then 'due' else '' end, address, sender, raw, amount, number, hash,
       case when $2 = 'confirming' then null else now() end
     from unnest($3::bigint[], $4::bytea[], $5::integer[], $6::text[], $7::text[], $8::numeric[], $9::bigint[], $10::bigint[], $11::bytea[])
       as seen (owner_id, txid, ordinal, address, sender, raw, amount, number, hash)
     on conflict (owner_id, network, txid, ordinal) do update set state = excluded.state, reason = excluded.reason, address = excluded.address,
       sender = excluded.sender, raw_amount = excluded.raw_amount, amount = excluded.amount, block_number = excluded.block_number,
       block_hash = excluded.block_hash, settled_at = excluded.settled_at
     where known.state in ('confirming', 'orphaned')
     returning *`,
    [
      network,
      state,
      bigintArray(transfers.map(({ ownerId }) => ownerId)),
      byteaArray(transfers.map(({ txid }) => bytesOf(txid))),
      transfers.map(({ ordinal }) => ordinal),
      textArray(transfers.map(({ address }) => address)),
      textArray(transfers.map(({ from }) => addressOf(kind, from))),
      transfers.map(({ raw }) => String(raw)),
      bigintArray(transfers.map(({ amount }) => amount)),
      bigintArray(transfers.map(({ blockNumber }) => blockNumber)),
      byteaArray(transfers.map(({ blockHash }) => bytesOf(blockHash))),
    ],
  );
  return rows;
}

/** What was seen in blocks above one has gone with them. */
export async function orphanAbove(tx: Tx, network: string, number: bigint): Promise<bigint[]> {
  await tx.query('delete from chain_block where network = $1 and number > $2', [network, number]);
  const { rows } = await tx.query<{ owner_id: bigint }>(
    `update chain_deposit set state = 'orphaned' where network = $1 and state = 'confirming' and block_number > $2 returning owner_id`,
    [network, number],
  );
  return rows.map(({ owner_id }) => owner_id);
}

/** The blocks in which something was seen that is not final. */
export async function confirmingBlocks(db: Queryable, network: string): Promise<SeenBlock[]> {
  const { rows } = await db.query<{ block_number: bigint; block_hash: Buffer }>(
    `select distinct block_number, block_hash from chain_deposit where network = $1 and state = 'confirming'`,
    [network],
  );
  return rows.map(({ block_number, block_hash }) => ({ number: block_number, hash: hexOf(block_hash) }));
}

/** Forgets all blocks that were seen, to begin the window anew; what was seen in some of them has gone with them. */
export async function orphanBlocks(tx: Tx, network: string, blocks: readonly SeenBlock[]): Promise<bigint[]> {
  await tx.query('delete from chain_block where network = $1', [network]);
  return orphanIn(tx, network, blocks);
}

/** What was seen in blocks, and is not settled, is not there. */
export async function orphanIn(tx: Tx, network: string, blocks: readonly SeenBlock[]): Promise<bigint[]> {
  if (blocks.length === 0) return [];
  const { rows } = await tx.query<{ owner_id: bigint }>(
    `update chain_deposit set state = 'orphaned' where network = $1 and state = 'confirming' and block_hash = any ($2::bytea[]) returning owner_id`,
    [network, byteaArray(blocks.map(({ hash }) => bytesOf(hash)))],
  );
  return rows.map(({ owner_id }) => owner_id);
}

/** Claims transfers: each counts once, whoever it is said to be for. Gives those that were not claimed before. */
export async function claim(tx: Tx, network: string, transfers: readonly OwnedTransfer[]): Promise<OwnedTransfer[]> {
  if (transfers.length === 0) return [];
  const { rows } = await tx.query<{ txid: Buffer; ordinal: number }>(
    `insert into chain_event (network, txid, ordinal, owner_id)
     select $1, txid, ordinal, owner_id from unnest($2::bytea[], $3::integer[], $4::bigint[]) as seen (txid, ordinal, owner_id)
     order by 2, 3
     on conflict do nothing returning txid, ordinal`,
    [
      network,
      byteaArray(transfers.map(({ txid }) => bytesOf(txid))),
      transfers.map(({ ordinal }) => ordinal),
      bigintArray(transfers.map(({ ownerId }) => ownerId)),
    ],
  );
  const claimed = new Set(rows.map(({ txid, ordinal }) => `${hexOf(txid)} ${ordinal}`));
  return transfers.filter(({ txid, ordinal }) => claimed.has(`${txid} ${ordinal}`));
}

/** Counts what has come to deposit addresses for good, so that it is swept; each transfer once, as it is claimed. */
export async function countReceived(tx: Tx, network: string, claimed: readonly OwnedTransfer[]): Promise<void> {
  if (claimed.length === 0) return;
  await tx.query(
    `insert into chain_balance as known (network, address, owner_id, received)
     select $1, address, owner_id, sum(raw) from unnest($2::text[], $3::bigint[], $4::numeric[]) as one (address, owner_id, raw)
     group by address, owner_id order by address
     on conflict (network, address) do update set received = known.received + excluded.received`,
    [
      network,
      textArray(claimed.map(({ address }) => address)),
      bigintArray(claimed.map(({ ownerId }) => ownerId)),
      claimed.map(({ raw }) => String(raw)),
    ],
  );
}

/** Tells the consoles of owners that what arrives for them has changed. */
export async function tellOwners(tx: Tx, owners: readonly bigint[]): Promise<void> {
  await announce(tx, { merchants: [...new Set(owners.map(Number))].map((owner) => [owner, ['reviews']] as const) });
}

export function hexOf(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`;
}

export function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
