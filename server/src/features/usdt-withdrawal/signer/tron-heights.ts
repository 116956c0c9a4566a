import type { Hex } from 'ox/Hex';
import type { Logger } from 'pino';
import { WITNESSES } from '../../../domain/chain-witness.ts';
import type { TronBlock, TronProvider } from '../../../platform/chain/tron-node.ts';
import { referenceTo, type TronReference } from '../../../platform/chain/tron-transaction.ts';
import { fateAt } from '../tron-fate.ts';
import type { Signed } from './transfer.ts';
import { NoNode } from './waits.ts';

/** What the nodes of TRON that answer now have, together: everything that is signed there builds upon it. */

/** For how long blocks may take a transaction: long enough for nodes that are away, short enough to sign anew what was lost. */
const LIFE_MS = 600_000;
/** Of how many blocks none may have a transaction until it is given to the nodes again: they forget what they cannot place. */
const AGAIN_AFTER_BLOCKS = 10n;
/** Two transactions that are otherwise alike are told apart by so many milliseconds in a field that means nothing. */
const APART = 60_000n;

/** What nodes say: that they have it now, or had it before. That they will carry it out, none says. */
const TAKEN = new Set(['SUCCESS', 'DUP_TRANSACTION_ERROR']);

/** A node with how far it has come. */
interface Height {
  readonly provider: TronProvider;
  readonly newest: TronBlock;
  readonly solid: TronBlock;
}
export type Heights = readonly [Height, ...Height[]];

/** Asks nodes how far they have come; throws where none answers. */
export async function heightsOf(providers: readonly TronProvider[]): Promise<Heights> {
  const asked = await Promise.allSettled(
    providers.map(async (provider): Promise<Height> => {
      const [newest, solid] = await Promise.all([provider.node.newest('wallet'), provider.node.newest('walletsolidity')]);
      return { provider, newest, solid };
    }),
  );
  const [first, ...others] = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  if (!first) throw new NoNode('no provider of the chain answers by its HTTP API');
  return [first, ...others];
}

/** The newest block that all of them have. */
export function headOf(heights: Heights): bigint {
  return heights.map(({ newest }) => newest.number).reduce((least, one) => (one < least ? one : least));
}

/** Whether a block may still take what expires then, as far as all of them have come. */
export function mayBeTaken(heights: Heights, expiresMs: number): boolean {
  return heights.every(({ newest }) => newest.timeMs < expiresMs);
}

/** Whether what was given to the nodes at this block, or was not yet, is to be given to them. */
export function isDue(sentBlock: bigint | undefined, head: bigint): boolean {
  return sentBlock === undefined || head - sentBlock >= AGAIN_AFTER_BLOCKS;
}

/** What a new transaction builds upon and how long it lives: a block that is solidified for all, and the time of the one that is furthest behind. */
export function lifeFrom(heights: Heights, number: bigint): TronReference & { readonly expiresMs: number; readonly timestampMs: number } {
  const solid = heights.map((one) => one.solid).reduce((least, one) => (one.number < least.number ? one : least));
  const nowMs = Math.min(...heights.map(({ newest }) => newest.timeMs));
  return { ...referenceTo(solid), expiresMs: nowMs + LIFE_MS, timestampMs: nowMs + Number(number % APART) };
}

/** What becomes of a transaction: `dead` when it can never pay, as at least two nodes say; `done` when one of them has it in a block. */
export async function fateOf(heights: Heights, tx: { readonly txid: Hex; readonly expiresMs: number }): Promise<'dead' | 'done' | 'open'> {
  const fates = await Promise.all(heights.map(({ provider }) => fateAt(provider.node, tx)));
  const isDead = fates.every((fate) => fate.is === 'gone') || fates.every((fate) => fate.is === 'final' && fate.info.result !== 'SUCCESS');
  if (isDead && fates.length >= WITNESSES) return 'dead';
  return fates.some(({ is }) => is === 'final' || is === 'seen') ? 'done' : 'open';
}

/** Gives a transaction to all nodes; whether one of them says that it has it. */
export async function broadcastTo(heights: Heights, { txid, raw }: Signed, log: Logger): Promise<boolean> {
  const taken = await Promise.all(
    heights.map(async ({ provider: { name, node } }) => {
      const said = await node.broadcast(raw).catch((error: unknown) => ({ code: 'no answer', message: String(error) }));
      if (TAKEN.has(said.code)) return true;
      log.warn({ provider: name, txid, ...said }, 'a node did not take a transaction');
      return false;
    }),
  );
  return taken.includes(true);
}
