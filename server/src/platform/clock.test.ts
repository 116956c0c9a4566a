import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseClock } from './clock.ts';
import { Database } from './database.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = new Database({ url: database.url, connections: 2 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.close();
  await database.drop();
});

it("tells the database's time, however wrong the wall clock is", async () => {
  const right = Date.now();
  const began = performance.now();
  vi.spyOn(Date, 'now').mockImplementation(() => right + 120_000 + (performance.now() - began));
  const clock = new DatabaseClock(db);
  await clock.start();
  expect(Math.abs(clock.nowMs() - (right + performance.now() - began))).toBeLessThan(1_000);
  expect(clock.skewMs).toBeGreaterThan(119_000);
  expect(clock.skewMs).toBeLessThan(121_000);
  clock.close();
});
