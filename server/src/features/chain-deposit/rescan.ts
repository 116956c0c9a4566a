import type { Hex } from 'viem';
import { chainTxid } from '../../domain/chain-address.ts';
import type { Crediting } from '../../domain/chain-deposit.ts';
import { type ChainNetwork, connectedNetworks, isAsItWas } from '../../domain/chain-network.ts';
import { headerAt, heightsOf } from '../../platform/chain/blocks.ts';
import { receiptOf } from '../../platform/chain/receipts.ts';
import { isChain, providersOf } from '../../platform/chain/providers.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { confirmedBy, least, lookAtFinal, settleFinal, type TwoProviders } from './final-look.ts';
import { bytesOf, cursorOf } from './queries.ts';

/** How many blocks are looked at together. */
const AT_ONCE = 500n;

/** Looks at final blocks again, as the watcher did and by the same rules: what was claimed stays as it is, what was missed is settled now. */
export async function rescan(
  platform: Platform,
  name: string,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  credit: Crediting,
): Promise<string> {
  const network = await connected(platform, name);
  const { providers, final, confirmed, head } = await twoOf(network);
  if (from < 0n || to < from) throw new Error('the range begins at a block and ends at it or after it');
  if (to > final) throw new Error(`block ${to} is not final yet: the newest that is, is ${final}`);
  if (to > confirmed) throw new Error(`block ${to} has ${head - to + 1n} of ${network.confirmations} confirmations`);
  const before = await settledOf(platform, name);
  for (let start = from; start <= to; start += AT_ONCE) {
    const end = start + AT_ONCE - 1n < to ? start + AT_ONCE - 1n : to;
    const look = await lookAtFinal(platform, network, providers, start, end);
    await platform.db.systemTransaction(async (tx) => {
      await mustBeWatched(tx, network);
      await settleFinal(tx, platform, network, look, credit);
    });
  }
  return `Looked at the blocks ${from} to ${to} of ${name}: ${(await settledOf(platform, name)) - before} transfers had been missed.`;
}

/** Looks again at the block that has a transaction, and says what became of what it brought to owners. */
export async function rescanTransaction(platform: Platform, name: string, text: string, credit: Crediting): Promise<string> {
  const network = await connected(platform, name);
  const txid = chainTxid(network.kind, text.trim());
  if (txid === undefined) throw new Error(`${text} is no transaction of ${name}`);
  const { providers } = await twoOf(network);
  const hash: Hex = `0x${txid.replace(/^0x/, '')}`;
  const [one, other] = await Promise.all(providers.map(({ client }) => receiptOf(client, hash)));
  if (!one && !other) throw new Error('neither node has the transaction in a block');
  if (!one || one.blockHash !== other?.blockHash)
    throw new Error('the nodes have the transaction in different blocks, or one of them does not have it');
  const { rows: before } = await platform.db.system.query('select from chain_event where network = $1 and txid = $2', [
    name,
    bytesOf(hash),
  ]);
  await rescan(platform, name, { from: one.blockNumber, to: one.blockNumber }, credit);
  const { rows } = await platform.db.system.query<{ owner_id: bigint; state: string; reason: string; serial_number: string | null }>(
    'select owner_id, state, reason, serial_number from chain_deposit where network = $1 and txid = $2 order by ordinal',
    [name, bytesOf(hash)],
  );
  if (rows.length === 0) return `${txid} brought nothing to an address of an owner's.`;
  const told = rows.map(
    ({ owner_id, state, reason, serial_number }) =>
      `  owner ${owner_id}: ${state}${reason === '' ? '' : `, ${reason}`}${serial_number === null ? '' : `, ${serial_number}`}`,
  );
  return [`${txid} is in block ${one.blockNumber}; ${rows.length - before.length} of its transfers had been missed:`, ...told].join('\n');
}

/** Goes on from a final block: what was final before may have gone, so somebody decides it. Every transfer that was settled stays settled. */
export async function resume(platform: Platform, name: string, from: bigint): Promise<string> {
  const network = await connected(platform, name);
  const { providers, final } = await twoOf(network);
  if (from > final) throw new Error(`block ${from} is not final yet: the newest that is, is ${final}`);
  const [one, other] = await Promise.all(providers.map((provider) => headerAt(provider, from)));
  if (!one || one.hash !== other?.hash) throw new Error(`the nodes have different blocks ${from}`);
  await platform.db.systemTransaction(async (tx) => {
    await tx.query(
      `update chain_cursor set block_number = $2, block_hash = $3, halted = '', halted_at = null, trouble = '', trouble_at = null, moved_at = now() where network = $1`,
      [name, from, bytesOf(one.hash)],
    );
    await tx.query('delete from chain_block where network = $1', [name]);
    await tx.query(`update chain_deposit set state = 'orphaned' where network = $1 and state = 'confirming'`, [name]);
  });
  return `${name} goes on from block ${from}.`;
}

/** Holds the cursor until the transaction ends, so that watchers take turns with it; throws where the network is halted, or not as it was any more. */
async function mustBeWatched(tx: Tx, network: ChainNetwork): Promise<void> {
  const cursor = await cursorOf(tx, network.network, 'for update');
  if (cursor && cursor.halted !== '') throw new Error(`${network.network} is halted: nothing is credited on it until it is resumed`);
  if (!(await isAsItWas(tx, network))) throw new Error(`${network.network} was changed, or switched off, meanwhile`);
}

async function connected({ db }: Platform, name: string): Promise<ChainNetwork> {
  const found = (await connectedNetworks(db.system)).find(({ network }) => network === name);
  if (!found) throw new Error(`${name} is not connected, or is switched off`);
  return found;
}

/** Two nodes, and how far both of them have come: the newest block, the newest final one, and the newest that has the network's confirmations as well. */
async function twoOf(network: ChainNetwork) {
  const [one, other] = providersOf([...new Set(network.endpoints)]);
  if (!one || !other) throw new Error('it takes two nodes');
  const right = await Promise.all([one, other].map((provider) => isChain(provider, network)));
  if (right.includes(false)) throw new Error('a node answers for another chain');
  const [first, second] = await Promise.all([heightsOf(one), heightsOf(other)]);
  const providers: TwoProviders = [one, other];
  return {
    providers,
    head: least(first.head, second.head),
    final: least(first.final, second.final),
    confirmed: confirmedBy(network, [first, second]),
  };
}

async function settledOf({ db }: Platform, network: string): Promise<number> {
  const { rows } = await db.system.query<{ count: bigint }>('select count(*) from chain_event where network = $1', [network]);
  return Number(rows[0]?.count ?? 0);
}
