import { openOrderCreate } from '@purser/contract/features/open-order';
import { faceSession } from '@purser/contract/features/face';
import { paymentLinkAdd } from '@purser/contract/features/payment-link';
import { outcomeText } from '@purser/contract/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { enrol, identifiedUser, offerFace } from '../features/face/testing/enrolled.ts';
import { person } from '../features/face/testing/looks.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** Amounts in refusals are written as whoever reads them writes amounts; systems are told them as everywhere on the wire. */

let app: TestApp;
let merchant: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const limits = (minimum: string, maximum: string) =>
  outcomeText('order_amount_out_of_range', 'vi', { minimum: `${minimum} USDP`, maximum: `${maximum} USDP` });

it('at a console digits are grouped as everywhere there', async () => {
  const link = { coin_name: 'USDP', amount: '0.00', link_uses: 'one', lifetime_min: 60 } as const;
  expect(await app.call(paymentLinkAdd, link, { token: merchant.token, language: 'vi' })).toMatchObject({
    detail: limits('0.01', '100,000,000.00'),
  });
});

it('a merchant’s system is told them with a point alone', async () => {
  const signedWith = { access_key: `pk_${merchant.merchant_id.toString(36)}_${'b'.repeat(24)}`, secret: 'sk_test' };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant.merchant_id,
    signedWith.access_key,
    app.platform.secrets.seal('access-key', signedWith.secret),
  ]);
  const order = { order_id: 'too-small', coin_name: 'USDP', amount: '0.00' } as const;
  expect(await app.call(openOrderCreate, order, { signedWith, language: 'vi' })).toMatchObject({ detail: limits('0.01', '100000000.00') });
});

it('a payer is told them in their own language', async () => {
  await offerFace(app, 123_450);
  const payer = await identifiedUser(app);
  await enrol(app, payer.user_id, { document: person(1), selfie: person(1) });
  const { token } = await makeOrder(app, merchant.merchant_id, { amount: '1234.51' });
  expect(await app.call(faceSession, { token }, { payerToken: payer.token, language: 'vi' })).toMatchObject({
    detail: outcomeText('face_amount_above', 'vi', { amount: '1.234,50 USDP' }),
  });
});
