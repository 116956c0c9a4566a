import { MERCHANT_TOPICS } from '@purser/contract/features/events';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../database/database.ts';
import { announce, Hub } from './hub.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';

let database: TestDatabase;
let owner: pg.Pool;
const opened: { hub: Hub; db: Database }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 3 });
  owner.on('error', () => {});
});
afterEach(async () => {
  for (const { hub, db } of opened.splice(0)) {
    await hub.close();
    await db.close();
  }
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function openHub(): Promise<Hub> {
  const db = new Database({ url: database.url, connections: 1, applicationName: 'purser-hub' });
  const hub = new Hub(db, pino({ level: 'silent' }));
  opened.push({ hub, db });
  await hub.start();
  return hub;
}

const cut = () =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'purser-hub' and datname = current_database()`,
  );
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the hub', () => {
  it('carries a change from a transaction to the listeners of its owner in every process, when it commits', async () => {
    const [here, there] = [await openHub(), await openHub()];
    const heard: string[] = [];
    here.onMerchant(1, (topics) => heard.push(`here ${topics.join()}`));
    there.onMerchant(1, (topics) => heard.push(`there ${topics.join()}`));
    there.onMerchant(2, () => heard.push('not meant'));
    there.onOrder('token-1', () => heard.push('order'));
    const client = await owner.connect();
    await client.query('begin');
    await announce(client, { merchants: [[1, ['orders', 'balances']]], orders: ['token-1'] });
    await rest(250);
    expect(heard).toEqual([]);
    await client.query('commit');
    client.release();
    await eventually(() => expect(heard.toSorted()).toEqual(['here orders,balances', 'order', 'there orders,balances']));
    await rest(250);
    expect(heard).toHaveLength(3);
  });

  it('tells every change once, whatever order the transactions that made them commit in', async () => {
    const hub = await openHub();
    const heard: number[] = [];
    for (const id of [1, 2, 3]) hub.onMerchant(id, () => heard.push(id));
    const [first, second] = [await owner.connect(), await owner.connect()];
    await first.query('begin');
    await announce(first, { merchants: [[1, ['orders']]] });
    await second.query('begin');
    await announce(second, { merchants: [[2, ['orders']]] });
    await second.query('commit');
    await eventually(() => expect(heard).toEqual([2]));
    await announce(second, { merchants: [[3, ['orders']]] });
    await eventually(() => expect(heard).toEqual([2, 3]));
    await rest(250);
    await first.query('commit');
    await eventually(() => expect(heard).toEqual([2, 3, 1]));
    await rest(250);
    expect(heard).toEqual([2, 3, 1]);
    first.release();
    second.release();
  });

  it('tells hundreds of changes once each while another transaction stays open, and then what that one changed', async () => {
    const hub = await openHub();
    const heard: number[] = [];
    const ids = Array.from({ length: 300 }, (_, index) => index + 1);
    for (const id of [0, ...ids]) hub.onMerchant(id, () => heard.push(id));
    const open = await owner.connect();
    await open.query('begin');
    await announce(open, { merchants: [[0, ['orders']]] });
    for (const id of ids) await announce(owner, { merchants: [[id, ['orders']]] });
    await eventually(() => expect(heard).toHaveLength(ids.length));
    await rest(250);
    expect(heard.toSorted((a, b) => a - b)).toEqual(ids);
    await open.query('commit');
    open.release();
    await eventually(() => expect(heard).toHaveLength(ids.length + 1));
    expect(heard.at(-1)).toBe(0);
  });

  it('says nothing of what was rolled back', async () => {
    const hub = await openHub();
    const heard: number[] = [];
    for (const id of [1, 2]) hub.onMerchant(id, () => heard.push(id));
    const client = await owner.connect();
    await client.query('begin');
    await announce(client, { merchants: [[1, ['orders']]] });
    await client.query('rollback');
    await announce(client, { merchants: [[2, ['orders']]] });
    client.release();
    await eventually(() => expect(heard).toEqual([2]));
  });

  it('carries any number of changes of one batch', async () => {
    const hub = await openHub();
    const heard = new Set<number | string>();
    const ids = Array.from({ length: 1_000 }, (_, index) => Number.MAX_SAFE_INTEGER - index);
    const tokens = ids.map((id) => `${id}`.padStart(33, 'x'));
    for (const id of ids) hub.onMerchant(id, () => heard.add(id));
    for (const token of tokens) hub.onOrder(token, () => heard.add(token));
    const topics = ['orders', 'balances', 'transfers', 'webhooks', 'access_key'] as const;
    await announce(owner, { merchants: ids.map((id) => [id, topics] as const), orders: tokens });
    await eventually(() => expect(heard.size).toBe(2_000));
  });

  it('says nothing more to who has left', async () => {
    const hub = await openHub();
    const heard: number[] = [];
    const leave = hub.onMerchant(1, () => heard.push(1));
    hub.onMerchant(1, () => heard.push(2));
    leave();
    leave();
    await announce(owner, { merchants: [[1, ['orders']]] });
    await eventually(() => expect(heard).toEqual([2]));
  });

  it('reads many times a second while somebody listens, and seldom while nobody does', async () => {
    const hub = await openHub();
    const { system } = (opened.at(-1) as { db: Database }).db;
    const query = system.query.bind(system) as (config: pg.QueryConfig) => Promise<pg.QueryResult<object>>;
    let reads: number[] = [];
    vi.spyOn(system, 'query').mockImplementation(((config: pg.QueryConfig) => {
      reads.push(performance.now());
      return query(config);
    }) as never);
    /** A busy machine makes some pauses longer, and none shorter. */
    const shortestPause = async (count: number) => {
      reads = [];
      await eventually(() => expect(reads.length).toBeGreaterThan(count));
      return Math.min(...reads.slice(1).map((time, index) => time - (reads[index] ?? 0)));
    };
    expect(await shortestPause(3)).toBeGreaterThan(450);
    hub.onMerchant(1, () => undefined);
    expect(await shortestPause(10)).toBeLessThan(250);
  });

  it('misses nothing that was noted while its connection was cut', async () => {
    const hub = await openHub();
    const heard: string[] = [];
    hub.onMerchant(1, (topics) => heard.push(topics.join()));
    hub.onOrder('token', () => heard.push('order'));
    await cut();
    await announce(owner, { merchants: [[1, ['orders']]] });
    await eventually(() => expect(heard).toEqual(['orders']));
    await announce(owner, { merchants: [[1, ['balances']]] });
    await eventually(() => expect(heard).toEqual(['orders', 'balances']));
  });

  it('goes on where it was after the database could not be reached', async () => {
    const hub = await openHub();
    const heard: string[] = [];
    hub.onMerchant(1, (topics) => heard.push(topics.join()));
    hub.onOrder('token', () => heard.push('order'));
    const name = new URL(database.url).pathname.slice(1);
    const elsewhere = new pg.Client({ connectionString: database.url.replace(`/${name}`, '/postgres') });
    await elsewhere.connect();
    const early = await owner.connect();
    try {
      await elsewhere.query(`alter database ${name} with allow_connections false`);
      await cut();
      await announce(early, { orders: ['token'] });
      await rest(2_500);
      expect(heard).toEqual([]);
    } finally {
      await elsewhere.query(`alter database ${name} with allow_connections true`);
      await elsewhere.end();
      early.release();
    }
    await eventually(() => expect(heard).toEqual(['order']));
  });

  it('tells everybody that anything may have changed when it finds another server, once', async () => {
    const hub = await openHub();
    const heard: string[] = [];
    hub.onMerchant(1, (topics) => heard.push(topics.join()));
    hub.onOrder('token', () => heard.push('order'));
    const { system } = (opened.at(-1) as { db: Database }).db;
    const query = system.query.bind(system) as (config: pg.QueryConfig) => Promise<pg.QueryResult<object>>;
    vi.spyOn(system, 'query').mockImplementation((async (config: pg.QueryConfig) => {
      const result = await query(config);
      return { ...result, rows: result.rows.map((row) => ({ ...row, server: 'another' })) };
    }) as never);
    await eventually(() => expect(heard).toEqual([MERCHANT_TOPICS.join(), 'order']));
    await rest(250);
    expect(heard).toHaveLength(2);
  });

  it('asks no more once it is closed', async () => {
    const hub = await openHub();
    const heard: string[] = [];
    hub.onMerchant(1, () => heard.push('told'));
    await hub.close();
    await announce(owner, { merchants: [[1, ['orders']]] });
    await rest(300);
    expect(heard).toEqual([]);
  });
});
