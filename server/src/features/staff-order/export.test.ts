import type { InputOf } from '@purser/contract/call';
import { staffOrderExport, staffOrderQuery, staffTransferExport, staffTransferQuery } from '@purser/contract/features/staff-order';
import { transferAdd } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { makePaidOrder } from '../refund/testing/paid-order.ts';

let app: TestApp;
let support: TestStaff;
let shop: TestMerchant;
let partner: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
  [shop, partner] = [await makeMerchant(app, { name: '=cmd()' }), await makeMerchant(app, { name: 'Partner', markets: ['USD', 'CNY'] })];
  payer = await makeUser(app, { nick: 'Ann' });
  await fund(app, payer.user_id, 'USDP', '100.00');
  await makePaidOrder(app, shop.merchant_id, payer, '12.50');
  await makeOrder(app, shop.merchant_id, { amount: '7.00' });
  await makeOrder(app, partner.merchant_id, { coin: 'CNYT' });
  await fund(app, shop.merchant_id, 'USDP', '100.00');
  const sent = { receipt_merchant_id: partner.merchant_id, coin_name: 'USDP', amount: '10.00', remark: '=rent' };
  dataOf(await app.call(transferAdd, { ...sent, google_code: await googleCode(app, shop) }, { token: shop.token }));
});
afterAll(() => app.close());

type OrderFilters = Pick<InputOf<typeof staffOrderQuery>, 'merchant_id' | 'order_status' | 'coin_name' | 'payment_id' | 'time_to'>;

describe('the file of payment orders', () => {
  const fileOf = (filters: OrderFilters = {}) => exportedFile(app, staffOrderExport, { staffToken: support.token }, filters);

  it.each<[string, () => OrderFilters, number]>([
    ['nothing', () => ({}), 3],
    ['merchant', () => ({ merchant_id: shop.merchant_id }), 2],
    ['merchant and status', () => ({ merchant_id: shop.merchant_id, order_status: 'paid' }), 1],
    ['coin', () => ({ coin_name: 'CNYT' }), 1],
    ['payer', () => ({ payment_id: payer.user_id }), 1],
    ['time', () => ({ time_to: '2020-01-01T00:00:00Z' }), 0],
  ])('has what the list shows by %s', async (_, filters, count) => {
    const { list } = dataOf(await support.call(staffOrderQuery, filters()));
    const file = await fileOf(filters());
    expect(file.map((row) => row['Serial number'])).toEqual(list.map((row) => row.serial_number));
    expect(file).toHaveLength(count);
  });

  it('says whose an order is without a formula, and its fee and settlement once it is paid', async () => {
    const rows = await fileOf({ merchant_id: shop.merchant_id });
    const shown = rows.map((row) => [row.Status, row.Amount, row['Handling fee'], row['Settlement amount'], row['Payer nickname']]);
    expect(shown).toEqual([
      ['Created', '7.00', '', '', ''],
      ['Transferred', '12.50', '0.13', '12.37', 'Ann'],
    ]);
    expect(rows[0]).toMatchObject({ 'Merchant ID': String(shop.merchant_id), 'Merchant name': "'=cmd()", Source: 'API recharge' });
  });

  it('is refused to who is no member of staff', async () => {
    expect(await app.call(staffOrderExport, { format: 'csv' })).toMatchObject({ status: 401 });
    expect(await app.call(staffOrderExport, { format: 'csv' }, { token: shop.token })).toMatchObject({ status: 401 });
  });

  it('says when an order was paid and what of it was given back, so that what the merchant kept adds up', async () => {
    const refunded = await makeMerchant(app, { name: 'Gave back' });
    await fund(app, payer.user_id, 'USDP', '20.00');
    const paid = await makePaidOrder(app, refunded.merchant_id, payer, '10.00');
    await makeOrder(app, refunded.merchant_id, { amount: '3.00' });
    await app.sql('update payment_order set refunded = 250 where serial_number = $1', [paid.serial_number]);
    const filters = { merchant_id: refunded.merchant_id };
    const [unpaid, first] = dataOf(await support.call(staffOrderQuery, filters)).list;
    expect(first).toMatchObject({ refunded_amount: '2.50', paid_time: expect.any(String) });
    expect(unpaid).toMatchObject({ refunded_amount: '0.00', paid_time: null });
    // Of one merchant the rows are the table's, of all the view's.
    for (const asked of [filters, {}]) {
      const rows = (await fileOf(asked)).filter((row) => row['Merchant name'] === 'Gave back');
      expect(rows.map((row) => [row.Refunded, row['Paid (UTC)'] === ''])).toEqual([
        ['', true],
        ['2.50', false],
      ]);
    }
  });
});

describe('the file of transfers', () => {
  type TransferFilters = Pick<InputOf<typeof staffTransferQuery>, 'merchant_id' | 'coin_name'>;
  const fileOf = (filters: TransferFilters = {}) => exportedFile(app, staffTransferExport, { staffToken: support.token }, filters);

  it.each<[string, () => TransferFilters, number]>([
    ['nothing', () => ({}), 1],
    ['sender', () => ({ merchant_id: shop.merchant_id }), 1],
    ['recipient', () => ({ merchant_id: partner.merchant_id }), 1],
    ['another coin', () => ({ coin_name: 'CNYT' }), 0],
  ])('has what the list shows by %s', async (_, filters, count) => {
    const { list } = dataOf(await support.call(staffTransferQuery, filters()));
    const file = await fileOf(filters());
    expect(file.map((row) => row['Serial number'])).toEqual(list.map((row) => row.serial_number));
    expect(file).toHaveLength(count);
  });

  it('says what was sent, what arrived, from whom and to whom, without a formula', async () => {
    expect(await fileOf()).toMatchObject([
      {
        Amount: '10.00',
        'Transfer fee': '0.01',
        'Settlement amount': '9.99',
        'Paying merchant': "'=cmd()",
        'Receiving merchant': 'Partner',
        Remark: "'=rent",
      },
    ]);
  });
});
