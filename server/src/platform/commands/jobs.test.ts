import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { runJobs } from './jobs.ts';
import { OneEach } from './one-each.ts';
import { eventually } from '../testing/eventually.ts';

const log = pino({ level: 'silent' });
afterEach(() => void vi.restoreAllMocks());

it('does each job again and again beside the others, also one that fails, and says so', async () => {
  const done = { well: 0, badly: 0 };
  const logged = vi.spyOn(log, 'error');
  const jobs = runJobs(
    [
      { name: 'well', everyMs: 1, run: async () => (done.well += 1) },
      {
        name: 'badly',
        everyMs: 1,
        run: async () => {
          done.badly += 1;
          throw new Error('the database is away');
        },
      },
      { name: 'slow', everyMs: 1, run: () => new Promise((resolve) => setTimeout(resolve, 50)) },
    ],
    log,
  );
  await eventually(() => expect(Math.min(done.well, done.badly)).toBeGreaterThan(3));
  await jobs.close();
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ job: 'badly' }), 'a periodic job failed');
});

it('lets what is running finish when it is closed, and begins nothing more', async () => {
  let begun = 0;
  let finished = 0;
  const jobs = runJobs(
    [
      {
        name: 'slow',
        everyMs: 1,
        run: async () => {
          begun += 1;
          await new Promise((resolve) => setTimeout(resolve, 60));
          finished += 1;
        },
      },
      { name: 'rare', everyMs: 3_600_000, run: async () => {} },
    ],
    log,
  );
  await eventually(() => expect(begun).toBe(1));
  await jobs.close();
  expect([begun, finished]).toEqual([1, 1]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(begun).toBe(1);
});

it('tells a failure that lasts once, another one too, and when it is over', async () => {
  const told: string[] = [];
  const keep = (_: unknown, message?: string) => void told.push(message ?? '');
  vi.spyOn(log, 'error').mockImplementation(keep);
  vi.spyOn(log, 'info').mockImplementation(keep);
  const outcomes = ['away', 'away', 'away', 'locked', '', ''];
  let rounds = 0;
  const jobs = runJobs(
    [
      {
        name: 'poorly',
        everyMs: 1,
        run: async () => {
          const outcome = outcomes[rounds] ?? '';
          rounds += 1;
          if (outcome) throw new Error(outcome);
        },
      },
    ],
    log,
  );
  await eventually(() => expect(rounds).toBeGreaterThanOrEqual(outcomes.length));
  await jobs.close();
  expect(told).toEqual(['a periodic job failed', 'a periodic job failed', 'a periodic job that failed is done again']);
  expect(jobs.health()).toMatchObject([{ failingForMs: undefined }]);
});

it('begins a round of one that may overlap while another is under way, and lets all of them end when it is closed', async () => {
  const gate = Promise.withResolvers<void>();
  const each = new OneEach();
  const done = { slow: 0, quick: 0 };
  const run = () =>
    each.run(
      new Map([
        ['slow', gate.promise],
        ['quick', Promise.resolve()],
      ]),
      async (until) => {
        await until;
        done[until === gate.promise ? 'slow' : 'quick'] += 1;
      },
    );
  const jobs = runJobs([{ name: 'apart', everyMs: 1, overlaps: true, run }], log);
  await eventually(() => expect(done.quick).toBeGreaterThan(3));
  expect(done.slow).toBe(0);
  const closed = jobs.close();
  gate.resolve();
  await closed;
  expect(done.slow).toBe(1);
});

it('fails as long as the last work on one of several things has failed, also in rounds that leave it alone', async () => {
  const each = new OneEach();
  const gate = Promise.withResolvers<void>();
  const run = (work: (one: string) => Promise<void>) => each.run(new Map([...'ab'].map((one) => [one, one])), work);
  const begun: string[] = [];
  const begin = async (one: string) => void begun.push(one);
  await expect(run((one) => (one === 'a' ? Promise.resolve() : Promise.reject(new Error('b is away'))))).rejects.toThrow('b is away');
  const slow = run(() => gate.promise);
  await expect(run(begin)).rejects.toThrow('b is away');
  expect(begun).toEqual([]);
  gate.resolve();
  await slow;
  await run(begin);
  expect(begun).toEqual(['a', 'b']);
});
