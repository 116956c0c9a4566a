import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:process';
import { createInterface } from 'node:readline';
import { createTestClient, createWalletClient, type Hex, http, parseAbi, publicActions, walletActions } from 'viem';

/** A chain of its own on this machine, with a node that speaks as any Ethereum node does. */
export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  readonly genesisHash: Hex;
  readonly client: AnvilClient;
  /** Rich, and the node signs for them. */
  readonly accounts: readonly Hex[];
  /** A token; one with a fee takes that many basis points of every transfer. */
  deployToken(decimals: 6 | 18, feeBasisPoints?: number): Promise<Hex>;
  /** Each of these makes a block of its own, unless mining was switched off, and gives the transaction's hash. */
  mint(token: Hex, to: Hex, raw: bigint): Promise<Hex>;
  transfer(token: Hex, from: Hex, to: Hex, raw: bigint): Promise<Hex>;
  transferMany(token: Hex, from: Hex, to: readonly Hex[], raw: bigint): Promise<Hex>;
  freeze(token: Hex, address: Hex, isFrozen: boolean): Promise<Hex>;
  balanceOf(token: Hex, address: Hex): Promise<bigint>;
  mine(blocks?: number): Promise<void>;
  head(): Promise<bigint>;
  /** Takes the newest blocks away and puts empty ones in their place. */
  reorg(depth: number): Promise<void>;
  stop(): Promise<void>;
}

/** As anvil makes them of its usual mnemonic, which it logs at start. */
export const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferMany(address[] to, uint256 value)',
  'function freeze(address who, bool isFrozen)',
  'function balanceOf(address who) view returns (uint256)',
]);
const START_PATIENCE_MS = 20_000;

function clientOf(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url, { timeout: 20_000 }), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
}
type AnvilClient = ReturnType<typeof clientOf>;

/**
 * Starts a chain. What is final lies `2 * slotsInAnEpoch` blocks behind the head. Every transaction makes a block at once, unless `blockTimeS`
 * or `noMining` says otherwise.
 */
export async function startAnvil({
  slotsInAnEpoch = 1,
  chainId = 31_337,
  noMining = false,
}: { slotsInAnEpoch?: number; chainId?: number; noMining?: boolean } = {}): Promise<Anvil> {
  const args = ['--port', '0', '--host', '127.0.0.1', '--chain-id', String(chainId), '--slots-in-an-epoch', String(slotsInAnEpoch)];
  const node = spawn(binary(), [...args, '--mnemonic', ANVIL_MNEMONIC, ...(noMining ? ['--no-mining'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://${await listening(node)}`;
  const client = clientOf(url);
  const accounts = await client.getAddresses();
  const [first] = accounts;
  if (!first) throw new Error('anvil has no accounts');
  const genesis = await client.getBlock({ blockNumber: 0n });
  const wallet = createWalletClient({ transport: http(url) });
  type Write = { functionName: 'mint' | 'transfer' | 'transferMany' | 'freeze'; args: unknown[] };
  const write = async (address: Hex, account: Hex, data: Write): Promise<Hex> => {
    const hash = await wallet.writeContract({ address, abi: ABI, account, chain: null, gas: 3_000_000n, ...data } as never);
    // The node answers before it has made the block.
    if (await client.getAutomine()) await client.waitForTransactionReceipt({ hash });
    return hash;
  };
  return {
    url,
    chainId,
    genesisHash: genesis.hash,
    client,
    accounts,
    async deployToken(decimals, feeBasisPoints = 0) {
      const file = await readFile(new URL('test-token.json', import.meta.url), 'utf8');
      const { abi, bytecode } = JSON.parse(file) as { abi: never; bytecode: Hex };
      const hash = await wallet.deployContract({ abi, bytecode, args: [decimals, feeBasisPoints] as never, account: first, chain: null });
      if (noMining) await client.mine({ blocks: 1 });
      const { contractAddress } = await client.waitForTransactionReceipt({ hash });
      if (!contractAddress) throw new Error('the token was not deployed');
      return contractAddress;
    },
    mint: (token, to, raw) => write(token, first, { functionName: 'mint', args: [to, raw] }),
    transfer: (token, from, to, raw) => write(token, from, { functionName: 'transfer', args: [to, raw] }),
    transferMany: (token, from, to, raw) => write(token, from, { functionName: 'transferMany', args: [to, raw] }),
    freeze: (token, address, isFrozen) => write(token, first, { functionName: 'freeze', args: [address, isFrozen] }),
    balanceOf: (token, address) => client.readContract({ address: token, abi: ABI, functionName: 'balanceOf', args: [address] }),
    mine: (blocks = 1) => client.mine({ blocks }),
    head: () => client.getBlockNumber(),
    reorg: async (depth) => {
      await client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
    },
    stop: () => ended(node),
  };
}

/** The program that npm brought for this machine: its package's own installer is not run. */
function binary(): string {
  const machine = `${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  return require.resolve(`@foundry-rs/anvil-${machine}/bin/anvil${platform === 'win32' ? '.exe' : ''}`);
}

/** The port that the node was given, as it says itself. */
async function listening(node: ChildProcess): Promise<string> {
  const lines = createInterface({ input: node.stdout as NodeJS.ReadableStream });
  const patience = setTimeout(() => node.kill(), START_PATIENCE_MS);
  try {
    for await (const line of lines) {
      const found = /^Listening on (\S+)/.exec(line)?.[1];
      if (found !== undefined) return found;
    }
    throw new Error('anvil did not start');
  } finally {
    clearTimeout(patience);
    // What it goes on to say is read and dropped: a full pipe would stop it.
    node.stdout?.resume();
  }
}

async function ended(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const gone = new Promise((resolve) => node.once('exit', resolve));
  node.kill('SIGKILL');
  await gone;
}
