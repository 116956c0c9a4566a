import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { DatabaseProxy } from '../../server/src/platform/testing/database-proxy.ts';
import { Programs } from '../../server/src/platform/testing/programs.ts';

/** Two apis and a worker on a database of their own, each api with a way to it that can break. The programs are not started yet. */
export interface Production {
  readonly programs: Programs;
  readonly proxies: ReadonlyMap<string, DatabaseProxy>;
  /** The tables' owner, for what a test looks up and prepares. */
  readonly owner: pg.Pool;
  /** What the programs are made of, inside the test's own process. */
  readonly platform: Platform;
  readonly masterKey: Buffer;
  close(): Promise<void>;
}

export async function makeProduction(webhookPort: number, databaseSettings: Readonly<Record<string, string>> = {}): Promise<Production> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-production-'));
  // As root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  const masterKey = randomBytes(32);
  const proxies = new Map<string, DatabaseProxy>();
  const programs = await Programs.start({
    dataFolder: folder,
    masterKey,
    webhookPort,
    databaseSettings,
    apis: 2,
    way: async (databaseUrl, api) => {
      const proxy = await DatabaseProxy.to(databaseUrl);
      proxies.set(api, proxy);
      return proxy.through(databaseUrl);
    },
  });
  await migrate(programs.databaseUrl);
  const owner = new pg.Pool({ connectionString: programs.databaseUrl, max: 8 });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const platform = new Platform(
    {
      databaseUrl: programs.databaseUrl,
      masterKey,
      publicUrl: programs.baseUrl,
      demo: false,
      dataFolder: folder,
      trustedProxies: [],
      webhookAllow: [],
    },
    pino({ level: 'silent' }),
  );
  return {
    programs,
    proxies,
    owner,
    platform,
    masterKey,
    close: async () => {
      await platform.close();
      await owner.end();
      await programs.stop();
      for (const proxy of proxies.values()) await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
