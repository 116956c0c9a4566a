import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { LOCATION_FILE } from './embedded-postgres-home.ts';
import { readPostmaster } from './embedded-postgres-process.ts';
import { type RunningDatabase, startDatabase } from './database.ts';
import type { LoginUrls } from './embedded-postgres-owner.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let dataFolder: string;
let running: RunningDatabase | undefined;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'purser-database-'));
  await chmod(dataFolder, 0o711);
});

afterEach(async () => {
  await running?.close();
  const located = await readFile(join(dataFolder, LOCATION_FILE), 'utf8').catch(() => '');
  if (located !== '') await rm(located.trim(), { recursive: true, force: true });
  // What was killed may still be writing its last.
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(): Promise<RunningDatabase> {
  running = await startDatabase({ dataFolder, databaseUrl: undefined, onNotice: () => undefined, onLost: () => undefined });
  return running;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const MIGHT =
  'select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as mighty from pg_roles where rolname = session_user';

it('comes back at its own port when that is held for a moment by another program', async () => {
  let lost: unknown;
  running = await startDatabase({ dataFolder, databaseUrl: undefined, onNotice: () => undefined, onLost: (error) => (lost = error) });
  const { url } = running;
  const postmaster = Number((await readPostmaster(await clusterOf(dataFolder)))?.pid);
  // The keeper, standing still, does not tell of the end before the port is taken.
  const keeper = Number(/^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${postmaster}/status`, 'utf8'))?.[1]);
  process.kill(keeper, 'SIGSTOP');
  process.kill(postmaster, 'SIGKILL');
  const other = createServer((socket) => socket.destroy());
  await expect.poll(() => listens(other, Number(new URL(url).port)), PATIENT).toBe(true);
  process.kill(keeper, 'SIGCONT');
  await expect
    .poll(async () => (await readFile(join(dataFolder, 'postgres.log'), 'utf8')).match(/ready to accept/g)?.length, PATIENT)
    .toBeGreaterThan(1);
  await new Promise((closed) => other.close(closed));
  await expect.poll(() => query(url, 'select 1 as one').catch(() => []), PATIENT).toEqual([{ one: 1 }]);
  expect(lost).toBeUndefined();
});

const PATIENT = { timeout: 20_000 };

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((answer) => {
    server.once('error', () => answer(false)).listen({ host: '127.0.0.1', port }, () => answer(true));
  });
}

async function clusterOf(folder: string): Promise<string> {
  const located = await readFile(join(folder, LOCATION_FILE), 'utf8').catch(() => join(folder, 'postgres'));
  return join(located.trim(), 'cluster');
}

/** Everything of ours in the database that does not belong to the role that is connected. */
const NOT_OWNED = `
  select datname::text as name from pg_database where datname = current_database() and datdba::regrole::text <> current_user
  union all select nspname from pg_namespace where nspname = 'ledger' and nspowner::regrole::text <> current_user
  union all select relname from pg_class where relnamespace::regnamespace::text in ('public', 'ledger') and relowner::regrole::text <> current_user
  union all select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'ledger') and proowner::regrole::text <> current_user
  union all select typname from pg_type where typnamespace::regnamespace::text in ('public', 'ledger') and typowner::regrole::text <> current_user`;

it('is migrated by a role that owns everything and is no superuser, and used by logins that own nothing and are not each other', async () => {
  const database = await start();
  await migrate(database.url);
  expect(await query(database.url, MIGHT)).toEqual([{ name: 'purser_owner', mighty: false }]);
  expect(await query(database.url, NOT_OWNED)).toEqual([]);
  const { purser_app, purser_operator, purser_signer } = (await database.logins()) as LoginUrls;
  expect(await query(purser_app, MIGHT)).toEqual([{ name: 'purser_login', mighty: false }]);
  expect(await query(purser_operator, MIGHT)).toEqual([{ name: 'purser_operator_login', mighty: false }]);
  expect(await query(purser_signer, MIGHT)).toEqual([{ name: 'purser_signer_login', mighty: false }]);
  for (const login of [purser_app, purser_operator, purser_signer])
    await expect(query(login, 'set role purser_owner')).rejects.toThrow(/permission denied/);
  await expect(query(purser_app, 'set role purser_operator')).rejects.toThrow(/permission denied/);
  await expect(query(purser_operator, 'set role purser_app')).rejects.toThrow(/permission denied/);
  await expect(query(purser_signer, 'set role purser_app')).rejects.toThrow(/permission denied/);
  await expect(query(purser_app, 'set role purser_signer')).rejects.toThrow(/permission denied/);
  await expect(query(database.url, 'create role another')).rejects.toThrow(/permission denied/);
});

it('lets a table that PostgreSQL knows nothing of be looked into, though nobody is a superuser', async () => {
  const { url } = await start();
  await migrate(url);
  expect(await query(url, 'select analyze_new_table(0, 0) is not null as looked')).toEqual([{ looked: true }]);
});

it("keeps the owner's password from one start to the next, beside the data", async () => {
  const { url, close } = await start();
  await close();
  const again = (await start()).url;
  expect(new URL(again).password).toBe(new URL(url).password);
  expect((await readFile(join(dataFolder, 'database-url'), 'utf8')).trim()).toBe(again);
});

it('takes over a data folder whose tables the superuser made, with all that is in it', async () => {
  const earlier = await startEmbeddedPostgres({ dataFolder });
  await migrate(earlier.url);
  await query(earlier.url, 'update system_setting set maintenance = true');
  const applied = await query(earlier.url, 'select * from schema_migration order by number');
  const rights = await query(earlier.url, RIGHTS);
  expect(rights.length).toBeGreaterThan(50);
  await writeFile(join(dataFolder, 'database-url'), `${earlier.url}\n`);
  await earlier.stop();

  const database = await start();
  expect(await query(database.url, NOT_OWNED)).toEqual([]);
  expect(await migrate(database.url)).toMatchObject({ applied: [] });
  expect(await query(database.url, 'select * from schema_migration order by number')).toEqual(applied);
  expect(await query(database.url, 'select maintenance from system_setting')).toEqual([{ maintenance: true }]);
  expect(await query(database.url, RIGHTS)).toEqual(rights);
  // Not even whoever has the old address file comes back in as the superuser by it.
  expect(new URL(database.url).password).not.toBe(new URL(earlier.url).password);
});

/** What the application may do with each table and function. */
const RIGHTS = `
  select format('%s.%s %s', table_schema, table_name, privilege_type) as right from information_schema.role_table_grants where grantee = 'purser_app'
  union all select format('%s.%s', routine_schema, specific_name) from information_schema.role_routine_grants where grantee = 'purser_app'
  order by 1`;
