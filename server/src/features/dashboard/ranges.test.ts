import type { InputOf } from '@purser/contract/call';
import { dashboardMarkets, dashboardRange, dashboardStats } from '@purser/contract/features/dashboard';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { sumUpFigures } from './jobs.ts';
import { dashboardRoutes } from './routes.ts';
import { HOUR_MS, History } from './testing/history.ts';

let app: TestApp;
let merchant: TestMerchant;
let history: History;

beforeAll(async () => {
  app = await createTestApp({ routes: dashboardRoutes });
});
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  history = new History(app, merchant.merchant_id);
});
afterAll(() => app.close());

const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(Date.now() - ms);
/** Half an hour off the hours of UTC, so that no day begins where an hour does. */
const ODD_ZONE = 'Asia/Kolkata';

const range = async (input: Partial<InputOf<typeof dashboardRange>> = {}) =>
  dataOf(await app.call(dashboardRange, { market: 'USD', ...input }, { token: merchant.token }));
const sumUp = () => sumUpFigures(app.platform.db, new Date(), 60_000);

async function keptHours(): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    `select count(*)::integer as count from figure_sum where merchant_id = $1 and width = 'hour'`,
    [merchant.merchant_id],
  );
  return row?.count ?? 0;
}

it('answers nothing to a newcomer', async () => {
  const answer = await range({ period: 'last_7_days' });
  expect(answer).toMatchObject({
    coin_name: 'USDP',
    until_now: true,
    unit: 'day',
    payers_estimated: false,
    products: [],
    products_complete: true,
  });
  expect(answer.range).toEqual(answer.before);
  expect(answer.range).toMatchObject({ orders_created: 0, amount_paid: '0.00', median_seconds_to_pay: null });
  expect(answer.days).toHaveLength(7);
});

// At midnight, in one of these zones, days become others.
it(
  'says the same of every range, in every time zone, whether much, something or nothing is summed up',
  { retry: 1, timeout: 120_000 },
  async () => {
    for (let index = 0; index < 120; index += 1) await history.some(ago((index * 29 * HOUR_MS) / 3 + 7 * 60_000), index);
    const asked = (['America/New_York', ODD_ZONE] as const).flatMap((time_zone) => [
      { period: 'yesterday', time_zone } as const,
      { period: 'last_7_days', time_zone } as const,
      { period: 'last_30_days', time_zone, compare: 'year_before' } as const,
      { period: 'last_90_days', time_zone } as const,
      { period: 'own', first_day: day(40), last_day: day(3), time_zone } as const,
    ]);
    const all = async () => {
      const answers = [];
      for (const one of asked) answers.push(await range(one));
      return answers;
    };
    const unsummed = await all();
    expect(await keptHours()).toBe(0);
    // In steps, as a worker that is behind does.
    await sumUpFigures(app.platform.db, ago(31 * DAY_MS), 60_000);
    const [some] = [await keptHours()];
    expect(some).toBeGreaterThan(0);
    expect(await all()).toEqual(unsummed);
    await sumUp();
    expect(await keptHours()).toBeGreaterThan(some);
    expect(await all()).toEqual(unsummed);
    await sumUp();
    expect(await all()).toEqual(unsummed);
    // And what comes after that is told at once.
    await history.order(ago(60_000), { amount: 700n, fee: 7n, payer: 50_000_777 });
    const [before, after] = [unsummed[1], await range(asked[1])];
    expect(after.range.orders_paid).toBe((before?.range.orders_paid ?? 0) + 1);
  },
);

it('of today says what the statistics of today say', async () => {
  for (let index = 0; index < 30; index += 1) await history.some(ago((index * HOUR_MS) / 2), index);
  await sumUp();
  const stats = dataOf(await app.call(dashboardStats, { market: 'USD', time_zone: ODD_ZONE }, { token: merchant.token }));
  const answer = await range({ time_zone: ODD_ZONE });
  expect(answer.range).toEqual(stats.today);
  expect(answer.before).toEqual({ ...stats.yesterday });
  expect(answer.days).toEqual([{ day: answer.first_day, ...pick(stats.today, 'orders_paid', 'amount_paid', 'settlement_amount') }]);
});

it('waits at an hour whose orders may still end, and does not forget what was asked for there', async () => {
  await history.order(ago(5 * HOUR_MS), { amount: 100n, fee: 1n, payer: 1 });
  const open = await history.order(ago(4 * HOUR_MS), undefined, 'scanned');
  const waiting = await history.ask(ago(3 * HOUR_MS), 'user_withdrawal', 'pending_review', 400n);
  await sumUp();
  expect((await range({ period: 'last_7_days' })).range).toMatchObject({
    orders_created: 2,
    orders_ended: 1,
    withdrawals: 1,
    amount_withdrawn: '4.00',
  });
  await app.sql(`update payment_order set status = 'expired' where serial_number = $1`, [open]);
  await app.sql(`update review_order set status = 'rejected' where serial_number = $1`, [waiting]);
  expect((await range({ period: 'last_7_days' })).range).toMatchObject({
    orders_created: 2,
    orders_ended: 2,
    withdrawals: 0,
    amount_withdrawn: '0.00',
  });
  await sumUp();
  expect((await range({ period: 'last_7_days' })).range).toMatchObject({
    orders_created: 2,
    orders_ended: 2,
    orders_succeeded: 1,
    withdrawals: 0,
  });
  const [progress] = await app.sql<{ done: boolean }>(
    `select least(created_to, moved_to, asked_to) >= now() - interval '2 hours' as done from figure_progress where merchant_id = $1`,
    [merchant.merchant_id],
  );
  expect(progress?.done).toBe(true);
});

