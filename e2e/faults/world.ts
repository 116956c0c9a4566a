import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../../server/src/platform/migrate.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { makeParties, type LoadMerchant, type LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import { freePort, Programs } from '../../server/src/platform/testing/programs.ts';
import { DatabaseProxy } from '../../server/src/platform/testing/database-proxy.ts';
import { Meter } from './meter.ts';

/** Two apis and a worker on one database, each api with a way to it that can break, under a steady load of payments. */
export interface World {
  readonly programs: Programs;
  readonly proxies: ReadonlyMap<string, DatabaseProxy>;
  readonly owner: pg.Pool;
  readonly platform: Platform;
  readonly meter: Meter;
  readonly merchants: readonly LoadMerchant[];
  readonly users: readonly LoadUser[];
  readonly masterKey: Buffer;
  close(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-faults-'));
  // As root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  const masterKey = randomBytes(32);
  const proxies = new Map<string, DatabaseProxy>();
  const programs = await Programs.start({
    dataFolder: folder,
    masterKey,
    webhookPort: await freePort(),
    apis: 2,
    way: async (databaseUrl, api) => {
      const proxy = await DatabaseProxy.to(databaseUrl);
      proxies.set(api, proxy);
      return proxy.through(databaseUrl);
    },
  });
  await migrate(programs.databaseUrl);
  const owner = new pg.Pool({ connectionString: programs.databaseUrl, max: 4 });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const platform = new Platform(
    { databaseUrl: programs.databaseUrl, masterKey, publicUrl: programs.baseUrl, demo: false, trustedProxies: [], webhookAllow: [] },
    pino({ level: 'silent' }),
  );
  const meter = new Meter(platform);
  const parties = await makeParties(platform, owner, { merchants: 3, users: 6, webhook: undefined });
  try {
    await programs.startPrograms();
  } catch (error) {
    await programs.stop();
    throw error;
  }
  meter.start(programs.apis, parties.merchants, parties.users);
  return {
    programs,
    proxies,
    owner,
    platform,
    meter,
    masterKey,
    ...parties,
    close: async () => {
      await meter.stop();
      await platform.close();
      await owner.end();
      await programs.stop();
      for (const proxy of proxies.values()) await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
