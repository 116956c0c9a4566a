import { checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { checkoutAuthorisePasskey, checkoutPasskeyRequest } from '@purser/contract/features/wallet-passkey';
import type { PasskeyAssertion } from '@purser/contract/passkey';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, signIn, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import type { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { addPayerPasskey, orderConfirmation } from '../../platform/testing/payer-passkey.ts';
import { walletRoutes } from '../wallet/routes.ts';
import { checkoutRoutes } from './routes.ts';
import { makeOrder, type TestOrder } from './testing/order.ts';

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;
let authenticator: SoftwareAuthenticator;
let order: TestOrder;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...walletRoutes(platform), ...checkoutRoutes(platform)] });
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  payer = await makeUser(app);
  await fund(app, payer.user_id, 'USDP', '100.00');
  ({ authenticator } = await addPayerPasskey(app, payer));
  order = await makeOrder(app, merchant.merchant_id);
});

const authorise = (passkey: PasskeyAssertion, { token }: Pick<TestOrder, 'token'> = order, payerToken = payer.token) =>
  app.call(checkoutAuthorisePasskey, { token, passkey }, { payerToken });

describe('confirming a payment with a passkey', () => {
  it('grants this one order, which is then paid', async () => {
    const view = dataOf(await app.call(checkoutView, { token: order.token }, { payerToken: payer.token }));
    expect(view.payer?.has_passkey).toBe(true);
    const { payment_grant } = dataOf(await authorise(await orderConfirmation(app, payer, order.token, authenticator)));
    const other = await makeOrder(app, merchant.merchant_id);
    const pay = (token: string) => app.call(checkoutPay, { token, payment_grant }, { payerToken: payer.token });
    expect(await pay(other.token)).toMatchObject({ msg: 'payment_grant_refused' });
    expect(await pay(order.token)).toMatchObject({ msg: 'ok', data: { amount: '12.50' } });
  });

  it('by an answer that was for another order, session, payer or use, or was used: passkey_refused', async () => {
    const refused = { msg: 'passkey_refused' };
    const answer = await orderConfirmation(app, payer, order.token, authenticator);
    expect(await authorise(answer, await makeOrder(app, merchant.merchant_id))).toMatchObject(refused);
    expect(await authorise(answer, order, await signIn(app, 'user', payer.user_id))).toMatchObject(refused);
    const another = await makeUser(app);
    expect(await authorise(answer, order, another.token)).toMatchObject(refused);
    expect(await authorise(await orderConfirmation(app, payer, order.token, authenticator, { userVerified: false }))).toMatchObject(
      refused,
    );
    expect(
      await authorise(await orderConfirmation(app, payer, order.token, authenticator, { origin: 'https://elsewhere.example' })),
    ).toMatchObject(refused);
    expect(await authorise(answer)).toMatchObject({ msg: 'ok' });
    expect(await authorise(answer)).toMatchObject(refused);
  });

  it('of two uses of one answer at once exactly one is granted', async () => {
    const answer = await orderConfirmation(app, payer, order.token, authenticator);
    const outcomes = await Promise.all([authorise(answer), authorise(answer), authorise(answer)]);
    expect(outcomes.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'passkey_refused', 'passkey_refused']);
  });

  it('of an order that nobody has: order_unknown; of who must still be verified: verification_incomplete', async () => {
    const answer = await orderConfirmation(app, payer, order.token, authenticator);
    const token = order.token.replace(/.{4}$/, 'AAAA');
    expect(await app.call(checkoutPasskeyRequest, { token }, { payerToken: payer.token })).toMatchObject({ msg: 'order_unknown' });
    expect(await authorise(answer, { token })).toMatchObject({ msg: 'order_unknown' });
    await app.sql('update sign_in_policy set payment_needs_identity = true');
    await app.sql(`update wallet_user set authentication_status = 'not_authenticated' where user_id = $1`, [payer.user_id]);
    expect(await authorise(answer)).toMatchObject({ msg: 'verification_incomplete' });
    await app.sql('update sign_in_policy set payment_needs_identity = false');
    expect(await authorise(answer)).toMatchObject({ msg: 'ok' });
  });

  it('is not asked of another payer than the page shows: another_signed_in', async () => {
    const another = await makeUser(app);
    const ask = (by: TestUser) =>
      app.call(checkoutPasskeyRequest, { token: order.token, user_id: payer.user_id }, { payerToken: by.token });
    expect(await ask(another)).toMatchObject({ msg: 'another_signed_in' });
    expect(await ask(payer)).toMatchObject({ msg: 'ok' });
  });

  it('works while the payment password is locked by wrong ones', async () => {
    await app.sql(`update wallet_user set payment_password_locked_until = now() + interval '1 hour' where user_id = $1`, [payer.user_id]);
    expect(await authorise(await orderConfirmation(app, payer, order.token, authenticator))).toMatchObject({ msg: 'ok' });
  });
});
