import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settleInstallation } from './installation.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const key = Buffer.alloc(32, 1);
const otherKey = Buffer.alloc(32, 2);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

it('takes the first start for what the database is, and the same again', async () => {
  await settleInstallation(database.url, { demo: true, masterKey: key });
  await settleInstallation(database.url, { demo: true, masterKey: key });
});

it('refuses a demo on real data, and real use on a demo', async () => {
  await settleInstallation(database.url, { demo: false, masterKey: key });
  await expect(settleInstallation(database.url, { demo: true, masterKey: key })).rejects.toThrow(/PURSER_DEMO: .* set up for real use/);
  const demo = await createTestDatabase();
  await settleInstallation(demo.url, { demo: true, masterKey: key });
  await expect(settleInstallation(demo.url, { demo: false, masterKey: key })).rejects.toThrow(/PURSER_DEMO: .* holds the demo/);
  await demo.drop();
});

it('refuses another master key than the one that sealed what is there', async () => {
  await settleInstallation(database.url, { demo: false, masterKey: key });
  await expect(settleInstallation(database.url, { demo: false, masterKey: otherKey })).rejects.toThrow(/PURSER_MASTER_KEY: is not the key/);
  await settleInstallation(database.url, { demo: false, masterKey: key });
});

it('names what to do about a database that an older release made, or nobody yet', async () => {
  const old = await createTestDatabase();
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  await client.query('drop function settle_installation');
  await client.end();
  await expect(settleInstallation(old.url, { demo: false, masterKey: key })).rejects.toThrow(/^DATABASE_URL: .*"npm run migrate"/);
  await old.drop();
});
