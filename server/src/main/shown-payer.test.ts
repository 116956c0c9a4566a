import { checkoutAbandon } from '@purser/contract/features/checkout';
import { faceEnrolDocument, faceEnrolSelfie, faceSession } from '@purser/contract/features/face';
import { walletPasskeyCreation } from '@purser/contract/features/wallet-passkey';
import { SHOWN_PAYER_FIELD } from '@purser/contract/payer-page';
import { PREFERENCES_PATH } from '@purser/contract/payer-pages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjust } from '../features/adjustment/testing/adjust.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { enrol, identifiedUser, offerFace } from '../features/face/testing/enrolled.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { addPayerPasskey } from '../platform/testing/payer-passkey.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** Whatever a payer's page does, it says whose page it is: another tab of the browser may have signed somebody else in. */

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
  merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  await offerFace(app);
  payer = await identifiedUser(app);
  await fund(app, payer.user_id, 'USDP', '100.00');
});
afterAll(() => app.close());

function browserOf({ token }: TestUser): PlainBrowser {
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, token);
  return browser;
}

/** Where one signs out, or goes somewhere. */
const ELSEWHERE = /^\/wallet\/(logout|scan)$|^\/pay\/.*\/logout$/;

/** What the forms of these pages do; each of them names the payer. */
async function formsOf(browser: PlainBrowser, { user_id }: TestUser, paths: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const path of paths) {
    const { html } = await browser.open(path);
    expect(browser.address).toBe(path);
    for (const [form] of html.matchAll(/<form[^>]*method="post".*?<\/form>/gs)) {
      const action = /action="([^"]+)"/.exec(form)?.[1] ?? '';
      if (action === PREFERENCES_PATH || ELSEWHERE.test(action)) continue;
      seen.push(action);
      expect(form, `${action} on ${path}`).toContain(`name="${SHOWN_PAYER_FIELD}" value="${user_id}"`);
    }
  }
  return seen;
}

it('is not done for another payer: giving an order up, confirming by face, setting a face up, adding a passkey', async () => {
  const { token } = await makeOrder(app, merchant.merchant_id);
  const another = await makeUser(app);
  const shown = { user_id: payer.user_id };
  const signedIn = { payerToken: another.token };
  const refused = { msg: 'another_signed_in' };
  expect(await app.call(checkoutAbandon, { token, ...shown }, signedIn)).toMatchObject(refused);
  expect(await app.call(faceSession, { token, ...shown }, signedIn)).toMatchObject(refused);
  expect(await app.call(faceEnrolDocument, shown, signedIn)).toMatchObject(refused);
  expect(await app.call(faceEnrolSelfie, shown, signedIn)).toMatchObject(refused);
  // Whose payment password it is not is not told, and no attempt of theirs is used up.
  expect(await app.call(walletPasskeyCreation, { payment_password: '000000', ...shown }, signedIn)).toMatchObject(refused);
  expect(await app.sql('select payment_password_failures as failures from wallet_user where user_id = $1', [another.user_id])).toEqual([
    { failures: 0 },
  ]);
  expect(await app.call(checkoutAbandon, { token, ...shown }, { payerToken: payer.token })).toMatchObject({ msg: 'ok' });
});

it('stands in every form of a signed-in payer, but where one signs out or goes somewhere', async () => {
  await addPayerPasskey(app, payer);
  await enrol(app, payer.user_id, {});
  const [open, paid] = await Promise.all([makeOrder(app, merchant.merchant_id), makeOrder(app, merchant.merchant_id)]);
  const { serial_number } = await adjust(app, merchant, payer, { user_may_accept: true });
  const browser = browserOf(payer);
  await browser.open(`/pay/${paid.token}`);
  await browser.send(`/pay/${paid.token}/pay`, { payment_password: payer.payment_password });
  const pages = [
    '',
    '/face',
    '/passkeys',
    '/privacy',
    '/payment-password',
    '/sessions',
    '/bank-cards',
    '/usdt-withdrawal',
    '/authentication',
  ];
  const seen = await formsOf(browser, payer, [
    `/pay/${open.token}`,
    `/pay/${open.token}?step=abandon`,
    `/pay/${paid.token}`,
    `/wallet/receipt/${paid.token}`,
    `/wallet/adjustment/${serial_number}`,
    ...pages.map((page) => `/wallet${page}`),
  ]);
  // Who has money cannot close their account.
  const poor = await makeUser(app);
  expect(await formsOf(browserOf(poor), poor, ['/wallet/privacy'])).toContain('/wallet/privacy/close');
  expect(seen).toEqual(
    expect.arrayContaining([
      `/pay/${open.token}/pay`,
      `/pay/${open.token}/abandon`,
      `/wallet/receipt/${paid.token}/mail`,
      `/wallet/adjustment/${serial_number}/object`,
      '/wallet/face/withdraw',
      '/wallet/passkeys/remove',
      '/wallet/payment-password',
      '/wallet/bank-cards',
    ]),
  );
});
