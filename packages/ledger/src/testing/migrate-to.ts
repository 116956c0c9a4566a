import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateJobSchema } from '../../../../server/src/platform/database/job-schema.ts';
import { migrate } from '../../../../server/src/platform/database/migrate.ts';

const ADVISORY_LOCK = 1n;
const MIGRATIONS = fileURLToPath(new URL('../../../../server/migrations', import.meta.url));

/** Brings a database to what it was with the migration of this number, such as `0007`, as the last. */
export async function migrateTo(url: string, last: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrateJobSchema(client, url, ADVISORY_LOCK);
  await client.end();
  const folder = await mkdtemp(join(tmpdir(), 'purser-migrations-'));
  for (const name of await readdir(MIGRATIONS)) if (name.slice(0, 4) <= last) await cp(join(MIGRATIONS, name), join(folder, name));
  await migrate(url, { directory: folder });
  await rm(folder, { recursive: true });
}
