import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../../quick-start/embedded-postgres.ts';
import { claimPort } from '../../quick-start/listen.ts';

/** This checkout. */
export const ROOT = join(import.meta.dirname, '../../../..');
const READY_PATIENCE_MS = 60_000;
const PORT_PATIENCE_MS = 30_000;
const PORT_RETRY_MS = 250;

interface ProgramsOptions {
  readonly dataFolder: string;
  readonly masterKey: Buffer;
  readonly webhookPort: number;
  readonly apis?: number;
  /** PostgreSQL's own settings, where they are not the usual ones. */
  readonly databaseSettings?: Readonly<Record<string, string>>;
  /** Starts the database where it is another than the one that comes with Purser; called again with its port once it was lost. */
  readonly startDatabase?: (options: EmbeddedPostgresOptions) => Promise<EmbeddedPostgres>;
  /** The way by which a program reaches the database, for one that is to be disturbed: from the database's own address. */
  readonly way?: (databaseUrl: string, program: string) => Promise<string>;
  /** The checkout whose programs are run: this one unless another release is meant. */
  readonly root?: string;
  /** What the programs are told beside the usual. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The processes of a small production, each of which can be killed without warning and started again. */
export class Programs {
  readonly databaseUrl: string;
  /** Each api's name ("api-1") and address. */
  readonly apis: ReadonlyMap<string, string>;
  readonly #dataFolder: string;
  readonly #environments = new Map<string, Record<string, string>>();
  readonly #children = new Map<string, ChildProcess>();
  readonly #databaseSettings: Readonly<Record<string, string>>;
  readonly #startDatabase: NonNullable<ProgramsOptions['startDatabase']>;
  #database: EmbeddedPostgres;
  #root: string;
  #stopping = false;

  private constructor(
    database: EmbeddedPostgres,
    { dataFolder, databaseSettings = {}, startDatabase = startEmbeddedPostgres, root = ROOT }: ProgramsOptions,
    apis: ReadonlyMap<string, string>,
  ) {
    this.#database = database;
    this.#dataFolder = dataFolder;
    this.#databaseSettings = databaseSettings;
    this.#startDatabase = startDatabase;
    this.#root = root;
    this.databaseUrl = database.url;
    this.apis = apis;
  }

  static async start(options: ProgramsOptions): Promise<Programs> {
    const { dataFolder, masterKey, webhookPort, apis = 1, databaseSettings = {}, way, environment = {} } = options;
    const { startDatabase = startEmbeddedPostgres } = options;
    const database = await startDatabase({ dataFolder, durable: true, settings: databaseSettings });
    const ports = new Map<string, number>();
    for (let api = 1; api <= apis; api += 1) ports.set(`api-${api}`, await freePort());
    const addressOf = (port: number) => `http://127.0.0.1:${port}`;
    const addresses = new Map([...ports].map(([name, port]) => [name, addressOf(port)]));
    const programs = new Programs(database, options, addresses);
    for (const [name, port] of [...ports, ['worker', 0] as const]) {
      programs.#environments.set(name, {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: way ? await way(database.url, name) : database.url,
        PURSER_MASTER_KEY: masterKey.toString('base64'),
        PURSER_PUBLIC_URL: programs.baseUrl,
        PURSER_WEBHOOK_ALLOW: `127.0.0.1:${webhookPort}`,
        PURSER_LOG_LEVEL: process.env['PURSER_TEST_LOG'] ?? 'fatal',
        HOST: '127.0.0.1',
        ...(port === 0 ? {} : { PORT: String(port) }),
        ...environment,
      });
    }
    return programs;
  }

  /** Ends the database as a power cut would, for good. */
  async loseDatabase(): Promise<void> {
    process.kill(this.#database.pid, 'SIGKILL');
    await this.#database.ended;
  }

  /** The first api's address. */
  get baseUrl(): string {
    return [...this.apis.values()][0] ?? '';
  }

  async startPrograms(names: readonly string[] = [...this.#environments.keys()]): Promise<void> {
    for (const name of names) this.#spawn(name);
    await this.ready();
  }

  /** Ends a process as a power cut would, and starts it again. */
  async kill(name: string): Promise<void> {
    if (name === 'database') {
      const { port } = this.#database;
      await this.loseDatabase();
      await this.#startDatabaseAt(port);
    } else {
      await end(this.#child(name), 'SIGKILL');
      this.#spawn(name);
    }
  }

  /** Where the programs look for it. A connection on its way out may hold the port for a moment: this machine gives them any that is free. */
  async #startDatabaseAt(port: number): Promise<void> {
    const givenUpAt = performance.now() + PORT_PATIENCE_MS;
    for (;;) {
      this.#database = await this.#startDatabase({
        dataFolder: this.#dataFolder,
        durable: true,
        port,
        settings: this.#databaseSettings,
      });
      if (this.#database.port === port) return;
      await this.#database.stop();
      if (performance.now() > givenUpAt) throw new Error('the database came back on another port');
      await sleep(PORT_RETRY_MS);
    }
  }

  /** Stops a process in the middle of what it does, as a machine that swaps or a debugger does; it goes on after the time. */
  async pause(name: string, ms: number): Promise<void> {
    this.freeze(name);
    await sleep(ms);
    this.thaw(name);
  }

  freeze(name: string): void {
    this.#child(name).kill('SIGSTOP');
  }

  thaw(name: string): void {
    this.#child(name).kill('SIGCONT');
  }

  /** Ends a process and starts it again with other settings in its environment. */
  async restart(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
    this.#environments.set(name, { ...this.#environments.get(name), ...environment });
    await this.kill(name);
  }

  /** Resolves when every api that runs answers again and reaches the database. */
  async ready(): Promise<void> {
    const patience = Date.now() + READY_PATIENCE_MS;
    for (const [name, address] of this.apis) {
      if (!this.#children.has(name)) continue;
      while (!(await isReady(address))) {
        if (Date.now() > patience) throw new Error(`${name} did not come back within ${READY_PATIENCE_MS / 1000} s`);
        await sleep(50);
      }
    }
  }

  /** Ends the programs in order, as a service manager does. The database goes on; what is started next is of the checkout that is named. */
  async endPrograms(nextRoot = this.#root): Promise<void> {
    const children = [...this.#children.values()];
    // What is no longer known is not started again.
    this.#children.clear();
    for (const child of children) {
      child.kill('SIGCONT');
      await Promise.race([end(child, 'SIGTERM'), sleep(5_000)]);
      child.kill('SIGKILL');
    }
    this.#root = nextRoot;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.endPrograms();
    await this.#database.stop();
  }

  #child(name: string): ChildProcess {
    const child = this.#children.get(name);
    if (!child) throw new Error(`${name} does not run`);
    return child;
  }

  #spawn(name: string): void {
    const program = name.startsWith('api') ? 'api' : 'worker';
    const child = spawn(process.execPath, [join(this.#root, `server/src/main/${program}.ts`)], {
      env: this.#environments.get(name),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', (code, signal) => {
      // What ends by itself while the database is away is started again, as a service manager would.
      if (this.#stopping || signal === 'SIGKILL' || this.#children.get(name) !== child) return;
      process.stdout.write(`  (${name} ended by itself with ${code}; started again)\n`);
      this.#spawn(name);
    });
    this.#children.set(name, child);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return answer?.status === 200;
}

export const freePort = (): Promise<number> => claimPort('localhost', 0);
