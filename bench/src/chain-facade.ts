import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchedAddress } from './watched.ts';

/**
 * Two nodes of one made-up chain, as a program of their own: they answer what a watcher asks, and as fast as they can, as what they say is put
 * together beforehand. The parent says how far the chain has come; it is told when that is so.
 */

/** What the parent says. */
export interface Told {
  /** The newest block, and the first one that has transfers. */
  readonly head: number;
  readonly from: number;
  /** How many addresses are watched; some transfers go to them. */
  readonly addresses: number;
}

export const GENESIS = hashOf('block 0');
export const CHAIN_ID = 31_337;
/** A token, by a contract that is nobody's. */
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** Blocks below the newest one that may still go. */
export const UNSETTLED = 12;
export const TRANSFERS = 200;
/** One of so many goes to an address that is watched. */
const ONE_OF = 40;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

let head = 0;
const logs = new Map<number, string>();

function hashOf(text: string): `0x${string}` {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

const hex = (number: number): string => `0x${number.toString(16)}`;
const topic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const blockHash = (number: number): string => hashOf(`block ${number}`);

/** The transfers of a block, as a node's answer has them. */
function logsOf(number: number, addresses: number): string {
  const [block, own] = [blockHash(number), TRANSFERS / ONE_OF];
  return Array.from({ length: TRANSFERS }, (_, place) => {
    const txid = hashOf(`transaction ${number} ${place}`);
    const stranger = `0x${txid.slice(2, 42)}`;
    const to = place % ONE_OF === 0 ? watchedAddress((number * own + place / ONE_OF) % addresses) : stranger;
    return JSON.stringify({
      address: TOKEN.toLowerCase(),
      topics: [TRANSFER, topic(`0x${txid.slice(-40)}`), topic(to)],
      data: `0x${(75_000_000).toString(16).padStart(64, '0')}`,
      blockNumber: hex(number),
      blockHash: block,
      transactionHash: txid,
      transactionIndex: hex(place),
      logIndex: hex(place),
      removed: false,
    });
  }).join(',');
}

function blockJson(number: number): string {
  return JSON.stringify({
    number: hex(number),
    hash: blockHash(number),
    parentHash: blockHash(number - 1),
    timestamp: hex(1_700_000_000 + number),
    transactions: [],
  });
}

interface Question {
  readonly id: number;
  readonly method: string;
  /** Left out where a method takes none. */
  readonly params?: readonly unknown[];
}

function answer({ method, params: [first] = [] }: Question): string {
  switch (method) {
    case 'eth_chainId':
      return JSON.stringify(hex(CHAIN_ID));
    case 'eth_blockNumber':
      return JSON.stringify(hex(head));
    case 'eth_getBlockByNumber':
      return blockJson(first === 'finalized' ? head - UNSETTLED : Number(first));
    case 'eth_getLogs': {
      const where = first as { readonly blockHash?: string; readonly fromBlock?: string; readonly toBlock?: string };
      const numbers = [...logs.keys()].filter((number) =>
        where.blockHash === undefined
          ? number >= Number(where.fromBlock) && number <= Number(where.toBlock)
          : blockHash(number) === where.blockHash,
      );
      return `[${numbers.map((number) => logs.get(number)).join(',')}]`;
    }
    default:
      throw new Error(`nobody has asked for ${method} before`);
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const question = JSON.parse(body) as Question;
  response.setHeader('content-type', 'application/json');
  response.end(`{"jsonrpc":"2.0","id":${question.id},"result":${answer(question)}}`);
}

async function listen(): Promise<string> {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

if (import.meta.main) {
  process.on('message', (told: Told) => {
    for (let number = Math.max(told.from, head + 1); number <= told.head; number += 1) logs.set(number, logsOf(number, told.addresses));
    for (const number of logs.keys()) if (number < told.from) logs.delete(number);
    head = told.head;
    process.send?.('come');
  });
  process.on('disconnect', () => process.exit());
  process.send?.(await Promise.all([listen(), listen()]));
}
