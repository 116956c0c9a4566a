import { accountDetail } from '@purser/contract/features/account';
import { merchantEventsSeen } from '@purser/contract/features/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { accountRoutes } from './routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: accountRoutes });
});
afterAll(() => app.close());

const own = async ({ token }: TestMerchant) => dataOf(await app.call(accountDetail, {}, { token }));
const receive = ({ merchant_id }: TestMerchant, count: number, type = 'receive') =>
  app.sql(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
       transfer_amount, transfer_fee, settlement_amount)
     select $1, 'TR' || $3 || i, $3, 7, 'Own', 'Other', 'USDP', 100, 1, 99 from generate_series(1, $2::int) as i`,
    [merchant_id, count, type],
  );

describe('account detail', () => {
  it('is the signed-in merchant, without any secret', async () => {
    const merchant = await makeMerchant(app, { markets: ['USD', 'VND'], authentication_status: 'pending', recharge_configuration: [1, 2] });
    const detail = await own(merchant);
    expect(detail).toEqual({
      merchant_id: merchant.merchant_id,
      name: merchant.name,
      status: 'normal',
      own: {
        username: merchant.username,
        authentication_status: 'pending',
        google_bound: true,
        markets: ['USD', 'VND'],
        login_ip: null,
        login_time: null,
        unread: 0,
        sign_in_failures: null,
      },
      recharge_configuration: [1, 2],
    });
    expect(JSON.stringify(detail)).not.toContain(merchant.totpSecret);
  });

  it('of another merchant is its name and whether it may receive', async () => {
    const [asking, asked] = [await makeMerchant(app), await makeMerchant(app, { status: 'suspended', recharge_configuration: [2] })];
    const detail = dataOf(await app.call(accountDetail, { merchant_id: asked.merchant_id }, { token: asking.token }));
    expect(detail).toEqual({
      merchant_id: asked.merchant_id,
      name: asked.name,
      status: 'suspended',
      own: null,
      recharge_configuration: [],
    });
    expect(await app.call(accountDetail, { merchant_id: 1 }, { token: asking.token })).toMatchObject({
      code: 6204,
      msg: 'recipient_unknown',
    });
  });

  it('unauthenticated, whoever is asked for', async () => {
    const merchant = await makeMerchant(app);
    expect(await app.call(accountDetail, { merchant_id: merchant.merchant_id })).toMatchObject({ status: 401, data: null });
  });
});

describe('unread events', () => {
  it('count what came in, up to a hundred, until seen; nobody else is touched', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    await receive(merchant, 3);
    await receive(merchant, 5, 'transfer');
    await receive(other, 120);
    expect([(await own(merchant)).own?.unread, (await own(other)).own?.unread]).toEqual([3, 100]);
    expect(await app.call(merchantEventsSeen, {}, { token: merchant.token })).toMatchObject({ code: 200, data: null });
    expect([(await own(merchant)).own?.unread, (await own(other)).own?.unread]).toEqual([0, 100]);
  });
});
