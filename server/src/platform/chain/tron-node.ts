import { z } from 'zod';
import { askNode } from './node-fetch.ts';
import { type ChainProvider, providersOf } from './providers.ts';
import { transferArguments, TRON_PREFIX, type TronTransfer } from './tron-transaction.ts';

/**
 * The part of a TRON node that Ethereum JSON-RPC leaves out: its HTTP API, in which transactions are given to it, and which says what is solidified.
 * Addresses are their twenty bytes, in small letters; amounts of TRX in millionths.
 */

type Hex = `0x${string}`;

/** A node of TRON: its JSON-RPC, and its HTTP API beside that. */
export interface TronProvider extends ChainProvider {
  readonly node: TronNode;
}

/** What has been solidified stays; the rest of what a node has may go away again. */
type Part = 'wallet' | 'walletsolidity';

export interface TronBlock {
  readonly number: bigint;
  readonly id: Hex;
  readonly timeMs: number;
}

/** What became of a transaction in its block. */
export interface TronInfo {
  readonly block: bigint;
  /** SUCCESS, or why it was not carried out. */
  readonly result: string;
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[];
}

/** A transfer of a token that a transaction made. */
export interface TronTokenTransfer {
  readonly from: Hex;
  readonly to: Hex;
  readonly raw: bigint;
}

/** Transfer(address,address,uint256) */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What a token says that a transaction has moved, in the order in which it says so. */
export function tokenTransfersIn({ logs }: Pick<TronInfo, 'logs'>, token: Hex): TronTokenTransfer[] {
  const addressIn = (topic: Hex = '0x'): Hex => `0x${topic.slice(-40)}`;
  return logs
    .filter(({ address, topics }) => address === token && topics[0] === TRANSFER && topics.length === 3)
    .map(({ topics: [, from, to], data }) => ({ from: addressIn(from), to: addressIn(to), raw: BigInt(data) }));
}

const digits = z.string().regex(/^[0-9a-f]*$/i);
const blockAnswer = z.object({
  blockID: digits.length(64),
  block_header: z.object({ raw_data: z.object({ number: z.int().optional(), timestamp: z.int().optional() }) }),
});
const infoAnswer = z.object({
  id: digits.optional(),
  blockNumber: z.int().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z.array(z.object({ address: digits, topics: z.array(digits).optional(), data: digits.optional() })).optional(),
});
const transactionAnswer = z.object({ txID: z.string().optional() });
const broadcastAnswer = z.object({ result: z.boolean().optional(), code: z.string().optional(), message: z.string().optional() });
const constantAnswer = z.object({
  result: z.object({ result: z.boolean().optional(), message: z.string().optional() }),
  energy_used: z.int().optional(),
  constant_result: z.array(digits).optional(),
});
const accountAnswer = z.object({ balance: z.int().optional() });
const resourceAnswer = z.object({ EnergyLimit: z.int().optional(), EnergyUsed: z.int().optional() });
const parametersAnswer = z.object({ chainParameter: z.array(z.object({ key: z.string(), value: z.int().optional() })) });

export class TronNode {
  readonly #base: string;
  readonly #timeoutMs: number;

  constructor(base: string, timeoutMs: number) {
    this.#base = base;
    this.#timeoutMs = timeoutMs;
  }

  /** The newest block, or the newest that is solidified. */
  async newest(part: Part): Promise<TronBlock> {
    const { blockID, block_header } = await this.#ask(part, 'getnowblock', {}, blockAnswer);
    const { number = 0, timestamp = 0 } = block_header.raw_data;
    return { number: BigInt(number), id: `0x${blockID}`, timeMs: timestamp };
  }

  /** What became of a transaction; undefined while no block, or no solidified one, has it. */
  async infoOf(txid: Hex, part: Part): Promise<TronInfo | undefined> {
    const {
      id,
      blockNumber = 0,
      receipt,
      log = [],
    } = await this.#ask(part, 'gettransactioninfobyid', { value: txid.slice(2) }, infoAnswer);
    if (id === undefined) return undefined;
    if (id.toLowerCase() !== txid.slice(2)) throw new Error(`a node answers about another transaction than ${txid}`);
    return {
      block: BigInt(blockNumber),
      result: receipt?.result ?? '',
      logs: log.map(({ address, topics = [], data = '' }) => ({
        address: hexOf(address.slice(-40)),
        topics: topics.map(hexOf),
        data: hexOf(data),
      })),
    };
  }

