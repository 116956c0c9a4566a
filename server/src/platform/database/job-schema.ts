import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** Installs or upgrades the tables of one-off jobs (schema graphile_worker), as the owner of all others; one process at a time. */
export async function migrateJobSchema(client: pg.Client, url: string, lock: bigint): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lock]);
  try {
    await runMigrations({ connectionString: url, maxPoolSize: 1, logger: new Logger(() => () => {}) });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
  }
}
