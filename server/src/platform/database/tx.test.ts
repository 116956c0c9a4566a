import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Database } from './database.ts';
import type { Tx } from './tx.ts';

const OWNER = 10_000_001;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database({ url: database.url, connections: 1, applicationName: 'purser-tx-test' });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const addresses = () => db.scoped(OWNER, (tx) => tx.selectFrom('known_address').select('ip').orderBy('ip').execute());

it('carries the query builder, raw SQL and named statements in one transaction on one connection', async () => {
  const pids = await db.scoped(OWNER, async (tx) => {
    const inserted = await tx.insertInto('known_address').values({ owner_id: OWNER, ip: '10.0.0.1' }).executeTakeFirstOrThrow();
    expect(inserted.numInsertedOrUpdatedRows).toBe(1n);
    const seen = await tx.query<{ ip: string }>({
      name: 'tx-test',
      text: 'select ip from known_address where owner_id = $1',
      values: [OWNER],
    });
    expect(seen.rows).toEqual([{ ip: '10.0.0.1' }]);
    const [built, raw, named] = await Promise.all([
      tx.selectNoFrom((eb) => eb.fn<number>('pg_backend_pid').as('pid')).executeTakeFirstOrThrow(),
      sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx),
      tx.query<{ pid: number }>('select pg_backend_pid() as pid'),
    ]);
    return [built.pid, raw.rows[0]?.pid, named.rows[0]?.pid];
  });
  expect(new Set(pids).size).toBe(1);
  expect(await addresses()).toEqual([{ ip: '10.0.0.1' }]);
});

it('undoes what each of its ways did when its work throws', async () => {
  const failed = db.scoped(OWNER, async (tx) => {
    await tx.insertInto('known_address').values({ owner_id: OWNER, ip: '10.0.0.2' }).execute();
    await tx.query(`insert into known_address (owner_id, ip) values ($1, '10.0.0.3')`, [OWNER]);
    throw new Error('half way');
  });
  await expect(failed).rejects.toThrow('half way');
  expect(await addresses()).toEqual([{ ip: '10.0.0.1' }]);
});

it('reaches its connection no more once it is over, whichever way it ended', async () => {
  const kept: Tx[] = [];
  await db.systemTransaction(async (tx) => kept.push(tx));
  await db.scoped(OWNER, (tx) => Promise.reject(new Error(String(kept.push(tx))))).catch(() => {});
  for (const tx of kept) {
    expect(() => tx.query('select 1')).toThrow('the transaction is over');
    await expect(tx.selectFrom('known_address').selectAll().execute()).rejects.toThrow('the transaction is over');
  }
  expect(kept).toHaveLength(2);
});

it('begins no transaction of its own', async () => {
  await db.systemTransaction(async (tx) => {
    expect(() => tx.transaction()).toThrow('this is a transaction already');
    await expect(tx.startTransaction().execute()).rejects.toThrow('the database begins and ends transactions');
  });
});

it('fails with what failed it, also when what was sent after that is heard first', async () => {
  const failed = db.systemTransaction(async (tx) => {
    const first = tx.query('select 1 / 0').catch(() => {});
    const [second] = await Promise.allSettled([tx.query('select 1'), first]);
    if (second.status === 'rejected') throw second.reason;
  });
  await expect(failed).rejects.toThrow('division by zero');
});

it('is run again when a race was lost in a statement that others were sent behind', async () => {
  let attempts = 0;
  const done = await db.systemTransaction(async (tx) => {
    attempts += 1;
    const raised = `do $$ begin if ${attempts} = 1 then raise exception 'lost' using errcode = '40P01'; end if; end $$`;
    const first = tx.query(raised).catch(() => {});
    const [second] = await Promise.allSettled([tx.query('select 1'), first]);
    if (second.status === 'rejected') throw second.reason;
    return 'done';
  });
  expect([done, attempts]).toEqual(['done', 2]);
});