it('names what sold best, by description, most paid first, with those without one', async () => {
  const sell = (amount: bigint, description: string, before = 3 * DAY_MS) =>
    history.order(ago(before), { amount, fee: 0n, payer: 1, description });
  await sell(500n, 'Tea');
  await sell(300n, 'Rice');
  await sell(300n, 'Rice', 2 * DAY_MS);
  await sell(50n, '');
  await sell(9_900n, 'Gold', 20 * DAY_MS);
  await sumUp();
  const { products, products_complete } = await range({ period: 'last_7_days' });
  expect(products).toEqual([
    { description: 'Rice', orders_paid: 2, amount_paid: '6.00' },
    { description: 'Tea', orders_paid: 1, amount_paid: '5.00' },
    { description: '', orders_paid: 1, amount_paid: '0.50' },
  ]);
  expect(products_complete).toBe(true);
});

it('says so where there were more descriptions in an hour than are kept', async () => {
  for (let index = 0; index < 70; index += 1)
    await history.order(ago(5 * HOUR_MS), { amount: BigInt(100 + index), fee: 0n, payer: index, description: `No. ${index}` });
  await sumUp();
  const { products, products_complete, range: figures } = await range({ period: 'last_7_days' });
  expect(products_complete).toBe(false);
  expect(products[0]).toEqual({ description: 'No. 69', orders_paid: 1, amount_paid: '1.69' });
  expect(figures.payers).toBe(70);
});

it('tells long ranges by the month', async () => {
  await history.order(ago(100 * DAY_MS), { amount: 100n, fee: 1n, payer: 1 });
  const { unit, days } = await range({ period: 'own', first_day: day(120), last_day: day(0) });
  expect(unit).toBe('month');
  expect(days.length).toBeGreaterThanOrEqual(4);
  expect(
    days.find(
      (one) =>
        one.day ===
        ago(100 * DAY_MS)
          .toISOString()
          .slice(0, 7),
    ),
  ).toMatchObject({ orders_paid: 1, amount_paid: '1.00' });
});

it.skipIf(onCluster)(
  'reads no more rows of a long range than there are days and hours, however many orders it has',
  async () => {
    await history.many(15_000, ago(40 * DAY_MS), ago(2 * DAY_MS));
    await sumUp();
    await app.sql('vacuum analyze payment_order, figure_sum');
    const watch = await PlanWatch.start(app);
    try {
      const executed = await watch.during(() => range({ period: 'last_90_days' }));
      expect(executed.length).toBeGreaterThan(5);
      for (const { text, visited, plan } of executed) expect(visited, `${text} ${plan}`).toBeLessThan(500);
    } finally {
      watch.stop();
    }
  },
  120_000,
);

describe('all markets', () => {
  const markets = async () => dataOf(await app.call(dashboardMarkets, { period: 'last_7_days' }, { token: merchant.token }));

  it('stand beside each other, and come to a total at the rates of now', async () => {
    await app.sql('delete from coin_rate');
    await history.order(ago(HOUR_MS), { amount: 1_000n, fee: 10n, payer: 1 });
    await history.order(ago(HOUR_MS), { amount: 7_000n, fee: 70n, payer: 1, coin: 'CNYT' });
    const unrated = await markets();
    expect(unrated.markets.map(({ market, coin_name, rate, range: told }) => [market, coin_name, rate, told.amount_paid])).toEqual([
      ['USD', 'USDP', null, '10.00'],
      ['CNY', 'CNYT', null, '70.00'],
    ]);
    expect(unrated.total).toBeNull();
    await app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('CNYT', 1000, 'fixed', 7, '1')`);
    const { total, markets: rated } = await markets();
    expect(rated.map(({ rate }) => rate)).toEqual([null, '7']);
    expect(total).toMatchObject({
      coin_name: 'USDT',
      without_rate: ['USD'],
      range: { orders_paid: 1, amount_paid: '10.000000', handling_fee: '0.100000', settlement_amount: '9.900000' },
      before: { orders_paid: 0, amount_paid: '0.000000' },
    });
  });

  it("are the merchant's own", async () => {
    await new History(app, (await makeMerchant(app)).merchant_id).order(ago(HOUR_MS), { amount: 1_000n, fee: 10n, payer: 1 });
    expect((await markets()).markets.map(({ range: told }) => told.orders_created)).toEqual([0, 0]);
  });

  it('answer nobody without a session', async () => {
    expect(await app.call(dashboardMarkets, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });
});

describe('refusals', () => {
  it('a market that is not enabled', async () => {
    const answer = await app.call(dashboardRange, { market: 'VND' }, { token: merchant.token });
    expect(answer).toMatchObject({ code: 6202, detail: 'The user has not enabled this market. Please choose again.' });
  });

  it.each([
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ period: 'own' }, 'first_day'],
    [{ period: 'own', first_day: '2999-01-01' }, 'first_day'],
    [{ period: 'own', first_day: '2020-01-01', last_day: '2026-01-01' }, 'last_day'],
    [{ first_day: '2020-02-31' }, 'first_day'],
  ] as const)('%j, by the field %s', async (input, field) => {
    const answer = await app.call(dashboardRange, { market: 'USD', ...input }, { token: merchant.token });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field }] } });
  });
});

function day(daysAgo: number): string {
  return ago(daysAgo * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

function pick<T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
