import { USDT_DECIMALS } from '@purser/contract/exchange';
import { randomInt } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { getContractAddress, type Hex, isAddress, parseEther } from 'viem';
import { connect } from '../features/chain-deposit/command.ts';
import { beginAt } from '../features/chain-deposit/queries.ts';
import { newMnemonic } from '../features/usdt-withdrawal/signer/key-file.ts';
import { depositAccounts, hotKey, sweepKeys } from '../features/usdt-withdrawal/signer/keys.ts';
import { anvilAt, type AnvilNode } from '../platform/chain/anvil-node.ts';
import { type ChainProcess, startChainProcess, STATE_FILE } from './chain-process.ts';
import { type DemoSigner, forgetJournal, startDemoSigner } from './demo-signer.ts';
import { fundsOf } from './hot-funds.ts';
import { CHAIN_IDS, SIGNED_NETWORK } from './test-chain.ts';

/** Decimals of USDT on each network, as on the real ones. */
const DECIMALS: Readonly<Record<string, 6 | 18>> = { ERC20: 6, BEP20: 18 };
/** What the first account gives away of: in whole USDT. */
const SUPPLY = 1_000_000_000n;
/** Of the network's own coin, for the signer's addresses. */
const COINS = parseEther('1000');
/** Blocks beside those that a network asks for: final is what lies two behind the head. */
const BLOCKS_BESIDE = 4;
/** What one USDT is worth where the demo's staff have said nothing. */
const RATES = { USDP: '1', VNDT: '25400', CNYT: '7.1' } as const;

export interface RunningChain {
  readonly ended: Promise<void>;
  send(network: string, address: string, amount: number): Promise<Hex>;
  /** Makes a block again and again until what is in the newest one now is final. */
  confirm(): void;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly program: string;
  readonly folder: string;
  readonly networks: readonly string[];
  readonly ownerUrl: string;
  readonly signerUrl: string;
  readonly ledgerKey: () => Buffer;
  readonly blockEveryMs: number;
  readonly log: Logger;
}

interface OwnNetwork {
  readonly network: string;
  readonly chainId: number | null;
  readonly hasXpub: boolean;
  readonly cursor: { readonly number: bigint; readonly hash: Hex } | null;
  readonly confirmations: number;
}

/** Starts the demo's chain, or goes on with the one of the last time, and connects to it those networks that nobody has connected to another one. */
export async function startChain(options: StartOptions): Promise<RunningChain> {
  const owner = new pg.Client({ connectionString: options.ownerUrl, application_name: 'purser-demo-chain' });
  await owner.connect();
  try {
    const networks = await ownNetworks(owner, options.networks);
    if (networks.length === 0) throw new Error('every network is connected to another chain');
    const started = (await goOn(options, networks)) ?? (await beginAnew(owner, options, networks));
    const { process, node, chainId } = started;
    let signer: DemoSigner;
    try {
      const mnemonic = await keptMnemonic(options.folder);
      const signed = signedOf(networks);
      await giveFunds(owner, options, signed, { ...started, mnemonic });
      const xpub = depositAccounts(mnemonic).evm;
      const block = await node.client.getBlock({ blockTag: 'finalized' });
      const endpoints = [1, 2].map((one) => `${process.url}/?node=${one}`);
      for (const { network, hasXpub } of networks) {
        await openNetwork(owner, network, tokenOf(node, network));
        await connect(options.ownerUrl, { network, endpoints, xpub: hasXpub ? undefined : xpub });
        // Watching begins before anything is sent.
        await beginAt(owner, network, { number: block.number, hash: block.hash }, await node.head());
      }
      signer = await startDemoSigner({
        folder: signerFolder(options),
        mnemonic,
        databaseUrl: options.signerUrl,
        pays: { network: signed, chainId, endpoints, token: tokenOf(node, signed), decimals: decimalsOf(signed) },
      });
    } catch (error) {
      await process.close();
      throw error;
    }
    const blocks = Math.max(...networks.map(({ confirmations }) => confirmations)) + BLOCKS_BESIDE;
    return runningChain(process, signer, node, { ...options, blocks, offered: networks.map(({ network }) => network) });
  } finally {
    await owner.end();
  }
}

