import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateJobSchema } from './job-schema.ts';

/** Where the product's own migrations are. */
const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Serialises everybody who migrates one database; any number that nobody else uses will do. */
const ADVISORY_LOCK = 7_877_318_001n;

/** PostgreSQL's words for two that wait for each other, and for a lock that others keep for too long. */
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** What waits for a table's lock keeps everybody behind it waiting as well: so a file gives up after a few seconds and lets them through. */
const LOCK_TIMEOUT_MS = 4_000;
/** Once others were in a file's way it is tried again with all tables locked first, which takes so long at the most each time. */
const LOCKING_ALL_MS = 20_000;
const LOCK_TURN_MS = 60;
const MOST_ATTEMPTS = 4;
const PAUSE_MS = 500;

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** The database cannot be brought to this program's schema; the message says why and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export interface MigrationReport {
  /** Names of the files applied just now, in order. */
  readonly applied: readonly string[];
  /** The number of the newest file the database now holds; 0 if it holds none. */
  readonly version: number;
}

interface MigrateOptions {
  readonly directory?: string;
  readonly onApplied?: (name: string, duration_ms: number) => void;
  /** Told when others were in a file's way and it is tried again. */
  readonly onInTheWay?: (name: string, problem: string) => void;
  /** How long others may keep a lock that a file wants. */
  readonly lockTimeoutMs?: number;
  /** How long locking all tables may take. */
  readonly lockingAllMs?: number;
}

/**
 * Brings a database to the newest schema: applies what it lacks, in order, each file in a transaction of its own
 * under an advisory lock, so any number of processes may call this at once. A file that others are in the way of is tried again, with a bound. A file
 * that changed after it was applied, and a database that knows files this program does not, are errors: nothing is guessed.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<MigrationReport> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  const client = new pg.Client({ connectionString: url, application_name: 'purser migrate' });
  await client.connect();
  try {
    // The product's own files name what this brings.
    if (options.directory === undefined) await migrateJobSchema(client, url, ADVISORY_LOCK);
    await prepare(client);
    const applied: string[] = [];
    for (const migration of migrations) {
      const started = performance.now();
      if (await applyPatiently(client, migration, migrations, options)) {
        applied.push(migration.name);
        options.onApplied?.(migration.name, performance.now() - started);
      }
    }
    if (migrations.length === 0) verifyHistory(await readApplied(client), migrations);
    return { applied, version: migrations.at(-1)?.number ?? 0 };
  } finally {
    await client.end();
  }
}

/** The number of the newest file that this program knows. */
export async function newestMigration(): Promise<number> {
  return (await listMigrations(MIGRATIONS_DIRECTORY)).at(-1)?.number ?? 0;
}

/** The files of a directory in order; a stray or doubly numbered file is an error. */
async function listMigrations(directory: string): Promise<Pick<Migration, 'number' | 'name'>[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Pick<Migration, 'number' | 'name'>[] = [];
  for (const name of names) {
    const digits = FILE_NAME.exec(name)?.[1];
    if (digits === undefined) throw new MigrationError(`${name}: a migration is named NNNN_words_like_this.sql`);
    const number = Number(digits);
    if (migrations.at(-1)?.number === number) throw new MigrationError(`${name}: number ${digits} is taken by ${migrations.at(-1)?.name}`);
    migrations.push({ number, name });
  }
  return migrations;
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const { number, name } of await listMigrations(directory)) {
    // A checkout with other line ends is still the same file.
    const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
    migrations.push({ number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
}

async function prepare(client: pg.Client): Promise<void> {
  await inTransaction(client, () =>
    client.query(`
      create table if not exists public.schema_migration (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`),
  );
}

/** Applies one file as `applyOnce` does. A deadlock with others, or a lock that they keep, leaves nothing of it, and it is tried again. */
async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  known: readonly Migration[],
  { lockTimeoutMs = LOCK_TIMEOUT_MS, lockingAllMs = LOCKING_ALL_MS, onInTheWay = () => {} }: MigrateOptions,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration, known, async () => {
        if (attempt > 1) await lockAllTables(client, lockingAllMs);
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      });
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error;
      if (!isInTheWay(cause)) throw error;
      if (attempt === MOST_ATTEMPTS) {
        throw new MigrationError(
          `${migration.name}: others were in its way ${MOST_ATTEMPTS} times (${cause.message}). Nothing of it was applied. ` +
            'End the programs that use the database, and whatever else holds its tables, and run this again.',
          { cause: error },
        );
      }
      onInTheWay(migration.name, cause.message);
      await sleep(PAUSE_MS);
    }
  }
}

