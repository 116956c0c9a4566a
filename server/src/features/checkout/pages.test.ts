import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { PlainBrowser, withoutPageKey } from '../../platform/testing/plain-browser.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeOrder } from './testing/order.ts';
import { slideOn } from '../wallet/testing/slider.ts';

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    pages: [payerPagesOfSource],
  });
  merchant = await makeMerchant(app, { name: 'Blue <Bottle> & Co' });
});
afterAll(() => app.close());
beforeEach(async () => {
  payer = await makeUser(app, { nick: 'Lan' });
  await fund(app, payer.user_id, 'USDP', '100.00');
});

const slide = (browser: PlainBrowser) => slideOn(app.platform, browser.html);

async function signedIn(): Promise<PlainBrowser> {
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, payer.token);
  return browser;
}

describe('a payment page without JavaScript', () => {
  it('says amount, merchant, time left and latest time, draws the code, and looks again by itself', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await new PlainBrowser(app).open(`/pay/${order.token}`);
    expect(browser.text).toContain('12.50 USDP');
    expect(browser.html).toContain('Blue &lt;Bottle&gt; &amp; Co');
    expect(browser.text).toMatch(/Time left 1[45]:\d\d/);
    expect(browser.text).toMatch(/Pay before \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    expect(browser.html).toMatch(/<svg[^>]*aria-label="QR code of this payment"[^>]*><g [^>]*><path d="M0 0h7v1/);
    expect(browser.html).toContain('<noscript><meta http-equiv="refresh" content="10"></noscript>');
  });

  it('is private, and allows no script but its own', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { description: '</script><script>alert(1)</script>' });
    const { headers, html } = await new PlainBrowser(app).open(`/pay/${order.token}`);
    expect(headers['cache-control']).toBe('no-store');
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(html).toContain(`<script nonce="${nonce}" data-react="/payer/assets/entry.js"`);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/ on\w+="/);
    expect(html).not.toContain('style="');
  });

  it('offers to log in, keeps what was typed after a refusal, and pays with the payment password', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { return_address: 'https://shop.example/back' });
    const browser = await new PlainBrowser(app).open(`/pay/${order.token}?step=login`);
    await browser.send(`/pay/${order.token}/login`, { identity: payer.username, password: 'nope', ...slide(browser) });
    expect(browser.text).toContain('Wrong username or password');
    expect(browser.html).toContain(`value="${payer.username}"`);
    expect(browser.html).not.toContain('nope');
    await browser.send(`/pay/${order.token}/login`, { identity: payer.username, password: payer.password, ...slide(browser) });
    expect(browser.text).toContain('Paying as Lan');
    await browser.send(`/pay/${order.token}/pay`, { payment_password: '000000' });
    expect(browser.text).toContain('Wrong payment password. 4 attempts left.');
    expect(browser.html).toContain('<title>Error: 12.50\u00a0USDP · Pay ');
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    expect(browser.text).toContain('Payment successful');
    // The title is the first that is said of a page that was made anew.
    expect(browser.html).toContain('<title>Payment successful</title>');
    expect(browser.html).toMatch(
      /<noscript><meta http-equiv="refresh" content="5;url=https:\/\/shop\.example\/back[^"]*order_status=paid"/,
    );
    await browser.open(`/pay/${order.token}?done=1&stay=1`);
    expect(browser.html).not.toContain('http-equiv="refresh"');
    await browser.open(`/pay/${order.token}`);
    expect(browser.text).toContain('You have already paid this order');
  });

  it('says once how an order ended under the payer, or what became short, in the words of the screen', async () => {
    const payTooLate = async (change: string, values: (token: string) => unknown[] = (token) => [token]) => {
      const { token } = await makeOrder(app, merchant.merchant_id);
      const browser = await (await signedIn()).open(`/pay/${token}`);
      await app.sql(change, values(token));
      await browser.send(`/pay/${token}/pay`, { payment_password: payer.payment_password });
      return browser;
    };
    const expired = await payTooLate(`update payment_order set expire_time = now() where token = $1`);
    expect(expired.text.split('the transaction is closed')).toHaveLength(2);
    expect(expired.text).not.toMatch(/\d\dT\d\d:/);
    const cancelled = await payTooLate(`update payment_order set status = 'cancelled', cancelled_by = 'merchant' where token = $1`);
    expect(cancelled.html).not.toContain('role="alert"');
    expect(cancelled.html).toContain('cancelled');
    const short = await payTooLate(`update ledger.account set available = 0 where owner_id = $1 and coin = 'USDP'`, () => [payer.user_id]);
    expect(short.html).not.toContain('role="alert"');
    expect(short.text).toContain('You are 12.50 USDP short');
  });

  it('of a merchant who is suspended meanwhile says so and asks for nothing, until the suspension is lifted', async () => {
    const own = await makeMerchant(app, { name: 'Closed Shop' });
    const order = await makeOrder(app, own.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [own.merchant_id]);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    for (const page of [browser, await new PlainBrowser(app).open(`/pay/${order.token}?step=login`)]) {
      expect(page.text).toContain('Closed Shop takes no payments at present. Nothing was taken from you.');
      expect(page.html).not.toMatch(/role="alert"|type="password"/);
      expect(page.html).toContain('<noscript><meta http-equiv="refresh" content="10"></noscript>');
    }
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [own.merchant_id]);
    await browser.open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    expect(browser.text).toContain('Payment successful');
  });

  it('a message is shown once', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: '000000' });
    expect(browser.text).toContain('4 attempts left');
    await browser.open(`/pay/${order.token}`);
    expect(browser.text).not.toContain('attempts left');
  });

  it('a form sent twice pays once', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    const html = withoutPageKey(browser.html);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    browser.html = html;
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    expect(browser.text).toContain('Payment successful');
    expect(await app.sql(`select available::text from ledger.account where owner_id = $1 and purpose = 'main'`, [payer.user_id])).toEqual([
      { available: '8750' },
    ]);
  });

  it('takes reward funds when the box is ticked, and shows both breakdowns in numbers', async () => {
    await fund(app, payer.user_id, 'USDP', '2.50', 'reward');
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    expect(browser.text).toContain('87.50 USDP');
    expect(browser.text).toContain('90.00 USDP');
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password, use_reward: 'yes' });
    expect(await app.sql(`select available::text from ledger.account where owner_id = $1 and purpose = 'main'`, [payer.user_id])).toEqual([
      { available: '9000' },
    ]);
  });

  it('keeps the choice of reward funds through a change of language or look and a wrong payment password', async () => {
    await fund(app, payer.user_id, 'USDP', '2.50', 'reward');
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    const chosen = () => /<input id="use_reward"[^>]*checked/.test(browser.html);
    expect(chosen()).toBe(false);
    // The switches' buttons and fields belong to the payment's form.
    const back = `/wallet/preferences?back=${encodeURIComponent(browser.address)}&amp;keeps=yes`;
    for (const value of ['vi', 'night']) {
      const [pressed] = new RegExp(`<button[^>]* value="${value}"[^>]*>`).exec(browser.html) ?? [];
      for (const part of ['form="pay"', `formAction="${back}"`, 'formMethod="post"']) expect(pressed).toContain(part);
    }
    // What the payment's form sends to pay with names no other page.
    expect(browser.html).not.toMatch(/name="(back|keeps)"[^>]* form="pay"/);
    // Enter in the password's field presses the form's first button, which has to pay.
    expect(/<button[^>]* form="pay"[^>]*>|<button form="pay"[^>]*>/.exec(browser.html)?.[0]).toBe(
      '<button form="pay" hidden="" tabindex="-1" aria-hidden="true">',
    );
    const change = (fields: Record<string, string>) =>
      browser.post(`/wallet/preferences?back=${encodeURIComponent(browser.address)}&keeps=yes`, { payment_password: '', ...fields });
    await change({ language: 'vi', use_reward: 'yes' });
    expect([browser.address, chosen()]).toEqual([`/pay/${order.token}?use_reward=yes`, true]);
    expect(browser.html).toContain('<html lang="vi"');
    await change({ theme: 'night', use_reward: 'yes' });
    expect(chosen()).toBe(true);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: '000000', use_reward: 'yes' });
    expect([browser.address, chosen()]).toEqual([`/pay/${order.token}?use_reward=yes`, true]);
    await change({ language: 'en' });
    expect([browser.address, chosen()]).toEqual([`/pay/${order.token}`, false]);
  });

  it('says after a reload too that the payment password is locked, until when, and what can be done', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    for (let i = 0; i < 5; i += 1) await browser.send(`/pay/${order.token}/pay`, { payment_password: '000000' });
    await browser.open(`/pay/${order.token}`);
    expect(browser.text).toContain('Your payment password is locked');
    expect(browser.text).toMatch(/it works again from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    expect(browser.html).toContain(`href="/wallet/payment-password?next=${encodeURIComponent(`/pay/${order.token}`)}"`);
    expect(browser.html).not.toContain(`action="/pay/${order.token}/pay"`);
  });

  it('asks before it gives an order up', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}?step=abandon`);
    expect(browser.text).toContain('Cancel this payment?');
    await browser.send(`/pay/${order.token}/abandon`);
    expect(browser.text).toContain('Payment cancelled');
  });

  it('lets whoever is not signed in leave, and the order stay', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { return_address: 'https://shop.example/back' });
    const browser = await new PlainBrowser(app).open(`/pay/${order.token}?step=abandon`);
    expect(browser.text).not.toContain('Cancel this payment');
    expect(browser.text).toContain('Just close this page');
    expect(browser.html).toContain('href="https://shop.example/back?order_id=');
    const response = await app.fastify.inject({
      method: 'POST',
      url: `/pay/${order.token}/abandon`,
      headers: { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect([response.statusCode, response.headers.location]).toEqual([303, `/pay/${order.token}?step=login`]);
    expect(await app.sql('select status from payment_order where token = $1', [order.token])).toEqual([{ status: 'created' }]);
  });

  it('speaks the language that the order names, also on the pages it leads to; what the payer has chosen comes first', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { language: 'vi' });
    const browser = await signedIn();
    browser.cookies.delete('purser_language');
    await browser.open(`/pay/${order.token}`);
    expect(browser.html).toContain('<html lang="vi"');
    expect(browser.text).toContain('12,50 USDP');
    await browser.send(`/pay/${order.token}/pay`, { payment_password: '000000' });
    expect(browser.text).toContain('Sai mật khẩu thanh toán');
    await browser.open('/wallet/payment-password');
    expect(browser.html).toContain('<html lang="vi"');
    await browser.send('/wallet/preferences', { language: 'en' });
    await browser.open(`/pay/${order.token}`);
    expect(browser.html).toContain('<html lang="en"');
    const other = new PlainBrowser(app);
    other.cookies.set('purser_language', 'constructor');
    expect((await other.open(`/pay/${order.token}`)).html).toContain('<html lang="vi"');
  });

  it("refuses a form that another site's page sent", async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password }, { origin: 'https://evil.example' });
    expect(browser.status).toBe(403);
    await browser.open(`/pay/${order.token}`);
    expect(browser.text).toContain('Pay 12.50');
  });
});

describe('each end of an order has a page of its own', () => {
  const pageOf = async (token: string, browser = new PlainBrowser(app)) => (await browser.open(`/pay/${token}`)).text;

  it('scanned: opening the address of the code marks the order, and the first page says so', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const phone = await new PlainBrowser(app).open(`/pay/${order.token}?via=qr`);
    expect(phone.text).toContain('Log in to pay');
    expect(await pageOf(order.token)).toContain('Code scanned');
  });

  it('expired: both texts of the specification, with the latest payment time', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { lives_s: -1 });
    const text = await pageOf(order.token);
    expect(text).toContain('Sorry, your transaction has failed due to timeout');
    expect(text).toMatch(
      /The latest payment time for your order was [\d-]+ [\d:]+ UTC. It has now expired, and the transaction is closed./,
    );
  });

  it('cancelled by the merchant, paid by someone else, unknown', async () => {
    const [cancelled, paid] = [await makeOrder(app, merchant.merchant_id), await makeOrder(app, merchant.merchant_id)];
    await app.sql(`update payment_order set status = 'cancelled', cancelled_by = 'merchant' where token = $1`, [cancelled.token]);
    expect(await pageOf(cancelled.token)).toContain('Cancelled by the merchant');
    const winner = await (await signedIn()).open(`/pay/${paid.token}`);
    await winner.send(`/pay/${paid.token}/pay`, { payment_password: payer.payment_password });
    payer = await makeUser(app);
    expect(await pageOf(paid.token, await signedIn())).toContain('This order is already paid');
    expect(await pageOf(paid.token)).toContain('This order is already paid');
    const unknown = await new PlainBrowser(app).open(`/pay/${'A'.repeat(30)}`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('We cannot find this order');
  });

  it('what keeps a payer from paying: balance, market, payment password', async () => {
    const [order, foreign] = [await makeOrder(app, merchant.merchant_id), await makeOrder(app, merchant.merchant_id, { coin: 'CNYT' })];
    const traveller = await signedIn();
    expect(await pageOf(foreign.token, traveller)).toContain('Market not enabled');
    await traveller.send('/wallet/market', { market: 'CNY' });
    expect(traveller.address).toBe(`/pay/${foreign.token}`);
    expect(traveller.text).toContain('You are 12.50 CNYT short');
    payer = await makeUser(app, { payment_password: null });
    expect(await pageOf(order.token, await signedIn())).toContain('You are 12.50 USDP short');
    await fund(app, payer.user_id, 'USDP', '20.00');
    const browser = await signedIn();
    expect(await pageOf(order.token, browser)).toContain('Set a payment password first');
    await browser.open(`/wallet/payment-password?next=${encodeURIComponent(`/pay/${order.token}`)}`);
    const fill = { login_password: payer.password, payment_password: '529471', payment_password_again: '529471' };
    await browser.send('/wallet/payment-password', { ...fill, payment_password_again: '529472' });
    expect(browser.text).toContain('Passwords do not match');
    await browser.send('/wallet/payment-password', fill);
    expect(browser.address).toBe(`/pay/${order.token}`);
    expect(browser.text).toContain('Pay 12.50');
  });
});

describe('a payer of whom the provider wants more than a payment password', () => {
  beforeEach(() => app.sql('update sign_in_policy set payment_needs_identity = true, payment_needs_bank_account = true'));
  afterEach(() => app.sql('update sign_in_policy set payment_needs_identity = false, payment_needs_bank_account = false'));

  it('reads the text of the specification, what of it is missing, and is led to the authentication centre and back', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    await app.sql(`update wallet_user set authentication_status = 'approved' where user_id = $1`, [payer.user_id]);
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    expect(browser.text).toContain(
      'Verification incomplete (Identity Verification, Link Bank Card, Set Payment Password). Please complete the process.',
    );
    expect(browser.text).toContain('Still missing Link Bank Card It counts once the provider has checked it. Go to authenticate');
    const centre = `/wallet/authentication?next=${encodeURIComponent(`/pay/${order.token}`)}`;
    expect(browser.html).toContain(`href="${centre}"`);
    await browser.open(centre);
    expect(browser.text).toContain('Authentication center');
    expect(browser.html).toContain(`href="/pay/${order.token}"`);
  });
});

describe('the wallet without JavaScript', () => {
  it('logs in, shows balances and records, and logs out', async () => {
    const browser = await new PlainBrowser(app).open('/wallet');
    await browser.send('/wallet/login', { identity: payer.username, password: payer.password, ...slide(browser) });
    expect(browser.text).toContain('100.00 USDP');
    expect(browser.text).toContain('Top-up');
    await browser.send('/wallet/logout');
    expect(browser.text).toContain('Log in to your wallet');
  });

  it('shows the receipt of a payment again to who paid it, and sends anybody else to the order', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { description: 'Row 7, seats 3 and 4' });
    const browser = await (await signedIn()).open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    await browser.open('/wallet');
    expect(browser.text).toContain('Row 7, seats 3 and 4');
    expect(browser.html).toContain(`href="/wallet/receipt/${order.token}"`);
    await browser.open(`/wallet/receipt/${order.token}`);
    expect(browser.status).toBe(200);
    for (const text of ['Receipt', '12.50 USDP', 'Row 7, seats 3 and 4', order.serial_number]) expect(browser.text).toContain(text);
    const stranger = await new PlainBrowser(app).open(`/wallet/receipt/${order.token}`);
    expect(stranger.address).toBe(`/wallet?next=${encodeURIComponent(`/wallet/receipt/${order.token}`)}`);
    expect(stranger.html).toContain(`<input type="hidden" name="next" value="/wallet/receipt/${order.token}"/>`);
    payer = await makeUser(app);
    const other = await (await signedIn()).open(`/wallet/receipt/${order.token}`);
    expect(other.address).toBe(`/pay/${order.token}`);
    expect((await (await signedIn()).open('/wallet/receipt/unknown')).status).toBe(404);
  });

  it('shows names as text, whatever stands in them', async () => {
    const markup = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>';
    const asText = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;';
    const seller = await makeMerchant(app, { name: markup });
    payer = await makeUser(app, { nick: markup });
    await fund(app, payer.user_id, 'USDP', '100.00');
    const order = await makeOrder(app, seller.merchant_id, { description: markup });
    const browser = await signedIn();
    const expectText = async (path: string) => {
      await browser.open(path);
      expect(browser.status, path).toBe(200);
      expect(browser.html, path).toContain(asText);
      expect(browser.html, path).not.toMatch(/<img src=x|<script>alert|"><img/);
    };
    await expectText(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    for (const path of [`/pay/${order.token}`, `/wallet/receipt/${order.token}`, '/wallet']) await expectText(path);
  });

  it('never sends anyone to another site after signing in', async () => {
    for (const next of ['https://evil.example/', '//evil.example/wallet', '/\\evil.example', '/pay/x/../../evil', 'javascript:alert(1)']) {
      const browser = await new PlainBrowser(app).open(`/wallet?next=${encodeURIComponent(next)}`);
      expect(browser.html).toContain('<input type="hidden" name="next" value="/wallet"/>');
    }
  });

  it('keeps language and day or night in cookies, by plain forms', async () => {
    const browser = await new PlainBrowser(app).open('/wallet');
    await browser.send('/wallet/preferences', { language: 'vi' });
    await browser.send('/wallet/preferences', { theme: 'night' });
    expect(browser.html).toContain('<html lang="vi" data-theme="night">');
    expect(browser.text).toContain('Đăng nhập ví');
  });
});

it.each(['zh_Hans', 'zh_Hant', 'en', 'vi'])('speaks %s when the browser asks for it and no choice was made', async (language) => {
  const tag = language.replace('_', '-');
  const response = await app.fastify.inject({ url: '/wallet', headers: { 'accept-language': `${tag},en;q=0.5` } });
  expect(response.body).toContain(`<html lang="${tag}">`);
});

it('gives the code as a picture to save', async () => {
  const { token } = await makeOrder(app, merchant.merchant_id);
  const { headers, rawPayload } = await app.fastify.inject({ url: `/pay/${token}/qr.png` });
  expect([headers['content-type'], rawPayload.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
});
