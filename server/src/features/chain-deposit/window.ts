import type { Hex } from 'viem';
import { type BlockHeader, ChainDisagreement, headerAt } from '../../platform/chain/blocks.ts';
import type { ChainProvider } from '../../platform/chain/providers.ts';

/** A block that was seen before: it may have gone since. */
export interface SeenBlock {
  readonly number: bigint;
  readonly hash: Hex;
}

/** How the chain goes on from what was seen of it. */
export interface WindowLook {
  /** The newest block of those seen that is still there: everything seen above it has gone. */
  readonly common: SeenBlock;
  /** What follows on it, in order, each block the child of the one before. */
  readonly added: readonly BlockHeader[];
}

/**
 * Looks at the blocks that may still go: walks back from what was seen to the newest block that is still on the chain, and from there up to the
 * head, or as far as one look goes. Undefined where not even the base is there: what was final has gone.
 *
 * @param base a final block
 * @param seen blocks above the base, in order
 */
export async function lookAtWindow(
  provider: ChainProvider,
  base: SeenBlock,
  seen: readonly SeenBlock[],
  { head, most }: { readonly head: bigint; readonly most: number },
): Promise<WindowLook | undefined> {
  const common = await newestStillThere(provider, [base, ...seen], head);
  if (!common) return undefined;
  const last = min(head, common.number + BigInt(most));
  const added: BlockHeader[] = [];
  for (let number = common.number + 1n, parent = common.hash; number <= last; number += 1n) {
    const header = await headerAt(provider, number);
    // The chain has changed since the walk back, or the provider is several nodes that differ: the next look begins anew.
    if (header.parentHash !== parent) throw new ChainDisagreement('chain_broken', { node: provider.name, block: number });
    added.push(header);
    parent = header.hash;
  }
  return { common, added };
}

async function newestStillThere(provider: ChainProvider, blocks: readonly SeenBlock[], head: bigint): Promise<SeenBlock | undefined> {
  for (const block of blocks.toReversed()) {
    if (block.number <= head && (await headerAt(provider, block.number)).hash === block.hash) return block;
  }
  return undefined;
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
