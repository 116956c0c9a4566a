import { merchantAddress } from '@purser/contract/address';
import type { InputOf } from '@purser/contract/call';
import { transferExport, transferQuery } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { transferRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let stranger: TestMerchant;

/** 100 transfers a minute apart; every 5th at the time of the one before, every 10th amount the same. */
const COUNT = 100;
const FIRST_MS = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  app = await createTestApp({ routes: transferRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  stranger = await makeMerchant(app);
  for (const { merchant_id } of [merchant, stranger]) {
    await app.sql(
      `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
         transfer_amount, transfer_fee, settlement_amount, create_time)
       select $1, 'TR' || lpad(i::text, 14, '0'), case when i % 3 = 0 then 'receive' else 'transfer' end, 20000000 + i % 4, 'Own', 'Other',
         case when i % 2 = 0 then 'USDP' else 'CNYT' end, 1000 + i % 10, 1, 999 + i % 10,
         $2::timestamptz + (i - case when i % 5 = 0 then 1 else 0 end) * interval '1 minute' + interval '123456 microseconds'
       from generate_series(1, ${COUNT}) as i`,
      [merchant_id, new Date(FIRST_MS)],
    );
  }
});
afterAll(() => app.close());

type Input = InputOf<typeof transferQuery>;
const query = async (input: Input, { token } = merchant) => dataOf(await app.call(transferQuery, input, { token }));
const numbersOf = (list: readonly { serial_number: string }[]) => list.map(({ serial_number }) => Number(serial_number.slice(2)));

describe('the list of transfers', () => {
  for (const sort_by of ['create_time', 'transfer_amount'] as const) {
    for (const sort_order of ['asc', 'desc'] as const) {
      it(`by ${sort_by} ${sort_order}: pages and cursors give each row once, in order`, async () => {
        const byPage: number[] = [];
        const byCursor: number[] = [];
        let cursor: string | null = null;
        for (let page = 1; page <= 4; page += 1) {
          const input: Input = { sort_by, sort_order, page_size: 30 };
          byPage.push(...numbersOf((await query({ ...input, page })).list));
          const next: Awaited<ReturnType<typeof query>> = await query({ ...input, ...(cursor !== null && { cursor }) });
          byCursor.push(...numbersOf(next.list));
          cursor = next.next_cursor;
          expect(cursor === null).toBe(page === 4);
        }
        expect(byCursor).toEqual(byPage);
        expect(new Set(byCursor).size).toBe(COUNT);
      });
    }
  }

  it('is newest first, twenty a page, with its total', async () => {
    const { list, total, total_is_exact } = await query({});
    expect(numbersOf(list).slice(0, 3)).toEqual([99, 100, 98].toSorted((a, b) => b - a));
    expect([list.length, total, total_is_exact]).toEqual([20, COUNT, true]);
  });

  it('a cursor wins over the page, and a page beyond the end is empty', async () => {
    const { next_cursor } = await query({ page_size: 10 });
    expect(numbersOf((await query({ page_size: 10, page: 7, cursor: next_cursor ?? '' })).list)).toEqual(
      numbersOf((await query({ page_size: 10, page: 2 })).list),
    );
    expect(await query({ page: 1_000_000, page_size: 100 })).toMatchObject({ list: [], next_cursor: null, total: COUNT });
  });

  it('the last page, full to the last row, has no cursor', async () => {
    expect((await query({ page_size: 50, page: 2 })).next_cursor).toBeNull();
  });

  it.each([
    ['coin', { coin_name: 'USDP' }, 50],
    ['direction', { transfer_type: 'receive' }, 33],
    ['the other merchant', { merchant_id: 20_000_001 }, 25],
    ['serial number', { serial_number: 'TR00000000000042' }, 1],
    ['a serial number that is none', { serial_number: "' or 1=1 --" }, 0],
    ['the time from, inclusive', { time_from: new Date(FIRST_MS + 90 * 60_000 + 123).toISOString() }, 10],
    ['the time to, exclusive', { time_to: new Date(FIRST_MS + 10 * 60_000).toISOString() }, 10],
    ['times that exclude each other', { time_from: '2027-01-01T00:00:00Z', time_to: '2026-01-01T00:00:00Z' }, 0],
    ['times beyond all', { time_from: '0001-01-01T00:00:00Z', time_to: '9998-12-31T23:59:59.999999Z' }, 100],
    ['several at once', { coin_name: 'USDP', transfer_type: 'transfer', merchant_id: 20_000_002 }, 17],
  ] as const)('filters by %s', async (_, filter, count) => {
    const { total, list } = await query({ ...filter, page_size: 100 });
    expect([total, list.length]).toEqual([count, count]);
  });

  it('a cursor continues within the filters', async () => {
    const first = await query({ coin_name: 'USDP', page_size: 40 });
    const rest = await query({ coin_name: 'USDP', page_size: 40, cursor: first.next_cursor ?? '' });
    expect([...first.list, ...rest.list].map(({ coin_name }) => coin_name)).toEqual(Array.from({ length: 50 }, () => 'USDP'));
  });

  it("shows nobody else's rows, not by another's cursor either", async () => {
    const theirs = await query({ page_size: 10 }, stranger);
    const mine = await query({ page_size: 10, cursor: theirs.next_cursor ?? '' });
    expect(
      mine.list.every(({ payment_merchant_id, receipt_merchant_id }) =>
        [payment_merchant_id, receipt_merchant_id].includes(merchant.merchant_id),
      ),
    ).toBe(true);
    expect(await query({}, await makeMerchant(app))).toMatchObject({ list: [], total: 0 });
  });

  it.each(['', 'x', '%00', 'bm9uZQ', 'WzEsMl0', Buffer.from('["a","b"]').toString('base64url'), 'A'.repeat(201)])(
    'invalid_input for the cursor %j',
    async (cursor) => {
      expect(await app.send(transferQuery, { cursor }, { token: merchant.token })).toMatchObject({
        status: 400,
        msg: 'invalid_input',
        data: { fields: [{ field: 'cursor' }] },
      });
    },
  );

  it('invalid_input for the cursor of another order', async () => {
    const { next_cursor } = await query({});
    expect(await app.send(transferQuery, { cursor: next_cursor, sort_order: 'asc' }, { token: merchant.token })).toMatchObject({
      msg: 'invalid_input',
    });
  });

  it.each([
    ['page', 0],
    ['page', -1],
    ['page', 1.5],
    ['page', 1e308],
    ['page', '1'],
    ['page_size', 0],
    ['page_size', 101],
    ['sort_by', 'remark'],
    ['sort_by', 'create_time; drop table merchant'],
    ['sort_order', 'up'],
    ['time_from', 'yesterday'],
    ['time_from', '2026-02-30T00:00:00Z'],
    ['transfer_type', 'steal'],
  ])('invalid_input for %s = %j', async (field, value) => {
    expect(await app.send(transferQuery, { [field]: value }, { token: merchant.token })).toMatchObject({
      status: 400,
      data: { fields: [{ field }] },
    });
  });
});

describe('the file of transfers', () => {
  const rowsOf = async (filters: Omit<InputOf<typeof transferExport>, 'format'>, { token } = merchant) => {
    const payload = JSON.stringify({ format: 'csv', ...filters });
    const headers = headersOf(transferExport, payload, { token });
    const answer = await app.fastify.inject({ method: 'POST', url: transferExport.path, payload, headers });
    return readCsv(answer.body.replace(/^\ufeff/, ''));
  };

  it('has what the filters show, newest first, with both merchants named', async () => {
    const [head, ...rows] = await rowsOf({ transfer_type: 'receive', coin_name: 'USDP' });
    expect(head?.slice(0, 5)).toEqual(['Created (UTC)', 'Serial number', 'Direction', 'Coin', 'Amount']);
    const { list } = await query({ transfer_type: 'receive', coin_name: 'USDP', page_size: 100 });
    expect(rows.map(([, serial]) => serial)).toEqual(list.map(({ serial_number }) => serial_number));
    const numbers = ['TR00000000000006', 'Received', 'USDP', '10.06', '0.01', '0.00', '10.05'];
    const { merchant_id } = merchant;
    const parties = ['20000002', 'Other', merchantAddress(20_000_002), String(merchant_id), 'Own', merchantAddress(merchant_id)];
    expect(rows.at(-1)?.slice(1)).toEqual([...numbers, ...parties, 'Completed', '']);
  });

  it("has nobody else's", async () => {
    expect(await rowsOf({}, await makeMerchant(app))).toHaveLength(1);
    expect(await rowsOf({}, stranger)).toHaveLength(COUNT + 1);
  });
});
