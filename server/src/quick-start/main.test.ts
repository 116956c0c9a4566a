import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive, readPostmaster } from './embedded-postgres-process.ts';
import { createEmptyDatabase } from '../platform/testing/database.ts';

const ROOT = join(import.meta.dirname, '../../..');

// Each test starts whole systems, on machines that may be busy with the other tests.
vi.setConfig({ testTimeout: 300_000 });

let folder: string;
let data: string;
let started: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-start-'));
  await chmod(folder, 0o711);
  data = join(folder, 'data');
  started = [];
});

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await expect.poll(() => started.every(hasEnded)).toBe(true);
  await script('reset', {}).ended;
  await rm(folder, { recursive: true, force: true });
});

/** The data of a demo that was started once and stopped, made when it is first asked for. */
let kept: Promise<string> | undefined;

async function keepDemo(): Promise<string> {
  await stop(await start(), 'SIGINT');
  const copy = await mkdtemp(join(tmpdir(), 'purser-start-kept-'));
  await chmod(copy, 0o711);
  await copyFolder(data, join(copy, 'data'));
  await rm(data, { recursive: true });
  return copy;
}

afterAll(async () => {
  if (kept !== undefined) await rm(await kept, { recursive: true, force: true });
});

/** With owners and rights: PostgreSQL's user owns the cluster. */
const copyFolder = (from: string, to: string): Promise<unknown> => promisify(execFile)('cp', ['-R', '-p', from, to]);

/** Data as the first start of a demo leaves it: to start from again, or to look at. */
async function demoData(): Promise<void> {
  kept ??= keepDemo();
  await copyFolder(join(await kept, 'data'), data);
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Runs scripts/<name>.mjs as npm would, without a terminal, on data of its own. */
function script(name: 'start' | 'reset', environment: Record<string, string>, byNpm = false): Running {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^(PURSER|npm|VITEST|NODE|DATABASE|PORT|HOST)/.test(key)),
  );
  const env = { ...inherited, PURSER_DATA: data, PORT: '0', PURSER_TEST_ANY_BUILD: '1', ...environment };
  const [program, args] = byNpm ? ['npm', ['run', '--silent', name]] : [process.execPath, [join(ROOT, 'scripts', `${name}.mjs`)]];
  const child = spawn(program, args, { cwd: byNpm ? ROOT : folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, output: () => output, ended };
}

/** Starts and waits for the table; fails at once, with the output, when the program ends instead. */
async function start(environment: Record<string, string> = {}, byNpm = false): Promise<Running & { url: string }> {
  const running = script('start', environment, byNpm);
  // The first start makes a database and a demo, beside whatever else is being tested; how long it takes is measured by the bench.
  await expect
    .poll(() => (hasEnded(running.child) ? `ended: ${running.output()}` : running.output()), { timeout: 120_000 })
    .toMatch(/Purser is running[\s\S]*└|^ended/);
  const url = /http:\/\/localhost:\d+/.exec(running.output())?.[0];
  if (url === undefined) throw new Error(running.output());
  return { ...running, url };
}

async function stop(running: Running, signal: NodeJS.Signals): Promise<number | null> {
  running.child.kill(signal);
  return running.ended;
}

