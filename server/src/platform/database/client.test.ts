import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Client } from './client.ts';

const ASK_OFTEN = join(import.meta.dirname, 'testing/ask-often.ts');
const TIMES = 6_000;
/** Young objects take no more than this many MB, so that they are collected some dozens of times. */
const YOUNG_MB = 4;

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url, pipeline: true });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('lets nothing of a statement that is over grow old', async () => {
  const options = ['--trace-gc-nvp', `--min-semi-space-size=${YOUNG_MB}`, `--max-semi-space-size=${YOUNG_MB}`];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, ASK_OFTEN, database.url, String(TIMES)]);
  const collections = [...stdout.matchAll(/ gc=s .* allocated=(\d+) promoted=(\d+) /g)].map(([, allocated, promoted]) => ({
    allocated: Number(allocated),
    promoted: Number(promoted),
  }));
  // What stays for good, code and statements, has grown old in the first of them.
  const later = collections.slice(Math.floor(collections.length / 2));
  expect(later.length).toBeGreaterThan(10);
  const sum = (of: 'allocated' | 'promoted') => later.reduce((total, collection) => total + collection[of], 0);
  // By the promises that the driver makes it is some 19 %.
  expect(sum('promoted') / sum('allocated')).toBeLessThan(0.01);
});

it('is asked by text, by text and values, and by statements, which stay as they are', async () => {
  const statement = Object.freeze({ name: 'client-test', text: 'select $1::int + 1 as n', values: [1] });
  const answers = await Promise.all([
    client.query('select 1 as n'),
    client.query('select $1::int as n', [2]),
    client.query(statement),
    client.query(statement, [6]),
    client.query({ text: 'select 4, 5', rowMode: 'array' }),
  ]);
  expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 2 }], [{ n: 7 }], [[4, 5]]]);
  const many = (await client.query('select 1; select 2')) as unknown as pg.QueryResult[];
  expect(many).toHaveLength(2);
});

it('calls back whoever wants that, and lets others submit what they made themselves', async () => {
  const called = await new Promise((resolve, reject) =>
    client.query('select $1::int as n', [3], (error, { rows }) => (error ? reject(error) : resolve(rows))),
  );
  expect(called).toEqual([{ n: 3 }]);
  const submitted = new pg.Query('select 4 as n');
  const row = new Promise((resolve) => submitted.once('row', resolve));
  expect(client.query(submitted)).toBe(submitted);
  expect(await row).toEqual({ n: 4 });
});

it('refuses with the error of the database, whose stack leads to whoever asked', async () => {
  async function whoAsks(): Promise<void> {
    await client.query('select 1 / 0');
  }
  const error = await whoAsks().catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(pg.DatabaseError);
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('whoAsks') });
});
