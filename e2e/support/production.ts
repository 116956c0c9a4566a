import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShardGroupCount } from '@purser/ledger/shard-groups';
import pg from 'pg';
import { pino } from 'pino';
import { distribute } from '../../server/src/platform/database/citus.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { settleShardGroups } from '../../server/src/platform/database/shard-groups.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { DatabaseProxy } from '../../server/src/platform/testing/database-proxy.ts';
import { Programs } from '../../server/src/platform/testing/programs.ts';
import type { CitusCluster } from '../citus/cluster.ts';

/** Few: the processors are shared by all nodes. */
const SHARDS = 4;

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

export interface ProductionOptions {
  readonly databaseSettings?: Readonly<Record<string, string>>;
  /** In how many groups of shards owners are divided. */
  readonly shardGroups?: ShardGroupCount;
  /** The workers of a cluster over which the tables are distributed. */
  readonly cluster?: CitusCluster | undefined;
  /** Everybody reaches the database by a way that can be led to another one: the worker and the test itself as well. */
  readonly isMovable?: boolean;
}

export async function makeProduction(
  webhookPort: number,
  { databaseSettings = {}, shardGroups = 1, cluster, isMovable = false }: ProductionOptions = {},
): Promise<Production> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-production-'));
  // As root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  const masterKey = randomBytes(32);
  const proxies = new Map<string, DatabaseProxy>();
  const way = async (databaseUrl: string, name: string): Promise<string> => {
    const proxy = await DatabaseProxy.to(databaseUrl);
    proxies.set(name, proxy);
    return proxy.through(databaseUrl);
  };
  const programs = await Programs.start({
    dataFolder: folder,
    masterKey,
    webhookPort,
    databaseSettings,
    ...(cluster && { startDatabase: ({ dataFolder, port }) => cluster.startCoordinator(dataFolder, port) }),
    apis: 2,
    environment: { PURSER_SHARD_GROUPS: String(shardGroups) },
    way: (databaseUrl, program) => (program === 'worker' && !isMovable ? Promise.resolve(databaseUrl) : way(databaseUrl, program)),
  });
  await migrate(programs.databaseUrl);
  if (cluster) await distribute(programs.databaseUrl, SHARDS);
  await settleShardGroups(programs.databaseUrl, shardGroups);
  const databaseUrl = isMovable ? await way(programs.databaseUrl, 'test') : programs.databaseUrl;
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const platform = new Platform(
    {
      databaseUrl,
      masterKey,
      publicUrl: programs.baseUrl,
      demo: false,
      dataFolder: folder,
      trustedProxies: [],
      webhookAllow: [],
      shardGroups,
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
