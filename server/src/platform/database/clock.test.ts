import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseClock } from './clock.ts';
import { Database } from './database.ts';
import { createTestDatabase } from '../testing/database.ts';

afterEach(() => vi.restoreAllMocks());

const HOUR_MS = 3_600_000;

/** A database whose answers take as long as the test says: what a real one does only under a fault. */
function slowDatabase() {
  let monotonicMs = 1_000;
  const wallMs = Date.parse('2026-11-21T08:00:00Z');
  const state = { aheadMs: 0, tookMs: 2, wentMs: 1 };
  vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs);
  vi.spyOn(Date, 'now').mockImplementation(() => wallMs + monotonicMs);
  const query = async () => {
    monotonicMs += state.wentMs;
    const now_ms = wallMs + monotonicMs + state.aheadMs;
    monotonicMs += state.tookMs - state.wentMs;
    return { rows: [{ now_ms }] };
  };
  return {
    state,
    db: { system: { query } } as unknown as Pick<Database, 'system'>,
    pass: (ms: number) => (monotonicMs += ms),
    rightMs: () => wallMs + monotonicMs + state.aheadMs,
  };
}

describe("the database's clock", () => {
  it('is told by PostgreSQL, however wrong the wall clock is', async () => {
    const database = await createTestDatabase();
    const db = new Database({ url: database.url, connections: 2 });
    const right = Date.now();
    const began = performance.now();
    vi.spyOn(Date, 'now').mockImplementation(() => right + 120_000 + (performance.now() - began));
    const clock = new DatabaseClock(db);
    await clock.start();
    try {
      expect(Math.abs(clock.nowMs() - (right + performance.now() - began))).toBeLessThan(1_000);
      expect(clock.skewMs).toBeGreaterThan(119_000);
      expect(clock.skewMs).toBeLessThan(121_000);
      expect(clock.warning).toMatch(/^the wall clock of this machine is 1(19|20)\.\d s ahead of the database's$/);
    } finally {
      clock.close();
      await db.close();
      await database.drop();
    }
  });

  it('keeps to the measurement that can be wrong by the least', async () => {
    const { state, db, pass, rightMs } = slowDatabase();
    const clock = new DatabaseClock(db);
    await clock.measure();
    expect(clock.nowMs()).toBeCloseTo(rightMs(), 0);
    // The answer was on its way back for 900 ms: half of the way is no good guess.
    Object.assign(state, { tookMs: 900, wentMs: 1 });
    for (let n = 0; n < 5; n += 1) {
      pass(5_000);
      await clock.measure();
      expect(Math.abs(clock.nowMs() - rightMs())).toBeLessThan(10);
    }
  });

  it('learns nothing from an answer during which the process was stopped', async () => {
    const { state, db, pass, rightMs } = slowDatabase();
    const clock = new DatabaseClock(db);
    await clock.measure();
    Object.assign(state, { tookMs: 60_000, wentMs: 1 });
    for (let n = 0; n < 20; n += 1) {
      pass(5_000);
      await clock.measure();
    }
    expect(Math.abs(clock.nowMs() - rightMs())).toBeLessThan(10);
  });

  it.each([HOUR_MS, -HOUR_MS, 400])('follows when it is set by %s ms', async (stepMs) => {
    const { state, db, pass, rightMs } = slowDatabase();
    const clock = new DatabaseClock(db);
    for (let n = 0; n < 10; n += 1) await clock.measure();
    state.aheadMs += stepMs;
    pass(5_000);
    await clock.measure();
    expect(Math.abs(clock.nowMs() - rightMs())).toBeLessThan(10);
  });

  it('a wall clock that is off by more than 2 s is told once when it begins and once when it is over', async () => {
    const { state, db, pass } = slowDatabase();
    const log = { warn: vi.fn(), info: vi.fn() };
    const clock = new DatabaseClock(db, log);
    const measureAt = async (aheadMs: number) => {
      state.aheadMs = aheadMs;
      pass(5_000);
      await clock.measure();
      return [log.warn.mock.calls.length, log.info.mock.calls.length];
    };
    expect(await measureAt(1_900)).toEqual([0, 0]);
    expect(clock.warning).toBeUndefined();
    expect(await measureAt(2_100)).toEqual([1, 0]);
    expect(clock.warning).toBe("the wall clock of this machine is 2.1 s behind the database's");
    expect(await measureAt(2_500)).toEqual([1, 0]);
    expect(await measureAt(1_500)).toEqual([1, 0]);
    expect(await measureAt(2_100)).toEqual([1, 0]);
    expect(await measureAt(100)).toEqual([1, 1]);
    expect(await measureAt(-3_000)).toEqual([2, 1]);
  });
});
