import { openBalanceQuery, openRateQuery, openUserQuery } from '@purser/contract/features/open-look-up';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { openLookUpRoutes } from './routes.ts';

let app: TestApp;
let shop: TestMerchant;
let signedWith: Awaited<ReturnType<typeof makeKey>>;

beforeAll(async () => {
  app = await createTestApp({ routes: openLookUpRoutes });
  shop = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  signedWith = await makeKey(app, shop);
  await fund(app, shop.merchant_id, 'USDP', '12.50');
});
afterAll(() => app.close());

describe('a user', () => {
  it('is named by the wallet, with nothing but nick, state and markets', async () => {
    const { user_id, nick } = await makeUser(app, { status: 'suspended', markets: ['USD', 'VND'], email: 'a@example.com' });
    const answer = await app.call(openUserQuery, { payment_id: user_id }, { signedWith });
    expect(dataOf(answer)).toEqual({ payment_id: user_id, nick, status: 'suspended', markets: ['USD', 'VND'] });
  });

  it('is named by the account under which they paid this merchant', async () => {
    const { user_id } = await makeUser(app);
    const { serial_number } = await makeOrder(app, shop.merchant_id);
    await app.sql(
      `update payment_order set external_account = 'u-1', status = 'paid', payer_id = $2, paid_time = now() where serial_number = $1`,
      [serial_number, user_id],
    );
    expect(dataOf(await app.call(openUserQuery, { external_account: 'u-1' }, { signedWith }))).toMatchObject({ payment_id: user_id });
    const another = await makeKey(app, await makeMerchant(app));
    expect(await app.call(openUserQuery, { external_account: 'u-1' }, { signedWith: another })).toMatchObject({ msg: 'payee_unknown' });
  });

  it.each([{}, { payment_id: 50000001, external_account: 'u-1' }])('is named by one of both: %j', async (input) => {
    expect(await app.send(openUserQuery, input, { signedWith })).toMatchObject({ status: 400, msg: 'invalid_input' });
  });

  it('who does not exist may be asked for a hundred times in an hour', async () => {
    const key = await makeKey(app, await makeMerchant(app));
    const ask = (payment_id: number) => app.call(openUserQuery, { payment_id }, { signedWith: key });
    for (let number = 1; number <= 100; number += 1) expect(await ask(number)).toMatchObject({ msg: 'payee_unknown' });
    expect(await ask(1)).toMatchObject({ status: 429, msg: 'too_many_requests' });
    const { user_id } = await makeUser(app);
    expect(dataOf(await app.call(openUserQuery, { payment_id: user_id }, { signedWith }))).toMatchObject({ payment_id: user_id });
  });
});

describe('balances', () => {
  it('of every coin that the merchant deals in, or of one', async () => {
    const usdp = { coin_name: 'USDP', available_asset: '12.50', freeze_asset: '0.00', pending_asset: '0.00', total_asset: '12.50' };
    const { list } = dataOf(await app.call(openBalanceQuery, {}, { signedWith }));
    expect(list.map(({ coin_name }) => coin_name)).toEqual(['CNYT', 'USDP']);
    expect(list[1]).toEqual(usdp);
    expect(dataOf(await app.call(openBalanceQuery, { coin_name: 'USDP' }, { signedWith }))).toEqual({ list: [usdp] });
    expect(dataOf(await app.call(openBalanceQuery, { coin_name: 'VNDT' }, { signedWith }))).toEqual({ list: [] });
    expect(await app.call(openBalanceQuery, { coin_name: 'XXXX' }, { signedWith })).toMatchObject({ msg: 'coin_unknown' });
  });
});

describe('a rate', () => {
  it('is the one that holds now, or none', async () => {
    expect(await app.call(openRateQuery, { coin_name: 'CNYT' }, { signedWith })).toMatchObject({ msg: 'rate_unavailable' });
    await app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('CNYT', 1, 'fixed', 7.10, 'test')`);
    expect(dataOf(await app.call(openRateQuery, { coin_name: 'CNYT' }, { signedWith }))).toEqual({ coin_name: 'CNYT', rate: '7.1' });
    expect(dataOf(await app.call(openRateQuery, { coin_name: 'USDT' }, { signedWith }))).toEqual({ coin_name: 'USDT', rate: '1' });
    expect(await app.call(openRateQuery, { coin_name: 'XXXX' }, { signedWith })).toMatchObject({ msg: 'coin_unknown' });
  });
});

it.each([openUserQuery, openBalanceQuery, openRateQuery])('tells a suspended merchant nothing: $path', async (call) => {
  const suspended = await makeMerchant(app, { status: 'suspended' });
  const key = await makeKey(app, suspended);
  const input = call === openUserQuery ? { payment_id: 1 } : { coin_name: 'USDP' };
  expect(await app.send(call, input, { signedWith: key })).toMatchObject({ msg: 'merchant_suspended', data: null });
});
