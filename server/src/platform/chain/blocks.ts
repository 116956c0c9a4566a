import type { ChainTrouble } from '@purser/contract/features/chain-network';
import type { Hex } from 'viem';
import type { ChainProvider } from './providers.ts';

/** A block, as far as it is looked at. */
export interface BlockHeader {
  readonly number: bigint;
  readonly hash: Hex;
  readonly parentHash: Hex;
}

/** A token's transfer. */
export interface TokenTransfer {
  readonly txid: Hex;
  /** Its place among the token's transfers of its transaction: it stays when the transaction moves to another block, which the log's index does not. */
  readonly ordinal: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly from: Hex;
  readonly to: Hex;
  /** As the token counts. */
  readonly raw: bigint;
}

/** The answers of nodes do not fit together, or are too few: they are not believed. */
export class ChainDisagreement extends Error {
  readonly trouble: ChainTrouble;

  constructor(what: ChainTrouble['what'], values: Readonly<Record<string, string | bigint>> = {}) {
    const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    super(troubleText({ what, values: texts }));
    this.trouble = { what, values: texts };
  }
}

/** A trouble as programs tell it: "blocks_differ (block 45000000)". */
export function troubleText({ what, values }: ChainTrouble): string {
  const told = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  return told.length === 0 ? what : `${what} (${told.join(', ')})`;
}

/** Transfer(address,address,uint256) of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** How far a provider's chain has come: its newest block and the newest one that it calls final. */
export async function heightsOf({ client }: ChainProvider): Promise<{ readonly head: bigint; readonly final: bigint }> {
  const [head, finalized] = await Promise.all([client.getBlockNumber(), client.getBlock({ blockTag: 'finalized' })]);
  return { head, final: finalized.number };
}

/** The header of a block that a provider must have. */
export async function headerAt({ client }: ChainProvider, number: bigint): Promise<BlockHeader> {
  const { hash, parentHash, number: found } = await client.getBlock({ blockNumber: number });
  if (found !== number) throw new ChainDisagreement('other_block', { block: number, other: found });
  return { number, hash, parentHash };
}

/** The token's transfers in one block, which is named by its hash: a node that does not have it says so, and does not answer that there are none. */
export async function transfersOfBlock(
  provider: ChainProvider,
  token: Hex,
  { hash, number }: Pick<BlockHeader, 'hash' | 'number'>,
): Promise<TokenTransfer[]> {
  return transfersOf(provider, token, { blockHash: hash }, (log) => log.blockHash === hash && BigInt(log.blockNumber) === number);
}

/** The token's transfers from one block to another, both included. A node that lacks some of them may answer that there are none. */
export async function transfersBetween(provider: ChainProvider, token: Hex, from: bigint, to: bigint): Promise<TokenTransfer[]> {
  const range = { fromBlock: hexOf(from), toBlock: hexOf(to) };
  return transfersOf(provider, token, range, ({ blockNumber }) => BigInt(blockNumber) >= from && BigInt(blockNumber) <= to);
}

/** A log as nodes answer it. */
interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: Hex;
  readonly removed?: boolean;
}

async function transfersOf(
  { client, name }: ChainProvider,
  token: Hex,
  where: object,
  fits: (log: RpcLog) => boolean,
): Promise<TokenTransfer[]> {
  const filter = { address: token, topics: [TRANSFER], ...where };
  const logs = (await client.request({ method: 'eth_getLogs', params: [filter] } as never)) as unknown as RpcLog[];
  const wrong = logs.find(
    (log) => log.address.toLowerCase() !== token.toLowerCase() || log.topics[0] !== TRANSFER || log.removed || !fits(log),
  );
  if (wrong) throw new ChainDisagreement('other_transfer', { node: name, txid: wrong.transactionHash });
  const inOrder = logs.toSorted(
    (one, other) => Number(BigInt(one.blockNumber) - BigInt(other.blockNumber)) || Number(one.logIndex) - Number(other.logIndex),
  );
  const counted = new Map<Hex, number>();
  return inOrder.map((log): TokenTransfer => {
    const txid = log.transactionHash;
    const ordinal = counted.get(txid) ?? 0;
    counted.set(txid, ordinal + 1);
    return {
      txid,
      ordinal,
      blockNumber: BigInt(log.blockNumber),
      blockHash: log.blockHash,
      from: addressIn(log.topics[1]),
      to: addressIn(log.topics[2]),
      raw: BigInt(log.data === '0x' ? 0 : log.data),
    };
  });
}

/** The address in a topic: its last twenty bytes, in small letters. */
function addressIn(topic: Hex | undefined): Hex {
  if (topic === undefined) throw new ChainDisagreement('transfer_broken');
  return `0x${topic.slice(-40).toLowerCase()}`;
}

function hexOf(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
