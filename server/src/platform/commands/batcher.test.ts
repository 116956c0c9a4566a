import { describe, expect, it, vi } from 'vitest';
import { Batcher, type CommandResult, type LockMode } from './batcher.ts';
import { refuse } from '../http/refusal.ts';
import { UnderWay } from '../database/under-way.ts';

interface Command {
  readonly key: string;
  readonly n: number;
}

/** A batcher whose batches wait for the test's word. */
function heldBatcher(
  options: {
    largestBatch?: number;
    longestQueue?: number;
    longestQueueOfKey?: number;
    programs?: () => number;
    runDeadlineMs?: number;
  } = {},
) {
  const batches: Command[][] = [];
  const held: { finish: (results?: readonly CommandResult<number>[]) => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<Command, number>({
    name: 'test',
    underWay: new UnderWay(),
    fairnessKey: ({ key }) => key,
    run: (commands) => {
      batches.push([...commands]);
      return new Promise((resolve, reject) => {
        held.push({
          finish: (results = commands.map(({ n }) => ({ ok: true, value: n }))) => resolve(results),
          fail: reject,
        });
      });
    },
    ...options,
  });
  const next = async () => {
    for (let turn = 0; held.length === 0 && turn < 5_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const batch = held.shift();
    if (!batch) throw new Error('no batch is running');
    return batch;
  };
  return { batcher, batches, next };
}

const submit = (batcher: Batcher<Command, number>, key: string, n: number) => batcher.submit({ key, n });

describe('a batcher', () => {
  it('answers each command with its own result, in whatever batch it ran', async () => {
    const batcher = new Batcher<Command, number>({
      name: 'test',
      underWay: new UnderWay(),
      fairnessKey: ({ key }) => key,
      largestBatch: 7,
      run: async (commands) =>
        commands.map(({ n }) => (n % 10 === 3 ? { ok: false, refusal: refuse('insufficient_balance') } : { ok: true, value: n * 2 })),
    });
    const answers = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => submit(batcher, `k${n % 5}`, n)));
    answers.forEach((answer, n) => {
      if (n % 10 === 3) expect(answer).toMatchObject({ status: 'rejected', reason: { outcome: 'insufficient_balance' } });
      else expect(answer).toEqual({ status: 'fulfilled', value: n * 2 });
    });
    expect(batcher.length).toBe(0);
  });

  it('runs what arrives together as one batch, and what arrives meanwhile as the next', async () => {
    const { batcher, batches, next } = heldBatcher();
    const first = [submit(batcher, 'a', 1), submit(batcher, 'a', 2)];
    const running = await next();
    const second = [submit(batcher, 'a', 3), submit(batcher, 'b', 4)];
    expect(batcher.length).toBe(2);
    running.finish();
    expect(await Promise.all(first)).toEqual([1, 2]);
    (await next()).finish();
    expect(await Promise.all(second)).toEqual([3, 4]);
    expect(batches.map((batch) => batch.map(({ n }) => n))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('serves every key in turn, so that a busy one delays nobody, and keeps the order of each key', async () => {
    const { batcher, batches, next } = heldBatcher({ largestBatch: 6 });
    const all = [submit(batcher, 'first', 0)];
    const running = await next();
    for (let n = 1; n <= 20; n += 1) all.push(submit(batcher, 'busy', n));
    all.push(submit(batcher, 'quiet', 100), submit(batcher, 'other', 200), submit(batcher, 'other', 201));
    running.finish();
    for (let batch = 0; batch < 4; batch += 1) (await next()).finish();
    await Promise.all(all);
    const second = batches[1] ?? [];
    expect(second.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 100, 200, 201]);
    const busy = batches.flat().filter(({ key }) => key === 'busy');
    expect(busy.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('begins the next batch with whoever waited longest', async () => {
    const { batcher, batches, next } = heldBatcher({ largestBatch: 2 });
    const all = [submit(batcher, 'z', 0)];
    const running = await next();
    for (const key of ['a', 'b', 'c']) for (const n of [1, 2]) all.push(submit(batcher, key, n));
    running.finish();
    for (let batch = 0; batch < 3; batch += 1) (await next()).finish();
    await Promise.all(all);
    expect(batches.slice(1).map((batch) => batch.map(({ key }) => key).join(''))).toEqual(['ab', 'ca', 'bc']);
  });

  it('busy when the queue, or the queue of one key, is full; again open when it has drained', async () => {
    const { batcher, next } = heldBatcher({ longestQueue: 4, longestQueueOfKey: 2 });
    const waiting = [submit(batcher, 'a', 0)];
    const running = await next();
    waiting.push(submit(batcher, 'a', 1), submit(batcher, 'a', 2));
    await expect(submit(batcher, 'a', 3)).rejects.toMatchObject({ outcome: 'busy' });
    waiting.push(submit(batcher, 'b', 4), submit(batcher, 'c', 5));
    await expect(submit(batcher, 'd', 6)).rejects.toMatchObject({ outcome: 'busy' });
    running.finish();
    (await next()).finish();
    expect(await Promise.all(waiting)).toEqual([0, 1, 2, 4, 5]);
    const later = submit(batcher, 'a', 7);
    (await next()).finish();
    expect(await later).toBe(7);
  });

  it('sends a second batch the later the more programs send batches', async () => {
    const programs = { count: 2 };
    const { batcher, batches, next } = heldBatcher({ programs: () => programs.count });
    const all = [submit(batcher, 'k0', 0)];
    const first = await next();
    const add = (count: number) => {
      for (let n = 0; n < count; n += 1) all.push(submit(batcher, 'k1', all.length));
      return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    };
    await add(63);
    expect(batches).toHaveLength(1);
    programs.count = 3;
    await add(1);
    expect(batches).toHaveLength(1);
    programs.count = 2;
    await add(1);
    expect(batches.map(({ length }) => length)).toEqual([1, 65]);
    first.finish();
    (await next()).finish();
    await Promise.all(all);
  });

  it('sends a second batch beside the first once so many of its lane wait that it is worth it, and never a third', async () => {
    const { batcher, batches, next } = heldBatcher({ largestBatch: 64 });
    const all = [submit(batcher, 'k0', 0)];
    const first = await next();
    const add = (count: number, key: string) => {
      for (let n = 0; n < count; n += 1) all.push(submit(batcher, key, all.length));
      return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    };
    await add(11, 'k1');
    await add(40, 'k0');
    expect(batches.map(({ length }) => length)).toEqual([1]);
    await add(1, 'k3');
    expect(batches.map(({ length }) => length)).toEqual([1, 12]);
    const beside = await next();
    await add(50, 'k1');
    expect(batches).toHaveLength(2);
    // Either may come back first. Of two that take, each takes of its lane; one leaves few to the other, and the last one takes all.
    beside.finish();
    const third = await next();
    expect(batches.map(({ length }) => length)).toEqual([1, 12, 50]);
    expect(new Set(batches.slice(1).flatMap((batch) => batch.map(({ key }) => key)))).toEqual(new Set(['k1', 'k3']));
    await add(5, 'k3');
    third.finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toHaveLength(3);
    first.finish();
    const last = await next();
    expect(batches.map(({ length }) => length)).toEqual([1, 12, 50, 45]);
    last.finish();
    expect(await Promise.all(all)).toEqual(all.map((_, n) => n));
    await batcher.idle();
    const later = submit(batcher, 'a', 7);
    (await next()).finish();
    expect(await later).toBe(7);
  });

  it('an error is that of its batch and of no other', async () => {
    const { batcher, next } = heldBatcher();
    const lost = Promise.allSettled([submit(batcher, 'a', 1), submit(batcher, 'b', 2)]);
    const running = await next();
    const kept = submit(batcher, 'a', 3);
    running.fail(new Error('the database is away'));
    expect(await lost).toMatchObject([{ reason: { message: 'the database is away' } }, { reason: { message: 'the database is away' } }]);
    (await next()).finish();
    expect(await kept).toBe(3);
  });

  it('never answers one command with the result of another: too few results are an error', async () => {
    const { batcher, next } = heldBatcher();
    const both = Promise.allSettled([submit(batcher, 'a', 1), submit(batcher, 'a', 2)]);
    (await next()).finish([{ ok: true, value: 1 }]);
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('survives a run that throws before it returns a promise', async () => {
    let runs = 0;
    const batcher = new Batcher<Command, number>({
      name: 'test',
      underWay: new UnderWay(),
      fairnessKey: ({ key }) => key,
      run: (commands) => {
        runs += 1;
        if (runs === 1) throw new Error('at once');
        return Promise.resolve(commands.map(({ n }) => ({ ok: true, value: n })));
      },
    });
    await expect(submit(batcher, 'a', 1)).rejects.toThrow('at once');
    expect(await submit(batcher, 'a', 2)).toBe(2);
  });

  it('is idle when nothing waits or runs any more', async () => {
    const { batcher, next } = heldBatcher();
    await batcher.idle();
    const one = submit(batcher, 'a', 1);
    let idle = false;
    const waited = batcher.idle().then(() => (idle = true));
    const running = await next();
    expect(idle).toBe(false);
    running.finish();
    await Promise.all([one, waited]);
    expect(idle).toBe(true);
  });
});

describe('a batch whose locks somebody else holds', () => {
  const lockTimeout = () => Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

  /** Commands whose number is in `held` need what somebody else holds; `tells` says whether the batch can tell which they are. */
  function lockedBatcher(held: Map<number, 'own' | 'shared'>, tells: boolean) {
    const runs: { numbers: number[]; mode: LockMode }[] = [];
    const batcher = new Batcher<Command, number>({
      name: 'test',
      underWay: new UnderWay(),
      fairnessKey: ({ key }) => key,
      run: async (commands, mode) => {
        runs.push({ numbers: commands.map(({ n }) => n), mode });
        await new Promise((resolve) => setImmediate(resolve));
        const isHeld = commands.some(({ n }) => held.has(n));
        if (isHeld && !(tells && mode.skipLocked)) throw lockTimeout();
        return commands.map(({ n }): CommandResult<number> => {
          const locked = held.get(n);
          return locked ? { ok: false, locked } : { ok: true, value: n };
        });
      },
    });
    return { batcher, runs };
  }

  it.each([true, false])('sets aside the commands that need them, and answers the others (tells: %s)', async (tells) => {
    const held = new Map([[5, 'own' as const]]);
    const { batcher, runs } = lockedBatcher(held, tells);
    const waits = submit(batcher, 'held', 5);
    const others = await Promise.all([0, 1, 2, 3, 4, 6, 7, 8].map((n) => submit(batcher, `key-${n}`, n)));
    expect(others).toEqual([0, 1, 2, 3, 4, 6, 7, 8]);
    expect(batcher.length).toBeLessThanOrEqual(1);
    // What comes later does not meet the lock again: the key's commands wait beside the others, in their order.
    const before = runs.length;
    const next = submit(batcher, 'held', 9);
    expect(await submit(batcher, 'free', 10)).toBe(10);
    expect(runs.slice(before).find(({ numbers }) => numbers.includes(10))).toEqual({
      numbers: [10],
      mode: { lockTimeoutMs: 250, skipLocked: false },
    });
    held.clear();
    expect(await Promise.all([waits, next])).toEqual([5, 9]);
    await batcher.idle();
    expect(batcher.length).toBe(0);
  });

  it('waits longer for what all commands share, and soon no longer than before once it has it', async () => {
    const held = new Map([[1, 'shared' as const]]);
    const { batcher, runs } = lockedBatcher(held, true);
    const waits = submit(batcher, 'a', 1);
    while (runs.length < 6) await new Promise((resolve) => setImmediate(resolve));
    held.clear();
    expect(await waits).toBe(1);
    const patience = runs.filter(({ mode }) => !mode.skipLocked).map(({ mode }) => mode.lockTimeoutMs);
    expect(patience.slice(0, 3)).toEqual([250, 500, 1_000]);
    expect(Math.max(...patience)).toBeLessThanOrEqual(4_000);
    await submit(batcher, 'a', 2);
    await submit(batcher, 'a', 3);
    expect(runs.at(-1)?.mode.lockTimeoutMs).toBe(250);
  });

  it('waits for its own neighbour before it takes a lock for somebody else’s, and lets none begin meanwhile', async () => {
    const runs: { count: number; mode: LockMode; settle: (error?: Error) => void }[] = [];
    const batcher = new Batcher<Command, number>({
      name: 'test',
      underWay: new UnderWay(),
      fairnessKey: ({ key }) => key,
      run: (commands, mode) =>
        new Promise((resolve, reject) => {
          const settle = (error?: Error) => (error ? reject(error) : resolve(commands.map(({ n }) => ({ ok: true, value: n }))));
          runs.push({ count: commands.length, mode, settle });
        }),
    });
    const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const all = [submit(batcher, 'a', 0)];
    await turn();
    // All of the lane that nobody takes yet.
    for (let n = 1; n <= 70; n += 1) all.push(submit(batcher, `k${n}1`, n));
    await turn();
    expect(runs.map(({ count }) => count)).toEqual([1, 70]);
    runs[1]?.settle(lockTimeout());
    for (let n = 71; n <= 140; n += 1) all.push(submit(batcher, `k${n}1`, n));
    await turn();
    expect(runs).toHaveLength(2);
    runs[0]?.settle();
    await turn();
    expect(runs.slice(2).map(({ count, mode }) => [count, mode.skipLocked])).toEqual([[70, true]]);
    runs[2]?.settle();
    await turn();
    expect(runs.slice(3).map(({ count, mode }) => [count, mode.skipLocked])).toEqual([[70, false]]);
    runs[3]?.settle();
    expect(await Promise.all(all)).toEqual(all.map((_, n) => n));
  });

  it('tells commands that waited too long that nothing was done', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { batcher } = lockedBatcher(new Map([[1, 'own']]), true);
      const waits = Promise.allSettled([submit(batcher, 'a', 1)]);
      await vi.advanceTimersByTimeAsync(8_001);
      expect(await waits).toMatchObject([{ status: 'rejected', reason: { outcome: 'too_late' } }]);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('a batch that does not come back is left behind: its commands are told so, and the next batch begins', async () => {
  const { batcher, next } = heldBatcher({ runDeadlineMs: 50 });
  const lost = Promise.allSettled([submit(batcher, 'a', 1)]);
  const stuck = await next();
  const later = submit(batcher, 'a', 2);
  expect(await lost).toMatchObject([{ reason: { outcome: 'outcome_unknown' } }]);
  (await next()).finish();
  expect(await later).toBe(2);
  stuck.finish();
});

it('plans anew what changed under its plan, four times at the most: busy', async () => {
  const batches: number[][] = [];
  const batcher = new Batcher<Command, number>({
    name: 'test',
    underWay: new UnderWay(),
    fairnessKey: ({ key }) => key,
    run: async (commands) => {
      batches.push(commands.map(({ n }) => n));
      return commands.map(({ n }) => (n === 1 && batches.length > 2 ? { ok: true, value: 1 } : { ok: false, again: 'changed' }));
    },
  });
  const [kept, gone] = await Promise.allSettled([submit(batcher, 'a', 1), submit(batcher, 'b', 2)]);
  expect(kept).toEqual({ status: 'fulfilled', value: 1 });
  expect(gone).toMatchObject({ status: 'rejected', reason: { outcome: 'busy' } });
  expect(batches).toEqual([[1, 2], [1, 2], [1, 2], [2]]);
});

it('does those that wait for each other in the order in which they came, whoever comes meanwhile', async () => {
  const done: number[] = [];
  const late: Promise<number>[] = [];
  const batcher: Batcher<Command, number> = new Batcher<Command, number>({
    name: 'test',
    underWay: new UnderWay(),
    fairnessKey: ({ key }) => key,
    run: async (commands) => {
      // One more comes while each of the first batches is under way.
      if (late.length < 10) late.push(submit(batcher, 'a', 100 + late.length));
      done.push((commands[0] as Command).n);
      return commands.map(({ n }, place) => (place === 0 ? { ok: true, value: n } : { ok: false, again: 'in_turn' }));
    },
  });
  await Promise.all(Array.from({ length: 5 }, (_, n) => submit(batcher, 'a', n)));
  await batcher.idle();
  expect(done).toEqual([0, 1, 2, 3, 4, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
});

it('plans anew what waits for its turn, behind 63 others at the most: busy', async () => {
  const batcher = new Batcher<Command, number>({
    name: 'test',
    underWay: new UnderWay(),
    fairnessKey: ({ key }) => key,
    run: async (commands) => commands.map(({ n }, place) => (place === 0 ? { ok: true, value: n } : { ok: false, again: 'in_turn' })),
  });
  const all = await Promise.allSettled(Array.from({ length: 66 }, (_, n) => submit(batcher, 'a', n)));
  expect(all.slice(0, 64)).toEqual(Array.from({ length: 64 }, (_, n) => ({ status: 'fulfilled', value: n })));
  expect(all.slice(64)).toMatchObject([{ reason: { outcome: 'busy' } }, { reason: { outcome: 'busy' } }]);
});