  /** Whether a block, or a solidified one, has a transaction: a node may know that without knowing what became of it. */
  async has(txid: Hex, part: Part): Promise<boolean> {
    return (await this.#ask(part, 'gettransactionbyid', { value: txid.slice(2) }, transactionAnswer)).txID !== undefined;
  }

  /** Gives it a signed transaction. That it says SUCCESS proves nothing: it may forget it. */
  async broadcast(signed: Hex): Promise<{ readonly code: string; readonly message: string }> {
    const {
      result = false,
      code,
      message = '',
    } = await this.#ask('wallet', 'broadcasthex', { transaction: signed.slice(2) }, broadcastAnswer);
    return { code: result ? 'SUCCESS' : (code ?? 'OTHER_ERROR'), message };
  }

  /** How much energy a transfer would take; undefined when the token would not carry it out. */
  async energyOf({ sender, token, to, raw }: Pick<TronTransfer, 'sender' | 'token' | 'to' | 'raw'>): Promise<bigint | undefined> {
    const call = { function_selector: 'transfer(address,uint256)', parameter: transferArguments({ to, raw }) };
    const { result, energy_used } = await this.#constant(sender, token, call);
    // Of what was reverted it says that it was called, with a message.
    return result.result && result.message === undefined && energy_used !== undefined ? BigInt(energy_used) : undefined;
  }

  /** How much of a token an address has, or has solidified. */
  async tokensOf(token: Hex, address: Hex, part: Part = 'wallet'): Promise<bigint> {
    const call = { function_selector: 'balanceOf(address)', parameter: address.slice(2).padStart(64, '0') };
    const { constant_result } = await this.#constant(address, token, call, part);
    if (!constant_result?.[0]) throw new Error('the token tells no balance');
    return BigInt(`0x${constant_result[0]}`);
  }

  /** The TRX of an address, or what is solidified of it, and the energy that it has besides. */
  async meansOf(address: Hex, part: Part = 'wallet'): Promise<{ readonly coins: bigint; readonly energy: bigint }> {
    const of = { address: tronHex(address) };
    const [{ balance = 0 }, { EnergyLimit = 0, EnergyUsed = 0 }] = await Promise.all([
      this.#ask(part, 'getaccount', of, accountAnswer),
      this.#ask('wallet', 'getaccountresource', of, resourceAnswer),
    ]);
    return { coins: BigInt(balance), energy: BigInt(Math.max(0, EnergyLimit - EnergyUsed)) };
  }

  /** What a unit of energy and a byte of a transaction cost those who have none of their own, and an address that nobody has paid to before. */
  async prices(): Promise<{ readonly energy: bigint; readonly byte: bigint; readonly account: bigint }> {
    const { chainParameter } = await this.#ask('wallet', 'getchainparameters', {}, parametersAnswer);
    const price = (key: string): bigint => {
      const value = chainParameter.find((one) => one.key === key)?.value;
      if (value === undefined) throw new Error(`a node does not say ${key}`);
      return BigInt(value);
    };
    const account = price('getCreateAccountFee') + price('getCreateNewAccountFeeInSystemContract');
    return { energy: price('getEnergyFee'), byte: price('getTransactionFee'), account };
  }

  #constant(owner: Hex, contract: Hex, call: { readonly function_selector: string; readonly parameter: string }, part: Part = 'wallet') {
    const given = { owner_address: tronHex(owner), contract_address: tronHex(contract), ...call };
    return this.#ask(part, 'triggerconstantcontract', given, constantAnswer);
  }

  async #ask<Answer>(part: Part, method: string, given: object, answer: z.ZodType<Answer>): Promise<Answer> {
    const response = await askNode(`${this.#base}/${part}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    if (!response.ok) throw new Error(`${method} is answered with ${response.status}`);
    const parsed = answer.safeParse(await response.json());
    if (!parsed.success) throw new Error(`${method} has an answer that is none`);
    return parsed.data;
  }
}

/** How long one answer may take. */
const TIMEOUT_MS = 10_000;
const JSON_RPC = /\/jsonrpc\/?$/;

/** Whether an address of a node is one of whose JSON-RPC the HTTP API lies beside: `…/jsonrpc`, `…/wallet` and `…/walletsolidity`. */
export function isTronEndpoint(url: string): boolean {
  return JSON_RPC.test(url);
}

/** The nodes of TRON whose JSON-RPC is at these addresses, in order of preference. */
export function tronProvidersOf(endpoints: readonly string[], { timeoutMs = TIMEOUT_MS } = {}): TronProvider[] {
  const wrong = endpoints.find((url) => !isTronEndpoint(url));
  if (wrong !== undefined) throw new Error(`the address of the node at ${new URL(wrong).host} does not end in /jsonrpc`);
  return providersOf(endpoints, { timeoutMs }).map((provider, index) => ({
    ...provider,
    node: new TronNode((endpoints[index] ?? '').replace(JSON_RPC, ''), timeoutMs),
  }));
}

const tronHex = (address: Hex): string => TRON_PREFIX + address.slice(2);
const hexOf = (text: string): Hex => `0x${text.toLowerCase()}`;
