import { Purser, type PurserError } from '@purser/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { openLookUpRoutes } from '../open-look-up/routes.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { userWithdrawalRoutes } from './routes.ts';

/** Withdrawals and look-ups by the SDK that merchants install, against the server. */
let app: TestApp;
let purser: Purser;
let shop: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...userWithdrawalRoutes(platform), ...openLookUpRoutes(platform)] });
  [shop, user] = [await makeMerchant(app), await makeUser(app)];
  await fund(app, shop.merchant_id, 'USDP', '100.00');
  const { access_key: accessKey, secret } = await makeKey(app, shop);
  purser = new Purser({
    baseUrl: 'http://purser.test',
    accessKey,
    secret,
    fetch: async (url, { headers, body }) => {
      const answer = await app.fastify.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: body });
      return { status: answer.statusCode, headers: new Headers(answer.headers as Record<string, string>), text: async () => answer.body };
    },
  });
});
afterAll(() => app.close());

it('a user is looked up, paid out, and the withdrawal taken back', async () => {
  expect(await purser.user({ payment_id: user.user_id })).toEqual({
    payment_id: user.user_id,
    nick: user.nick,
    status: 'normal',
    markets: ['USD'],
  });
  const wish = { order_id: 'W-1', payment_id: user.user_id, coin_name: 'USDP', amount: '10.00', note: 'Ngày lương' };
  const made = await purser.withdrawals.create(wish, { idempotencyKey: 'W-1' });
  expect(made).toMatchObject({ ...wish, handling_fee: '0.05', settlement_amount: '9.95', order_status: 'pending_review' });
  expect(await purser.withdrawals.create(wish, { idempotencyKey: 'W-1' })).toEqual(made);
  expect((await purser.balances({ coin_name: 'USDP' })).list).toEqual([
    { coin_name: 'USDP', available_asset: '90.00', freeze_asset: '10.00', pending_asset: '0.00', total_asset: '100.00' },
  ]);
  expect(await purser.withdrawals.cancel({ order_id: 'W-1' })).toMatchObject({ order_status: 'cancelled' });
  expect(await purser.withdrawals.query({ serial_number: made.serial_number })).toMatchObject({ order_status: 'cancelled' });
  expect((await purser.balances()).list[0]).toMatchObject({ available_asset: '100.00', freeze_asset: '0.00' });
});

it('refusals arrive with their name and text', async () => {
  const failure = await purser.withdrawals
    .create({ order_id: 'W-2', payment_id: 1, coin_name: 'USDP', amount: '1.00' })
    .catch((error: unknown) => error as PurserError);
  expect(failure).toMatchObject({ name: 'payee_unknown', code: 8001, detail: 'There is no such user.' });
});
