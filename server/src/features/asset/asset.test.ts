import { assetQuery } from '@purser/contract/features/asset';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { assetRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: assetRoutes });
});
afterAll(() => app.close());

it('lists a row for each enabled market, zero where nothing came in yet', async () => {
  const { token, merchant_id } = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  await fund(app, merchant_id, 'USDP', '1250.05');
  const zero = { available_asset: '0.00', freeze_asset: '0.00', pending_asset: '0.00', total_asset: '0.00' };
  expect(dataOf(await app.call(assetQuery, {}, { token })).list).toEqual([
    { coin_name: 'CNYT', market: 'CNY', ...zero },
    { coin_name: 'USDP', market: 'USD', ...zero, available_asset: '1250.05', total_asset: '1250.05' },
  ]);
});

it('lists USDT from the day there is an account in it, with its six places', async () => {
  const { token, merchant_id } = await makeMerchant(app, { markets: [] });
  expect(dataOf(await app.call(assetQuery, {}, { token })).list).toEqual([]);
  await fund(app, merchant_id, 'USDT', '0.000001');
  expect(dataOf(await app.call(assetQuery, {}, { token })).list).toMatchObject([
    { coin_name: 'USDT', market: null, available_asset: '0.000001', total_asset: '0.000001' },
  ]);
});

it('adds frozen and pending money to the total, and keeps other purposes out of it', async () => {
  const { token, merchant_id } = await makeMerchant(app, { markets: ['USD'] });
  await app.sql(`update ledger.account set available = 1, frozen = 20, pending = 300 where owner_id = $1`, [merchant_id]);
  await fund(app, merchant_id, 'USDP', '9.99', 'reserve');
  expect(dataOf(await app.call(assetQuery, {}, { token })).list).toEqual([
    { coin_name: 'USDP', market: 'USD', available_asset: '0.01', freeze_asset: '0.20', pending_asset: '3.00', total_asset: '3.21' },
  ]);
});

it('shows nothing of another merchant, and nothing without a session', async () => {
  const other = await makeMerchant(app);
  await fund(app, other.merchant_id, 'USDP', '77.00');
  const { token } = await makeMerchant(app);
  expect(dataOf(await app.call(assetQuery, {}, { token })).list).toMatchObject([{ total_asset: '0.00' }]);
  expect(await app.call(assetQuery, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
});

it.each([
  ['zh_Hans', '请检查填写内容：merchant_id'],
  ['zh_Hant', '請檢查填寫內容：merchant_id'],
  ['en', 'Please check the input: merchant_id'],
  ['vi', 'Vui lòng kiểm tra thông tin: merchant_id'],
] as const)('refuses a field that it does not know, and names it, in %s', async (language, text) => {
  const { token } = await makeMerchant(app);
  const answer = await app.send(assetQuery, { merchant_id: 10_000_001 }, { token, language });
  expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'merchant_id' }] } });
  expect(answer.detail).toContain(text);
});

it('leaves for the restricted page when the merchant is suspended', async () => {
  const { token, merchant_id } = await makeMerchant(app);
  await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant_id]);
  expect(await app.call(assetQuery, {}, { token, ip: '198.51.100.7' })).toMatchObject({
    code: 512,
    msg: 'access_restricted',
    data: { login_ip: '198.51.100.7' },
  });
});
