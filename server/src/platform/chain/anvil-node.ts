import { readFile } from 'node:fs/promises';
import { createTestClient, createWalletClient, type Hex, http, parseAbi, publicActions, walletActions } from 'viem';

/** A node of a chain of its own on this machine, which speaks as any Ethereum node does, and does what its tests and the demo ask beside that. */
export interface AnvilNode {
  readonly url: string;
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
}

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferMany(address[] to, uint256 value)',
  'function freeze(address who, bool isFrozen)',
  'function balanceOf(address who) view returns (uint256)',
]);

function clientOf(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url, { timeout: 20_000 }), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
}
type AnvilClient = ReturnType<typeof clientOf>;

/** The node that answers at an address. */
export async function anvilAt(url: string): Promise<AnvilNode> {
  const client = clientOf(url);
  const accounts = await client.getAddresses();
  const [first] = accounts;
  if (!first) throw new Error('anvil has no accounts');
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
    client,
    accounts,
    async deployToken(decimals, feeBasisPoints = 0) {
      const file = await readFile(new URL('test-token.json', import.meta.url), 'utf8');
      const { abi, bytecode } = JSON.parse(file) as { abi: never; bytecode: Hex };
      const hash = await wallet.deployContract({ abi, bytecode, args: [decimals, feeBasisPoints] as never, account: first, chain: null });
      if (!(await client.getAutomine())) await client.mine({ blocks: 1 });
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
  };
}
