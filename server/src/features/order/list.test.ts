import type { InputOf } from '@purser/contract/call';
import { orderQuery } from '@purser/contract/features/order';
import { TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { orderRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let stranger: TestMerchant;

/** 200 orders a minute apart; every 5th has the time of the one before, down to the microsecond. */
const ORDERS = 200;
const FIRST_MS = Date.UTC(2026, 0, 1);

const INSERT = `
  insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, cancelled_by,
    order_from, external_account, payer_id, payer_nick, create_time, expire_time, paid_time, update_time)
  select $1::bigint, 'PO' || lpad(i::text, 14, '0'), 'A-' || i, md5($1::bigint || '-' || i), coin, amount, amount / 100, amount - amount / 100, status,
    case when status = 'cancelled' then case i % 2 when 0 then 'payer' else 'merchant' end end,
    case when i % 9 = 0 then 'scan' else 'api' end, case when i % 4 = 0 then '' else 'customer-' || i % 7 end,
    case when status = 'paid' then 50000001 + i % 3 end, case when status = 'paid' then 'Payer ' || i % 3 end,
    time, time + interval '15 minutes', case when status = 'paid' then time + interval '1 minute' end, time + (i * 37 % 100) * interval '1 second'
  from (
    select i, 100 + i * 7919 % 50 as amount, (array['created', 'scanned', 'paid', 'paid', 'paid', 'cancelled', 'expired'])[1 + i % 7] as status,
      case when i % 3 = 0 then 'CNYT' else 'USDP' end as coin,
      $2::timestamptz + (i - case when i % 5 = 0 then 1 else 0 end) * interval '1 minute' + interval '123456 microseconds' as time
    from generate_series(1, $3) as i
  ) as made`;

beforeAll(async () => {
  app = await createTestApp({ routes: orderRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  stranger = await makeMerchant(app);
  for (const { merchant_id } of [merchant, stranger]) await app.sql(INSERT, [merchant_id, new Date(FIRST_MS), ORDERS]);
});
afterAll(() => app.close());

type Input = InputOf<typeof orderQuery>;
const query = async (input: Input, { token } = merchant) => dataOf(await app.call(orderQuery, input, { token }));
const numbersOf = (list: readonly { order_id: string }[]) => list.map(({ order_id }) => Number(order_id.slice(2)));

it('answers an order as it stands, money with the places of its coin', async () => {
  const { list } = await query({ order_id: 'A-2' });
  expect(list).toEqual([
    {
      create_time: '2026-01-01T00:02:00.123Z',
      order_id: 'A-2',
      serial_number: 'PO00000000000002',
      payment_id: 50_000_003,
      nick: 'Payer 2',
      external_account: 'customer-2',
      coin_name: 'USDP',
      amount: '1.38',
      handling_fee: '0.01',
      settlement_amount: '1.37',
      order_type: 'deposit',
      order_from: 'api',
      order_status: 'paid',
      cancelled_by: null,
      expire_time: '2026-01-01T00:17:00.123Z',
      update_time: '2026-01-01T00:03:14.123Z',
      paid_time: '2026-01-01T00:03:00.123Z',
      refunded_amount: '0.00',
    },
  ]);
});

it('says who cancelled, and names no payer of an order that nobody paid', async () => {
  const { list } = await query({ order_status: 'cancelled' });
  expect(new Set(list.map(({ cancelled_by }) => cancelled_by))).toEqual(new Set(['payer', 'merchant']));
  expect(list.every(({ payment_id, nick }) => payment_id === null && nick === null)).toBe(true);
});

describe('filters', () => {
  const status = (i: number) => ['created', 'scanned', 'paid', 'paid', 'paid', 'cancelled', 'expired'][i % 7];
  const all = Array.from({ length: ORDERS }, (_, index) => index + 1);
  const minute = (n: number) => new Date(FIRST_MS + n * 60_000).toISOString();
  const createdAt = (i: number) => (i % 5 === 0 ? i - 1 : i) * 60_000 + 123;

  it.each<[string, Input, (i: number) => boolean]>([
    ['serial number', { serial_number: 'PO00000000000042' }, (i) => i === 42],
    ['order number', { order_id: 'A-42' }, (i) => i === 42],
    ['order number in another coin', { order_id: 'A-42', coin_name: 'USDP' }, () => false],
    ['payer', { payment_id: 50_000_002 }, (i) => status(i) === 'paid' && i % 3 === 1],
    ['payer and coin', { payment_id: 50_000_001, coin_name: 'CNYT' }, (i) => status(i) === 'paid' && i % 3 === 0],
    ['external account', { external_account: 'customer-3' }, (i) => i % 4 !== 0 && i % 7 === 3],
    ['no external account', { external_account: '' }, (i) => i % 4 === 0],
    ['coin', { coin_name: 'CNYT' }, (i) => i % 3 === 0],
    ['coin without orders', { coin_name: 'VNDT' }, () => false],
    ['source', { order_from: 'scan' }, (i) => i % 9 === 0],
    ['status', { order_status: 'expired' }, (i) => status(i) === 'expired'],
    [
      'status, coin and source',
      { order_status: 'paid', coin_name: 'CNYT', order_from: 'scan' },
      (i) => status(i) === 'paid' && i % 9 === 0,
    ],
    ['from', { time_from: minute(190) }, (i) => createdAt(i) >= 190 * 60_000],
    ['to', { time_to: minute(10) }, (i) => createdAt(i) < 10 * 60_000],
    [
      'moments: from the very microsecond, and before the other',
      { time_from: '2026-01-01T00:03:00.123456Z', time_to: '2026-01-01T00:06:00.123456Z' },
      (i) => i >= 3 && i <= 5,
    ],
    [
      'time range, sorted by amount',
      { time_from: minute(50), time_to: minute(60), sort_by: 'amount' },
      (i) => createdAt(i) >= 50 * 60_000 && createdAt(i) < 60 * 60_000,
    ],
  ])('by %s', async (_name, input, expected) => {
    const answer = await query({ ...input, page_size: 100 });
    const numbers = numbersOf(answer.list).sort((a, b) => a - b);
    expect(numbers).toEqual(all.filter(expected).slice(0, 100));
    expect(answer).toMatchObject({ total: numbers.length, total_is_exact: true });
  });
});

describe('order and paging', () => {
  const value: Record<string, (row: Awaited<ReturnType<typeof query>>['list'][number]) => number> = {
    create_time: (row) => Date.parse(row.create_time),
    update_time: (row) => Date.parse(row.update_time),
    // USDP comes after CNYT.
    amount: (row) => Number(row.amount) + (row.coin_name === 'USDP' ? 1_000_000 : 0),
  };

  for (const sort_by of ['create_time', 'update_time', 'amount'] as const) {
    for (const sort_order of ['asc', 'desc'] as const) {
      it(`by ${sort_by} ${sort_order}, the same by page number and by cursor, no row lost or doubled`, async () => {
        const sign = sort_order === 'asc' ? 1 : -1;
        const byNumber: number[] = [];
        const byCursor: number[] = [];
        let cursor: string | null = null;
        for (let page = 1; page <= 7; page += 1) {
          const input = { sort_by, sort_order, page_size: 30 };
          const numbered = await query({ ...input, page });
          const continued: typeof numbered = await query({ ...input, ...(cursor !== null && { cursor }) });
          expect(continued.list).toEqual(numbered.list);
          expect(continued.total).toBe(ORDERS);
          byNumber.push(...numbersOf(numbered.list));
          byCursor.push(...numbersOf(continued.list));
          const values = continued.list.map((row) => sign * (value[sort_by]?.(row) ?? 0));
          expect(values).toEqual([...values].sort((a, b) => a - b));
          cursor = continued.next_cursor;
          expect(cursor === null).toBe(page === 7);
        }
        expect(new Set(byCursor).size).toBe(ORDERS);
        expect(byCursor).toEqual(byNumber);
      });
    }
  }

  it('goes by amount within each coin, however many decimals these have, and never mixes them', async () => {
    const shop = await makeMerchant(app);
    await app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, create_time, expire_time)
       select $1, 'PM' || n, 'M-' || n, md5('mixed' || n), coin, amount, 0, amount, now(), now() + interval '1 hour'
       from unnest(array['USDP', 'USDT', 'USDP', 'USDT'], array[70000000, 150000000, 50, 2000000]) with ordinality as made (coin, amount, n)`,
      [shop.merchant_id],
    );
    const amounts = async (input: Input) => (await query(input, shop)).list.map(({ amount, coin_name }) => `${amount} ${coin_name}`);
    const descending = ['150.000000 USDT', '2.000000 USDT', '700000.00 USDP', '0.50 USDP'];
    expect(await amounts({ sort_by: 'amount' })).toEqual(descending);
    expect(await amounts({ sort_by: 'amount', sort_order: 'asc' })).toEqual(descending.toReversed());
    expect(await amounts({ sort_by: 'amount', coin_name: 'USDP' })).toEqual(descending.slice(2));
  });

  it('is newest first unless asked otherwise, and ends without a cursor', async () => {
    const first = await query({});
    expect(numbersOf(first.list)).toEqual(Array.from({ length: 20 }, (_, index) => ORDERS - index));
    expect(first.next_cursor).not.toBeNull();
    const beyond = await query({ page: 11 });
    expect(beyond).toMatchObject({ list: [], total: ORDERS, next_cursor: null });
  });

  it.each([
    ['garbage', 'garbage'],
    ['of another order', Buffer.from(JSON.stringify(['amount.desc', '5', 'PO1'])).toString('base64url')],
    [
      'with a value that is no time',
      Buffer.from(JSON.stringify(['create_time.desc', '2026-13-40T00:00:00.000000Z', 'PO1'])).toString('base64url'),
    ],
    ['with SQL inside', Buffer.from(JSON.stringify(['create_time.desc', "now()'; drop table merchant", 'PO1'])).toString('base64url')],
    ['that is not text', Buffer.from(JSON.stringify(['create_time.desc', 5, 'PO1'])).toString('base64url')],
  ])('refuses a cursor %s, and names it', async (_name, cursor) => {
    const answer = await app.call(orderQuery, { cursor }, { token: merchant.token });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'cursor' }] } });
  });
});

it('counts no further than the cap, and says so', async () => {
  const busy = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  await app.sql(INSERT, [busy.merchant_id, new Date(FIRST_MS), TOTAL_COUNTED_UP_TO]);
  expect(await query({}, busy)).toMatchObject({ total: TOTAL_COUNTED_UP_TO, total_is_exact: true });
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, expire_time)
     values ($1, 'PO-last', 'B-1', 'token', 'USDP', 5, 0, 5, now())`,
    [busy.merchant_id],
  );
  expect(await query({}, busy)).toMatchObject({ total: TOTAL_COUNTED_UP_TO, total_is_exact: false });
  expect(await query({ external_account: '' }, busy)).toMatchObject({ total: TOTAL_COUNTED_UP_TO / 4 + 1, total_is_exact: true });
});

describe('scope', () => {
  it("answers no other merchant's orders, even when asked for by number", async () => {
    const newcomer = await makeMerchant(app);
    expect(await query({}, newcomer)).toEqual({ list: [], total: 0, total_is_exact: true, next_cursor: null });
    expect(await query({ serial_number: 'PO00000000000042' }, newcomer)).toMatchObject({ list: [], total: 0 });
  });

  it('holds for a query that forgets to name the merchant', async () => {
    const { rows } = await app.platform.db.scoped(stranger.merchant_id, (client) =>
      client.query('select merchant_id, count(*) from payment_order group by merchant_id'),
    );
    expect(rows).toEqual([{ merchant_id: BigInt(stranger.merchant_id), count: BigInt(ORDERS) }]);
  });

  it('answers nobody without a session', async () => {
    expect(await app.call(orderQuery, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });
});

it.each([
  ['zh_Hans', '请检查填写内容：merchant_id'],
  ['zh_Hant', '請檢查填寫內容：merchant_id'],
  ['en', 'Please check the input: merchant_id'],
  ['vi', 'Vui lòng kiểm tra thông tin: merchant_id'],
] as const)('refuses a field that it does not know, and names it, in %s', async (language, text) => {
  const answer = await app.send(orderQuery, { merchant_id: stranger.merchant_id }, { token: merchant.token, language });
  expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'merchant_id' }] } });
  expect(answer.detail).toContain(text);
});

it.each([
  ['page', { page: 0 }],
  ['page_size', { page_size: 101 }],
  ['sort_by', { sort_by: 'token' }],
  ['time_from', { time_from: 'yesterday' }],
  ['time_to', { time_to: '0000-01-01T00:00:00Z' }],
  ['external_account', { external_account: 'a\u0000b' }],
  ['order_status', { order_status: 'lost' }],
  ['coin_name', { coin_name: 'btc' }],
])('refuses a wrong %s by its name', async (field, input) => {
  const answer = await app.send(orderQuery, input, { token: merchant.token });
  expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field }] } });
});

it('refuses a coin that does not exist', async () => {
  expect(await app.call(orderQuery, { coin_name: 'BTC' }, { token: merchant.token })).toMatchObject({ msg: 'coin_unknown' });
});
