import { describe, expect, it } from 'vitest';
import { Batcher, type CommandResult } from './batcher.ts';
import { refuse } from './refusal.ts';

interface Command {
  readonly key: string;
  readonly n: number;
}

/** A batcher whose batches wait for the test's word. */
function heldBatcher(options: { largestBatch?: number; longestQueue?: number; longestQueueOfKey?: number } = {}) {
  const batches: Command[][] = [];
  const held: { finish: (results?: readonly CommandResult<number>[]) => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<Command, number>({
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
    for (let turn = 0; held.length === 0 && turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
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
