import { userWithdrawalExport, userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { withdrawalLimitQuery, withdrawalLimitUpdate } from '@purser/contract/features/withdrawal-limit';
import type { InputOf } from '@purser/contract/call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { wellWithinAQuarter } from '../../platform/testing/within-quarter.ts';
import { userWithdrawalRoutes } from './routes.ts';
import { createCommand, makeWithdrawal, submit } from './testing/withdrawal.ts';

let app: TestApp;
let shop: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: userWithdrawalRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  await wellWithinAQuarter();
  [shop, user] = [await makeMerchant(app, { markets: ['USD', 'CNY'] }), await makeUser(app)];
  await fund(app, shop.merchant_id, 'USDP', '1000.00');
});

type Update = Omit<InputOf<typeof withdrawalLimitUpdate>, 'google_code'>;
const USUAL: Update = { coin_name: 'USDP', is_on: true, single_limit: '50.00', day_limit: '80.00' };
const update = async (changes: Partial<Update> = {}) =>
  app.call(withdrawalLimitUpdate, { ...USUAL, ...changes, google_code: await googleCode(app, shop) }, { token: shop.token });
const limits = async () => dataOf(await app.call(withdrawalLimitQuery, {}, { token: shop.token })).list;
const make = (amount: string) => makeWithdrawal(app, shop.merchant_id, user.user_id, { amount });

