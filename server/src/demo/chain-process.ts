import type { ChildProcess } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnKept, stopKept } from '../quick-start/kept-process.ts';
import { claimPort } from '../quick-start/listen.ts';

const START_PATIENCE_MS = 20_000;
const STOP_PATIENCE_MS = 5_000;
const ASK_EVERY_MS = 30;

export interface ChainProcess {
  readonly url: string;
  /** Settles when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface ChainProcessOptions {
  readonly program: string;
  readonly folder: string;
  readonly chainId: number;
}

export const STATE_FILE = 'state.json';

/**
 * Starts anvil on loopback, with its state in a folder: read at its start, written every few seconds and at its end. It never outlives this process. What
 * is final lies two blocks behind the head.
 */
export async function startChainProcess({ program, folder, chainId }: ChainProcessOptions): Promise<ChainProcess> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = await claimPort('127.0.0.1', 0);
  const log = await open(join(folder, 'anvil.log'), 'w', 0o600);
  const options = {
    host: '127.0.0.1',
    port,
    'chain-id': chainId,
    'slots-in-an-epoch': 1,
    state: join(folder, STATE_FILE),
    'state-interval': 5,
    'cache-path': folder,
    accounts: 1,
    threads: 1,
  };
  // Pages of other sites that are open in the same browser may not read what it answers.
  const args = ['--quiet', '--no-cors', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])];
  const child = spawnKept(program, args, {
    stopSignal: 'TERM',
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    output: log.fd,
  });
  await log.close();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = `http://127.0.0.1:${port}`;
  if (!(await answersAs(chainId, url, child))) {
    await stopKept(child, STOP_PATIENCE_MS);
    throw new Error(`anvil did not start (log: ${join(folder, 'anvil.log')})`);
  }
  return { url, ended, close: () => stopKept(child, STOP_PATIENCE_MS) };
}

/** Waits until the chain answers at the address; false where the program ends or takes too long. */
async function answersAs(chainId: number, url: string, child: ChildProcess): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  for (
    const until = performance.now() + START_PATIENCE_MS;
    performance.now() < until && child.exitCode === null;
    await sleep(ASK_EVERY_MS)
  ) {
    try {
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { result } = (await answer.json()) as { readonly result?: string };
      if (Number(result) === chainId) return true;
    } catch {
      // It does not listen yet.
    }
  }
  return false;
}
