import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { freePort, Programs, ROOT } from '../../server/src/platform/testing/programs.ts';
import { ReceivedEvents } from '../crash/receiver.ts';
import type { FirstApp, FirstRelease } from './first-release.ts';

const MIGRATE = 'server/src/main/migrate.ts';

export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly tookMs: number;
}

export function filesApplied({ output }: Pick<Ended, 'output'>): number {
  return output.match(/^Applied /gm)?.length ?? 0;
}

/**
 * An installation of the first release as its documents say: a database of its own, whose owner migrates it and into which the programs log in apart from the
 * owner, and merchants' endpoint for webhooks.
 */
export class Installation {
  readonly programs: Programs;
  readonly received: ReceivedEvents;
  readonly masterKey: Buffer;
  /** The tables' owner, for what is looked up and prepared. */
  readonly owner: pg.Pool;
  readonly webhook: { readonly address: string; readonly secret: string };
  readonly #first: FirstRelease;
  readonly #ownerUrl: string;
  readonly #folder: string;

  private constructor(parts: Pick<Installation, 'programs' | 'received' | 'masterKey' | 'webhook'>, first: FirstRelease, folder: string) {
    this.programs = parts.programs;
    this.received = parts.received;
    this.masterKey = parts.masterKey;
    this.webhook = parts.webhook;
    this.#first = first;
    this.#folder = folder;
    this.#ownerUrl = loginOf(this.programs.databaseUrl, 'purser_owner');
    this.owner = new pg.Pool({ connectionString: this.#ownerUrl, max: 4 });
    this.owner.on('error', () => {});
  }

  static async begin(first: FirstRelease): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'purser-upgrade-'));
    // As root, PostgreSQL runs as another user, who has to get through.
    await chmod(folder, 0o711);
    const webhookPort = await freePort();
    const webhook = { address: `http://127.0.0.1:${webhookPort}/hook`, secret: `whsec_${randomBytes(24).toString('base64')}` };
    const masterKey = randomBytes(32);
    const programs = await Programs.start({
      dataFolder: folder,
      masterKey,
      webhookPort,
      root: first.root,
      environment: { PURSER_DEMO: '0' },
      way: (databaseUrl) => Promise.resolve(loginOf(databaseUrl, 'purser_login')),
    });
    await asSuperuser(
      programs,
      `create role purser_app nologin;
       create role purser_owner login password 'purser_owner';
       grant purser_app to purser_owner with admin option;
       create role purser_login login password 'purser_login';
       grant purser_app to purser_login;
       alter database purser owner to purser_owner;
       alter schema public owner to purser_owner`,
    );
    return new Installation({ programs, received: new ReceivedEvents(webhookPort, webhook.secret), masterKey, webhook }, first, folder);
  }

  /** What the first release's own kits make parties with. The platform is of no use once the database is migrated. */
  firstApp(): FirstApp {
    const settings = {
      databaseUrl: this.#ownerUrl,
      masterKey: this.masterKey,
      publicUrl: this.programs.baseUrl,
      demo: false,
      trustedProxies: [],
      webhookAllow: [],
    };
    const platform = new this.#first.Platform(settings, pino({ level: 'silent' }), { connections: 2 });
    return {
      platform,
      sql: async <Row>(text: string, values: readonly unknown[] = []) => (await this.owner.query(text, [...values])).rows as Row[],
    };
  }

  migrateFirst(): Promise<Ended> {
    return this.#run(this.#first.root, MIGRATE);
  }

  /** Makes the roles that came after the first release, as the documents say: the owner may not. */
  makeRoles(): Promise<void> {
    return asSuperuser(
      this.programs,
      `create role purser_operator nologin;
       create role purser_signer nologin;
       grant purser_operator, purser_signer to purser_owner with admin option`,
    );
  }

  /** `npm run migrate` of this checkout. */
  migrate(): Promise<Ended> {
    return this.#run(ROOT, MIGRATE);
  }

  /** The same, killed without warning once it has applied so many files. */
  migrateKilled(afterFiles: number): Promise<Ended> {
    return this.#run(ROOT, MIGRATE, [], (output, kill) => {
      if (filesApplied({ output }) >= afterFiles) kill();
    });
  }

  /** `npm run ledger -- verify` of this checkout. */
  verify(): Promise<Ended> {
    return this.#run(ROOT, 'server/src/main/ledger.ts', ['verify']);
  }

  /** Starts one of today's programs and waits until it ends by itself, as one does that refuses to start. */
  startOnce(program: 'api' | 'worker'): Promise<Ended> {
    return this.#run(ROOT, `server/src/main/${program}.ts`);
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.programs.stop();
    this.received.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #run(
    root: string,
    file: string,
    args: readonly string[] = [],
    watch: (output: string, kill: () => void) => void = () => {},
  ): Promise<Ended> {
    const isProgram = !file.endsWith('migrate.ts') && !file.endsWith('ledger.ts');
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: isProgram ? loginOf(this.programs.databaseUrl, 'purser_login') : this.#ownerUrl,
      PURSER_DATA: join(this.#folder, 'data-of-commands'),
      PURSER_DEMO: '0',
      PURSER_MASTER_KEY: this.masterKey.toString('base64'),
      PURSER_PUBLIC_URL: this.programs.baseUrl,
      PURSER_LOG_LEVEL: 'fatal',
      PORT: '0',
    };
    const began = performance.now();
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(root, file), ...args],
        { env, timeout: 120_000, maxBuffer: 16_000_000 },
        (_error, stdout, stderr) => {
          resolve({ status: child.exitCode, output: `${stdout}${stderr}`, tookMs: performance.now() - began });
        },
      );
      let output = '';
      child.stdout?.on('data', (chunk) => {
        output += String(chunk);
        watch(output, () => child.kill('SIGKILL'));
      });
    });
  }
}

/** The roles' passwords are their names. */
function loginOf(databaseUrl: string, role: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = role;
  return url.href;
}

async function asSuperuser({ databaseUrl }: Programs, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
