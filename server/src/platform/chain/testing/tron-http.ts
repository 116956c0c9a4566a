import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hex, TransactionReceiptNotFoundError, type TransactionReceipt } from 'viem';
import type { Anvil } from './anvil.ts';

/** The HTTP API and JSON-RPC of a node of TRON, as far as it is asked here: names of fields, and what is left out of answers, are java-tron's. */

/** In millionths of a TRX. */
export const TRON_PRICES = { energy: 100, byte: 1000, account: 100_000, newAccount: 1_000_000 } as const;
/** A millionth of a TRX in what anvil reckons in. */
export const WEI_OF_A_SUN = 1_000_000_000n;

/** A block as TRON names it. */
export interface DoubleBlock {
  readonly number: bigint;
  readonly id: Hex;
  readonly timeMs: number;
}

/** What the nodes share. */
export interface TronState {
  readonly anvil: Anvil;
  /** The newest block, or the newest that is final. */
  newest(tag: 'latest' | 'finalized'): Promise<DoubleBlock>;
  /** As anvil calls a transaction of TRON, and the other way round. */
  readonly hashOf: ReadonlyMap<Hex, Hex>;
  /** How a node answers to a transaction: SUCCESS, or what is wrong with it. */
  take(signed: Hex): Promise<string>;
}

/** A node, and how it differs from one that is well. */
export interface TronNodeDouble {
  /** Of its JSON-RPC; the HTTP API lies beside it. */
  readonly url: string;
  /** What it answers to a transaction instead of taking it; SUCCESS for one that it forgets at once. Undefined: as it should. */
  answers: ((signed: Hex) => string | undefined) | undefined;
  /** How many solidified blocks it has not seen yet. */
  behind: number;
  /** What it does not tell of any transaction: what became of it, or that there is one. */
  hides: 'nothing' | 'outcomes' | 'transactions';
  /** How often it was given a transaction. */
  readonly broadcasts: number;
  stop(): Promise<void>;
}

type Given = Readonly<Record<string, string>>;
type Handler = (given: Given, part: string) => Promise<object>;

