import { join } from 'node:path';
import type { Queryable } from '@purser/ledger/accounts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { anvilProgram } from '../platform/chain/anvil-program.ts';
import type { TestChain } from '../platform/chain/test-chain.ts';
import type { RunningChain } from './running-chain.ts';

/** What a press of the button brings: more than the least that is credited. */
const AMOUNT = 250;
const NETWORKS = ['ERC20', 'BEP20'] as const;
/** The one that the demo's signer pays, unless somebody has connected it to another chain. */
export const SIGNED_NETWORK = 'ERC20';
/** A chain that could not be started is tried again by itself after so long. */
const AGAIN_AFTER_MS = 60_000;
/** Numbers of chains that demos have made for themselves: no chain of others is among them. */
export const CHAIN_IDS = { first: 7_580_000_000, last: 7_580_999_999 } as const;

export interface DemoChainOptions {
  readonly dataFolder: string;
  /** Connects as the owner of the tables: nobody else may say which chain a network is. */
  readonly ownerUrl: string;
  /** As the signer's own login, where there is one. */
  readonly signerUrl: string;
  /** For the one posting that the chain begins with. */
  readonly ledgerKey: () => Buffer;
  readonly log: Logger;
  /** How often a block is made while something confirms. */
  readonly blockEveryMs?: number;
}

export interface DemoChain extends TestChain {
  close(): Promise<void>;
}

/** The demo's chain; nothing of it runs, and nothing is loaded for it, until it is asked for. Undefined where this machine has no program for it. */
export function demoChain({ dataFolder, blockEveryMs = 1_000, ...options }: DemoChainOptions): DemoChain | undefined {
  const program = anvilProgram();
  if (program === undefined) return undefined;
  let chain: Promise<RunningChain> | undefined;
  let closed = false;
  let failedAt = -Infinity;
  const running = (): Promise<RunningChain> => {
    if (closed) return Promise.reject(new Error('the demo ends'));
    const starting = (chain ??= import('./running-chain.ts').then(({ startChain }) =>
      startChain({ ...options, program, folder: join(dataFolder, 'chain'), networks: NETWORKS, blockEveryMs }),
    ));
    const forget = (): void => {
      if (chain === starting) chain = undefined;
    };
    // Whatever ended it, the next who asks has it started again.
    starting.then(
      (started) => started.ended.then(forget),
      () => {
        failedAt = performance.now();
        forget();
      },
    );
    return starting;
  };
  const wake = (): void => {
    if (closed) return;
    running()
      .then((started) => started.confirm())
      .catch((error: unknown) => options.log.warn({ err: error }, 'the demo’s chain could not be started'));
  };
  return {
    amount: AMOUNT,
    networks: NETWORKS,
    ready: async () => void (await running()),
    send: async (network, address) => (await running()).send(network, address, AMOUNT),
    wake,
    async look(db) {
      if (performance.now() - failedAt < AGAIN_AFTER_MS) return;
      const { is_open, is_approved } = await waitingOn(db);
      if (is_open) wake();
      else if (is_approved) await running();
    },
    async close() {
      closed = true;
      const started = await chain?.catch(() => undefined);
      await started?.close();
    },
  };
}

/** Whether something was signed on the demo's chain and is not final, or waits to be signed there. */
async function waitingOn(db: Queryable): Promise<{ readonly is_open: boolean; readonly is_approved: boolean }> {
  const { rows } = await db.query<{ is_open: boolean; is_approved: boolean }>(
    `select coalesce(bool_or(exists (select from chain_tx as t where t.network = own.network and t.outcome is null)), false) as is_open,
       coalesce(bool_or(
         exists (select from review_order as o where o.kind = 'usdt_withdrawal' and o.status = 'approved' and o.network || '' = own.network)
         or exists (select from chain_deposit as d where d.network = own.network and d.state = 'returning')
       ), false) as is_approved
     from network as own where own.network = $3 and own.chain_id between $1 and $2`,
    [CHAIN_IDS.first, CHAIN_IDS.last, SIGNED_NETWORK],
  );
  return rows[0] ?? { is_open: false, is_approved: false };
}

/** Tells the watcher that the demo's chain does not run yet: whatever ran at the last start has ended with it. */
export async function restNetworks(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`update network set endpoints = '{}' where chain_id between $1 and $2 and cardinality(endpoints) > 0`, [
    CHAIN_IDS.first,
    CHAIN_IDS.last,
  ]);
}
