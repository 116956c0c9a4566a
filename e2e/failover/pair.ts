import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/quick-start/embedded-postgres.ts';
import { copyCluster, writeInto } from '../support/cluster-copy.ts';
import { until } from '../support/until.ts';

const PATIENCE_MS = 30_000;
const STANDBY = 'standby';

/** What both servers of a pair are started with: either may become the one that is written to. */
export const PAIR_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '1GB', hot_standby: 'on' };

/** Makes a standby of a database in a data folder, and has every commit wait until it is safe there as well. */
export async function addStandby(databaseUrl: string, dataFolder: string): Promise<EmbeddedPostgres> {
  const home = await copyCluster(databaseUrl, dataFolder);
  await writeInto(home, 'standby.signal', '');
  // As a copy of a primary has it that has a standby already.
  await writeInto(home, 'postgresql.auto.conf', `synchronous_standby_names = '${STANDBY}'\n`);
  const { hostname, port, username, password } = new URL(databaseUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} application_name=${STANDBY}`;
  const standby = await startEmbeddedPostgres({ dataFolder, durable: true, settings: { ...PAIR_SETTINGS, primary_conninfo: source } });
  await asking(databaseUrl, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
    await client.query('select pg_reload_conf()');
    await until('the standby is synchronous', PATIENCE_MS, async () => {
      const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync' and application_name = $1`, [STANDBY]);
      return rows.length === 1;
    });
  });
  return standby;
}

/** Makes the standby the one that is written to, as docs/operate.md says it. */
export async function promote({ url }: EmbeddedPostgres): Promise<void> {
  await asking(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = ''`);
    await client.query('select pg_promote(true, 30)');
    await client.query('select pg_reload_conf()');
    await until('the standby is promoted', PATIENCE_MS, async () => {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      return rows[0]?.standby === false;
    });
  });
}

async function asking(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
