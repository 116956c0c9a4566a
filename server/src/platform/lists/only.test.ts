import { idText, instant, money, coinName, serialNumber } from '@purser/contract/fields';
import { listCall } from '@purser/contract/list-call';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { makeMerchant } from '../testing/parties.ts';
import { list } from './list.ts';

const call = listCall({
  path: '/v1/made/query',
  caller: 'merchant',
  summary: '',
  row: z.strictObject({ serial_number: serialNumber, coin: coinName, amount: money, other: money, status: idText, create_time: instant }),
  sort: ['create_time'],
  filters: { status: z.enum(['approved', 'rejected']).optional() },
});
const withdrawals = list(call, {
  from: 'review_order',
  owner: 'owner_id',
  key: 'serial_number',
  only: { kind: 'usdt_withdrawal' },
  columns: { other: (row, _beside, coins) => coins.format(BigInt(row.other_amount ?? 0), 'USDT') },
  ranges: ['status'],
});
const undecided = list(call, {
  from: 'review_order',
  owner: 'owner_id',
  key: 'serial_number',
  only: { kind: ['usdt_withdrawal', 'fiat_withdrawal'], status: ['approved'] },
  columns: { other: (row, _beside, coins) => coins.format(BigInt(row.other_amount ?? 0), 'USDT') },
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

it('shows the rows of its own kind alone, by page, count and filter, with money of another coin', async () => {
  const { merchant_id: ownerId } = await makeMerchant(app);
  for (const [serial, kind, status] of [
    ['WC1', 'usdt_withdrawal', 'approved'],
    ['WC2', 'usdt_withdrawal', 'rejected'],
    ['WF1', 'fiat_withdrawal', 'approved'],
  ])
    await app.sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount)
       values ($1, $2, $3, $4, 'manual', 'USDP', 100, 1, 99, 50, 'USDT', 1500000)`,
      [ownerId, serial, kind, status],
    );
  const page = async (filters: object, whose = ownerId) => {
    const answer = await withdrawals.page(app.platform.db, call.input.parse(filters), { ownerId: whose, language: 'en' });
    return { total: answer.total, numbers: answer.list.map(({ serial_number }) => serial_number).sort() };
  };
  expect(await page({})).toEqual({ total: 2, numbers: ['WC1', 'WC2'] });
  expect(await page({ status: 'approved' })).toEqual({ total: 1, numbers: ['WC1'] });
  expect(await page({ sort_order: 'asc' })).toEqual({ total: 2, numbers: ['WC1', 'WC2'] });
  const [row] = (await withdrawals.page(app.platform.db, call.input.parse({}), { ownerId, language: 'en' })).list;
  expect(row).toMatchObject({ amount: '1.00', other: '1.500000' });
  const several = await undecided.page(app.platform.db, call.input.parse({}), { ownerId, language: 'en' });
  expect({ total: several.total, numbers: several.list.map(({ serial_number }) => serial_number).sort() }).toEqual({
    total: 2,
    numbers: ['WC1', 'WF1'],
  });
});
