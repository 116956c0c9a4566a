import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { announce, Hub } from './hub.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';

let database: TestDatabase;
let owner: pg.Pool;
const hubs: Hub[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.close()));
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function openHub(url = database.url): Promise<Hub> {
  const hub = new Hub(url, pino({ level: 'silent' }));
  hubs.push(hub);
  await hub.start();
  return hub;
}

const listening = async (): Promise<number> =>
  (await owner.query(`select from pg_stat_activity where application_name = 'purser-hub' and datname = current_database()`)).rowCount ?? 0;
const cut = () =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'purser-hub' and datname = current_database()`,
  );

describe('the hub', () => {
  it('carries a change from a transaction to the listeners of its owner in every process, when it commits', async () => {
    const [here, there] = [await openHub(), await openHub()];
    const heard: string[] = [];
    here.onMerchant(1, (topics) => heard.push(`here ${topics.join()}`));
    there.onMerchant(1, (topics) => heard.push(`there ${topics.join()}`));
    there.onMerchant(2, () => heard.push('not meant'));
    there.onOrder('token-1', () => heard.push('order'));
    await owner.query('begin');
    await announce(owner, { merchants: [[1, ['orders', 'balances']]], orders: ['token-1'] });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(heard).toEqual([]);
    await owner.query('commit');
    await eventually(() => expect(heard.toSorted()).toEqual(['here orders,balances', 'order', 'there orders,balances']));
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

  it('after a cut connection tells everybody that anything may have changed, and listens again, once', async () => {
    const hub = await openHub();
    const heard: string[] = [];
    hub.onMerchant(1, (topics) => heard.push(topics.join()));
    hub.onOrder('token', () => heard.push('order'));
    await cut();
    await eventually(() => expect(heard).toEqual(['orders,balances,transfers,webhooks,access_key', 'order']));
    expect(await listening()).toBe(1);
    heard.length = 0;
    await announce(owner, { merchants: [[1, ['orders']]] });
    await eventually(() => expect(heard).toEqual(['orders']));
  });

  it('waits with one connection attempt at a time while the database is away', async () => {
    const hub = await openHub();
    const attempts = vi.spyOn(hub, 'start');
    const name = new URL(database.url).pathname.slice(1);
    const elsewhere = new pg.Client({ connectionString: database.url.replace(`/${name}`, '/postgres') });
    await elsewhere.connect();
    try {
      await elsewhere.query(`alter database ${name} with allow_connections false`);
      await cut();
      await new Promise((resolve) => setTimeout(resolve, 4_500));
      expect(attempts.mock.calls.length).toBeLessThanOrEqual(5);
    } finally {
      await elsewhere.query(`alter database ${name} with allow_connections true`);
      await elsewhere.end();
    }
    await eventually(async () => expect(await listening()).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await listening()).toBe(1);
  });

  it('leaves no connection behind when it is closed while it opens one', async () => {
    const hub = await openHub();
    await cut();
    await new Promise((resolve) => setTimeout(resolve, 990));
    await hub.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await listening()).toBe(0);
  });
});
