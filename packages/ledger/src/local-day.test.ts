import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../server/src/platform/testing/database.ts';
import { beginningOfDay } from './local-day.ts';

let database: TestDatabase;
let db: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const QUARTER_MS = 15 * 60_000;

/** By the knowledge of this program instead of the database's: looked for in every quarter of an hour of the year. */
function firstMoments(zone: string): Map<string, string> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const firsts = new Map<string, string>();
  for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2026, 11, 31); at += QUARTER_MS) {
    const day = format.format(at);
    if (!firsts.has(day)) firsts.set(day, new Date(at).toISOString());
  }
  // The first one had begun before.
  return new Map([...firsts].slice(1));
}

it.each([
  ['Atlantic/Azores', 'has two midnights in autumn'],
  ['America/Havana', 'has two midnights in autumn, and skips one in spring'],
  ['America/Santiago', 'skips a midnight in spring'],
  ['Asia/Beirut', 'skips a midnight in spring, and goes back behind one in autumn'],
  ['Europe/Berlin', 'changes its clocks in the night'],
  ['Asia/Kathmandu', 'is off by part of an hour'],
])('a day in %s, which %s, begins when its date is first shown', async (zone) => {
  const firsts = firstMoments(zone);
  const { rows } = await db.query<{ began: Date }>(
    `select ${beginningOfDay('midnight', '$1')} as began from unnest($2::timestamp[]) with ordinality as days (midnight, place) order by place`,
    [zone, [...firsts.keys()]],
  );
  expect(rows.map(({ began }) => began.toISOString())).toEqual([...firsts.values()]);
});
