import type { InputOf } from '@purser/contract/call';
import { orderExport, orderQuery } from '@purser/contract/features/order';
import { refundAdd } from '@purser/contract/features/refund';
import type { Language } from '@purser/contract/language';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { canReadXlsx, readXlsx } from '../../platform/testing/read-xlsx.ts';
import { checkoutRoutes } from '../checkout/routes.ts';
import { Checkout } from '../checkout/service.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { refundRoutes } from '../refund/routes.ts';
import { makePaidOrder } from '../refund/testing/paid-order.ts';
import { orderRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let address: string;

/** Several portions and a bit; every 5th order has the time of the one before, down to the microsecond. */
const ORDERS = 1_730;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...orderRoutes(platform), ...refundRoutes(platform), ...checkoutRoutes(platform, new Checkout(platform))],
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  for (const { merchant_id } of [merchant, await makeMerchant(app)]) await plant(merchant_id);
});
afterAll(() => app.close());

/** Orders named after `mark`, of which the first has a payer. */
async function plant(merchantId: number, count = ORDERS, mark = 'PO'): Promise<void> {
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, cancelled_by,
       external_account, payer_id, payer_nick, create_time, expire_time, paid_time)
     select $1::bigint, $3 || i, case when i = 1 then '=1+1' else $3 || '-' || i end, md5($1::bigint || $3 || i), case when i % 3 = 0 then 'CNYT' else 'USDP' end,
       100 + i, 1, 99 + i, status, case when status = 'cancelled' then 'merchant' end, 'customer', case when status = 'paid' then 50000001 end,
       case when status = 'paid' then '@nick' end, time, time + interval '15 minutes', case when status = 'paid' then time end
     from (
       select i, (array['created', 'paid', 'cancelled', 'expired'])[1 + i % 4] as status,
         '2026-01-01T00:00:00.123456Z'::timestamptz + (i - case when i % 5 = 0 then 1 else 0 end) * interval '1 second' as time
       from generate_series(1, $2) as i
     ) as made`,
    [merchantId, count, mark],
  );
}

type Input = InputOf<typeof orderExport>;

function ask(input: Input, { token } = merchant, language: Language = 'en'): Promise<Response> {
  const body = JSON.stringify(input);
  return fetch(address + orderExport.path, {
    method: 'POST',
    body,
    headers: headersOf(orderExport, body, { token, language }),
  });
}

async function csvOf(filters: Omit<Input, 'format'> = {}, party = merchant, language: Language = 'en') {
  const response = await ask({ format: 'csv', ...filters }, party, language);
  const [head, ...rows] = readCsv((await response.text()).replace(/^\ufeff/, ''));
  return { head, rows, announced: Number(response.headers.get('purser-export-rows')) };
}

const serials = (rows: readonly string[][]) => rows.map(([, , serial]) => serial);

describe('the file of user recharge records', () => {
  it('has each order once, in the order of the list, over all its portions', async () => {
    const { rows, announced } = await csvOf();
    const listed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: { list: { serial_number: string }[]; next_cursor: string | null } = dataOf(
        await app.call(orderQuery, { page_size: 100, cursor }, { token: merchant.token }),
      );
      listed.push(...page.list.map(({ serial_number }) => serial_number));
      cursor = page.next_cursor;
    }
    expect(serials(rows)).toEqual(listed);
    expect([listed.length, announced]).toEqual([ORDERS, ORDERS]);
  });

  it('has its columns, amounts exact, words for states, nothing where there is nothing, and no formula', async () => {
    const { head, rows } = await csvOf({ time_to: '2026-01-01T00:00:04Z' });
    expect(head).toEqual([
      'Created (UTC)',
      'Merchant order number',
      'Serial number',
      'Status',
      'Coin',
      'Amount',
      'Handling fee',
      'Settlement amount',
      'Payer ID',
      'Payer nickname',
      'External account',
      'Order type',
      'Source',
      'Cancelled by',
      'Latest payment time (UTC)',
      'Updated (UTC)',
      'Paid (UTC)',
      'Refunded',
    ]);
    expect(rows.map((row) => row.slice(0, 15))).toEqual([
      [
        '2026-01-01T00:00:03.123Z',
        'PO-3',
        'PO3',
        'Auto-cancelled',
        'CNYT',
        '1.03',
        '',
        '',
        '',
        '',
        'customer',
        'Deposit order',
        'API recharge',
        '',
        '2026-01-01T00:15:03.123Z',
      ],
      [
        '2026-01-01T00:00:02.123Z',
        'PO-2',
        'PO2',
        'Cancelled',
        'USDP',
        '1.02',
        '',
        '',
        '',
        '',
        'customer',
        'Deposit order',
        'API recharge',
        'The merchant',
        '2026-01-01T00:15:02.123Z',
      ],
      [
        '2026-01-01T00:00:01.123Z',
        "'=1+1",
        'PO1',
        'Transferred',
        'USDP',
        '1.01',
        '0.01',
        '1.00',
        '50000001',
        "'@nick",
        'customer',
        'Deposit order',
        'API recharge',
        '',
        '2026-01-01T00:15:01.123Z',
      ],
    ]);
  });

  it('settles in sum what the paid orders have settled, and nothing of those that nobody paid', async () => {
    const { rows } = await csvOf();
    const cents = (of: number): bigint => rows.reduce((sum, row) => sum + BigInt((row[of] || '0').replace('.', '')), 0n);
    const [paid] = await app.sql<{ fees: string; settled: string }>(
      `select sum(handling_fee) as fees, sum(settlement_amount) as settled from payment_order where merchant_id = $1 and status = 'paid'`,
      [merchant.merchant_id],
    );
    expect([cents(6), cents(7)]).toEqual([BigInt(paid?.fees ?? ''), BigInt(paid?.settled ?? '')]);
  });

  it('has when an order was paid, also after part of it was given back, and how much that was', async () => {
    const [shop, payer] = [await makeMerchant(app), await makeUser(app)];
    await fund(app, payer.user_id, 'USDP', '20.00');
    const { serial_number } = await makePaidOrder(app, shop.merchant_id, payer, '10.00');
    await makeOrder(app, shop.merchant_id, { amount: '5.00' });
    const endOf = async () => (await csvOf({}, shop)).rows.map((row) => row.slice(-2));
    const [booked] = await app.sql<{ time: Date }>(`select posted_at as time from ledger.posting where serial_number = $1`, [
      serial_number,
    ]);
    const paid = booked?.time.toISOString() ?? '';
    expect(await endOf()).toEqual([
      ['', ''],
      [paid, '0.00'],
    ]);
    const refund = { order_serial_number: serial_number, amount: '2.50', remark: '', google_code: await googleCode(app, shop) };
    dataOf(await app.call(refundAdd, refund, { token: shop.token }));
    expect(await endOf()).toEqual([
      ['', ''],
      [paid, '2.50'],
    ]);
    const { list } = dataOf(await app.call(orderQuery, { serial_number }, { token: shop.token }));
    expect(list).toMatchObject([{ paid_time: paid, refunded_amount: '2.50' }]);
    expect(list[0]?.update_time).not.toBe(paid);
  });

  it.each<[string, Omit<Input, 'format'>, (i: number) => boolean]>([
    ['status', { order_status: 'paid' }, (i) => i % 4 === 1],
    ['status and coin', { order_status: 'cancelled', coin_name: 'CNYT' }, (i) => i % 4 === 2 && i % 3 === 0],
    ['serial number', { serial_number: 'PO77' }, (i) => i === 77],
    ['payer', { payment_id: 50_000_001 }, (i) => i % 4 === 1],
    ['a coin without orders', { coin_name: 'VNDT' }, () => false],
  ])('goes by the filters: %s', async (_, filters, meant) => {
    const { rows, announced } = await csvOf(filters);
    const expected = Array.from({ length: ORDERS }, (_value, index) => index + 1).filter(meant);
    expect(new Set(serials(rows))).toEqual(new Set(expected.map((i) => `PO${i}`)));
    expect([rows.length, announced]).toEqual([expected.length, expected.length]);
  });

  it.each<[Language, string[]]>([
    ['zh_Hans', ['创建时间（UTC）', '商户订单号', '流水号', '状态', '已取消']],
    ['zh_Hant', ['建立時間（UTC）', '商戶訂單編號', '流水號', '狀態', '已取消']],
    ['vi', ['Thời gian tạo (UTC)', 'Mã đơn hàng của người bán', 'Mã giao dịch', 'Trạng thái', 'Đã hủy']],
  ])('speaks the language of the request: %s', async (language, words) => {
    const { head, rows } = await csvOf({ serial_number: 'PO2' }, merchant, language);
    expect([...(head ?? []).slice(0, 4), rows[0]?.[3]]).toEqual(words);
  });

  it('leaves out orders that come while it is read, and shows none twice', async () => {
    const busy = await makeMerchant(app, { name: 'x'.repeat(200), markets: ['USD', 'CNY'] });
    await plant(busy.merchant_id, 12_000);
    const response = await ask({ format: 'csv' }, busy);
    await app.sql("update payment_order set status = 'expired' where merchant_id = $1 and status = 'created'", [busy.merchant_id]);
    await app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, expire_time)
       values ($1, 'PO-late', 'late', 'late', 'USDP', 5, 0, 5, now())`,
      [busy.merchant_id],
    );
    const rows = readCsv(await response.text()).slice(1);
    expect(new Set(serials(rows)).size).toBe(12_000);
    expect(rows).toHaveLength(12_000);
    expect(serials(rows)).not.toContain('PO-late');
  });

  it.skipIf(!canReadXlsx)('comes as a worksheet, with amounts as numbers', async () => {
    const response = await ask({ format: 'xlsx', serial_number: 'PO1' }, merchant, 'vi');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="recharge-records_\d{4}-\d\d-\d\d\.xlsx"$/);
    const period = { time_from: '2026-01-01T00:00:00Z', time_to: '2099-01-01T00:00:00Z' };
    const running = await ask({ format: 'csv', serial_number: 'PO1', ...period });
    expect(running.headers.get('content-disposition')).toMatch(/_2026-01-01_20(?!98|99)\d\d-\d\d-\d\d\.csv"$/);
    const { name, rows } = readXlsx(new Uint8Array(await response.arrayBuffer()));
    expect(name).toBe('Lịch sử nạp tiền của người dùng');
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[5]).toMatchObject({ type: null, text: '1.01', format: '#,##0.00' });
    expect(rows[1]?.[1]).toMatchObject({ type: 'inlineStr', text: '=1+1', quoted: true });
  });
});

describe('refusals', () => {
  it('no session, an unknown format, a position', async () => {
    expect(await app.call(orderExport, { format: 'csv' })).toMatchObject({ status: 401, msg: 'unauthenticated' });
    for (const [field, input] of Object.entries({ format: { format: 'pdf' }, page: { format: 'csv', page: 2 } })) {
      expect(await app.send(orderExport, input, { token: merchant.token })).toMatchObject({
        status: 400,
        data: { fields: [{ field }] },
      });
    }
  });

  it("never holds another merchant's orders", async () => {
    expect((await csvOf({}, await makeMerchant(app))).rows).toEqual([]);
  });
});
