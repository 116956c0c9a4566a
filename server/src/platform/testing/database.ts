import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../quick-start/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { TestCluster } from './citus.ts';
import { scratchFolder } from './scratch.ts';

/** Names an existing server to test against; its user must be allowed to make databases and roles. */
const TEST_DATABASE_URL = 'PURSER_TEST_DATABASE_URL';

/** How the test files' processes learn of the server that the run has started. */
const SERVER_URL = 'PURSER_TEST_SERVER_URL';
const TEMPLATE = 'PURSER_TEST_TEMPLATE';

/** Roles of the server, which several runs may share; a role's name is its password. */
const LOGIN = 'purser_test_login';
const OPERATOR_LOGIN = 'purser_test_operator';
const SIGNER_LOGIN = 'purser_test_signer';
const ensureLogin = (login: string, role: string): string => `
  do $$ begin create role ${login} login password '${login}'; exception when duplicate_object or unique_violation then null; end $$;
  grant ${role} to ${login}`;

/** object_in_use: somebody is connected. */
const IN_USE = '55006';

interface TestServer {
  /** Connects to the maintenance database as a user who may make databases. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  /** Connects as the migrating owner. */
  readonly url: string;
  /** Connects as the programs do: a plain login that may take on the application's role, and nothing else. */
  readonly loginUrl: string;
  /** Connects as the calls of staff do. */
  readonly operatorUrl: string;
  /** Connects as the signer does. */
  readonly signerUrl: string;
  /** Connects as the application's role, which row level security binds. */
  readonly appUrl: string;
  drop(): Promise<void>;
}

/** A PostgreSQL server for tests: the one that PURSER_TEST_DATABASE_URL names, else an embedded one in a folder of the run's own. */
async function startTestServer(options: { durable?: boolean } = {}): Promise<TestServer> {
  const cluster = await TestCluster.find();
  const existing = cluster?.url ?? process.env[TEST_DATABASE_URL];
  if (existing !== undefined && existing !== '') return { url: existing, stop: async () => undefined };
  const folder = await mkdtemp(join(options.durable ? tmpdir() : scratchFolder(), 'purser-test-'));
  // As root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    // Thousands of connections are opened, and what they prove a password by needs not be slow to guess.
    const settings = { scram_iterations: '1' };
    const server = await startEmbeddedPostgres({ dataFolder: folder, durable: options.durable ?? false, settings });
    await administer(server.url, `alter role current_user password '${new URL(server.url).password}'`);
    return {
      url: withDatabase(server.url, 'postgres'),
      stop: async () => {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Starts the run's server and migrates the template that every test database is a copy of. Once per run: vitest's
 * global set-up calls it, and programs of their own (crash test, bench) may.
 */
export async function startTestDatabase(options: { durable?: boolean } = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  try {
    const template = `purser_template_${randomBytes(6).toString('hex')}`;
    const cluster = await TestCluster.find();
    if (cluster) await cluster.makeTemplate(template);
    else {
      await administer(server.url, `create database ${template}`);
      await migrate(withDatabase(server.url, template));
    }
    await administer(server.url, ensureLogin(LOGIN, 'purser_app'));
    await administer(server.url, ensureLogin(OPERATOR_LOGIN, 'purser_operator'));
    await administer(server.url, ensureLogin(SIGNER_LOGIN, 'purser_signer'));
    if (cluster) await administer(server.url, `grant purser_system to ${LOGIN}`);
    process.env[SERVER_URL] = server.url;
    process.env[TEMPLATE] = template;
    return {
      url: server.url,
      stop: async () => {
        await (cluster ? cluster.drop(template) : administer(server.url, `drop database if exists ${template} with (force)`));
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A fresh, migrated database of the caller's own; every test file that needs one makes one and drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[SERVER_URL];
  const template = process.env[TEMPLATE];
  if (server === undefined || template === undefined) throw new Error('startTestDatabase has not been called in this run');
  return create(server, template);
}

/** A database without any schema, for the tests of migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = process.env[SERVER_URL];
  if (server === undefined) throw new Error('startTestDatabase has not been called in this run');
  return create(server, undefined);
}

async function create(server: string, template: string | undefined): Promise<TestDatabase> {
  const name = `purser_test_${randomBytes(6).toString('hex')}`;
  const cluster = template === undefined ? undefined : await TestCluster.find();
  if (cluster && template !== undefined) await cluster.copy(template, name);
  // As files: block by block through the log takes longer.
  else await administer(server, `create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`);
  const url = withDatabase(server, name);
  return {
    url,
    loginUrl: asLogin(url, LOGIN),
    operatorUrl: asLogin(url, OPERATOR_LOGIN),
    signerUrl: asLogin(url, SIGNER_LOGIN),
    appUrl: asApplication(url),
    drop: () => (cluster ? cluster.drop(name) : drop(server, name)),
  };
}

/**
 * A connection that has just been ended may still be there for the server, which waits some seconds for it: forcing it
 * at once would raise an error in a test that did nothing wrong. One that stays was forgotten, and is forced.
 */
async function drop(server: string, name: string): Promise<void> {
  try {
    await administer(server, `drop database if exists ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    await administer(server, `drop database if exists ${name} with (force)`);
  }
}

function asLogin(url: string, name: string): string {
  const login = new URL(url);
  login.username = name;
  login.password = name;
  return login.href;
}

/** The same database as the application sees it: the role is taken when the connection opens. */
function asApplication(url: string): string {
  const application = new URL(url);
  application.searchParams.set('options', '-c role=purser_app');
  return application.href;
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
