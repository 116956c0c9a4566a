import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { anvilProgram } from '../platform/chain/anvil-program.ts';
import type { TestChain } from '../platform/chain/test-chain.ts';
import type { RunningChain } from './running-chain.ts';

/** What a press of the button brings: more than the least that is credited. */
const AMOUNT = 250;
const NETWORKS = ['ERC20', 'BEP20'] as const;
/** Numbers of chains that demos have made for themselves: no chain of others is among them. */
export const CHAIN_IDS = { first: 7_580_000_000, last: 7_580_999_999 } as const;

export interface DemoChainOptions {
  readonly dataFolder: string;
  /** Connects as the owner of the tables: nobody else may say which chain a network is. */
  readonly ownerUrl: string;
  readonly log: Logger;
  /** How often a block is made while something confirms. */
  readonly blockEveryMs?: number;
}

export interface DemoChain extends TestChain {
  close(): Promise<void>;
}

/** The demo's chain; nothing of it runs, and nothing is loaded for it, until it is asked for. Undefined where this machine has no program for it. */
export function demoChain({ dataFolder, ownerUrl, log, blockEveryMs = 1_000 }: DemoChainOptions): DemoChain | undefined {
  const program = anvilProgram();
  if (program === undefined) return undefined;
  let chain: Promise<RunningChain> | undefined;
  let closed = false;
  const running = (): Promise<RunningChain> => {
    if (closed) return Promise.reject(new Error('the demo ends'));
    const starting = (chain ??= import('./running-chain.ts').then(({ startChain }) =>
      startChain({ program, folder: join(dataFolder, 'chain'), networks: NETWORKS, ownerUrl, blockEveryMs, log }),
    ));
    const forget = (): void => {
      if (chain === starting) chain = undefined;
    };
    // Whatever ended it, the next who asks has it started again.
    starting.then((started) => started.ended.then(forget), forget);
    return starting;
  };
  return {
    amount: AMOUNT,
    networks: NETWORKS,
    ready: async () => void (await running()),
    send: async (network, address) => (await running()).send(network, address, AMOUNT),
    wake() {
      if (chain !== undefined || closed) return;
      running()
        .then((started) => started.confirm())
        .catch((error: unknown) => log.warn({ err: error }, 'the demo’s chain could not be started'));
    },
    async close() {
      closed = true;
      const started = await chain?.catch(() => undefined);
      await started?.close();
    },
  };
}

/** Tells the watcher that the demo's chain does not run yet: whatever ran at the last start has ended with it. */
export async function restNetworks(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`update network set endpoints = '{}' where chain_id between $1 and $2 and cardinality(endpoints) > 0`, [
    CHAIN_IDS.first,
    CHAIN_IDS.last,
  ]);
}
