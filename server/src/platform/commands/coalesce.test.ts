import { expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';
import { UnderWay } from '../database/under-way.ts';

const OPTIONS = { name: 'test', underWay: new UnderWay() };

it('asks once for what is asked together, and answers each with its own', async () => {
  const asked: number[][] = [];
  const double = coalesce(OPTIONS, async (keys: readonly number[]) => {
    asked.push([...keys]);
    return keys.map((key) => key * 2);
  });
  expect(await Promise.all([1, 2, 2, 3].map(double))).toEqual([2, 4, 4, 6]);
  expect(asked).toEqual([[1, 2, 2, 3]]);
});

it('lets what is asked during a query wait for the next one: an answer is never older than its question', async () => {
  let value = 'before';
  const asked: string[][] = [];
  let release = (): void => {};
  const read = coalesce(OPTIONS, async (keys: readonly string[]) => {
    asked.push([...keys]);
    const seen = value;
    if (asked.length === 1) await new Promise<void>((resolve) => (release = resolve));
    return keys.map(() => seen);
  });
  const first = read('a');
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  value = 'after';
  const second = read('a');
  release();
  expect([await first, await second]).toEqual(['before', 'after']);
  expect(asked).toEqual([['a'], ['a']]);
});

it('begins queries apart while more is asked than one after the other answers, and asks more at once', async () => {
  // However slow the machine is, no time passes by itself.
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const asked: number[][] = [];
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const same = coalesce(OPTIONS, async (keys: readonly number[]) => {
      asked.push([...keys]);
      await turn();
      return [...keys];
    });
    const first = same(1);
    while (asked.length === 0) await turn();
    const others = [same(2), same(3)];
    expect(await first).toBe(1);
    // In between, as the next one has not begun yet.
    others.push(same(4));
    expect(await Promise.all(others)).toEqual([2, 3, 4]);
    expect(asked).toEqual([[1], [2, 3, 4]]);
  } finally {
    vi.useRealTimers();
  }
});

it('asks for no more at once than it may', async () => {
  const sizes: number[] = [];
  const same = coalesce({ ...OPTIONS, most: 10 }, async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return [...keys];
  });
  const keys = Array.from({ length: 25 }, (_, index) => index);
  expect(await Promise.all(keys.map(same))).toEqual(keys);
  expect(sizes).toEqual([10, 10, 5]);
});

it('an error is that of its query, thrown at once or later, and the next one is asked afresh', async () => {
  let queries = 0;
  const flaky = coalesce(OPTIONS, (keys: readonly number[]) => {
    queries += 1;
    if (queries === 1) throw new Error('at once');
    if (queries === 2) return Promise.reject(new Error('later'));
    return Promise.resolve([...keys]);
  });
  await expect(flaky(1)).rejects.toThrow('at once');
  await expect(flaky(1)).rejects.toThrow('later');
  expect(await flaky(1)).toBe(1);
});

it('a query that does not come back is left behind, and the next one is asked; its age is told meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const asked: number[][] = [];
    const read = coalesce(OPTIONS, (keys: readonly number[]) => {
      asked.push([...keys]);
      return asked.length === 1 ? new Promise<number[]>(() => {}) : Promise.resolve([...keys]);
    });
    const lost = Promise.allSettled([read(1)]);
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(OPTIONS.underWay.ages().get('test')).toBeCloseTo(4_000, -1);
    const waits = read(2);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await lost).toMatchObject([{ reason: { outcome: 'not_ready' } }]);
    expect(await waits).toBe(2);
    expect(OPTIONS.underWay.ages()).toEqual(new Map());
  } finally {
    vi.useRealTimers();
  }
});