function runningChain(
  process: ChainProcess,
  signer: DemoSigner,
  node: AnvilNode,
  { blocks, blockEveryMs, offered, log }: StartOptions & { readonly blocks: number; readonly offered: readonly string[] },
): RunningChain {
  let left = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const confirm = (): void => {
    left = blocks;
    timer ??= setInterval(() => {
      left -= 1;
      if (left <= 0) stop();
      node.mine().catch((error: unknown) => {
        stop();
        log.warn({ err: error }, 'the demo’s chain makes no blocks');
      });
    }, blockEveryMs);
  };
  // Neither is of use without the other: whoever asks next has both started again.
  const close = async (): Promise<void> => {
    stop();
    await signer.close();
    await process.close();
  };
  return {
    ended: Promise.race([process.ended, signer.ended]).then(close),
    async send(network, address, amount) {
      if (!offered.includes(network)) throw new Error(`${network} is connected to another chain`);
      if (!isAddress(address)) throw new Error(`${address} is no address`);
      const raw = BigInt(amount) * 10n ** BigInt(decimalsOf(network));
      const hash = await node.transfer(tokenOf(node, network), payerOf(node), address, raw);
      confirm();
      return hash;
    },
    confirm,
    close,
  };
}

/** The chain of the last time, if it is still there and the one that was looked at. */
async function goOn(options: StartOptions, networks: readonly OwnNetwork[]): Promise<Started | undefined> {
  const chainId = networks.find((one) => one.chainId !== null)?.chainId;
  if (chainId === undefined || chainId === null) return undefined;
  try {
    const started = await startNode(options, chainId, false);
    if (await isAsItWas(started.node, networks)) return started;
    await started.process.close();
  } catch (error) {
    options.log.warn({ err: error }, 'the demo’s chain is damaged');
  }
  options.log.warn('the demo’s chain has gone, and another one begins');
  return undefined;
}

/** A chain of its own number, with the tokens on it; nothing is expected of an earlier one any more. */
async function beginAnew(owner: pg.Client, options: StartOptions, networks: readonly OwnNetwork[]): Promise<Started> {
  const names = [networks.map(({ network }) => network)];
  await owner.query('begin');
  await owner.query(
    `update network set chain_id = null, genesis_hash = null, endpoints = '{}' where network = any ($1::text[]) and chain_id is not null`,
    names,
  );
  await owner.query('delete from chain_block where network = any ($1::text[])', names);
  await owner.query('delete from chain_cursor where network = any ($1::text[])', names);
  await owner.query(`update chain_deposit set state = 'orphaned' where network = any ($1::text[]) and state = 'confirming'`, names);
  // Nonces begin anew, and what was signed and is not final is signed again; what lay at deposit addresses lies at the hot one of the chain that begins.
  await owner.query('delete from chain_tx where network = any ($1::text[])', names);
  await owner.query('delete from chain_nonce where network = any ($1::text[])', names);
  await owner.query(
    `update sweep set state = 'failed', done_at = now() where network = any ($1::text[]) and state not in ('settled', 'failed')`,
    names,
  );
  await owner.query('update chain_balance set swept = received where network = any ($1::text[])', names);
  await owner.query('commit');
  await rm(join(options.folder, STATE_FILE), { force: true });
  await forgetJournal(signerFolder(options));
  // Another number makes other transactions: what was credited of an earlier chain is not taken for what is sent on this one.
  const started = await startNode(options, randomInt(CHAIN_IDS.first, CHAIN_IDS.last + 1), true);
  const { node, process } = started;
  try {
    for (const network of options.networks) {
      const token = await node.deployToken(decimalsOf(network));
      await node.mint(token, payerOf(node), SUPPLY * 10n ** BigInt(decimalsOf(network)));
    }
  } catch (error) {
    await process.close();
    throw error;
  }
  return started;
}

/** The one network that the signer pays: on the one chain that all of them are, two would take the same nonces. */
function signedOf(networks: readonly OwnNetwork[]): string {
  const one = networks.find(({ network }) => network === SIGNED_NETWORK) ?? networks[0];
  if (!one) throw new Error('there is a network');
  return one.network;
}

/** What the signer's addresses need, where they have never had it: USDT to pay with, as much as the books say, and coins for gas. */
async function giveFunds(
  owner: pg.Client,
  { ledgerKey }: StartOptions,
  network: string,
  { node, isNew, mnemonic }: Started & { readonly mnemonic: string },
): Promise<void> {
  const [hot, { gas }] = [hotKey(mnemonic), sweepKeys(mnemonic)];
  for (const { address } of [hot, gas]) await node.client.setBalance({ address, value: COINS });
  const token = tokenOf(node, network);
  if ((await node.balanceOf(token, hot.address)) > 0n) return;
  const unit = 10n ** BigInt(decimalsOf(network) - USDT_DECIMALS);
  const funds = await fundsOf(owner, ledgerKey(), { network, unit, isNew });
  await node.mint(token, hot.address, funds * unit);
  // Final before anybody looks.
  await node.mine(BLOCKS_BESIDE);
}

