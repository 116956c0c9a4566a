import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetExpired } from './forget.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

/** `count` rows of each kind whose time is over, and three whose time is not. */
async function fill(count: number): Promise<void> {
  const at = `now() + case when i <= $1 then interval '-1 second' else interval '1 hour' end from generate_series(1, $1 + 3) as i`;
  for (const statement of [
    `insert into api_nonce (merchant_id, nonce, forget_at) select 1, i::text, ${at}`,
    `insert into idempotency_key (owner_id, key, request_hash, answer, forget_at) select 1, i::text, '\\x00', '1', ${at}`,
    `insert into single_use (kind, digest, forget_at) select 'test', int4send(i::int), ${at}`,
    `insert into throttle (scope, subject, failures, forget_at) select 'test', i::text, 1, ${at}`,
    `insert into session (owner_id, token_hash, party, ip, expires_at) select 1, int4send(i::int), 'merchant', '', ${at}`,
    `insert into change (note, forget_at) select '{}', ${at}`,
    `insert into known_address (owner_id, ip, last_login_at) select i, '10.0.0.1', ${at.replace('now()', "now() - interval '180 days'")}`,
    `insert into sign_in_failure (owner_id, kind, address, last_at) select i, 'code', '10.0.0.1', ${at.replace('now()', "now() - interval '90 days'")}`,
  ]) {
    await app.sql(statement, [count]);
  }
}

const TABLES = ['api_nonce', 'idempotency_key', 'single_use', 'throttle', 'session', 'change', 'known_address', 'sign_in_failure'];
const left = async () =>
  Promise.all(TABLES.map(async (table) => Number((await app.sql<{ count: string }>(`select count(*) from ${table}`))[0]?.count)));

it('forgets what may be forgotten and nothing else, in steps, also when two do it at once', async () => {
  await fill(12_000);
  expect(await left()).toEqual(TABLES.map(() => 12_003));
  await Promise.all([forgetExpired(app.platform.db), forgetExpired(app.platform.db)]);
  await forgetExpired(app.platform.db);
  expect(await left()).toEqual(TABLES.map(() => 3));
});

it('remembers no more failures than it may, those longest that are remembered longest', async () => {
  await app.sql('delete from throttle');
  await app.sql(
    "insert into throttle (scope, subject, failures, forget_at) select 'flood', i::text, 1, now() + make_interval(mins => i) from generate_series(1, 15000) i",
  );
  await forgetExpired(app.platform.db, { mostThrottled: 100 });
  expect(await app.sql('select count(*)::int as rows, min(subject::int) as soonest from throttle')).toEqual([
    { rows: 100, soonest: 14_901 },
  ]);
});