describe('the exemption quota', () => {
  it('is shown of every coin that users hold, empty until it is set, and then with what is used today', async () => {
    const unset = { is_on: false, single_limit: null, day_limit: null, hour_limit: null, day_count: null, hour_count: null };
    const none = { ...unset, day: expect.any(String), used_today: '0.00', count_today: 0, update_time: null };
    expect(await limits()).toEqual(['CNYT', 'USDP'].map((coin_name) => ({ coin_name, ...none })));
    await update();
    await make('30.00');
    await make('10.00');
    await make('60.00');
    const [today] = await app.sql<{ day: string }>(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`);
    expect((await limits())[1]).toMatchObject({
      is_on: true,
      single_limit: '50.00',
      day_limit: '80.00',
      used_today: '40.00',
      count_today: 2,
      day: today?.day,
      update_time: expect.any(String),
    });
  });

  it('keeps bounds that are left out, and null lifts them', async () => {
    const set = { hour_limit: '70.00', day_count: 9, hour_count: 3 };
    expect(dataOf(await update(set))).toMatchObject(set);
    expect(dataOf(await update({ single_limit: '40.00' }))).toMatchObject({ ...set, single_limit: '40.00' });
    expect(dataOf(await update({ hour_limit: null, day_count: null }))).toMatchObject({ hour_limit: null, day_count: null, hour_count: 3 });
  });

  it('holds for the next withdrawal as soon as it is changed, also below what is used', async () => {
    await update();
    expect(await make('50.00')).toMatchObject({ review_mode: 'automatic' });
    await update({ single_limit: '10.00', day_limit: '20.00' });
    expect(await make('5.00')).toMatchObject({ review_mode: 'manual' });
    await update({ day_limit: '1000.00' });
    expect(await make('5.00')).toMatchObject({ review_mode: 'automatic' });
    await update({ is_on: false });
    expect(await make('5.00')).toMatchObject({ review_mode: 'manual' });
  });

  it.each([
    ['a coin that does not exist', { coin_name: 'XXXX' }, { code: 6207, msg: 'coin_unknown' }],
    ['a coin of a market that is not the merchant’s', { coin_name: 'VNDT' }, { code: 6202, msg: 'market_not_enabled' }],
    ['a coin that no user holds', { coin_name: 'USDT' }, { msg: 'market_not_enabled' }],
    ['a day that is less than one withdrawal', { day_limit: '49.99' }, { code: 8004, msg: 'day_limit_too_low' }],
    ['too many decimals', { single_limit: '1.001' }, { msg: 'invalid_input', data: { fields: [{ field: 'single_limit' }] } }],
    ['no number', { day_count: 0 }, { msg: 'invalid_input', status: 400 }],
  ] as const)('refuses %s, and stays as it is', async (_name, changes, answer) => {
    expect(await update(changes)).toMatchObject(answer);
    expect((await limits()).every(({ update_time }) => update_time === null)).toBe(true);
  });

  it('is noted in the audit log', async () => {
    await update();
    const [entry] = await app.sql('select action, details from audit_log where owner_id = $1 order by sequence desc limit 1', [
      shop.merchant_id,
    ]);
    expect(entry).toMatchObject({ action: 'withdrawal_limit.update', details: { coin_name: 'USDP', is_on: true, single_limit: '50.00' } });
  });
});

/** A zone, as POSIX writes them, in which it is between 0 and 1 o'clock, and whose clocks are set back from 1 to 0 o'clock after that. */
function setBackToMidnightSoon(now: Date): string {
  // Hours west of Greenwich.
  const summer = now.getUTCHours() <= 12 ? now.getUTCHours() : now.getUTCHours() - 24;
  const local = new Date(now.getTime() - summer * 3_600_000);
  // Days of the year are counted from 0.
  const today = Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000);
  return `<WIN>${summer + 1}<SUM>${summer},${(today + 180) % 365},${today}/1`;
}

describe('a day of the quota', () => {
  /** What was used at a time of the merchant's zone, so many quarters of an hour after its midnight. */
  const use = (zone: string, quarters: number, amount: number) =>
    app.sql(
      `insert into withdrawal_limit_use (merchant_id, coin, hour, amount, orders)
       values ($1, 'USDP', date_trunc('day', now(), $2) + $3 * interval '15 minutes', $4, 1)`,
      [shop.merchant_id, zone, quarters, amount],
    );
  const inZone = (zone: string | null) => app.sql('update merchant set time_zone = $2 where merchant_id = $1', [shop.merchant_id, zone]);

  it.each(['Asia/Kathmandu', 'Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])('begins at midnight in %s', async (zone) => {
    await update();
    await inZone(zone);
    await use(zone, -1, 7_000);
    await use(zone, 0, 3_000);
    const [today] = await app.sql<{ day: string }>(`select to_char(now() at time zone $1, 'YYYY-MM-DD') as day`, [zone]);
    expect((await limits())[1]).toMatchObject({ used_today: '30.00', count_today: 1, day: today?.day });
    expect(await make('50.00')).toMatchObject({ review_mode: 'automatic' });
    expect(await make('1.00')).toMatchObject({ review_mode: 'manual' });
  });

  it('is that of UTC where the merchant has named no zone', async () => {
    await update();
    await use('UTC', -1, 7_000);
    await use('UTC', 0, 3_000);
    expect((await limits())[1]).toMatchObject({ used_today: '30.00' });
  });

  it('begins at the first of two midnights where clocks are set back to it', async () => {
    await update({ hour_limit: '70.00' });
    await inZone(setBackToMidnightSoon(new Date()));
    await make('50.00');
    expect((await limits())[1]).toMatchObject({ used_today: '50.00', count_today: 1 });
    expect(await make('31.00')).toMatchObject({ review_mode: 'manual' });
  });

  it('has hours by the clock of its zone, of which none lies in two days', async () => {
    await update({ day_limit: '200.00', hour_limit: '60.00' });
    const now = new Date().toISOString().slice(0, 19);
    const [hour, minute, second] = now.slice(11).split(':');
    // It was just struck there: midnight in the one zone, some hour in the other.
    for (const zone of [`<NOW>${hour}:${minute}:${second}`, `<NOW>00:${minute}:${second}`]) {
      await inZone(zone);
      await app.sql('delete from withdrawal_limit_use where merchant_id = $1', [shop.merchant_id]);
      await app.sql(
        `insert into withdrawal_limit_use (merchant_id, coin, hour, amount, orders) values ($1, 'USDP', $2::timestamptz - interval '1 second', 4000, 1)`,
        [shop.merchant_id, `${now}Z`],
      );
      expect(await make('50.00'), zone).toMatchObject({ review_mode: 'automatic' });
    }
  });

  it('and an hour are sums of the quarters within them', async () => {
    await update({ hour_limit: '60.00' });
    await make('40.00');
    await app.sql(`update withdrawal_limit_use set hour = date_trunc('hour', now()) where merchant_id = $1`, [shop.merchant_id]);
    await make('20.00');
    expect((await limits())[1]).toMatchObject({ used_today: '60.00', count_today: 2 });
    expect(await make('1.00')).toMatchObject({ review_mode: 'manual' });
  });
});

describe('at the same moment', () => {
  const automatic = async () => {
    const [sum] = await app.sql<{ amount: string; used: string }>(
      `select coalesce(sum(amount) filter (where review_mode = 'automatic'), 0)::text as amount,
         (select coalesce(sum(amount), 0)::text from withdrawal_limit_use where merchant_id = $1) as used
       from review_order where owner_id = $1`,
      [shop.merchant_id],
    );
    return sum;
  };

  it('requests in many transactions never exceed the day together, and nothing of it is left unused', async () => {
    await update({ single_limit: '10.00', day_limit: '100.00' });
    const batch = (amount: string) => Array.from({ length: 4 }, () => createCommand(app, shop.merchant_id, user.user_id, { amount }));
    await Promise.all(Array.from({ length: 6 }, () => submit(app, batch('10.00'))));
    expect(await automatic()).toEqual({ amount: '10000', used: '10000' });
  });

  it('whatever the amounts', async () => {
    await update({ single_limit: '40.00', day_limit: '90.00', day_count: 5 });
    const amounts = ['33.33', '12.00', '40.00', '7.77', '1.00', '25.00', '39.99', '18.00'];
    await Promise.all(amounts.map((amount) => submit(app, [createCommand(app, shop.merchant_id, user.user_id, { amount })])));
    const sum = await automatic();
    expect(sum?.amount).toBe(sum?.used);
    expect(Number(sum?.amount)).toBeLessThanOrEqual(9_000);
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
      `select count(*)::int as count from review_order where owner_id = $1 and review_mode = 'automatic'`,
      [shop.merchant_id],
    );
    expect(count).toBeLessThanOrEqual(5);
  });

  it('a quota that is lowered is used before or after, never against what it says then', async () => {
    await update({ single_limit: '10.00', day_limit: '100.00' });
    const batches = Array.from({ length: 8 }, () => submit(app, [createCommand(app, shop.merchant_id, user.user_id, { amount: '10.00' })]));
    const lowered = update({ single_limit: '0', day_limit: '0' });
    await Promise.all([...batches, lowered]);
    const { update_time } = dataOf(await lowered);
    const late = await app.sql(
      `select from review_order where owner_id = $1 and review_mode = 'automatic' and create_time > $2::timestamptz + interval '1 second'`,
      [shop.merchant_id, update_time],
    );
    expect(late).toEqual([]);
    expect(await make('10.00')).toMatchObject({ review_mode: 'manual' });
  });

  it('one order number is given once', async () => {
    const command = () => createCommand(app, shop.merchant_id, user.user_id, { orderId: 'one' });
    const results = (await Promise.all(Array.from({ length: 5 }, () => submit(app, [command()])))).flat();
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
    expect(results.filter((result) => result === 'merchant_order_duplicate')).toHaveLength(4);
  });
});

describe('the records', () => {
  it('are found by every filter, and show SPEC’s fields', async () => {
    await update();
    const manual = await make('60.00');
    const automatic = await make('20.00');
    const find = async (filters: InputOf<typeof userWithdrawalQuery>) =>
      dataOf(await app.call(userWithdrawalQuery, filters, { token: shop.token })).list.map(({ serial_number }) => serial_number);
    expect(await find({})).toEqual([automatic.serial_number, manual.serial_number]);
    expect(await find({ order_status: 'pending_review' })).toEqual([manual.serial_number]);
    expect(await find({ order_status: 'approved' })).toEqual([automatic.serial_number]);
    expect(await find({ order_status: 'rejected' })).toEqual([]);
    expect(await find({ review_mode: 'automatic' })).toEqual([automatic.serial_number]);
    expect(await find({ order_id: manual.order_id })).toEqual([manual.serial_number]);
    expect(await find({ payment_id: user.user_id, coin_name: 'USDP', sort_by: 'amount', sort_order: 'asc' })).toEqual([
      automatic.serial_number,
      manual.serial_number,
    ]);
    expect(await find({ external_account: 'nobody' })).toEqual([]);
    const { list } = dataOf(await app.call(userWithdrawalQuery, { serial_number: manual.serial_number }, { token: shop.token }));
    expect(list).toEqual([
      {
        create_time: manual.create_time,
        order_id: manual.order_id,
        serial_number: manual.serial_number,
        order_type: 'withdrawal',
        payment_id: user.user_id,
        nick: user.nick,
        external_account: '',
        coin_name: 'USDP',
        amount: '60.00',
        handling_fee: '0.30',
        settlement_amount: '59.70',
        order_status: 'pending_review',
        review_mode: 'manual',
        manual_because: ['single_limit'],
        audit: '',
        remark: '',
        update_time: manual.update_time,
      },
    ]);
  });

  it('are exported, with titles that speak of users', async () => {
    const { serial_number } = await make('60.00');
    const payload = JSON.stringify({ format: 'csv' });
    const { path } = userWithdrawalExport;
    const answer = await app.fastify.inject({
      method: 'POST',
      url: path,
      payload,
      headers: headersOf(userWithdrawalExport, payload, { token: shop.token }),
    });
    const [titles, row] = answer.body.split('\r\n');
    expect(titles).toContain('User ID,User nickname,External account,Review,Reviewer,Reason for rejection');
    expect(row).toContain(`${serial_number},Withdrawal,Pending review,USDP,60.00,,,`);
  });

  it('are the merchant’s own', async () => {
    await make('1.00');
    const stranger = await makeMerchant(app);
    expect(dataOf(await app.call(userWithdrawalQuery, {}, { token: stranger.token })).list).toEqual([]);
  });
});
