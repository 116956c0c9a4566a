import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { runJobs } from './jobs.ts';
import { eventually } from '../testing/eventually.ts';

const log = pino({ level: 'silent' });

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
