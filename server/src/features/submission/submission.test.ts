import { submissionExport, submissionQuery } from '@purser/contract/features/submission';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { submissionRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let orders = 0;

beforeAll(async () => {
  app = await createTestApp({ routes: submissionRoutes });
});
beforeEach(async () => {
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

/** What an order is exchanged for, how much of it, and where it goes. */
const CHAIN = ['USDT', 1_500_000, null];
const BANK = [
  'CNYT',
  70_000,
  { payment_method_id: 'm', market: 'CNY', holder_name: 'Shop', bank_name: 'Bank', bank_code: '', account_number: '••••1234' },
];

async function order(kind: string, status: string, change: { of?: number; coin?: string } = {}): Promise<string> {
  orders += 1;
  const serial = `S${orders}`;
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, other_coin,
       other_amount, network, address, destination, create_time)
     values ($1, $2, $3, $4, 'manual', $5, 10000, 50, 100, 9850, 50, $7, $8, 'TRC20', 'Taddress', $9, now() + $6 * interval '1 second')`,
    [
      change.of ?? merchant.merchant_id,
      serial,
      kind,
      status,
      change.coin ?? 'USDP',
      orders,
      ...(kind === 'fiat_withdrawal' ? BANK : CHAIN),
    ],
  );
  return serial;
}

const query = async (filters: object = {}, { token } = merchant) => dataOf(await app.call(submissionQuery, filters, { token }));
const numbers = async (filters: object = {}) => (await query(filters)).list.map(({ serial_number }) => serial_number);

it('lists what waits for the provider, the latest first, and nothing that is decided or the merchant’s own to decide', async () => {
  const recharge = await order('usdt_recharge', 'pending_review');
  const failed = await order('usdt_withdrawal', 'failed');
  const fiat = await order('fiat_withdrawal', 'pending_review');
  const appeal = await order('adjustment', 'appeal');
  for (const [kind, status] of [
    ['usdt_recharge', 'approved'],
    ['usdt_withdrawal', 'approved'],
    ['fiat_withdrawal', 'rejected'],
    ['adjustment', 'paid'],
    ['adjustment', 'completed'],
    ['user_withdrawal', 'pending_review'],
  ] as const)
    await order(kind, status);
  await order('usdt_recharge', 'pending_review', { of: (await makeMerchant(app)).merchant_id });
  expect(await numbers()).toEqual([appeal, fiat, failed, recharge]);
  expect((await query()).total).toBe(4);
  expect(await numbers({ order_status: 'pending_review' })).toEqual([fiat, recharge]);
  expect(await numbers({ kind: 'adjustment' })).toEqual([appeal]);
  expect(await numbers({ sort_order: 'asc' })).toEqual([recharge, failed, fiat, appeal]);
});

it('finds by number and by coin only among what waits', async () => {
  const waiting = await order('usdt_recharge', 'pending_review', { coin: 'CNYT' });
  const done = await order('usdt_recharge', 'approved', { coin: 'CNYT' });
  await order('usdt_recharge', 'pending_review');
  expect(await numbers({ serial_number: waiting })).toEqual([waiting]);
  expect(await numbers({ serial_number: done })).toEqual([]);
  expect(await numbers({ coin_name: 'CNYT' })).toEqual([waiting]);
});

it('shows money with the places of its coin, and what it is exchanged for', async () => {
  await order('usdt_withdrawal', 'pending_review');
  const [row] = (await query()).list;
  expect(row).toMatchObject({
    kind: 'usdt_withdrawal',
    order_status: 'pending_review',
    coin_name: 'USDP',
    amount: '100.00',
    handling_fee: '1.50',
    settlement_amount: '98.50',
    other_amount: '1.500000',
    other_coin: 'USDT',
    network: 'TRC20',
    address: 'Taddress',
  });
});

it('shows what a bank pays out as money of its market', async () => {
  await order('fiat_withdrawal', 'pending_review');
  expect((await query()).list).toMatchObject([{ kind: 'fiat_withdrawal', other_amount: '700.00', other_coin: 'CNY' }]);
});

it('goes into a file as it is listed', async () => {
  const serial = await order('fiat_withdrawal', 'pending_review');
  await order('fiat_withdrawal', 'approved');
  const payload = JSON.stringify({ format: 'csv' });
  const headers = headersOf(submissionExport, payload, { token: merchant.token });
  const answer = await app.fastify.inject({ method: 'POST', url: submissionExport.path, payload, headers });
  expect(answer.headers['purser-export-rows']).toBe('1');
  expect(answer.body).toContain('Amount,Expected handling fee,Expected settlement,To exchange,Exchanged for');
  expect(answer.body).toContain(`Fiat withdrawal,${serial},Pending review,USDP,100.00,1.50,98.50,700.00,CNY,`);
});

it('answers nobody without a session', async () => {
  expect(await app.call(submissionQuery, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
});
