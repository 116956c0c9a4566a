import type { InputOf } from '@purser/contract/call';
import { dashboardStats } from '@purser/contract/features/dashboard';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { dashboardRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: dashboardRoutes });
});
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
});
afterAll(() => app.close());

/** Chosen so that it is noon or so now: a test that runs at any time has both a past and a future within today. */
const TIME_ZONE = `Etc/GMT${new Date().getUTCHours() >= 12 ? '+' : '-'}${Math.abs(new Date().getUTCHours() - 12)}`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

let orders = 0;

/** An order, and the ledger entry of its payment, as they would stand after that time. */
async function order(
  at: Date,
  paid?: { amount: bigint; fee: bigint; payer: number; coin?: string; merchantId?: number; after?: number },
  state = 'created',
): Promise<void> {
  orders += 1;
  const { amount = 1n, fee = 0n, payer = null, coin = 'USDP', merchantId = merchant.merchant_id, after = 0 } = paid ?? {};
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id,
       create_time, expire_time, paid_time)
     values ($1, $2, $2, $2, $3, $4, $5, $4::bigint - $5::bigint, case when $6::bigint is null then $9 else 'paid' end, $6,
       $7::timestamptz - make_interval(secs => $8), $7, case when $6::bigint is null then null else $7::timestamptz end)`,
    [merchantId, `PO${orders}`, coin, amount, fee, payer, at, after, state],
  );
  if (!paid) return;
  await app.sql(
    `with account as (
       insert into ledger.account (owner_id, coin, purpose, version) values ($1, $2, 'main', 1)
       on conflict (owner_id, coin, purpose) do update set version = account.version + 1 returning version
     )
     insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, available_before,
       available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at)
     select $1, $2, 'main', version, version, $1, gen_random_uuid(), 'payment', $3, 0, $4::bigint - $5::bigint, 0, 0, 0, 0, $5, $6 from account`,
    [merchantId, coin, `PO${orders}`, amount, fee, at],
  );
}

async function transfer(at: Date, type: 'transfer' | 'receive', amount: bigint, fee: bigint): Promise<void> {
  orders += 1;
  await app.sql(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
       transfer_amount, transfer_fee, settlement_amount, create_time)
     values ($1, $2, $3, 10000099, 'a', 'b', 'USDP', $4, $5, $4::bigint - $5::bigint, $6)`,
    [merchant.merchant_id, `TR${orders}`, type, amount, fee, at],
  );
}

