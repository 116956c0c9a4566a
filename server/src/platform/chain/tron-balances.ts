import type { Hex } from 'viem';
import { type TokenTransfer, transfersBetween } from './blocks.ts';
import type { TronProvider } from './tron-node.ts';

/** How many addresses are asked about at once. */
const AT_ONCE = 32;
/** How often addresses are read whose balance changed while they were read. */
const MOST_ROUNDS = 5;
/** What was transferred is asked for so many blocks at a time, and no further back than this. */
const BLOCKS_AT_ONCE = 20n;
const MOST_BLOCKS = 2_000n;

/** What some addresses had together, somewhere between two solidified blocks. */
interface Reading {
  readonly addresses: ReadonlySet<Hex>;
  readonly balance: bigint;
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * What a token has at addresses in the state of one solidified block, together, on TRON: its nodes answer for what is solidified now alone, so what was transferred since the block is taken
 * back. Addresses that something moved at while they were read are read again. Throws where the node has not solidified the block yet, or is so far beyond it that nobody can have looked on.
 *
 * @param token its twenty bytes, as are the addresses', in small letters
 */
export async function solidBalanceAt(provider: TronProvider, token: Hex, addresses: readonly Hex[], block: bigint): Promise<bigint> {
  const transfers = new TransfersSince(provider, token, block);
  let balance = 0n;
  let unread = inGroups(addresses);
  for (let round = 0; unread.length > 0; round += 1) {
    if (round === MOST_ROUNDS) throw new Error(`balances at ${provider.name} changed each time they were read`);
    const readings: Reading[] = [];
    for (const group of unread) readings.push(await read(provider, token, group));
    if (readings.some(({ from }) => from < block)) throw new Error(`${provider.name} has not solidified block ${block} yet`);
    await transfers.upTo(readings.reduce((newest, { to }) => (to > newest ? to : newest), block));
    const steady = readings.filter((reading) => !transfers.touches(reading));
    for (const reading of steady) balance += reading.balance - transfers.netOf(reading);
    unread = readings.filter((reading) => !steady.includes(reading)).map(({ addresses: group }) => [...group]);
  }
  return balance;
}

/** All transfers of a token after a block, as far as they have been asked for. */
class TransfersSince {
  readonly #provider: TronProvider;
  readonly #token: Hex;
  readonly #block: bigint;
  readonly #known: TokenTransfer[] = [];
  #to: bigint;

  constructor(provider: TronProvider, token: Hex, block: bigint) {
    this.#provider = provider;
    this.#token = token;
    this.#block = block;
    this.#to = block;
  }

  async upTo(last: bigint): Promise<void> {
    if (last > this.#block + MOST_BLOCKS)
      throw new Error(`block ${this.#block} is ${last - this.#block} blocks behind what ${this.#provider.name} has solidified`);
    while (this.#to < last) {
      const next = this.#to + BLOCKS_AT_ONCE < last ? this.#to + BLOCKS_AT_ONCE : last;
      this.#known.push(...(await transfersBetween(this.#provider, this.#token, this.#to + 1n, next)));
      this.#to = next;
    }
  }

  /** Whether something moved at the addresses while they were read. */
  touches({ addresses, from, to }: Reading): boolean {
    return this.#known.some((one) => one.blockNumber > from && one.blockNumber <= to && (addresses.has(one.from) || addresses.has(one.to)));
  }

  /** What the addresses had got by when they were read, less what they had given. */
  netOf({ addresses, from }: Reading): bigint {
    let net = 0n;
    for (const one of this.#known) {
      if (one.blockNumber > from) continue;
      if (addresses.has(one.to)) net += one.raw;
      if (addresses.has(one.from)) net -= one.raw;
    }
    return net;
  }
}

async function read({ node, name }: TronProvider, token: Hex, group: readonly Hex[]): Promise<Reading> {
  const { number: from } = await node.newest('walletsolidity');
  const balances = await Promise.all(group.map(async (address) => node.tokensOf(token, address, 'walletsolidity')));
  const { number: to } = await node.newest('walletsolidity');
  if (to < from) throw new Error(`${name} solidified block ${from}, and then no more than ${to}`);
  return { addresses: new Set(group), balance: balances.reduce((sum, one) => sum + one, 0n), from, to };
}

function inGroups(addresses: readonly Hex[]): Hex[][] {
  const groups: Hex[][] = [];
  for (let at = 0; at < addresses.length; at += AT_ONCE) groups.push(addresses.slice(at, at + AT_ONCE));
  return groups;
}
