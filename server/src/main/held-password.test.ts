import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestUser } from '../platform/testing/parties.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

let app: TestApp;
let user: TestUser;
let browser: PlainBrowser;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app, { nick: 'Lan' });
  await fund(app, user.user_id, 'USDP', '100.00');
  browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
});

const wasReset = (ago: string) =>
  app.sql(`update wallet_user set login_password_reset_at = now() - $2::interval where user_id = $1`, [user.user_id, ago]);
const FORM = 'name="login_password"';
const TIME = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC';

describe('a payment password that stays as it is for a day', () => {
  it('is not asked for anew: its page says from when on', async () => {
    await wasReset('1 hour');
    await browser.open('/wallet/payment-password');
    expect(browser.text).toMatch(new RegExp(`can be changed again from ${TIME} on`));
    expect(browser.html).not.toContain(FORM);
    await wasReset('24 hours');
    expect((await browser.open('/wallet/payment-password')).html).toContain(FORM);
  });

  it('is set where there is none', async () => {
    await wasReset('1 hour');
    await app.sql('update wallet_user set payment_password_hash = null where user_id = $1', [user.user_id]);
    expect((await browser.open('/wallet/payment-password')).html).toContain(FORM);
  });

  it('is no way out of a lock either: an order says from when on', async () => {
    const merchant = await makeMerchant(app);
    const { token } = await makeOrder(app, merchant.merchant_id);
    await app.sql(`update wallet_user set payment_password_locked_until = now() + interval '1 hour' where user_id = $1`, [user.user_id]);
    await browser.open(`/pay/${token}`);
    expect(browser.html).toContain('Set a new payment password');
    await wasReset('1 hour');
    await browser.open(`/pay/${token}`);
    expect(browser.text).toMatch(new RegExp(`works again from ${TIME}\\..* a new one can be set from ${TIME} on`));
    expect(browser.html).not.toContain('Set a new payment password');
  });
});