const signerFolder = ({ folder }: Pick<StartOptions, 'folder'>): string => join(folder, 'signer');

interface Started {
  readonly isNew: boolean;
  readonly chainId: number;
  readonly process: ChainProcess;
  readonly node: AnvilNode;
}

async function startNode({ program, folder }: StartOptions, chainId: number, isNew: boolean): Promise<Started> {
  const process = await startChainProcess({ program, folder, chainId });
  try {
    return { process, chainId, isNew, node: await anvilAt(process.url) };
  } catch (error) {
    await process.close();
    throw error;
  }
}

/** Whether all tokens are there, and every block that was looked at last. */
async function isAsItWas(node: AnvilNode, networks: readonly OwnNetwork[]): Promise<boolean> {
  const { client } = node;
  for (const { network, cursor } of networks) {
    if ((await node.balanceOf(tokenOf(node, network), payerOf(node)).catch(() => 0n)) === 0n) return false;
    if (cursor === null) continue;
    const block = await client.getBlock({ blockNumber: cursor.number }).catch(() => undefined);
    if (block?.hash !== cursor.hash) return false;
  }
  return true;
}

/** The networks that are free, or the demo's own from before. */
async function ownNetworks(owner: pg.Client, networks: readonly string[]): Promise<OwnNetwork[]> {
  const { rows } = await owner.query<{
    network: string;
    chain_id: string | null;
    has_xpub: boolean;
    block_number: string | null;
    block_hash: Buffer | null;
    confirmations: number;
  }>(
    `select network, chain_id, deposit_xpub is not null as has_xpub, block_number, block_hash, confirmations
     from network join coin_network using (network) left join chain_cursor using (network)
     where network = any ($1::text[]) and coin_network.coin = 'USDT' and (chain_id is null or chain_id between $2 and $3)
     order by network`,
    [networks, CHAIN_IDS.first, CHAIN_IDS.last],
  );
  return rows.map(({ network, chain_id, has_xpub, block_number, block_hash, confirmations }) => ({
    network,
    chainId: chain_id === null ? null : Number(chain_id),
    hasXpub: has_xpub,
    cursor: block_number === null || block_hash === null ? null : { number: BigInt(block_number), hash: `0x${block_hash.toString('hex')}` },
    confirmations,
  }));
}

/** Switches a network on, with the chain's token as its USDT, and gives coins a rate that have none. */
async function openNetwork(owner: pg.Client, network: string, token: Hex): Promise<void> {
  await owner.query('begin');
  await owner.query('update network set is_on = true where network = $1', [network]);
  await owner.query(
    `update coin_network set is_on = true, contract_address = $2, token_decimals = $3 where network = $1 and coin = 'USDT'`,
    [network, token, decimalsOf(network)],
  );
  await owner.query(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at)
     select coin, 1, 'fixed', rate::numeric, '1', now() from json_each_text($1) as rates (coin, rate)
     where exists (select from coin where code = rates.coin) and not exists (select from coin_rate where coin_rate.coin = rates.coin)`,
    [JSON.stringify(RATES)],
  );
  await owner.query('commit');
}

/** The words of which the demo's deposit addresses are made: made once, and of no other use. */
async function keptMnemonic(folder: string): Promise<string> {
  const file = join(folder, 'mnemonic');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '') return kept;
  const made = newMnemonic();
  await writeFile(`${file}.new`, `${made}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made;
}

function decimalsOf(network: string): 6 | 18 {
  const decimals = DECIMALS[network];
  if (decimals === undefined) throw new Error(`there is no token for ${network}`);
  return decimals;
}

/** Tokens are the first contracts of the chain, each followed by the transaction that makes its supply. */
function tokenOf(node: AnvilNode, network: string): Hex {
  return getContractAddress({ from: payerOf(node), nonce: BigInt(Object.keys(DECIMALS).indexOf(network) * 2) });
}

function payerOf({ accounts }: AnvilNode): Hex {
  const [first] = accounts;
  if (!first) throw new Error('the chain has an account');
  return first;
}
