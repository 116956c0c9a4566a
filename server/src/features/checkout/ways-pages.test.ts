import { CHECKOUT_WAYS, type CheckoutWay } from '@purser/contract/checkout-ways';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { slideOn } from '../wallet/testing/slider.ts';
import { makeOrder } from './testing/order.ts';

/** What a payment page offers by the ways that its order was made with, without JavaScript. */

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource] });
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  payer = await makeUser(app);
  await fund(app, payer.user_id, 'USDP', '100.00');
  await fund(app, payer.user_id, 'USDP', '20.00', 'reward');
});

const without = (...off: CheckoutWay[]) => CHECKOUT_WAYS.filter((way) => !off.includes(way));
const orderOf = async (ways: readonly CheckoutWay[], amount = '12.50') =>
  (await makeOrder(app, merchant.merchant_id, { ways, amount })).token;
const opened = (path: string) => new PlainBrowser(app).open(path);
async function signedIn(path: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, payer.token);
  return browser.open(path);
}

const CODE = 'aria-label="QR code of this payment"';
const SAVED = '/qr.png';
const APP = 'href="web+purser:';
const TO_LOGIN = 'step=login';
const LOGIN_FORM = 'name="identity"';

describe('coming to pay', () => {
  it.each<[string, CheckoutWay[], boolean, boolean, boolean]>([
    ['all of them', without(), true, true, true],
    ['no scanning', without('scan'), false, true, true],
    ['no app', without('app'), true, false, true],
    ['no web login', without('web'), true, true, false],
    ['the app alone', without('scan', 'web'), false, true, false],
  ])('offers %s', async (_what, ways, code, inApp, login) => {
    const { html } = await opened(`/pay/${await orderOf(ways)}`);
    expect([html.includes(CODE), html.includes(SAVED), html.includes(APP), html.includes(TO_LOGIN)]).toEqual([code, code, inApp, login]);
  });

  it.each<[CheckoutWay[], string]>([
    [without('web'), 'This order is paid by scanning the code, or in the app.'],
    [without('web', 'app'), 'This order is paid by scanning the code.'],
    [without('web', 'scan'), 'This order is paid in the app.'],
  ])('without web login it says which ways there are, and has no login form: %o', async (ways, sentence) => {
    const token = await orderOf(ways);
    for (const path of [`/pay/${token}`, `/pay/${token}?step=login`]) {
      const browser = await opened(path);
      expect(browser.text).toContain(sentence);
      expect(browser.html).not.toContain(LOGIN_FORM);
    }
  });

  it('opened by its code one logs in all the same, also after a wrong password and after another account', async () => {
    const token = await orderOf(without('web'));
    const browser = await opened(`/pay/${token}?via=qr`);
    expect(browser.text).not.toContain('This order is paid by');
    const login = /href="([^"]*step=login)"/.exec(browser.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    await browser.open(login);
    const send = async (password: string) =>
      browser.send(`/pay/${token}/login?via=qr`, { identity: payer.username, password, ...(await slideOn(app.platform, browser.html)) });
    await send('wrong-password-1');
    expect(browser.html).toContain(LOGIN_FORM);
    await send(payer.password);
    expect(browser.text).toContain('Paying as');
    await browser.open(`/pay/${token}?via=qr`);
    // Whose session ends meanwhile is led back to where one logs in.
    await browser.send(`/pay/${token}/pay?via=qr`, { payment_password: '000000' });
    expect(browser.html).toContain(`action="/pay/${token}/pay?via=qr"`);
    expect(browser.html).toContain(encodeURIComponent(`/pay/${token}?via=qr`));
    await app.sql('delete from session where owner_id = $1', [payer.user_id]);
    await browser.send(`/pay/${token}/pay?via=qr`, { payment_password: payer.payment_password });
    expect(browser.html).toContain(LOGIN_FORM);
    await send(payer.password);
    await browser.send(`/pay/${token}/logout?via=qr`, {});
    expect(browser.html).toContain(LOGIN_FORM);
  });

  it('who is signed in already pays', async () => {
    const token = await orderOf(without('web'));
    const browser = await signedIn(`/pay/${token}`);
    await browser.send(`/pay/${token}/pay`, { payment_password: payer.payment_password });
    expect(browser.text).toContain('Payment successful');
  });
});

describe('what is paid with', () => {
  it('offers no reward funds where they are off', async () => {
    expect((await signedIn(`/pay/${await orderOf(without())}`)).html).toContain('name="use_reward"');
    expect((await signedIn(`/pay/${await orderOf(without('reward'))}?use_reward=yes`)).html).not.toContain('name="use_reward"');
    const short = await signedIn(`/pay/${await orderOf(without('reward'), '110.00')}`);
    expect(short.text).toContain('You are 10.00 USDP short');
    expect(short.text).not.toContain('Reward funds');
  });

  it('takes reward funds alone where the balance is off, and says so where they do not suffice', async () => {
    const token = await orderOf(without('balance'));
    const browser = await signedIn(`/pay/${token}`);
    expect(browser.text).toContain('This order takes reward funds only.');
    expect(browser.text).not.toContain('Wallet balance');
    await browser.send(`/pay/${token}/pay`, { payment_password: payer.payment_password, use_reward: 'yes' });
    expect(browser.text).toContain('Payment successful');
    const short = await signedIn(`/pay/${await orderOf(without('balance'), '25.00')}`);
    expect(short.text).toContain('This order takes reward funds only, and you are 17.50 USDP short.');
  });
});

describe('depositing USDT where the balance does not reach', () => {
  const DEPOSIT = 'href="/wallet/usdt-recharge?coin=USDP';
  const rate = (sequence: number, price_type: 'fixed' | 'floating') =>
    app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('USDP', $1, $2, $3, 'test')`, [
      sequence,
      price_type,
      price_type === 'fixed' ? 1 : null,
    ]);
  const shown = async (ways: readonly CheckoutWay[]) => (await signedIn(`/pay/${await orderOf(ways, '500.00')}`)).html.includes(DEPOSIT);

  it('is offered only where it is on and the rate floats', async () => {
    await rate(1, 'fixed');
    expect(await shown(without())).toBe(false);
    await rate(2, 'floating');
    expect(await shown(without())).toBe(true);
    expect(await shown(without('usdt'))).toBe(false);
    // What is deposited comes to the balance.
    expect(await shown(without('balance'))).toBe(false);
  });
});