/** What a refused start says. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const running = script('start', environment);
  expect(await running.ended).toBe(1);
  return running.output();
}

async function healthy(url: string): Promise<number> {
  return (await fetch(`${url}/healthy`)).status;
}

async function databasePid(): Promise<number> {
  const cluster = await readFile(join(data, 'postgres.location'), 'utf8').catch(() => join(data, 'postgres'));
  return Number((await readPostmaster(join(cluster.trim(), 'cluster')))?.pid);
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: (await readFile(join(data, 'database-url'), 'utf8')).trim() });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('npm start', () => {
  it('prints addresses, logins and a code that works, answers, and leaves no process behind when it is interrupted', async () => {
    const running = await start();
    expect(running.output()).toMatch(/Console[\s\S]*Demo shop[\s\S]*Wallet[\s\S]*API docs/);
    expect(running.output()).toMatch(/Authenticator \(TOTP\) secret [A-Z2-7]{32}, code now \d{6}/);
    expect(await healthy(running.url)).toBe(200);
    expect((await fetch(`${running.url}/shop`)).status).toBe(200);
    const database = await databasePid();
    expect(await stop(running, 'SIGINT')).toBe(0);
    expect(isAlive(database)).toBe(false);
    await expect(healthy(running.url)).rejects.toThrow();
  });

  it('keeps its data, and answers sooner the second time', async () => {
    const first = performance.now();
    const once = await start();
    const firstTook = performance.now() - first;
    await stop(once, 'SIGTERM');
    const before = await readFile(join(data, 'master-key'), 'utf8');
    const began = performance.now();
    const again = await start();
    expect(await healthy(again.url)).toBe(200);
    expect(performance.now() - began).toBeLessThan(firstTook);
    expect(await readFile(join(data, 'master-key'), 'utf8')).toBe(before);
    expect(await query('select seeded from system_setting')).toEqual([{ seeded: 'demo' }]);
    // Every USDT order says at which rate, as those that are asked for do.
    expect(await query('select serial_number from review_order where network is not null and rate is null')).toEqual([]);
    await stop(again, 'SIGINT');
  });

  it('lets nobody else read its secrets', async () => {
    await demoData();
    for (const name of ['master-key', 'database-password', 'database-url', 'purser.log']) {
      expect([name, (await stat(join(data, name))).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('starts again after kill -9, whatever that left', async () => {
    await demoData();
    const killed = await start();
    const database = await databasePid();
    await stop(killed, 'SIGKILL');
    const again = await start();
    expect(await healthy(again.url)).toBe(200);
    expect(isAlive(database)).toBe(false);
    await stop(again, 'SIGINT');
  });

  it('stops when npm, which started it, is killed', async () => {
    await demoData();
    const running = await start({}, true);
    const { pid } = JSON.parse(await readFile(join(data, 'lock'), 'utf8')) as { pid: number };
    expect(pid).not.toBe(running.child.pid);
    running.child.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
    await expect(stat(join(data, 'lock'))).rejects.toThrow('ENOENT');
  });

  it('starts again after kill -9 in the middle of its first start', async () => {
    for (const after_ms of [150, 400, 700]) {
      const killed = script('start', {});
      await new Promise((done) => setTimeout(done, after_ms));
      await stop(killed, 'SIGKILL');
    }
    const again = await start();
    expect(await healthy(again.url)).toBe(200);
    await stop(again, 'SIGINT');
  });

  it('starts the database again when that is killed alone', async () => {
    await demoData();
    const running = await start();
    process.kill(await databasePid(), 'SIGKILL');
    await expect.poll(() => running.output(), { timeout: 10_000 }).toContain('The database ended unexpectedly');
    const ready = async () => fetch(`${running.url}/ready`).then(({ status }) => status);
    await expect.poll(async () => (hasEnded(running.child) ? `ended: ${running.output()}` : ready()), { timeout: 45_000 }).toBe(200);
    await stop(running, 'SIGINT');
  });

  it('refuses a second instance on the same data, and says where the first one is', async () => {
    await demoData();
    const first = await start();
    expect(await refusal({})).toContain(`PURSER_DATA: Purser already runs on ${data} at ${first.url} (process ${first.child.pid})`);
    const reset = script('reset', {});
    expect(await reset.ended).toBe(1);
    expect(reset.output()).toContain('Stop it first');
    expect(await healthy(first.url)).toBe(200);
    await stop(first, 'SIGINT');
  });

  it.each(['127.0.0.1', '::1', '0.0.0.0', '::'])('names PORT when the port is taken on %s, and starts nothing', async (host) => {
    const other = createServer();
    const port = await new Promise<number>((done) => other.listen(0, host, () => done((other.address() as { port: number }).port)));
    try {
      expect(await refusal({ PORT: String(port) })).toContain(`PORT: ${port} is taken by another program`);
      await expect(stat(join(data, 'postgres'))).rejects.toThrow('ENOENT');
    } finally {
      other.close();
    }
  });

  it('names every setting that is wrong', async () => {
    const told = await refusal({ PORT: 'x', PURSER_LOG_LEVEL: 'loud' });
    expect(told).toContain('PORT: must be');
    expect(told).toContain('PURSER_LOG_LEVEL: must be');
    expect(await refusal({ DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/purser' })).toMatch(
      /DATABASE_URL: the database cannot be reached(?![\s\S]*hunter2)/,
    );
  });

  it('mentions a variable that looks like a setting and is none', async () => {
    await demoData();
    const running = await start({ PURSER_DMEO: '0' });
    expect(running.output()).toContain('PURSER_DMEO: is not a setting of Purser');
    await stop(running, 'SIGINT');
  });
});

describe('npm start with the demo off', () => {
  const production = {
    PURSER_DEMO: '0',
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PURSER_PUBLIC_URL: 'http://localhost:3999',
  };

  it('wants real secrets', async () => {
    const told = await refusal({ PURSER_DEMO: '0' });
    expect(told).toContain('PURSER_MASTER_KEY: is required');
    expect(told).toContain('PURSER_PUBLIC_URL: is required');
  });

  it('wants a host that is one of this machine’s', async () => {
    expect(await refusal({ ...production, HOST: 'no-such-host.invalid' })).toContain('HOST: this machine has no address');
  });

  it('seeds nothing, on a database of one’s own, and never mixes with a demo', async () => {
    const database = await createEmptyDatabase();
    try {
      const own = { ...production, DATABASE_URL: database.url };
      const running = await start(own);
      expect(running.output()).toMatch(/first admin[^\n]*\nhttp:\/\/localhost:3999\/operator\/set-up#[\w-]{43}\n/);
      expect(running.output()).not.toContain('Demo shop');
      await expect(stat(join(data, 'master-key'))).rejects.toThrow('ENOENT');
      await writeFile(join(data, 'database-url'), database.url);
      expect(
        await query('select (select count(*)::int from merchant) as merchants, (select count(*)::int from wallet_user) as users'),
      ).toEqual([{ merchants: 0, users: 0 }]);
      // No chain of the demo's either.
      await expect(stat(join(data, 'chain'))).rejects.toThrow('ENOENT');
      expect(
        await query('select count(*)::int as connected from network where chain_id is not null or cardinality(endpoints) > 0'),
      ).toEqual([{ connected: 0 }]);
      await stop(running, 'SIGINT');
      expect(await refusal({ DATABASE_URL: database.url })).toContain('PURSER_DEMO: this database was set up for real use');
    } finally {
      await database.drop();
    }
  });

  it('refuses the data of a demo', async () => {
    await demoData();
    expect(await refusal(production)).toContain('PURSER_DEMO: this database holds the demo');
  });
});

describe('npm run reset', () => {
  it('empties the data folder, and leaves what is not Purser’s', async () => {
    await demoData();
    await writeFile(join(data, 'notes.txt'), 'mine');
    const reset = script('reset', {});
    expect(await reset.ended).toBe(0);
    expect(reset.output()).toContain('Left alone, as Purser did not make them: notes.txt');
    await expect(stat(join(data, 'postgres'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(data, 'notes.txt'), 'utf8')).toBe('mine');
  });
});
