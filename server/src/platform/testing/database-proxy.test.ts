import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { DatabaseProxy } from './database-proxy.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let client: pg.Client;
let direct: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  await direct.query('create table written (number integer primary key, text text)');
});
afterAll(async () => {
  await direct.end();
  await database.drop();
});
beforeEach(async () => {
  proxy = await DatabaseProxy.to(database.url);
  client = new pg.Client({ connectionString: proxy.through(database.url) });
  client.on('error', () => {});
  await client.connect();
});
afterEach(() => proxy.close());

async function isWritten(number: number): Promise<boolean> {
  return (await direct.query('select from written where number = $1', [number])).rowCount === 1;
}

it('carries what is larger than one packet, both ways', async () => {
  const text = 'x'.repeat(3_000_000);
  const { rows } = await client.query<{ text: string }>('insert into written values (1, $1) returning text', [text]);
  expect(rows[0]?.text.length).toBe(text.length);
  await client.end();
});

it('cuts before the database hears of the commit: nothing is written', async () => {
  const cut = proxy.cutAtCommit('before', 10_000);
  await client.query('begin');
  await client.query('insert into written values (2)');
  await expect(client.query('commit')).rejects.toThrow(/terminated|ECONNRESET/);
  expect(await cut).toBe(true);
  expect(await isWritten(2)).toBe(false);
});

it('cuts after the commit: all is written, and nobody was told', async () => {
  const cut = proxy.cutAtCommit('after', 10_000);
  await client.query('begin');
  await client.query('insert into written values (3)');
  await expect(client.query('commit')).rejects.toThrow(/terminated|ECONNRESET/);
  expect(await cut).toBe(true);
  expect(await isWritten(3)).toBe(true);
});

it('says so when nobody committed in time', async () => {
  expect(await proxy.cutAtCommit('before', 50)).toBe(false);
  await client.query('begin');
  await client.query('commit');
  await client.end();
});

it('a silent connection answers nothing until it is broken; a new one passes', async () => {
  proxy.silence();
  let ended = false;
  const answer = client.query('select 1').catch(() => (ended = true));
  const other = new pg.Client({ connectionString: proxy.through(database.url) });
  await other.connect();
  expect((await other.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await other.end();
  expect(ended).toBe(false);
  proxy.endSilence();
  await answer;
  await eventually(() => expect(ended).toBe(true));
});
