import type { TronInfo, TronNode } from '../../platform/chain/tron-node.ts';

type Hex = `0x${string}`;

/**
 * What one node says of a transaction: solidified, with what became of it; in a block that may go away, or one of which it does not tell; in no block,
 * and in none that may come; or in none so far.
 */
export type TronFate =
  | { readonly is: 'final'; readonly info: TronInfo }
  | { readonly is: 'seen'; readonly block?: bigint }
  | { readonly is: 'gone'; readonly sinceMs: number }
  | { readonly is: 'open' };

/** Behind one address may be several machines, of which one has not come as far as the other that told the newest block. */
const MARGIN_MS = 60_000;

/** A block takes what expires after the block before it: once a solidified block is later than that, only those up to it can have the transaction. */
export async function fateAt(node: TronNode, { txid, expiresMs }: { readonly txid: Hex; readonly expiresMs: number }): Promise<TronFate> {
  // Asked before the others: what is in no solidified block afterwards was in none up to this one.
  const solid = await node.newest('walletsolidity');
  const info = await node.infoOf(txid, 'walletsolidity');
  if (info) return { is: 'final', info };
  const [seen, ...had] = await Promise.all([node.infoOf(txid, 'wallet'), node.has(txid, 'wallet'), node.has(txid, 'walletsolidity')]);
  if (seen) return { is: 'seen', block: seen.block };
  if (had.includes(true)) return { is: 'seen' };
  const sinceMs = solid.timeMs - expiresMs;
  return sinceMs > MARGIN_MS ? { is: 'gone', sinceMs } : { is: 'open' };
}
