import { recoverAddress } from 'ox/Secp256k1';
import type { Hex } from 'viem';
import {
  decodePayment,
  decodeTransfer,
  referenceTo,
  signedParts,
  transferArguments,
  type TronPayment,
  type TronTransfer,
  txidOf,
} from '../tron-transaction.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { type DoubleBlock, startTronNode, TRON_PRICES, type TronNodeDouble, type TronState, WEI_OF_A_SUN } from './tron-http.ts';

/**
 * A chain that speaks as TRON does: anvil carries the transfers out, as their signer, and what TRON has of its own is done here: a pool without
 * nonces, transactions that build upon a block and expire, names and ids of its own. Energy is gas at a fixed price, a millionth of a TRX a gwei.
 */
export interface Tron {
  readonly anvil: Anvil;
  /** Two nodes of the one chain. */
  readonly nodes: readonly [TronNodeDouble, TronNodeDouble];
  /** The addresses of their JSON-RPC. */
  readonly endpoints: readonly string[];
  /** Makes blocks; the first of them takes all that waits and has not expired. */
  mine(blocks?: number): Promise<void>;
  /** Lets time go by, and makes a block. */
  pass(ms: number): Promise<void>;
  /** The nodes forget what waits. */
  lose(): void;
  stop(): Promise<void>;
}

const BLOCK_MS = 3_000;
const LONGEST_LIFE_MS = 86_400_000;
const TRANSFER = '0xa9059cbb';

/** What a payment of coins takes on anvil. */
const PAYMENT_GAS = 21_000n;

function decoded(raw: Buffer): TronTransfer | TronPayment {
  try {
    return decodeTransfer(raw);
  } catch {
    return decodePayment(raw);
  }
}

/** As little its sender must have, or a node does not take it; as anvil reckons. */
const leastOf = (one: TronTransfer | TronPayment): bigint =>
  'coins' in one ? (one.coins + PAYMENT_GAS * BigInt(TRON_PRICES.energy)) * WEI_OF_A_SUN : 1n;

export async function startTron(): Promise<Tron> {
  const anvil = await startAnvil({ noMining: true });
  const { client } = anvil;
  const pool = new Map<Hex, TronTransfer | TronPayment>();
  const known = new Set<Hex>();
  const hashOf = new Map<Hex, Hex>();
  const blockOf = (block: { readonly number: bigint; readonly hash: Hex; readonly timestamp: bigint }): DoubleBlock => ({
    number: block.number,
    id: `0x${block.number.toString(16).padStart(16, '0')}${block.hash.slice(2 + 16)}`,
    timeMs: Number(block.timestamp) * 1000,
  });
  const newest = async (blockTag: 'latest' | 'finalized') => blockOf(await client.getBlock({ blockTag }));

  /** Whether the block that a transaction builds upon is on this chain, and among its last 65,536. */
  const buildsHere = async ({ blockBytes, blockHash }: TronTransfer | TronPayment, head: bigint): Promise<boolean> => {
    const number = head - ((head - BigInt(blockBytes)) & 0xffffn);
    if (number < 0n) return false;
    return referenceTo(blockOf(await client.getBlock({ blockNumber: number }))).blockHash === blockHash;
  };

  const take = async (signed: Hex): Promise<string> => {
    const { raw, signature } = signedParts(signed);
    const transfer = decoded(raw);
    const txid = txidOf(raw);
    if (known.has(txid)) return 'DUP_TRANSACTION_ERROR';
    const head = await newest('latest');
    const { expiresMs, sender } = transfer;
    if (expiresMs <= head.timeMs + BLOCK_MS || expiresMs > head.timeMs + LONGEST_LIFE_MS) return 'TRANSACTION_EXPIRATION_ERROR';
    if (recoverAddress({ payload: txid, signature }).toLowerCase() !== sender) return 'SIGERROR';
    if (!(await buildsHere(transfer, head.number))) return 'TAPOS_ERROR';
    if ((await client.getBalance({ address: sender })) < leastOf(transfer)) return 'CONTRACT_VALIDATE_ERROR';
    known.add(txid);
    pool.set(txid, transfer);
    return 'SUCCESS';
  };

  /** Has anvil carry a transaction out as if its sender had signed it for anvil. */
  const carryOut = async (txid: Hex, one: TronTransfer | TronPayment): Promise<void> => {
    const { sender } = one;
    await client.impersonateAccount({ address: sender });
    const what =
      'coins' in one
        ? { to: one.to, value: one.coins * WEI_OF_A_SUN, gas: PAYMENT_GAS }
        : { to: one.token, data: `${TRANSFER}${transferArguments(one)}` as const, gas: one.feeLimit / BigInt(TRON_PRICES.energy) };
    const gasPrice = BigInt(TRON_PRICES.energy) * WEI_OF_A_SUN;
    hashOf.set(txid, await client.sendTransaction({ account: sender, ...what, gasPrice, chain: null }));
  };

  const mine = async (blocks = 1): Promise<void> => {
    const { timeMs } = await newest('latest');
    for (const [txid, transfer] of pool) if (transfer.expiresMs > timeMs) await carryOut(txid, transfer);
    pool.clear();
    await anvil.mine(blocks);
  };

  const state: TronState = { anvil, newest, hashOf, take };
  const nodes = [await startTronNode(state), await startTronNode(state)] as const;
  return {
    anvil,
    nodes,
    endpoints: nodes.map(({ url }) => url),
    mine,
    pass: async (ms) => {
      await client.increaseTime({ seconds: Math.ceil(ms / 1000) });
      await mine();
    },
    lose: () => {
      for (const txid of pool.keys()) known.delete(txid);
      pool.clear();
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await anvil.stop();
    },
  };
}
