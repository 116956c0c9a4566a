import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepStatistics } from '../../main/testing/multiply.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { rateHistory } from './history.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [], connections: 1 });
  await keepStatistics(app);
});
afterAll(() => app.close());

const TOLD = 30_000;

it.each(['of an empty table', 'of now'])(
  'finds what staff set last behind all that a feed has told since, by statistics %s',
  async (which) => {
    await app.sql('delete from coin_rate');
    await app.sql('analyze coin_rate');
    await app.sql(
      `insert into coin_rate (coin, sequence, price_type, rate, fed, rate_to_usdt, set_by, set_at)
     select 'CNYT', n, case n when 1 then 'fixed' else 'floating' end, 7.1, case when n > 1 then 7.1 end, case when n > 1 then 7.1 end,
       case n when 1 then '7' else 'feed' end, now() - (${TOLD} - n) * interval '1 hour'
     from generate_series(1, ${TOLD}) as n`,
    );
    if (which === 'of now') await app.sql('vacuum analyze coin_rate');
    const watch = await PlanWatch.start(app);
    const seen = await watch.during(async () => {
      expect(await app.platform.operator.db.systemTransaction((tx) => rateHistory(tx, 'CNYT'))).toMatchObject({
        version: 1,
        rate: '7.1',
        floats: true,
      });
    });
    watch.stop();
    const read = seen.filter(({ text }) => text.includes('from coin_rate'));
    expect(read).toHaveLength(1);
    expect(read[0]?.visited, read[0]?.plan).toBeLessThan(200);
    expect(read[0]?.scanned).toEqual([]);
  },
);
