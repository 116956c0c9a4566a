import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database, isDatabaseAway } from './database.ts';
import { onCluster } from '../testing/citus.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { DatabaseProxy } from '../testing/database-proxy.ts';
import { mayRest } from '../testing/lock-waits.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await DatabaseProxy.to(database.url);
  db = new Database({ url: proxy.through(database.url), connections: 3 });
});
afterEach(async () => {
  await db.close();
  await proxy.close();
  await database.drop();
});

const warmUp = (one = db) =>
  Promise.all(
    [...Array(3).keys()].flatMap(() => [
      one.system.query('select pg_sleep(0.1)'),
      one.scoped(1, (client) => client.query('select pg_sleep(0.1)')),
    ]),
  );

it('gives up connections that went silent, idle ones with those in use, and goes on with new ones', async () => {
  await warmUp();
  expect(proxy.connections).toBe(6);
  const caught = db.systemTransaction(async (client) => {
    await client.query('select 1');
    proxy.silence();
    await client.query('select 2');
  });
  const failure: unknown = await caught.catch((error: unknown) => error);
  expect(isDatabaseAway(failure)).toBe(true);
  expect(failure).toMatchObject({ message: 'the database connection is silent' });
  // No connection that was swallowed is left to wait for.
  const began = performance.now();
  await warmUp();
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('gives them up as well where whoever answers in their place is only starting up', async () => {
  await warmUp();
  const caught = db.systemTransaction(async (client) => {
    await client.query('select 1');
    proxy.silence();
    proxy.startUp();
    await client.query('select 2');
  });
  expect(await caught.catch((error: unknown) => error)).toMatchObject({ message: 'the database connection is silent' });
});

// On a busy machine it may take longer once; without having been alerted it always would.
it('finds the next silent connections sooner once it has found one', { retry: 2 }, async () => {
  await warmUp();
  let tookMs = 0;
  const caught = db.systemTransaction(async (client) => {
    await client.query('select 1');
    proxy.silence();
    await db.scoped(1, (other) => other.query('select 2')).catch(() => {});
    const began = performance.now();
    await client.query('select 3').finally(() => (tookMs = performance.now() - began));
  });
  expect(isDatabaseAway(await caught.catch((error: unknown) => error))).toBe(true);
  // Sooner than the first could be suspected at all.
  expect(tookMs).toBeLessThan(1_500);
});

it('lets a statement take its time as long as the server works on it', async () => {
  const { rows } = await db.system.query<{ done: boolean }>('select true as done from pg_sleep(4)');
  expect(rows).toEqual([{ done: true }]);
});

it.skipIf(onCluster)('lets it also when the server has no connection left to be asked on', async () => {
  const login = `purser_test_${randomBytes(6).toString('hex')}`;
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`create role ${login} login password '${login}' connection limit 6; grant purser_app to ${login}`);
  const url = new URL(proxy.through(database.url));
  [url.username, url.password] = [login, login];
  const few = new Database({ url: url.href, connections: 3 });
  try {
    await warmUp(few);
    const { connections } = proxy;
    const { rows } = await few.system.query<{ done: boolean }>('select true as done from pg_sleep(6)');
    expect(rows).toEqual([{ done: true }]);
    expect(proxy.connections).toBe(connections);
  } finally {
    await few.close();
    await expect.poll(() => owner.query(`drop role ${login}`).then(() => true, String)).toBe(true);
    await owner.end();
  }
});

it('lets it where the number that the driver has of a connection is a pooler’s', async () => {
  db.system.on('connect', (client) => Object.assign(client, { processID: 1 }));
  await warmUp();
  const { rows } = await db.system.query<{ done: boolean }>('select true as done from pg_sleep(4)');
  expect(rows).toEqual([{ done: true }]);
});

it('lets a transaction think between its statements', async () => {
  const answer = await db.systemTransaction(async (client) => {
    await mayRest(client);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return (await client.query<{ two: number }>('select 2 as two')).rows;
  });
  expect(answer).toEqual([{ two: 2 }]);
});

it('frees the locks of a transaction whose process went away without a word', async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const insert = `insert into single_use (kind, digest, forget_at) values ('test', '\\x01', now())`;
  let waiting: Promise<unknown> | undefined;
  const caught = db.systemTransaction(async (client) => {
    await client.query(insert);
    // Waits for the other transaction's end, which is the server's doing: nobody can tell it of the process.
    waiting = owner.query(insert);
    proxy.silence();
    await client.query('select 1');
  });
  expect(isDatabaseAway(await caught.catch((error: unknown) => error))).toBe(true);
  await waiting;
  await owner.end();
});