async function asked(
  at: Date,
  kind: 'user_withdrawal' | 'usdt_recharge' | 'fiat_withdrawal',
  status: string,
  amount: bigint,
): Promise<void> {
  orders += 1;
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time)
     values ($1, $2, $3, $4, 'manual', 'USDP', $5, 0, $5, 0, $6)`,
    [merchant.merchant_id, `RO${orders}`, kind, status, amount, at],
  );
}

const stats = async (input: Partial<InputOf<typeof dashboardStats>> = {}) =>
  dataOf(await app.call(dashboardStats, { market: 'USD', time_zone: TIME_ZONE, ...input }, { token: merchant.token }));

const NOTHING = {
  orders_created: 0,
  orders_ended: 0,
  orders_succeeded: 0,
  orders_paid: 0,
  median_seconds_to_pay: null,
  payers: 0,
  amount_paid: '0.00',
  handling_fee: '0.00',
  settlement_amount: '0.00',
  transferred_in: '0.00',
  transferred_out: '0.00',
  withdrawals: 0,
  amount_withdrawn: '0.00',
  recharges: 0,
  amount_recharged: '0.00',
};

it('answers thirty days of nothing to a newcomer', async () => {
  const answer = await stats();
  expect(answer).toMatchObject({ coin_name: 'USDP', available_asset: '0.00', today: NOTHING, yesterday: NOTHING });
  expect(answer.days).toHaveLength(30);
  expect(new Set(answer.days.map(({ day }) => day)).size).toBe(30);
  expect(answer.days.every(({ orders_created, amount_paid }) => orders_created === 0 && amount_paid === '0.00')).toBe(true);
});

it('begins with the market where money came in last, and with the first where none has; an enabled one in any case', async () => {
  const begun = async () => (await stats({ market: undefined })).market;
  expect(await begun()).toBe('USD');
  await order(ago(2 * HOUR_MS), { amount: 100n, fee: 1n, payer: 50_000_001, coin: 'CNYT' });
  await order(ago(HOUR_MS));
  expect(await begun()).toBe('CNY');
  await order(ago(HOUR_MS), { amount: 100n, fee: 1n, payer: 50_000_001 });
  expect(await begun()).toBe('USD');
  await order(ago(0), { amount: 100n, fee: 1n, payer: 50_000_001, coin: 'VNDT' });
  expect(await begun()).toBe('USD');
  merchant = await makeMerchant(app, { markets: [] });
  expect(await app.call(dashboardStats, { time_zone: TIME_ZONE }, { token: merchant.token })).toMatchObject({ msg: 'market_not_enabled' });
});

it('adds up today: a payer who paid twice counts once, what came in is net and what went out is gross', async () => {
  await order(ago(0));
  await order(ago(0), { amount: 10_000n, fee: 100n, payer: 50_000_001 });
  await order(ago(0), { amount: 5_050n, fee: 51n, payer: 50_000_001 });
  await order(ago(0), { amount: 7n, fee: 1n, payer: 50_000_002 });
  await transfer(ago(0), 'receive', 1_000n, 1n);
  await transfer(ago(0), 'transfer', 2_000n, 2n);
  await asked(ago(0), 'user_withdrawal', 'approved', 2_000n);
  await asked(ago(0), 'user_withdrawal', 'pending_review', 525n);
  await asked(ago(0), 'user_withdrawal', 'rejected', 7_000n);
  await asked(ago(0), 'usdt_recharge', 'approved', 100_000n);
  await asked(ago(0), 'usdt_recharge', 'cancelled', 300_000n);
  await asked(ago(0), 'fiat_withdrawal', 'approved', 4_000n);
  const { today, days, yesterday } = await stats();
  expect(today).toEqual({
    orders_created: 4,
    orders_ended: 3,
    orders_succeeded: 3,
    orders_paid: 3,
    median_seconds_to_pay: 0,
    payers: 2,
    amount_paid: '150.57',
    handling_fee: '1.52',
    settlement_amount: '149.05',
    transferred_in: '9.99',
    transferred_out: '20.00',
    withdrawals: 2,
    amount_withdrawn: '25.25',
    recharges: 1,
    amount_recharged: '1000.00',
  });
  expect(days.at(-1)).toMatchObject({ orders_created: 4, orders_paid: 3, amount_paid: '150.57', settlement_amount: '149.05' });
  expect(yesterday).toEqual(NOTHING);
});

it('tells how many of the orders that ended were paid, and how long payers took: the middle one, or the earlier of two', async () => {
  for (const state of ['created', 'scanned', 'expired', 'expired']) await order(ago(0), undefined, state);
  const pay = (after: number) => order(ago(0), { amount: 100n, fee: 1n, payer: 50_000_001, after });
  await pay(600.4);
  expect((await stats()).today).toMatchObject({ orders_created: 5, orders_ended: 3, orders_succeeded: 1, median_seconds_to_pay: 600 });
  await pay(30);
  expect((await stats()).today.median_seconds_to_pay).toBe(30);
  await pay(95);
  expect((await stats()).today).toMatchObject({ orders_created: 7, orders_ended: 5, orders_succeeded: 3, median_seconds_to_pay: 95 });
});

it('compares with yesterday up to this time of day, and the series has the whole of it', async () => {
  await order(ago(DAY_MS + HOUR_MS), { amount: 100n, fee: 1n, payer: 50_000_001 });
  await order(ago(DAY_MS - HOUR_MS), { amount: 900n, fee: 9n, payer: 50_000_002 });
  await transfer(ago(DAY_MS - HOUR_MS), 'receive', 500n, 0n);
  const { today, yesterday, days } = await stats();
  expect(today).toEqual(NOTHING);
  expect(yesterday).toEqual({
    ...NOTHING,
    orders_created: 1,
    orders_ended: 1,
    orders_succeeded: 1,
    orders_paid: 1,
    median_seconds_to_pay: 0,
    payers: 1,
    amount_paid: '1.00',
    handling_fee: '0.01',
    settlement_amount: '0.99',
  });
  expect(days.at(-2)).toMatchObject({ orders_created: 2, orders_paid: 2, amount_paid: '10.00', settlement_amount: '9.90' });
});

it('puts an order into the local day it was made in, from the first of the thirty to the last', async () => {
  await order(ago(29 * DAY_MS), { amount: 100n, fee: 1n, payer: 50_000_001 });
  await order(ago(31 * DAY_MS), { amount: 900n, fee: 9n, payer: 50_000_001 });
  await order(ago(6 * DAY_MS));
  const { days } = await stats();
  const made = days.flatMap(({ orders_created, orders_paid }, index) =>
    orders_created > 0 ? [{ index, orders_created, orders_paid }] : [],
  );
  expect(made).toEqual([
    { index: 0, orders_created: 1, orders_paid: 1 },
    { index: 23, orders_created: 1, orders_paid: 0 },
  ]);
  expect((await stats({ time_zone: 'UTC' })).days.reduce((sum, day) => sum + day.orders_created, 0)).toBeGreaterThanOrEqual(1);
});

it('is the same whether the ledger has rolled its sums up or not, and when asked again', async () => {
  for (let i = 0; i < 40; i += 1) await order(ago(i * 17 * HOUR_MS), { amount: BigInt(100 + i), fee: 1n, payer: 50_000_001 + (i % 3) });
  const before = await stats();
  await app.sql('select ledger.roll_up(100, 100000, 1)');
  expect(await stats()).toEqual(before);
  await order(ago(0), { amount: 123n, fee: 1n, payer: 50_000_009 });
  const after = await stats();
  expect(after.today.orders_paid).toBe(before.today.orders_paid + 1);
  expect(after.days.slice(0, -1)).toEqual(before.days.slice(0, -1));
});

it('shows the available balance of the coin', async () => {
  await fund(app, merchant.merchant_id, 'USDP', '1234.56');
  expect((await stats()).available_asset).toBe('1234.56');
  expect(await stats({ market: 'CNY' })).toMatchObject({ coin_name: 'CNYT', available_asset: '0.00' });
});

describe('scope', () => {
  it("counts neither another market's orders nor another merchant's", async () => {
    const other = await makeMerchant(app);
    await order(ago(0), { amount: 100n, fee: 1n, payer: 50_000_001, coin: 'CNYT' });
    await order(ago(0), { amount: 100n, fee: 1n, payer: 50_000_001, merchantId: other.merchant_id });
    expect((await stats()).today).toEqual(NOTHING);
    expect((await stats({ market: 'CNY' })).today).toMatchObject({ orders_created: 1, amount_paid: '1.00' });
  });

  it('answers nobody without a session', async () => {
    expect(await app.call(dashboardStats, { market: 'USD' })).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });
});

describe('refusals', () => {
  it('names a market that is not enabled as the specification does', async () => {
    const answer = await app.call(dashboardStats, { market: 'VND' }, { token: merchant.token });
    expect(answer).toMatchObject({ code: 6202, detail: 'The user has not enabled this market. Please choose again.' });
  });

  it.each(['Mars/Olympus', 'Mars/Olympus+5', '+05:30', 'EST', "UTC'; select 1", '../etc/passwd'])(
    'names a time zone that is none: %s',
    async (time_zone) => {
      const answer = await app.call(dashboardStats, { market: 'USD', time_zone }, { token: merchant.token });
      expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'time_zone' }] } });
    },
  );

  it.each(['UTC', 'Asia/Ho_Chi_Minh', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('knows %s', async (time_zone) => {
    expect((await stats({ time_zone })).days).toHaveLength(30);
  });

  it.each([
    ['zh_Hans', '请检查填写内容：coin_name'],
    ['zh_Hant', '請檢查填寫內容：coin_name'],
    ['en', 'Please check the input: coin_name'],
    ['vi', 'Vui lòng kiểm tra thông tin: coin_name'],
  ] as const)('names a field that it does not know, in %s', async (language, text) => {
    const answer = await app.send(dashboardStats, { market: 'USD', coin_name: 'USDP' }, { token: merchant.token, language });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'coin_name' }] } });
    expect(answer.detail).toContain(text);
  });
});
