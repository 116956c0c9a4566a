import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Hex } from 'viem';
import { anvilAt, type AnvilNode } from '../anvil-node.ts';
import { anvilProgram } from '../anvil-program.ts';

/** A chain of its own on this machine, for one file of tests. */
export interface Anvil extends AnvilNode {
  readonly chainId: number;
  readonly genesisHash: Hex;
  /** Takes the newest blocks away and puts others in their place, the first with these transactions, the rest empty. */
  reorg(depth: number, instead?: readonly Hex[]): Promise<void>;
  /** A transaction as it was signed. */
  rawOf(hash: Hex): Promise<Hex>;
  stop(): Promise<void>;
}

/** As anvil makes them of its usual mnemonic, which it logs at start. */
export const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';

const START_PATIENCE_MS = 20_000;

/**
 * Starts a chain. What is final lies `2 * slotsInAnEpoch` blocks behind the head. Every transaction makes a block at once, unless `noMining` says
 * otherwise.
 */
export async function startAnvil({
  slotsInAnEpoch = 1,
  chainId = 31_337,
  noMining = false,
}: { slotsInAnEpoch?: number; chainId?: number; noMining?: boolean } = {}): Promise<Anvil> {
  const program = anvilProgram();
  if (program === undefined) throw new Error('npm has brought no anvil for this machine');
  const args = ['--port', '0', '--host', '127.0.0.1', '--chain-id', String(chainId), '--slots-in-an-epoch', String(slotsInAnEpoch)];
  const child = spawn(program, [...args, '--mnemonic', ANVIL_MNEMONIC, ...(noMining ? ['--no-mining'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const node = await anvilAt(`http://${await listening(child)}`);
  const genesis = await node.client.getBlock({ blockNumber: 0n });
  return {
    ...node,
    chainId,
    genesisHash: genesis.hash,
    reorg: async (depth, instead = []) => {
      await node.client.request({ method: 'anvil_reorg', params: [depth, instead.map((raw) => [raw, 0])] } as never);
    },
    rawOf: (hash) => node.client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never),
    stop: () => ended(child),
  };
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
