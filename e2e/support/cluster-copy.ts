import { execFile } from 'node:child_process';
import { chown, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries } from '../../server/src/quick-start/embedded-postgres-binaries.ts';
import { type Home, settleHome } from '../../server/src/quick-start/embedded-postgres-home.ts';

const run = promisify(execFile);

/**
 * A base backup of a running database into a data folder of its own, by PostgreSQL's low-level way
 * (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP): the files are copied while they change, and what changed
 * meanwhile comes from the log. What was in the folder before is gone.
 */
export async function copyCluster(databaseUrl: string, dataFolder: string): Promise<Home> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 });
  const home = await settleHome(await realpath(dataFolder), await findBinaries());
  await rm(home.cluster, { recursive: true, force: true });
  await mkdir(home.cluster, { mode: 0o700 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    const { rows: places } = await client.query<{ data_directory: string }>('show data_directory');
    await copyFiles(places[0]?.data_directory ?? '', home.cluster);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeInto(home, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  // The copy knows the same users.
  await writeFile(join(dataFolder, 'database-password'), `${decodeURIComponent(new URL(databaseUrl).password)}\n`, { mode: 0o600 });
  return home;
}

/** What belongs to the running server alone stays behind. */
async function copyFiles(from: string, to: string): Promise<void> {
  const pack = `tar -C "$1" --exclude=./postmaster.pid --exclude=./postmaster.opts --exclude='./pg_wal/*' --exclude='./pg_replslot/*' \
    --warning=no-file-changed --warning=no-file-removed -cf - . ; test $? -le 1`;
  await run('sh', ['-c', `(${pack}) | tar -C "$2" -xpf -`, 'copy', from, to]);
}

/** Writes a file into a cluster that PostgreSQL's user can read. */
export async function writeInto({ cluster, user }: Home, name: string, text: string): Promise<void> {
  const file = join(cluster, name);
  await writeFile(file, text, { mode: 0o600 });
  if (user.uid !== undefined) await chown(file, user.uid, user.gid ?? user.uid);
}
