import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, systemBinaries } from '../../server/src/quick-start/embedded-postgres-binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/quick-start/embedded-postgres.ts';
import { choosePostgresUser } from '../../server/src/quick-start/embedded-postgres-user.ts';
import { ROOT } from '../../server/src/platform/testing/programs.ts';

const DOCS = join(ROOT, 'docs/citus');
const HOST = '127.0.0.1';
/** Nodes are known to each other by their certificate, as `docs/citus` has it; the tests' own connections are without TLS, and free. */
const HBA = `hostnossl all all ${HOST}/32 trust\nhostssl all all ${HOST}/32 cert map=nodes\n`;

/** What every node is started with. */
const NODE_SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '300',
  max_prepared_transactions: '300',
  ssl: 'on',
  ident_file: join(DOCS, 'pg_ident.conf'),
  // A maintenance daemon for each database, and what these start.
  max_worker_processes: '64',
  'citus.max_adaptive_executor_pool_size': '4',
  'citus.local_hostname': HOST,
  // A deadlock over several nodes is told as one (40P01) only where errors are logged; otherwise it looks like a statement that somebody cancelled.
  log_min_messages: 'error',
  // What a node left half-way as it was lost is decided as soon as it is back.
  'citus.recover_2pc_interval': '1s',
};

/**
 * The PostgreSQL with Citus that is installed, by its pg_config.
 *
 * @throws {Error} when there is none, or it is without Citus: the message says what to set
 */
export function citusBinaries(pgConfig = process.env['PG_CONFIG'] ?? 'pg_config'): Binaries {
  const wanted = 'Set PG_CONFIG to the pg_config of a PostgreSQL with the extension citus.';
  const ask = (what: string): string => {
    try {
      return execFileSync(pgConfig, [what], { encoding: 'utf8' }).trim();
    } catch (error) {
      throw new Error(`There is no ${pgConfig}. ${wanted}`, { cause: error });
    }
  };
  const version = /[\d.]+/.exec(ask('--version'))?.[0] ?? '';
  try {
    execFileSync('test', ['-e', join(ask('--sharedir'), 'extension/citus.control')]);
  } catch (error) {
    throw new Error(`PostgreSQL ${version} of ${pgConfig} is without Citus. ${wanted}`, { cause: error });
  }
  return systemBinaries(ask('--bindir'), version);
}

interface ClusterOptions {
  /** Where its data is kept; each node in a folder of its own. */
  readonly folder: string;
  readonly binaries: Binaries;
  /** False only for throw-away test data. */
  readonly durable: boolean;
}

/** A coordinator and two workers on this machine. */
export class CitusCluster {
  readonly #options: ClusterOptions;
  readonly #workers: EmbeddedPostgres[];

  private constructor(options: ClusterOptions, workers: EmbeddedPostgres[]) {
    this.#options = options;
    this.#workers = workers;
  }

  /** Starts the workers. */
  static async start(options: ClusterOptions): Promise<CitusCluster> {
    await mkdir(options.folder, { recursive: true, mode: 0o711 });
    await writeFile(join(options.folder, 'pg_hba.conf'), HBA, { mode: 0o644 });
    const { uid } = choosePostgresUser(options.folder);
    execFileSync('sh', [join(DOCS, 'certificates.sh'), join(options.folder, 'certificates'), ...(uid === undefined ? [] : [String(uid)])], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const workers: EmbeddedPostgres[] = [];
    const cluster = new CitusCluster(options, workers);
    try {
      for (const number of [1, 2]) {
        const worker = await cluster.#startNode(join(options.folder, `worker-${number}`));
        workers.push(worker);
        await ask(worker.url, 'create extension if not exists citus');
      }
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get workers(): number {
    return this.#workers.length;
  }

  /** Starts the coordinator, which knows the workers from then on. Its life is the caller's. */
  async startCoordinator(dataFolder: string, port?: number): Promise<EmbeddedPostgres> {
    const coordinator = await this.#startNode(dataFolder, port);
    await ask(
      coordinator.url,
      'create extension if not exists citus',
      `select citus_set_coordinator_host('${HOST}', ${coordinator.port})`,
      ...this.#workers.map((worker) => `select citus_add_node('${HOST}', ${worker.port})`),
    );
    return coordinator;
  }

  /** Ends a worker as a power cut would, and starts it again. */
  async killWorker(number: number): Promise<void> {
    const worker = this.#workers[number - 1];
    if (!worker) throw new Error(`there is no worker ${number}`);
    process.kill(worker.pid, 'SIGKILL');
    await worker.ended;
    const again = await this.#startNode(join(this.#options.folder, `worker-${number}`), worker.port);
    this.#workers[number - 1] = again;
    if (again.port !== worker.port) throw new Error(`worker ${number} came back on another port`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  #startNode(dataFolder: string, port?: number): Promise<EmbeddedPostgres> {
    const { folder, binaries, durable } = this.#options;
    const [ca, certificate, key] = [
      join(folder, 'certificates/ca.crt'),
      join(folder, 'certificates/node.crt'),
      join(folder, 'certificates/node.key'),
    ];
    const settings = {
      ...NODE_SETTINGS,
      hba_file: join(folder, 'pg_hba.conf'),
      ssl_ca_file: ca,
      ssl_cert_file: certificate,
      ssl_key_file: key,
      'citus.node_conninfo': `sslmode=verify-ca sslrootcert=${ca} sslcert=${certificate} sslkey=${key}`,
    };
    return startEmbeddedPostgres({ dataFolder, binaries, durable, settings, ...(port !== undefined && { port }) });
  }
}

async function ask(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
