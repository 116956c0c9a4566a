import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnKept, stopKept } from './kept-process.ts';
import { ROOT } from './web-build.ts';

interface ShopOptions {
  readonly port: number;
  /** Where people reach this server. */
  readonly publicUrl: string;
  /** Where a program on this machine reaches it. */
  readonly localUrl: string;
  /** The access key and the rest that a merchant's system is configured with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly dataFolder: string;
  readonly onNotice: (line: string) => void;
}

export interface RunningShop {
  /** Settles when it answers, or has ended. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** It serves one visitor at a time, and shares a small machine with the rest. */
const SMALL = ['--max-semi-space-size=2', '--max-old-space-size=96'];
const PATIENCE_MS = 5000;
const ASK_EVERY_MS = 30;

/** The demo shop is a program of its own, as a merchant's system would be: it gets addresses and its key, nothing else. */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const { port, publicUrl, localUrl, environment, dataFolder, onNotice } = options;
  const logFile = join(dataFolder, 'shop.log');
  const log = await open(logFile, 'w', 0o600);
  const child = spawnKept(process.execPath, [...SMALL, join(ROOT, 'shop/src/main.ts')], {
    stopSignal: 'TERM',
    cwd: ROOT,
    output: log.fd,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
      SHOP_PORT: String(port),
      SHOP_PUBLIC_URL: `${publicUrl}/shop`,
      PURSER_URL: localUrl,
    },
  });
  await log.close();
  const state = { closing: false, ended: false };
  child.once('exit', () => {
    state.ended = true;
    if (!state.closing) onNotice(`The demo shop ended; Purser goes on without it (log: ${logFile}).`);
  });
  const answers = async (): Promise<void> => {
    const until = Date.now() + PATIENCE_MS;
    while (!state.ended && Date.now() < until && !(await accepts(port))) await sleep(ASK_EVERY_MS);
  };
  return {
    ready: answers(),
    close: () => {
      state.closing = true;
      return stopKept(child, PATIENCE_MS);
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
