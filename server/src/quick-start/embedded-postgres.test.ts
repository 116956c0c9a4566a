import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCATION_FILE } from './embedded-postgres-home.ts';
import { readPostmaster, runsOn } from './embedded-postgres-process.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const asRoot = process.getuid?.() === 0;

let parent: string;
let dataFolder: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'purser-embedded-'));
  await chmod(parent, 0o711);
  dataFolder = join(parent, 'data');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  const located = await readFile(join(dataFolder, LOCATION_FILE), 'utf8').catch(() => '');
  if (located !== '') await rm(located.trim(), { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true });
});

async function start(onNotice?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, durable: false, onNotice });
  running.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function writtenAndStopped(): Promise<void> {
  const server = await start();
  await query(server, 'create table kept as select 7 as id');
  await server.stop();
}

async function cluster(): Promise<string> {
  const located = await readFile(join(dataFolder, LOCATION_FILE), 'utf8').catch(() => join(dataFolder, 'postgres'));
  return join(located.trim(), 'cluster');
}

describe('startEmbeddedPostgres', () => {
  it('keeps the data from one start to the next, and its password from everybody else', async () => {
    await writtenAndStopped();
    expect(await query(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
    expect((await stat(join(dataFolder, 'database-password'))).mode & 0o077).toBe(0);
  });

  it('listens on loopback only, and refuses a wrong password', async () => {
    const server = await start();
    expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query({ ...server, url: wrong.href }, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('makes a cluster anew whose making was cut short', async () => {
    const half = join(dataFolder, 'postgres', 'cluster.new');
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'PG_VERSION'), '18\n');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(stat(half)).rejects.toThrow(/ENOENT/);
  });

  it('makes a cluster beside a half that the initdb of a killed start still writes into', async () => {
    const half = join(dataFolder, 'postgres', 'cluster.new');
    const enough = new AbortController();
    const orphan = (async () => {
      for (let file = 0; !enough.signal.aborted; file += 1) {
        // Whatever is being cleared away beneath it, it goes on.
        await mkdir(join(half, 'base'), { recursive: true }).catch(() => undefined);
        await writeFile(join(half, 'base', String(file)), '').catch(() => undefined);
      }
    })();
    try {
      expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      enough.abort();
      await orphan;
    }
  });

  it('refuses a whole cluster that lost a vital file, rather than beginning an empty one', async () => {
    await writtenAndStopped();
    await rm(join(await cluster(), 'global/pg_control'));
    await expect(start()).rejects.toThrow(/damaged: files are missing/);
  });

  it('recovers what was committed when the server was killed', async () => {
    const server = await start();
    await query(server, 'create table kept as select 7 as id');
    await query(server, 'checkpoint');
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    expect(await query(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('stops a server that an earlier start left running, and takes its data over', async () => {
    const left = await start();
    await query(left, 'create table kept as select 7 as id');
    const notices: string[] = [];
    const server = await start((line) => notices.push(line));
    expect(await query(server, 'select id from kept')).toEqual([{ id: 7 }]);
    expect(notices.join()).toMatch(/left by an earlier start/);
    expect(server.pid).not.toBe(left.pid);
  });

  it('overlooks a stale pid file whose pid is another program by now, and leaves that program alone', async () => {
    await writtenAndStopped();
    const other = spawn('sleep', ['60']);
    const pidFile = join(await cluster(), 'postmaster.pid');
    await writeFile(pidFile, `${other.pid}\n${await cluster()}\n1700000000\n1\n\n127.0.0.1\n\nready   \n`);
    await chmod(pidFile, 0o666);
    expect(await query(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
  });

  it('says when the data is from another major version', async () => {
    await writtenAndStopped();
    await writeFile(join(await cluster(), 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17, and this Purser brings 18/);
  });

  it('ends when the process that started it is killed', async () => {
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
      const server = await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(dataFolder)}, durable: false });
      console.log(server.pid);`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((done) => starter.stdout.once('data', (chunk: Buffer) => done(Number(chunk.toString()))));
    const folder = await cluster();
    expect(runsOn(pid, folder)).toBe(true);
    starter.kill('SIGKILL');
    await expect.poll(() => runsOn(pid, folder), { timeout: 10_000 }).toBe(false);
    expect(await readPostmaster(folder)).toBeUndefined();
  });

  it.runIf(asRoot)('as root, lives elsewhere when the data folder is out of reach, and is found there again', async () => {
    await chmod(parent, 0o700);
    await writtenAndStopped();
    const located = (await readFile(join(dataFolder, LOCATION_FILE), 'utf8')).trim();
    expect(located.startsWith(parent)).toBe(false);
    expect(await query(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it.runIf(asRoot)('as root, says which folder shuts PostgreSQL out of data that is there already', async () => {
    await writtenAndStopped();
    await chmod(parent, 0o700);
    await expect(start()).rejects.toThrow(`${parent} lets nobody else pass`);
  });
});
