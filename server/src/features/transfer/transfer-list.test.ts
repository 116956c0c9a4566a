import type { InputOf } from '@purser/contract/call';
import { transferQuery } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { transferRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;

const TRANSFERS = 70;

beforeAll(async () => {
  app = await createTestApp({ routes: transferRoutes });
  merchant = await makeMerchant(app);
  const other = await makeMerchant(app);
  for (const { merchant_id } of [merchant, other]) {
    // Every third has the time of the one before, down to the microsecond.
    await app.sql(
      `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
         transfer_amount, transfer_fee, settlement_amount, create_time)
       select $1, 'TR' || lpad(i::text, 4, '0'), case when i % 2 = 0 then 'transfer' else 'receive' end, 10000900 + i % 5, 'own', 'other',
         'USDP', 100 + i * 7919 % 20, 1, 99 + i * 7919 % 20,
         '2026-01-01T00:00:00.123456Z'::timestamptz + (i - case when i % 3 = 0 then 1 else 0 end) * interval '1 microsecond'
       from generate_series(1, $2::int) as i`,
      [merchant_id, TRANSFERS],
    );
  }
});
afterAll(() => app.close());

const query = async (input: InputOf<typeof transferQuery>) => dataOf(await app.call(transferQuery, input, { token: merchant.token }));

for (const sort_by of ['create_time', 'transfer_amount'] as const) {
  for (const sort_order of ['asc', 'desc'] as const) {
    it(`lists by ${sort_by} ${sort_order} the same by page number and by cursor, no transfer lost or doubled`, async () => {
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let page = 1; page <= 7; page += 1) {
        const input = { sort_by, sort_order, page_size: 10 };
        const numbered = await query({ ...input, page });
        const continued: typeof numbered = await query({ ...input, ...(cursor !== null && { cursor }) });
        expect(continued.list).toEqual(numbered.list);
        expect(continued).toMatchObject({ total: TRANSFERS, total_is_exact: true });
        seen.push(...continued.list.map(({ serial_number }) => serial_number));
        cursor = continued.next_cursor;
        expect(cursor === null).toBe(page === 7);
      }
      expect(new Set(seen).size).toBe(TRANSFERS);
    });
  }
}

it.each(['x', Buffer.from('["create_time.desc","yesterday","TR1"]').toString('base64url')])('refuses %j as a cursor', async (cursor) => {
  const answer = await app.call(transferQuery, { cursor }, { token: merchant.token });
  expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'cursor' }] } });
});
