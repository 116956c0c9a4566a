import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { dashboardJobs, sumUpFigures } from './jobs.ts';
import { HOUR_MS, History } from './testing/history.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

interface Plan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}

/** Pages that the statement reads, which is not done. */
async function pagesOf(text: string, values: readonly unknown[]): Promise<number> {
  const client = await app.platform.db.system.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(`explain (analyze, buffers, format json) ${text}`, [...values]);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** What is asked while the work is done. */
async function asked(work: () => Promise<unknown>): Promise<{ readonly text: string; readonly values: readonly unknown[] }[]> {
  const spy = vi.spyOn(app.platform.db.system, 'query');
  try {
    await work();
    // What the platform asks by the way, as for its clock, is asked by an object.
    return spy.mock.calls.flatMap(([text, values]: readonly unknown[]) =>
      typeof text === 'string' ? [{ text, values: (values ?? []) as unknown[] }] : [],
    );
  } finally {
    spy.mockRestore();
  }
}

it.skipIf(onCluster)('finds out by one look at each merchant that none of them has an order', async () => {
  const orders = new History(app, (await makeMerchant(app)).merchant_id);
  for (let index = 0; index < 300; index += 1) await orders.some(new Date(Date.now() - index * HOUR_MS), index);
  await sumUpFigures(app.platform.db, new Date(), 60_000);
  await app.sql('analyze');
  const statements = () => asked(() => sumUpFigures(app.platform.db, new Date()));
  const pages = async () => {
    let sum = 0;
    for (const { text, values } of await statements()) sum += await pagesOf(text, values);
    return sum;
  };
  const before = await pages();
  const idle = 40;
  for (let made = 0; made < idle; made += 1) await makeMerchant(app, { markets: ['USD', 'CNY'] });
  expect(((await pages()) - before) / idle).toBeLessThan(5);
});

it('looks at nothing again before the next hour', async () => {
  const [job] = dashboardJobs(app.platform);
  const now = vi.spyOn(app.platform.clock, 'now');
  try {
    const hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
    const runAt = (time: number) => {
      now.mockReturnValue(new Date(time));
      return asked(() => job?.run() as Promise<unknown>);
    };
    expect(await runAt(hour - 30 * 60_000)).not.toEqual([]);
    expect(await runAt(hour - 29 * 60_000)).toEqual([]);
    // What was created in an hour may not be committed at its end.
    expect(await runAt(hour + 60_000)).toEqual([]);
    expect(await runAt(hour + 6 * 60_000)).not.toEqual([]);
    expect(await runAt(hour + 7 * 60_000)).toEqual([]);
  } finally {
    now.mockRestore();
  }
});
