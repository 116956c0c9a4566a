import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './embedded-postgres-binaries.ts';
import { cleanEnvironment, ensureCluster, type Home, settleHome } from './embedded-postgres-home.ts';
import { ids } from './embedded-postgres-user.ts';
import { spawnKept } from './kept-process.ts';
import { claimPort } from './listen.ts';
import { isAlive, readPostmaster, signal, stopLeftover } from './embedded-postgres-process.ts';

export interface EmbeddedPostgres {
  /** Connects as the superuser that the cluster was made with. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions roll back, everything committed is on disk. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataFolder: string;
  /** Another PostgreSQL than the one that comes with Purser. */
  readonly binaries?: Binaries;
  /** False only for throw-away test data: commits then do not wait for the disk. */
  readonly durable?: boolean;
  /** The port to use if it is free; otherwise any free one. */
  readonly port?: number;
  /** PostgreSQL's own settings, for tests that need others. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onNotice?: (line: string) => void;
}

const DATABASE = 'purser';
const LONGEST_LOG_BYTES = 10_000_000;
const RECOVERY_NOTICE_MS = 3000;
const STOP_PATIENCE_MS = 30_000;

/** Small enough for a laptop; a production database is the operator's own, by DATABASE_URL. */
const TUNING: Record<string, string> = {
  shared_buffers: '48MB',
  max_connections: '80',
  max_wal_size: '512MB',
  // Log segments are kept and written anew: making one takes 50 ms, in which nobody can commit.
  min_wal_size: '256MB',
  maintenance_work_mem: '32MB',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  timezone: 'UTC',
  // Failing statements are the program's to log; here they could carry what nobody should read.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

const NOT_DURABLE: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts the PostgreSQL that comes with Purser on loopback, making its cluster at first. Whatever an earlier,
 * killed start left behind (a half-made cluster, a stale pid file, a server still running) is put right first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const notice = options.onNotice ?? (() => undefined);
  await mkdir(options.dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const dataFolder = await realpath(options.dataFolder);
  const home = await settleHome(dataFolder, options.binaries ?? (await findBinaries()));
  const password = await keptPassword(join(dataFolder, 'database-password'));
  const { foreignPid } = await stopLeftover(home.cluster, notice);
  await ensureCluster(home, password);
  const logFile = join(dataFolder, 'postgres.log');
  const server = await launch(home, logFile, foreignPid, options);
  const url = `postgresql://purser:${password}@127.0.0.1:${server.port}/${DATABASE}`;
  try {
    await ensureDatabase(url);
  } catch (error) {
    await stop(server);
    throw error;
  }
  return { url, port: server.port, pid: server.pid, ended: server.ended, stop: () => stop(server) };
}

interface Server {
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/** Kept beside the data, readable by its owner only. It is written before the cluster that will know it. */
async function keptPassword(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() !== '') return kept.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function launch(home: Home, logFile: string, foreignPid: number | undefined, options: EmbeddedPostgresOptions): Promise<Server> {
  const patience = Date.now() + 15_000;
  for (let attempt = 1; ; attempt += 1) {
    const port = await portFor(attempt === 1 ? options.port : undefined);
    const written = await logSize(logFile);
    try {
      return await launchOnce(home, logFile, port, foreignPid, options);
    } catch (error) {
      const log = (await readFile(logFile, 'utf8').catch(() => '')).slice(written);
      // The port may be taken between asking and using; a killed server's children may hold its memory for a moment.
      const passing = /could not (bind|create any)|shared memory block .* is still in use|lock file .* already exists/.test(log);
      if (!passing || Date.now() > patience) {
        throw new Error(`PostgreSQL did not start (log: ${logFile}):\n${log.trim() || String(error)}`, { cause: error });
      }
      await sleep(200);
    }
  }
}

async function launchOnce(
  home: Home,
  logFile: string,
  port: number,
  foreignPid: number | undefined,
  options: EmbeddedPostgresOptions,
): Promise<Server> {
  const stale = await readPostmaster(home.cluster);
  const settings = {
    ...TUNING,
    ...(options.durable === false ? NOT_DURABLE : {}),
    ...options.settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(logFile, (await logSize(logFile)) > LONGEST_LOG_BYTES ? 'w' : 'a', 0o600);
  const child = spawnKept(home.binaries.postgres, ['-D', home.cluster, ...flags], {
    stopSignal: 'INT',
    cwd: '/',
    output: log.fd,
    // PostgreSQL takes a pid file naming its grandparent for stale: so it overlooks the pid that another program
    // has by now, and still makes sure that no child of the killed server holds the cluster's memory.
    env: { ...cleanEnvironment(), ...(foreignPid === undefined ? {} : { PG_GRANDPARENT_PID: String(foreignPid) }) },
    ...ids(home.user),
  });
  await log.close();
  const state = { ended: false };
  const ended = new Promise<void>((done) => {
    const finish = (): void => {
      state.ended = true;
      done();
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  const started = Date.now();
  let told = false;
  while (!state.ended) {
    const postmaster = await readPostmaster(home.cluster);
    const fresh = postmaster?.pid !== stale?.pid || postmaster?.startedAt !== stale?.startedAt;
    // A standby is up once it can be read.
    const isUp = postmaster?.status === 'ready' || postmaster?.status === 'standby';
    if (fresh && isUp && postmaster.port === port) return { port, pid: postmaster.pid, child, ended };
    if (!told && Date.now() - started > RECOVERY_NOTICE_MS) {
      told = true;
      options.onNotice?.('The database is recovering from an unclean stop; this can take a moment.');
    }
    await sleep(20);
  }
  throw new Error(`PostgreSQL ended at once with code ${child.exitCode}`);
}

async function logSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function stop(server: Server): Promise<void> {
  const end = (name: NodeJS.Signals): void => {
    if (server.child.exitCode === null && isAlive(server.pid)) signal(server.pid, name);
  };
  end('SIGINT');
  const impatient = setTimeout(() => end('SIGQUIT'), STOP_PATIENCE_MS);
  await server.ended;
  clearTimeout(impatient);
  server.child.stdin?.destroy();
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** A port on loopback: the preferred one if it is free, else any free one. */
async function portFor(preferred: number | undefined): Promise<number> {
  const anyFree = () => claimPort('127.0.0.1', 0);
  return preferred === undefined ? anyFree() : claimPort('127.0.0.1', preferred).catch(anyFree);
}
