import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';

const ROOT = join(import.meta.dirname, '../../../..');
export const PROGRAMS = ['api', 'worker', 'database'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The three processes of a small production, each of which can be killed without warning and started again. */
export class Programs {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly #dataFolder: string;
  readonly #databasePort: number;
  readonly #environment: Record<string, string>;
  readonly #children = new Map<'api' | 'worker', ChildProcess>();
  #database: EmbeddedPostgres;
  #stopping = false;

  private constructor(database: EmbeddedPostgres, dataFolder: string, port: number, masterKey: Buffer, webhookPort: number) {
    this.#database = database;
    this.#databasePort = database.port;
    this.#dataFolder = dataFolder;
    this.databaseUrl = database.url;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.#environment = {
      DATABASE_URL: database.url,
      PURSER_MASTER_KEY: masterKey.toString('base64'),
      PURSER_PUBLIC_URL: this.baseUrl,
      PURSER_WEBHOOK_ALLOW: `127.0.0.1:${webhookPort}`,
      PURSER_LOG_LEVEL: 'fatal',
      HOST: '127.0.0.1',
      PORT: String(port),
    };
  }

  static async start(dataFolder: string, masterKey: Buffer, webhookPort: number): Promise<Programs> {
    const database = await startEmbeddedPostgres({ dataFolder, durable: true });
    return new Programs(database, dataFolder, await freePort(), masterKey, webhookPort);
  }

  async startPrograms(names: readonly ('api' | 'worker')[] = ['worker', 'api']): Promise<void> {
    for (const name of names) this.#spawn(name);
    await this.ready();
  }

  /** Ends a process as a power cut would, and starts it again. */
  async kill(name: ProgramName): Promise<void> {
    if (name === 'database') {
      process.kill(this.#database.pid, 'SIGKILL');
      await this.#database.ended;
      this.#database = await startEmbeddedPostgres({ dataFolder: this.#dataFolder, durable: true, port: this.#databasePort });
      if (this.#database.port !== this.#databasePort) throw new Error('the database came back on another port');
    } else {
      const child = this.#children.get(name) as ChildProcess;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      this.#spawn(name);
    }
  }

  /** Resolves when the api answers again and reaches the database. */
  async ready(): Promise<void> {
    const patience = Date.now() + 30_000;
    while (Date.now() < patience) {
      const answer = await fetch(`${this.baseUrl}/ready`).catch(() => undefined);
      if (answer?.status === 200) return;
      await sleep(50);
    }
    throw new Error('the api did not come back within 30 s');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of this.#children.values()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(5_000)]);
      child.kill('SIGKILL');
    }
    await this.#database.stop();
  }

  #spawn(program: 'api' | 'worker'): void {
    const environment = { PATH: process.env['PATH'] ?? '', ...this.#environment };
    const child = spawn(process.execPath, [join(ROOT, `server/src/main/${program}.ts`)], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', (code, signal) => {
      // What ends by itself while the database is away is started again, as a service manager would.
      if (this.#stopping || signal === 'SIGKILL' || this.#children.get(program) !== child) return;
      process.stdout.write(`  (the ${program} ended by itself with ${code}; started again)\n`);
      this.#spawn(program);
    });
    this.#children.set(program, child);
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
