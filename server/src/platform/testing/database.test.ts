import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

it('gives every caller a migrated database of its own', async () => {
  expect(await ask(one.url, 'select count(*)::int > 0 as migrated from schema_migration')).toEqual({ migrated: true });
  await ask(one.url, 'create table mark ()');
  expect(await ask(other.url, "select to_regclass('mark') as mark")).toEqual({ mark: null });
});

it('connects as the application role, which is neither superuser nor above row level security', async () => {
  expect(
    await ask(one.appUrl, 'select current_user::text as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user'),
  ).toEqual({ name: 'purser_app', rolsuper: false, rolbypassrls: false });
});
