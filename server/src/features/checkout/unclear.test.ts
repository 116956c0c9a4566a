import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { makeOrder } from './testing/order.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource] });
});
afterAll(() => app.close());

it('a form whose outcome is unknown is told as that also where the page after it fails, and again on the page that comes', async () => {
  const { token } = await makeOrder(app, (await makeMerchant(app)).merchant_id);
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, (await makeUser(app)).token);
  const { db, sessions } = app.platform;
  const transaction = db.transaction.bind(db) as (...asked: unknown[]) => Promise<unknown>;
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (...asked: unknown[]) => {
    await transaction(...asked);
    throw refuse('outcome_unknown');
  });
  const find = sessions.find.bind(sessions);
  const away = Object.assign(new Error('the database is gone'), { code: 'ECONNREFUSED' });
  vi.spyOn(sessions, 'find').mockImplementationOnce(find).mockRejectedValueOnce(away);
  await browser.post(`/pay/${token}/abandon`, {});
  expect(browser.status).toBe(503);
  expect(browser.text).toContain('It is not known yet whether what you sent was done.');
  expect(browser.text).not.toContain('Nothing was taken from your wallet');
  await browser.open(`/pay/${token}`);
  expect(browser.text).toContain('It is not known yet whether this was done.');
  expect(browser.text).toContain('Payment cancelled');
  vi.spyOn(sessions, 'find').mockRejectedValueOnce(away);
  await browser.open(`/pay/${token}`);
  expect(browser.text).toContain('Nothing was taken from your wallet');
});
