import { afterAll, beforeAll, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { identifiedUser, offerFace } from './testing/enrolled.ts';

/** Agreeing to confirm payments by face, by a plain form. */

const HERE = '/wallet/face';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource] });
  await offerFace(app);
});
afterAll(() => app.close());

it('confirming a payment leads back to its order as it was come to: by its code, or not', async () => {
  const order = `/pay/${'A'.repeat(30)}`;
  const user = await identifiedUser(app);
  const browser = new PlainBrowser(app);
  expect((await browser.open(`${order}/face?via=qr`)).address).toBe(`${order}?via=qr&step=login`);
  expect((await browser.open(`${order}/face`)).address).toBe(`${order}?step=login`);
  browser.cookies.set(PAYER_COOKIE, user.token);
  expect((await browser.open(`${order}/face?via=qr&use_reward=yes`)).address).toBe(`${order}?via=qr`);
  expect((await browser.open(`${order}/face`)).address).toBe(order);
});

it('keeps the tick of the consent where the payment password was wrong, and no tick that was not set', async () => {
  const user = await identifiedUser(app);
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
  await browser.open(HERE);
  const box = () => /<input [^>]*name="consent"[^>]*>/.exec(browser.html)?.[0];
  expect(box()).not.toContain('checked');
  await browser.send(HERE, { consent: 'yes', payment_password: '000000' });
  expect(browser.text).toContain('Wrong payment password');
  expect(browser.html).toContain('<title>Error: Confirm by face</title>');
  expect(box()).toContain('checked=""');
  await browser.open(HERE);
  expect(box()).not.toContain('checked');
  expect(browser.html).toContain('<title>Confirm by face</title>');
  await browser.send(HERE, { payment_password: user.payment_password });
  expect(box()).not.toContain('checked');
});