function isInTheWay(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === LOCK_NOT_AVAILABLE);
}

/**
 * Locks all tables of the owner's against programs that go on beside it. It waits for each only so briefly that nobody finds a deadlock with it; then it lets go
 * of all, lets them through, and begins with the one that it did not get.
 */
async function lockAllTables(client: pg.Client, patienceMs: number): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and pg_has_role(c.relowner, 'usage')
     order by c.oid`,
  );
  let names = rows.map(({ name }) => name);
  await client.query(`set local lock_timeout = ${LOCK_TURN_MS}`);
  for (;;) {
    await client.query('savepoint locking');
    let taking = '';
    try {
      for (taking of names) await client.query(`lock table ${taking} in access exclusive mode`);
      return;
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > givenUpAt) throw error;
      await client.query('rollback to savepoint locking; release savepoint locking');
      names = [taking, ...names.filter((name) => name !== taking)];
      await sleep(LOCK_TURN_MS);
    }
  }
}

/** Applies one file unless somebody has; true if it was applied here. */
async function applyOnce(
  client: pg.Client,
  migration: Migration,
  known: readonly Migration[],
  beginning: () => Promise<void>,
): Promise<boolean> {
  return inTransaction(client, async () => {
    const history = await readApplied(client);
    verifyHistory(history, known);
    if (history.some((row) => row.number === migration.number)) return false;
    await beginning();
    const before = await transactionId(client);
    try {
      await client.query(migration.sql);
    } catch (error) {
      throw described(error, migration);
    }
    if ((await transactionId(client)) !== before) {
      throw new MigrationError(`${migration.name}: a migration must not begin or end a transaction of its own`);
    }
    await client.query('insert into public.schema_migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    return true;
  });
}

/** Refuses to go on from a history that these files did not make. */
function verifyHistory(history: readonly Applied[], known: readonly Migration[]): void {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  const newest = known.at(-1);
  for (const row of history) {
    const file = byNumber.get(row.number);
    if (file === undefined) {
      throw new MigrationError(
        `The database was migrated by a newer Purser: it holds ${row.name}, and this one ends at ${newest?.name ?? 'no migration'}. Start the newer version.`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new MigrationError(
        `${file.name} was changed after it had been applied to this database. Put the file back and add a new migration; a demo database can be made anew by "npm run reset".`,
      );
    }
  }
  const appliedNumbers = new Set(history.map((row) => row.number));
  const highest = Math.max(0, ...appliedNumbers);
  const behind = known.find((migration) => migration.number < highest && !appliedNumbers.has(migration.number));
  if (behind !== undefined) {
    throw new MigrationError(`${behind.name} stands before a migration the database already holds; give it the next free number.`);
  }
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select number, name, checksum from public.schema_migration order by number');
  return rows;
}

async function transactionId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** PostgreSQL gives a character position; a person wants file and line. */
function described(error: unknown, migration: Migration): Error {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error : new Error(String(error));
  const position = Number(error.position ?? 0);
  const line = position > 0 ? `:${migration.sql.slice(0, position - 1).split('\n').length}` : '';
  const where = error.where === undefined ? '' : ` (${error.where})`;
  return new MigrationError(`${migration.name}${line}: ${error.message}${where}`, { cause: error });
}
