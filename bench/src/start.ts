import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Secrets } from '../../server/src/platform/security/secrets.ts';
import { demoAccessKey, demoTotpSecret } from '../../server/src/demo/cast.ts';
import { freePort } from '../../server/src/platform/testing/programs.ts';
import { median, type Row } from './row.ts';

const ROOT = join(import.meta.dirname, '../..');
const STARTS = 3;
/** By then what only the start needed has been given up. */
const REST_MS = 30_000;

/** A demo that runs as `npm start` runs it. */
export interface StartedPurser {
  readonly url: string;
  readonly secrets: Secrets;
  readonly totpSecret: string;
  readonly shop: { readonly accessKey: string; readonly secret: string };
  readonly pid: number;
  stop(): Promise<void>;
}

/** How long later starts take until the console answers, and how much memory everything together takes then. */
export async function benchStart(whileRunning: (purser: StartedPurser) => Promise<Row[]> = async () => []): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  await chmod(folder, 0o711);
  try {
    const port = await freePort();
    const first = await start(folder, port);
    await first.purser.stop();
    const seconds: number[] = [];
    for (let again = 0; again < STARTS; again += 1) {
      const { purser, tookS } = await start(folder, port);
      seconds.push(tookS);
      await purser.stop();
    }
    const { purser } = await start(folder, port);
    await sleep(REST_MS);
    const megabytes = memoryOf(purser.pid);
    const rows: Row[] = [
      {
        what: 'start: a later npm start answers',
        measured: median(seconds),
        unit: 's',
        budget: { kind: 'max', limit: 5 },
        detail: `median of ${STARTS}; the first took ${first.tookS.toFixed(1)} s`,
      },
      {
        what: 'start: memory with the database',
        measured: megabytes,
        unit: 'MB',
        budget: { kind: 'max', limit: 220 },
        detail: `proportional set size of every process, ${REST_MS / 1000} s after the start`,
      },
    ];
    try {
      return [...rows, ...(await whileRunning(purser))];
    } finally {
      await purser.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function start(folder: string, port: number): Promise<{ purser: StartedPurser; tookS: number }> {
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PURSER_DATA: folder, PORT: String(port), PURSER_DEMO: '1', DATABASE_URL: '' },
  });
  while ((await fetch(`${url}/Login`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await sleep(20);
  }
  const tookS = (performance.now() - began) / 1000;
  const secrets = new Secrets(Buffer.from(await readFile(join(folder, 'master-key'), 'utf8'), 'base64'));
  const merchantId = await shopMerchantId((await readFile(join(folder, 'database-url'), 'utf8')).trim());
  return {
    tookS,
    purser: {
      url,
      secrets,
      totpSecret: demoTotpSecret(secrets),
      shop: demoAccessKey(secrets, merchantId),
      pid: child.pid as number,
      stop: () => stop(child),
    },
  };
}

/** The whole group gets the signal, as Ctrl-C in a terminal sends it. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid as number), 'SIGINT');
  await ended;
}

async function shopMerchantId(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ merchant_id: string }>(`select merchant_id from merchant where username = 'harbour'`);
    return Number(rows[0]?.merchant_id);
  } finally {
    await client.end();
  }
}

/** Proportional set size of a process and all that descend from it, in megabytes: memory they share counts once. */
export function memoryOf(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended since the folder was listed.
    }
  }
  const family = [...parents.keys()].filter((pid) => descends(pid, root, parents));
  const kilobytes = family.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

function descends(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) if (at === root) return true;
  return false;
}
