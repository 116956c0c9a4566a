import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { type PaymentLink, standingsOf } from './queries.ts';
import { paymentLinkRoutes } from './routes.ts';
import { makeLink } from './testing/link.ts';
import { countLinkPayments } from './totals.ts';

let app: TestApp;
let shop: TestMerchant;
let links: string[];
let paid = 0;

beforeAll(async () => {
  app = await createTestApp({ routes: paymentLinkRoutes });
  shop = await makeMerchant(app);
  links = [];
  for (let made = 0; made < 3; made += 1) links.push((await makeLink(app, shop)).serial_number);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('truncate payment_link_total');
  await app.sql('delete from payment_order');
  await app.sql(`update payment_link_progress set counted_to = '2000-01-01T00:00:00Z'`);
});

/** Orders of a link that were paid so long ago, each of 0.01 more than the one before it. */
const pay = (link: string, agoS: number, payments = 1) =>
  app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time,
       paid_time, link_number, order_type)
     select $1::bigint, name, name, name, 'USDP', 1000 + n, 1, 999 + n, 'paid', 50000001, now(), clock_timestamp() - make_interval(secs => $3), $2, 'collection'
     from (select n, 'L' || n as name from generate_series($4::int, $4::int + $5::int - 1) as n) as orders`,
    [shop.merchant_id, link, agoS, (paid += payments) - payments, payments],
  );
/** Lets time pass: what happened is so much longer ago. */
const pass = async (minutes: number) => {
  await app.sql(`update payment_order set paid_time = (paid_time at time zone 'UTC' - $1 * interval '1 minute') at time zone 'UTC'`, [
    minutes,
  ]);
  await app.sql('update payment_link_progress set counted_to = counted_to - make_interval(mins => $1)', [minutes]);
  await app.sql(
    `update payment_link_total set counted_to = (counted_to at time zone 'UTC' - $1 * interval '1 minute') at time zone 'UTC'`,
    [minutes],
  );
};
const count = () => countLinkPayments(app.platform.db);

/** Number and sum of each link's payments, as links are shown. */
async function shown(): Promise<Record<string, [number, number]>> {
  const rows = (await app.sql('select * from payment_link where merchant_id = $1', [shop.merchant_id])) as unknown as PaymentLink[];
  const standings = await app.platform.db.scoped(shop.merchant_id, (tx) => standingsOf(tx, rows));
  return Object.fromEntries([...standings].map(([link, { payments, sum }]) => [link, [Number(payments), Number(sum)]]));
}

/** The same, counted. */
async function counted(): Promise<Record<string, [number, number]>> {
  const rows = await app.sql<{ link_number: string; payments: number; sum: number }>(
    `select link_number, count(*)::int as payments, sum(amount)::int as sum from payment_order where status = 'paid' group by link_number`,
  );
  const found = new Map(rows.map(({ link_number, payments, sum }) => [link_number, [payments, sum] as [number, number]]));
  return Object.fromEntries(links.map((link) => [link, found.get(link) ?? [0, 0]]));
}

const kept = async () => (await app.sql('select serial_number, payments::int from payment_link_total')).map(({ payments }) => payments);

describe('what was paid at a link', () => {
  it('is what counting its payments finds, whatever was counted before, and by whom', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ what: fc.constant('pay' as const), link: fc.nat(2), payments: fc.integer({ min: 1, max: 5 }) }) },
      // As long as a transaction may be open.
      {
        weight: 1,
        arbitrary: fc.record({ what: fc.constant('pay late' as const), link: fc.nat(2), agoS: fc.integer({ min: 1, max: 60 }) }),
      },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 600 }) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('count' as const), workers: fc.integer({ min: 1, max: 3 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
        for (const one of steps) {
          if (one.what === 'pay') await pay(links[one.link] ?? '', 0, one.payments);
          if (one.what === 'pay late') await pay(links[one.link] ?? '', one.agoS);
          if (one.what === 'pass') await pass(one.minutes);
          if (one.what === 'count') {
            // Whoever looks meanwhile sees a payment once, neither twice nor not at all.
            const [, ...seen] = await Promise.all([Promise.all(Array.from({ length: one.workers }, count)), shown(), shown(), shown()]);
            for (const each of seen) expect(each).toEqual(await counted());
          }
          expect(await shown()).toEqual(await counted());
        }
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  it('is kept once it is settled: nothing is counted when a link is looked at', async () => {
    await pay(links[0] ?? '', 60, 4);
    await count();
    expect(await kept()).toEqual([]);
    await pass(3);
    await count();
    expect(await kept()).toEqual([4]);
    await count();
    expect(await kept()).toEqual([4]);
  });

  it('is counted in steps after a long time', async () => {
    for (const days of [40, 9, 3, 0.5]) await pay(links[1] ?? '', days * 86_400, 2);
    await countLinkPayments(app.platform.db, 0);
    expect(await kept()).toEqual([2]);
    expect(await shown()).toEqual(await counted());
    await count();
    expect(await kept()).toEqual([8]);
  });

  it('does not lose what is paid while the clock is behind what was counted', async () => {
    await app.sql(`update payment_link_progress set counted_to = clock_timestamp() - interval '30 seconds'`);
    await pay(links[2] ?? '', 0, 3);
    await count();
    expect(await kept()).toEqual([]);
    expect(await shown()).toEqual(await counted());
  });
});
