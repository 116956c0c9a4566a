import { afterAll, beforeAll, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeWithdrawal } from './testing/withdrawal.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    pages: [payerPagesOfSource],
  });
});
afterAll(() => app.close());

it.each([
  ['en', 'Withdrawal from Lotus'],
  ['zh-Hans', '从 Lotus 提现'],
  ['zh-Hant', '從 Lotus 提領'],
  ['vi', 'Rút tiền từ Lotus'],
])('the wallet shows what arrived, and from whom, in %s', async (language, title) => {
  const [shop, user] = [await makeMerchant(app, { name: 'Lotus' }), await makeUser(app)];
  await fund(app, shop.merchant_id, 'USDP', '100.00');
  await app.sql(
    `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, 10000, 10000)`,
    [shop.merchant_id],
  );
  const { serial_number } = await makeWithdrawal(app, shop.merchant_id, user.user_id);
  const headers = { cookie: `${PAYER_COOKIE}=${user.token}`, 'accept-language': language };
  const { body } = await app.fastify.inject({ url: '/wallet', headers });
  expect(body).toContain(title);
  expect(body).toContain('9.95');
  expect(body).toContain(serial_number);
});
