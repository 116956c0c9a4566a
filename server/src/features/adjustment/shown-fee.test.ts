import { adjustmentAdd } from '@purser/contract/features/adjustment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { adjustmentRoutes } from './routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: adjustmentRoutes });
});
afterAll(() => app.close());

it('an adjustment is refused where another fee leaves the user less than was shown', async () => {
  const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
  await fund(app, merchant.merchant_id, 'USDP', '100.00');
  const add = async (settlement_amount: string) => {
    const asked = {
      receipt_user_id: user.user_id,
      coin_name: 'USDP',
      balance_type: 'available',
      amount: '10.00',
      remark: 'Goodwill',
    } as const;
    const input = { ...asked, settlement_amount, google_code: await googleCode(app, merchant) };
    return app.call(adjustmentAdd, input, { token: merchant.token });
  };
  await app.sql(`insert into merchant_terms (merchant_id, coin, adjustment_fee_bp) values ($1, 'USDP', 500)`, [merchant.merchant_id]);
  expect(await add('10.00')).toMatchObject({ code: 7208, msg: 'fee_changed' });
  expect(dataOf(await add('9.5'))).toMatchObject({ handling_fee: '0.50', settlement_amount: '9.50' });
});
