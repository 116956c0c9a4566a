import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { migrateTo } from '@purser/ledger/testing/migrate-to';
import pg from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../platform/testing/database.ts';

// Each run is a process of its own, which takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

function run(environment: Record<string, string>, program = 'migrate.ts'): { output: string; status: number | null } {
  const env = {
    PATH: process.env['PATH'],
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PURSER_PUBLIC_URL: 'https://pay.example.com',
    ...environment,
  };
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, program)], { env, encoding: 'utf8', timeout: 120_000 });
  return { output: `${ended.stdout}${ended.stderr}`, status: ended.status };
}

it('brings an empty database up to date, once', () => {
  const first = run({ DATABASE_URL: database.url });
  expect(first).toMatchObject({ status: 0, output: expect.stringMatching(/^Applied 0001_/) });
  const second = run({ DATABASE_URL: database.url });
  expect(second).toEqual({ status: 0, output: 'The schema is up to date.\n' });
});

it('tells on one line what keeps a program from starting: the wrong login, a database that is not there, a port that is taken', async () => {
  expect(run({ DATABASE_URL: database.url })).toMatchObject({ status: 0 });
  const login = `plain_${new URL(database.url).pathname.slice(1)}`;
  await sql(`create role ${login} login password 'plain'`);
  const asLogin = new URL(database.url);
  [asLogin.username, asLogin.password] = [login, 'plain'];
  expect(run({ DATABASE_URL: asLogin.href })).toEqual({
    status: 1,
    output: `DATABASE_URL: the login ${login} may not change the schema. Name the database's owner here, such as purser_owner.\n`,
  });
  await sql(`drop role ${login}`);
  const nowhere = new URL(database.url);
  nowhere.pathname = '/nowhere';
  expect(run({ DATABASE_URL: nowhere.href })).toEqual({
    status: 1,
    output: 'DATABASE_URL: the database cannot be reached (database "nowhere" does not exist).\n',
  });
  const other = createServer();
  await new Promise<void>((done) => other.listen({ host: '127.0.0.1', port: 0 }, done));
  const { port } = other.address() as AddressInfo;
  const refused = run(
    { DATABASE_URL: database.url, PURSER_DEMO: '0', HOST: '127.0.0.1', PORT: String(port), PURSER_LOG_LEVEL: 'error' },
    'api.ts',
  );
  await new Promise((done) => other.close(done));
  expect(refused).toEqual({
    status: 1,
    output: expect.stringMatching(new RegExp(`^PORT: ${port} is taken by another program. [^\\n]*\\n$`)),
  });
});

it('lets no program start between the schema and the MACs of old postings, and completes what was ended there', async () => {
  await migrateTo(database.url, '0007');
  await sql(`insert into ledger.posting (owner_id, posting_id, type, serial_number, content_hash, posted_at)
    values (10000001, gen_random_uuid(), 'transfer', 'OLD', sha256(''), now())`);
  // As far as a migrate gets that is killed before the last step.
  await migrate(database.url);
  for (const program of ['api', 'worker', 'watcher']) {
    const refused = run({ DATABASE_URL: database.url, PURSER_DEMO: '0', PORT: '0' }, `${program}.ts`);
    expect(refused, program).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^DATABASE_URL: .* Run "npm run migrate" to its end/),
    });
  }
  expect(run({ DATABASE_URL: database.url })).toMatchObject({ status: 0, output: expect.stringContaining('1 are not what they were') });
});

it('lets no api start that could take no file', async () => {
  expect(run({ DATABASE_URL: database.url })).toMatchObject({ status: 0 });
  const file = join(import.meta.dirname, 'migrate.test.ts');
  const refused = run({ DATABASE_URL: database.url, PURSER_DEMO: '0', PORT: '0', PURSER_DATA: file }, 'api.ts');
  expect(refused).toEqual({
    status: 1,
    output: expect.stringMatching(/^PURSER_DATA: .*uploads, where this program cannot write \(ENOTDIR/),
  });
});

it('names what is missing or does not fit', () => {
  expect(run({})).toMatchObject({ status: 1, output: expect.stringContaining('DATABASE_URL: is required') });
  expect(run({ DATABASE_URL: database.url, PURSER_MASTER_KEY: '' }).output).toContain('PURSER_MASTER_KEY: is required');
  expect(run({ DATABASE_URL: 'postgresql://me@127.0.0.1:1/purser' }).output).toContain('DATABASE_URL: the database cannot be reached');
});

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text);
  await client.end();
}