export async function startTronNode({ anvil, newest, hashOf, take }: TronState): Promise<TronNodeDouble> {
  const { client } = anvil;
  let broadcasts = 0;

  const solidified = async (): Promise<DoubleBlock> => {
    const final = await newest('finalized');
    if (double.behind === 0) return final;
    const number = final.number > BigInt(double.behind) ? final.number - BigInt(double.behind) : 0n;
    const { hash, timestamp } = await client.getBlock({ blockNumber: number });
    return { number, id: `0x${number.toString(16).padStart(16, '0')}${hash.slice(18)}`, timeMs: Number(timestamp) * 1000 };
  };

  /** Where a transaction is, for this part of the node. */
  const receiptOf = async (txid: Hex, part: string): Promise<TransactionReceipt | undefined> => {
    if (double.hides === 'transactions') return undefined;
    try {
      const receipt = await client.getTransactionReceipt({ hash: hashOf.get(txid) ?? txid });
      return part === 'walletsolidity' && receipt.blockNumber > (await solidified()).number ? undefined : receipt;
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    }
  };

  const handlers: Readonly<Record<string, Handler>> = {
    getnowblock: async (_given, part) => {
      const { id, number, timeMs } = part === 'walletsolidity' ? await solidified() : await newest('latest');
      return { blockID: id.slice(2), block_header: { raw_data: { number: Number(number), timestamp: timeMs } } };
    },
    gettransactionbyid: async ({ value = '' }, part) => ((await receiptOf(`0x${value}`, part)) ? { txID: value, ret: [{}] } : {}),
    gettransactioninfobyid: async ({ value = '' }, part) => {
      const receipt = double.hides === 'nothing' ? await receiptOf(`0x${value}`, part) : undefined;
      if (!receipt) return {};
      const { gas, input } = await client.getTransaction({ hash: receipt.transactionHash });
      // Of what calls no contract there is no more to say.
      if (input === '0x') return { id: value, blockNumber: Number(receipt.blockNumber), contractResult: [''], receipt: { net_usage: 268 } };
      const failed = receipt.gasUsed === gas ? 'OUT_OF_ENERGY' : 'REVERT';
      const isDone = receipt.status === 'success';
      return {
        id: value,
        blockNumber: Number(receipt.blockNumber),
        contractResult: [''],
        ...(isDone ? {} : { result: 'FAILED' }),
        receipt: { energy_usage_total: Number(receipt.gasUsed), result: isDone ? 'SUCCESS' : failed },
        log: receipt.logs.map(({ address, topics, data }) => ({
          address: bare(address),
          topics: topics.map((topic) => bare(topic)),
          data: bare(data),
        })),
      };
    },
    broadcasthex: async ({ transaction = '' }) => {
      broadcasts += 1;
      const signed: Hex = `0x${transaction}`;
      const code = double.answers?.(signed) ?? (await take(signed));
      return { result: code === 'SUCCESS', code, message: code === 'SUCCESS' ? '' : `not taken: ${code}` };
    },
    triggerconstantcontract: async ({ owner_address = '', contract_address = '', function_selector = '', parameter = '' }, part) => {
      const call = { to: evmAddress(contract_address), data: `${SELECTORS[function_selector] ?? '0x'}${parameter}` as Hex };
      const at = part === 'walletsolidity' ? { blockNumber: (await solidified()).number } : {};
      try {
        const used = await client.estimateGas({ account: evmAddress(owner_address), ...call, ...at });
        const { data = '0x' } = await client.call({ account: evmAddress(owner_address), ...call, ...at });
        return { result: { result: true }, energy_used: Number(used), constant_result: [bare(data)], transaction: { ret: [{}] } };
      } catch {
        const message = Buffer.from('REVERT opcode executed').toString('hex');
        return { result: { result: true, message }, energy_used: 500, constant_result: [''], transaction: { ret: [{ ret: 'FAILED' }] } };
      }
    },
    getaccount: async ({ address = '' }, part) => {
      const at = part === 'walletsolidity' ? { blockNumber: (await solidified()).number } : {};
      const balance = await client.getBalance({ address: evmAddress(address), ...at });
      return balance === 0n ? {} : { address, balance: Number(balance / WEI_OF_A_SUN) };
    },
    getaccountresource: async () => ({ freeNetLimit: 600, TotalEnergyLimit: 180_000_000_000 }),
    getchainparameters: async () => ({
      chainParameter: [
        { key: 'getEnergyFee', value: TRON_PRICES.energy },
        { key: 'getTransactionFee', value: TRON_PRICES.byte },
        { key: 'getCreateAccountFee', value: TRON_PRICES.account },
        { key: 'getCreateNewAccountFeeInSystemContract', value: TRON_PRICES.newAccount },
        // One without a value is zero.
        { key: 'getAllowMultiSign' },
      ],
    }),
  };

  /** JSON-RPC is anvil's own, with the names that TRON gives to transactions; but only the newest state is known. */
  const jsonRpc = async (body: string): Promise<string> => {
    const { id, method, params = [] } = JSON.parse(body) as { id?: unknown; method?: string; params?: unknown[] };
    if (method === 'eth_call' && params[1] !== 'latest') {
      const error = { code: -32_602, message: 'QUANTITY not supported, just support TAG as latest' };
      return JSON.stringify({ jsonrpc: '2.0', id, error });
    }
    const names = [...hashOf];
    const question = names.reduce((text, [txid, hash]) => text.replaceAll(txid, hash), body);
    const answer = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: question });
    return names.reduce((text, [txid, hash]) => text.replaceAll(hash, txid), await answer.text());
  };

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.setHeader('content-type', 'application/json');
    const [, part = '', method = ''] = (request.url ?? '').split('/');
    if (part === 'jsonrpc') return response.end(await jsonRpc(body));
    const handler = part === 'wallet' || part === 'walletsolidity' ? handlers[method] : undefined;
    if (!handler) return response.writeHead(404).end();
    return response.end(JSON.stringify(await handler(JSON.parse(body) as Given, part)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const double: TronNodeDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jsonrpc`,
    answers: undefined,
    behind: 0,
    hides: 'nothing',
    get broadcasts() {
      return broadcasts;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return double;
}

const SELECTORS: Readonly<Record<string, Hex>> = { 'transfer(address,uint256)': '0xa9059cbb', 'balanceOf(address)': '0x70a08231' };

const bare = (hex: Hex): string => hex.slice(2);
/** Of the 21 bytes of TRON the twenty that others have. */
const evmAddress = (tron: string): Hex => `0x${tron.slice(-40)}`;
