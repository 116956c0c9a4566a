import { en } from '@purser/i18n/payer/en';
import { otherPages } from '@purser/i18n/payer/other-pages/en';
import { vi as viTexts } from '@purser/i18n/payer/vi';
import { zhHant } from '@purser/i18n/payer/zh-hant';
import { standingCodeList } from '@purser/contract/features/payment-link';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjust } from '../features/adjustment/testing/adjust.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { identifiedUser, offerFace } from '../features/face/testing/enrolled.ts';
import { makeMethod } from '../features/payment-method/testing/method.ts';
import { openRecharges } from '../features/usdt-recharge/testing/recharge.ts';
import { giveAddress, openNetworks } from '../features/usdt-withdrawal/testing/world.ts';
import { slideOn } from '../features/wallet/testing/slider.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { Mailbox } from '../platform/mailbox.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { addPayerPasskey } from '../platform/testing/payer-passkey.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** What a payer's form is refused for, sent without the checks of a script or a browser, stands at its fields. */

let app: TestApp;
let merchant: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, settings: { mailbox: new Mailbox() }, pages: [payerPagesOfSource] });
  merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  await app.sql('update system_setting set registration_open = true');
  await openRecharges(app);
  await openNetworks(app);
  await offerFace(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  user = await makeUser(app, { markets: ['CNY', 'USD', 'VND'] });
});

function browserOf(owner: TestUser | null): PlainBrowser {
  const browser = new PlainBrowser(app);
  if (owner) browser.cookies.set(PAYER_COOKIE, owner.token);
  return browser;
}

/** Opens a page, sends its form with this filled in, and expects to be told this at its fields, and to go on at the first. */
async function expectTold(browser: PlainBrowser, action: string, filled: Record<string, string>, told: Record<string, unknown>) {
  await browser.send(action, filled);
  expect(browser.toldAtFields).toEqual(told);
  expect(browser.focused).toBe(Object.keys(told)[0]);
  // Nothing is told above the form as well.
  expect(browser.html.split('role="alert"')).toHaveLength(Object.keys(told).length + 1);
}

const NOTHING = { identity: '', password: '' };
const SIX_DIGITS = { payment_password: en.payment_password_required };
const RULES = otherPages.password_rules.replace('{minimum}', '8').replace('{maximum}', '128');

describe('a stranger is told at the fields', () => {
  it('of the login, by each kind', async () => {
    for (const kind of ['username', 'phone', 'email'] as const) {
      const browser = await browserOf(null).open(`/wallet?kind=${kind}`);
      await expectTold(browser, '/wallet/login', NOTHING, {
        identity: en[`${kind}_required`],
        password: en.password_required,
        position: en.slider_first,
      });
    }
    const browser = await browserOf(null).open('/wallet?kind=phone');
    const identity = 'abc';
    await expectTold(
      browser,
      '/wallet/login',
      { identity, ...slideOn(app.platform, browser.html) },
      {
        identity: en.phone_digits,
        password: en.password_required,
      },
    );
    expect(browser.html).toContain('value="abc"');
  });

  it('of the login of a payment', async () => {
    const { token } = await makeOrder(app, merchant.merchant_id);
    const browser = await browserOf(null).open(`/pay/${token}?step=login`);
    await expectTold(browser, `/pay/${token}/login`, NOTHING, {
      identity: en.username_required,
      password: en.password_required,
      position: en.slider_first,
    });
  });

  it.each([
    ['registering', '/wallet/register', { username: en.username_required }],
    ['recovering', '/wallet/recover', {}],
    ['logging in by a code', '/wallet/login-code', {}],
  ])('of %s: the address first, then all that goes with the code', async (_what, path, named) => {
    const browser = await browserOf(null).open(path);
    await expectTold(browser, `${path}/code`, {}, { ...named, identity: en.email_required, position: en.slider_first });
    await browser.open(`${path}?kind=phone`);
    await expectTold(browser, `${path}/code`, {}, { ...named, identity: en.phone_required, position: en.slider_first });
    await browser.open(path);
    const username: Record<string, string> = Object.keys(named).length > 0 ? { username: 'somebody' } : {};
    const slid = slideOn(app.platform, browser.html);
    await expectTold(browser, `${path}/code`, { ...username, identity: 'nobody', ...slid }, { identity: en.email_invalid });
    await browser.open(path);
    const identity = `somebody-${crypto.randomUUID()}@example.com`;
    await browser.send(`${path}/code`, { ...username, identity, ...slideOn(app.platform, browser.html) });
    const passwords = path === '/wallet/login-code' ? {} : { password: RULES, password_again: en.password_required };
    const whole = { code: en.code_required, ...(path === '/wallet/register' && { nick: en.nick_required }), ...passwords };
    await expectTold(browser, `${path}/confirm`, username, whole);
    await expectTold(
      browser,
      `${path}/confirm`,
      { ...username, nick: 'Lan', code: '12x', password: '', password_again: 'x' },
      {
        code: en.code_required,
        ...('password' in passwords && { password: RULES }),
      },
    );
  });

  it('of what is paid to a standing code', async () => {
    const { list } = dataOf(await app.call(standingCodeList, {}, { token: merchant.token }));
    const path = new URL(list[0]?.payment_url ?? '').pathname;
    const browser = await browserOf(null).open(path);
    await expectTold(browser, `${path}/open`, { amount: '' }, { amount: expect.stringContaining('Enter the amount in figures') });
  });
});

