import {
  adjustmentDetail,
  adjustmentRelease,
  adjustmentUser,
  walletAdjustmentAppeal,
  walletAdjustmentDetail,
  walletAdjustmentQuery,
} from '@purser/contract/features/adjustment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { adjustmentRoutes } from './routes.ts';
import { adjust } from './testing/adjust.ts';

let app: TestApp;
let merchant: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: adjustmentRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  user = await makeUser(app);
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  await fund(app, merchant.merchant_id, 'CNYT', '100.00');
});
afterAll(() => app.close());

const release = async (serial_number: string, who: TestMerchant) =>
  app.call(adjustmentRelease, { serial_number, google_code: await googleCode(app, who) }, { token: who.token });
const appeal = (serial_number: string, who: TestUser) =>
  app.call(walletAdjustmentAppeal, { serial_number, reason: 'Mine!' }, { payerToken: who.token });

describe('who sees what', () => {
  it('looks a user up with the markets of the merchant, not with anything of the user’s money', async () => {
    const found = await app.call(adjustmentUser, { receipt_user_id: user.user_id }, { token: merchant.token });
    expect(dataOf(found)).toMatchObject({ receipt_user_id: user.user_id, receipt_nickname: user.nick, status: 'normal' });
    expect(dataOf(found).markets).toEqual([
      { market: 'CNY', coin_name: 'CNYT', is_enabled: false, available_asset: '100.00', adjustment_fee_rate: '0.00' },
      { market: 'USD', coin_name: 'USDP', is_enabled: true, available_asset: expect.any(String), adjustment_fee_rate: '0.00' },
    ]);
    expect((await app.call(adjustmentUser, { receipt_user_id: 4_711 }, { token: merchant.token })).msg).toBe('payee_unknown');
  });

  it('lets nobody count through all users', async () => {
    const curious = await makeMerchant(app);
    await app.sql(
      `insert into throttle (scope, subject, failures, locks, forget_at) values ('adjustment_user', $1, 299, 0, now() + interval '5 minutes')`,
      [`merchant ${curious.merchant_id}`],
    );
    const look = () => app.call(adjustmentUser, { receipt_user_id: user.user_id }, { token: curious.token });
    expect((await look()).msg).toBe('ok');
    expect((await look()).msg).toBe('too_many_requests');
  });

  it('a merchant its own, and a user what they receive, and nobody another’s', async () => {
    const [stranger, other] = [await makeMerchant(app), await makeUser(app)];
    const { serial_number } = await adjust(app, merchant, user);
    await adjust(app, merchant, other, { amount: '3.00' });
    expect((await app.call(adjustmentDetail, { serial_number }, { token: stranger.token })).msg).toBe('order_unknown');
    expect((await release(serial_number, stranger)).msg).toBe('order_unknown');
    expect((await app.call(walletAdjustmentDetail, { serial_number }, { payerToken: other.token })).msg).toBe('order_unknown');
    expect((await appeal(serial_number, other)).msg).toBe('order_unknown');
    const mine = dataOf(await app.call(walletAdjustmentQuery, {}, { payerToken: other.token }));
    expect(mine.list).toEqual([
      {
        serial_number: expect.any(String),
        merchant_name: merchant.name,
        balance_type: 'pending',
        coin_name: 'USDP',
        settlement_amount: '3.00',
        remark: 'Compensation for order A-1001',
        order_status: 'paid',
        user_may_accept: false,
        release_time: expect.any(String),
        appeal: null,
        ended: null,
        create_time: expect.any(String),
      },
    ]);
    expect(dataOf(await app.call(walletAdjustmentQuery, { order_status: 'completed' }, { payerToken: other.token })).list).toEqual([]);
    // Row level security by itself: a query that forgets its `where` sees no more, and the one who receives changes nothing.
    const seen = await app.platform.db.scoped(other.user_id, async (tx) => (await tx.query('select serial_number from review_order')).rows);
    expect(seen).toEqual([{ serial_number: mine.list[0]?.serial_number }]);
    const { rowCount } = await app.platform.db.scoped(other.user_id, (tx) => tx.query(`update review_order set note = 'mine'`));
    expect(rowCount).toBe(0);
  });
});
