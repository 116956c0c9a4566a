import { merchantAddress } from '@purser/contract/address';
import { coinAddressList, coinList, systemCoinQuery } from '@purser/contract/features/coin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { coinRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: coinRoutes });
});
afterAll(() => app.close());

it('lists the tokens of the enabled markets with the limits and fees that hold now', async () => {
  const { token } = await makeMerchant(app, { markets: ['VND', 'USD'] });
  const usual = {
    decimals: 2,
    is_on: true,
    transfer_minimum: '1.00',
    payment_fee_rate: '1.00',
    user_withdrawal_fee_rate: '0.50',
    adjustment_fee_rate: '0.00',
    usdt_recharge_fee_rate: '0.20',
    usdt_withdrawal_fee_rate: '0.50',
    fiat_withdrawal_fee_rate: '0.80',
    is_listed: true,
    order_minimum: '0.01',
    refund_returns_fee: false,
  };
  const usdp = { coin_name: 'USDP', market: 'USD', symbol: '$', ...usual, order_maximum: '100000000.00' };
  expect(dataOf(await app.call(coinList, {}, { token })).list).toEqual([
    { coin_name: 'VNDT', market: 'VND', symbol: '₫', ...usual, order_maximum: '1000000000000.00', transfer_fee_rate: '0.10' },
    { ...usdp, transfer_fee_rate: '0.10' },
  ]);
  await app.sql(`update coin set transfer_fee_bp = 5 where code = 'USDP'`);
  expect(dataOf(await app.call(coinList, {}, { token })).list[1]).toEqual({ ...usdp, transfer_fee_rate: '0.05' });
});

it('tells a merchant the fees that were agreed with it alone', async () => {
  const { token, merchant_id } = await makeMerchant(app, { markets: ['USD'] });
  await app.sql(`insert into merchant_terms (merchant_id, coin, user_withdrawal_fee_bp) values ($1, 'USDP', 75)`, [merchant_id]);
  expect(dataOf(await app.call(coinList, {}, { token })).list).toMatchObject([
    { user_withdrawal_fee_rate: '0.75', payment_fee_rate: '1.00' },
  ]);
});

it('lists USDT once the merchant has an account in it', async () => {
  const { token, merchant_id } = await makeMerchant(app, { markets: ['USD'] });
  await fund(app, merchant_id, 'USDT', '5');
  const { list } = dataOf(await app.call(coinList, {}, { token }));
  expect(list.map(({ coin_name, transfer_minimum }) => [coin_name, transfer_minimum])).toEqual([
    ['USDP', '1.00'],
    ['USDT', '1.000000'],
  ]);
});

it('gives the address at which the merchant receives each of its coins', async () => {
  const { token, merchant_id } = await makeMerchant(app, { markets: ['CNY', 'USD'] });
  const address = merchantAddress(merchant_id);
  expect(address).toMatch(new RegExp(`^PM${merchant_id}\\d\\d$`));
  expect(dataOf(await app.call(coinAddressList, {}, { token })).list).toEqual([
    { coin_name: 'CNYT', address },
    { coin_name: 'USDP', address },
  ]);
});

it('tells anybody which coins are dealt in', async () => {
  const { list } = dataOf(await app.call(systemCoinQuery, {}));
  expect(list).toEqual([
    { coin_name: 'CNYT', market: 'CNY', decimals: 2, symbol: '¥', is_on: true },
    { coin_name: 'VNDT', market: 'VND', decimals: 2, symbol: '₫', is_on: true },
    { coin_name: 'USDP', market: 'USD', decimals: 2, symbol: '$', is_on: true },
    { coin_name: 'USDT', market: null, decimals: 6, symbol: '₮', is_on: true },
  ]);
  expect(await app.send(systemCoinQuery, { market: 'USD' })).toMatchObject({ status: 400, data: { fields: [{ field: 'market' }] } });
});

it('answers nobody without a session', async () => {
  for (const call of [coinList, coinAddressList]) {
    expect(await app.call(call, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
  }
});

it.each([
  ['zh_Hans', '请检查填写内容：market'],
  ['zh_Hant', '請檢查填寫內容：market'],
  ['en', 'Please check the input: market'],
  ['vi', 'Vui lòng kiểm tra thông tin: market'],
] as const)('refuses a field that it does not know, in a body and in a query, in %s', async (language, text) => {
  const { token } = await makeMerchant(app);
  for (const call of [coinList, coinAddressList]) {
    const answer = await app.send(call, { market: 'USD' }, { token, language });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'market' }] } });
    expect(answer.detail).toContain(text);
  }
});