describe('a wallet user is told at the fields', () => {
  it.each([
    ['English', 'en', en],
    ['Vietnamese', 'vi', viTexts],
    ['traditional Chinese', 'zh_Hant', zhHant],
  ] as const)('of the payment password, in %s', async (_which, language, texts) => {
    const browser = browserOf(user);
    browser.cookies.set('purser_language', language);
    await browser.open('/wallet/payment-password');
    const HERE = '/wallet/payment-password';
    await expectTold(
      browser,
      HERE,
      { login_password: '', payment_password: '', payment_password_again: '' },
      {
        login_password: texts.password_required,
        payment_password: texts.payment_password_required,
        payment_password_again: texts.payment_password_required,
      },
    );
    await expectTold(
      browser,
      HERE,
      { login_password: user.password, payment_password: '141421', payment_password_again: '14' },
      {
        payment_password_again: texts.payment_password_required,
      },
    );
    await expectTold(
      browser,
      HERE,
      { login_password: user.password, payment_password: '12', payment_password_again: '12' },
      {
        payment_password: texts.payment_password_required,
        payment_password_again: texts.payment_password_required,
      },
    );
  });

  it('of paying', async () => {
    await fund(app, user.user_id, 'USDP', '100.00');
    const { token } = await makeOrder(app, merchant.merchant_id);
    const browser = await browserOf(user).open(`/pay/${token}`);
    for (const payment_password of ['', '31415', '31415x'])
      await expectTold(browser, `/pay/${token}/pay`, { payment_password }, SIX_DIGITS);
  });

  it('of bank cards: all that is wrong with a new one, and the password that unlinks the one it was typed for', async () => {
    const browser = await browserOf(user).open('/wallet/bank-cards');
    await expectTold(
      browser,
      '/wallet/bank-cards',
      { market: 'USD', holder_name: '', bank_name: '', account_number: '' },
      {
        holder_name: otherPages.bank_holder_hint,
        bank_name: 'Please check the input: Bank',
        ...SIX_DIGITS,
      },
    );
    // What is asked of the name is what is wrong with it, and is said once.
    expect(browser.text.split(otherPages.bank_holder_hint)).toHaveLength(2);
    await makeMethod(app, user.user_id, { party: 'user' });
    await makeMethod(app, user.user_id, { party: 'user' });
    await browser.open('/wallet/bank-cards');
    await expectTold(browser, '/wallet/bank-cards/unlink', { payment_password: '1' }, SIX_DIGITS);
    expect(browser.html.split(/<details[^>]* open=""/)).toHaveLength(2);
    await expectTold(
      browser,
      '/wallet/bank-cards/unlink',
      { payment_password: '000000' },
      {
        payment_password: expect.stringContaining('Wrong payment password'),
      },
    );
  });

  it('of a withdrawal to a bank card', async () => {
    await fund(app, user.user_id, 'USDP', '1000.00');
    const payment_method_id = await makeMethod(app, user.user_id, { party: 'user' });
    const wish = new URLSearchParams({ payment_method_id, coin_name: 'USDP', amount: '200.00' }).toString();
    const browser = await browserOf(user).open(`/wallet/bank-withdrawal?${wish}`);
    await expectTold(browser, '/wallet/bank-withdrawal/confirm', { payment_password: '' }, SIX_DIGITS);
    await browser.open(`/wallet/bank-withdrawal?${new URLSearchParams({ payment_method_id, coin_name: 'USDP', amount: 'x' }).toString()}`);
    expect(browser.toldAtFields).toEqual({ amount: expect.stringContaining('Enter the amount in figures') });
    expect(browser.focused).toBe('amount');
  });

  it('of a deposit of USDT', async () => {
    const browser = await browserOf(user).open('/wallet/usdt-recharge?coin=CNYT&network=TRC20');
    await expectTold(
      browser,
      '/wallet/usdt-recharge',
      { trade_count: '', apply_txid: '' },
      {
        trade_count: otherPages.usdt_in_amount_required,
        apply_txid: otherPages.usdt_in_txid_required,
      },
    );
  });

  it('of a withdrawal of USDT, and of the address that it goes to', async () => {
    await fund(app, user.user_id, 'USDP', '1000.00');
    await giveAddress(app, user.user_id, 'BEP20');
    const HERE = '/wallet/usdt-withdrawal';
    const browser = await browserOf(user).open(`${HERE}?coin_id=USDP&network=BEP20&withdrawal_count=500.00`);
    const [, form = ''] = browser.html.split(`action="${HERE}" method="post"`);
    const hidden = [...(form.split('</form>')[0] ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    await browser.post(HERE, { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), payment_password: '12' });
    expect(browser.toldAtFields).toEqual(SIX_DIGITS);
    expect(browser.focused).toBe('payment_password');
    await browser.open(HERE);
    await expectTold(
      browser,
      `${HERE}/address`,
      { address: '', payment_password: '' },
      {
        address: 'Please check the input: Address',
        ...SIX_DIGITS,
      },
    );
  });

  it('of taking the own data along and of closing the account, each at the form that was sent', async () => {
    const browser = await browserOf(user).open('/wallet/privacy');
    await expectTold(browser, '/wallet/privacy/take', { payment_password: '' }, SIX_DIGITS);
    await expectTold(
      browser,
      '/wallet/privacy/close',
      { payment_password: '' },
      {
        for_good: 'Please tick this box to go on',
        ...SIX_DIGITS,
      },
    );
    await expectTold(
      browser,
      '/wallet/privacy/close',
      { payment_password: user.payment_password },
      {
        for_good: 'Please tick this box to go on',
      },
    );
    const other = await makeUser(app, { payment_password: null });
    const without = await browserOf(other).open('/wallet/privacy');
    await expectTold(without, '/wallet/privacy/take', { login_password: '' }, { login_password: en.password_required });
  });

  it('of agreeing to confirm by face', async () => {
    const browser = await browserOf(await identifiedUser(app)).open('/wallet/face');
    await expectTold(
      browser,
      '/wallet/face',
      { payment_password: '' },
      {
        consent: 'Please tick the box if you agree.',
        ...SIX_DIGITS,
      },
    );
  });

  it('of removing a passkey', async () => {
    await addPayerPasskey(app, user);
    const browser = await browserOf(user).open('/wallet/passkeys');
    await expectTold(browser, '/wallet/passkeys/remove', { payment_password: '' }, SIX_DIGITS);
    expect(browser.html).toMatch(/<details[^>]* open=""/);
  });

  it('of objecting, and of what is to be scanned', async () => {
    const { serial_number } = await adjust(app, merchant, user, { user_may_accept: true });
    const browser = await browserOf(user).open(`/wallet/adjustment/${serial_number}`);
    await expectTold(browser, `/wallet/adjustment/${serial_number}/object`, { reason: ' ' }, { reason: en.object_reason_required });
    await browser.open('/wallet/scan');
    await expectTold(
      browser,
      '/wallet/scan',
      { code: 'https://evil.example/' },
      { code: expect.stringContaining('no payment code of ours') },
    );
    expect(browser.html).toContain('value="https://evil.example/"');
    await expectTold(browser, '/wallet/scan', { code: 'the red book' }, { code: expect.stringContaining('with /pay/ or /collect/ in it') });
  });
});

it('what only a page that is out of date sends wrong is told above the form', async () => {
  const browser = await browserOf(user).open('/wallet/bank-cards');
  const { payment_password = '' } = user;
  await browser.post('/wallet/bank-cards', {
    market: 'x'.repeat(13),
    holder_name: 'Lan',
    bank_name: 'B',
    account_number: '1',
    payment_password,
  });
  expect(browser.toldAtFields).toEqual({});
  expect(browser.text).toContain('Please check the input: Currency');
});
