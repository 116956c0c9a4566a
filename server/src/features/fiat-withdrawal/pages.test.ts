import { outcomeText } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser, withoutPageKey } from '../../platform/testing/plain-browser.ts';
import { makeMethod } from '../payment-method/testing/method.ts';

/** Bank cards and withdrawals of a wallet user, by plain forms. */

const CARDS = '/wallet/bank-cards';
const WITHDRAW = '/wallet/bank-withdrawal';

let app: TestApp;
let user: TestUser;
let browser: PlainBrowser;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    pages: [payerPagesOfSource],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app, { nick: 'Lan' });
  await fund(app, user.user_id, 'USDP', '1000.00');
  browser = signedIn(user);
});

function signedIn({ token }: TestUser): PlainBrowser {
  const made = new PlainBrowser(app);
  made.cookies.set(PAYER_COOKIE, token);
  return made;
}

const CARD = {
  market: 'USD',
  holder_name: 'Nguyễn Thị Lan',
  bank_name: 'First Bank',
  bank_code: '021000021',
  account_number: '4111 1111 1111 1111',
};
const link = async (change: Record<string, string> = {}) =>
  (await browser.open(CARDS)).send(CARDS, { ...CARD, payment_password: user.payment_password, ...change });
const methods = () => app.sql('select * from payment_method where owner_id = $1', [user.user_id]);
const balance = async () =>
  (
    await app.sql(`select available::int, frozen::int from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = 'main'`, [
      user.user_id,
    ])
  )[0];
const orders = () => app.sql('select status, order_id from review_order where owner_id = $1 order by create_time', [user.user_id]);

describe('a bank card', () => {
  it('is linked with the payment password, shown by its end, and unlinked again', async () => {
    await link();
    expect(browser.text).toContain('The bank card was linked.');
    expect(browser.text).toContain('First Bank ••••1111');
    expect(browser.text).toContain('Not verified yet');
    expect(await methods()).toMatchObject([{ party: 'user', status: 'unverified', holder_name: CARD.holder_name }]);
    await browser.send(`${CARDS}/unlink`, { payment_password: user.payment_password });
    expect(browser.text).toContain('The bank card was unlinked.');
    expect(await methods()).toMatchObject([{ binding: 'unbound' }]);
  });

  it.each([
    ['a wrong payment password', { payment_password: '111112' }, 'payment_password', 'Wrong payment password. 4 attempts left.'],
    ['a number that is none', { account_number: '41AB' }, 'account_number', /Check the account number/],
    ['digits in a name', { holder_name: 'Lan 2' }, 'holder_name', /letters only, as the bank knows it/],
    ['a hyphen in a name', { holder_name: 'Thi-Lan' }, 'holder_name', /letters only, as the bank knows it/],
    ['no bank code', { bank_code: '' }, 'bank_code', /Enter a BIC or bank code/],
    ['half a payment password', { payment_password: '31415' }, 'payment_password', 'The payment password has 6 digits'],
    ['a market that is not enabled', { market: 'CNY' }, undefined, /has not enabled this market/],
    ['a market that is none', { market: 'x'.repeat(13) }, undefined, /Please check the input: Currency/],
  ] as const)('is refused with %s', async (_, change, field, told) => {
    await link(change);
    expect(browser.toldAtFields).toEqual(field ? { [field]: expect.stringMatching(told) } : {});
    expect(browser.text).toMatch(told);
    expect(await methods()).toEqual([]);
    // What was typed is there again, but for the number.
    expect(browser.html).toContain('value="First Bank"');
    expect(JSON.stringify([...browser.cookies])).not.toContain('4111');
  });
});

it('a card that is not unlinked, as the payment password was wrong, is not told at the form that links another', async () => {
  await link();
  await browser.send(`${CARDS}/unlink`, { payment_password: '111112' });
  expect(browser.text).toContain('Wrong payment password');
  const [, linking = ''] = browser.html.split(`action="${CARDS}" `);
  expect(linking).not.toMatch(/Wrong payment password.*<\/form>/);
});

it('the way from the authentication centre over a bank card leads back to the order, also by a refusal', async () => {
  const centre = `/wallet/authentication?next=${encodeURIComponent('/pay/abcdefghijklmnopqrstuv')}`;
  const back = `href="${centre}"`;
  await browser.open(`${CARDS}?next=${encodeURIComponent(centre)}`);
  expect(browser.html).toContain(back);
  await browser.send(CARDS, { ...CARD, payment_password: '111112' });
  expect(browser.html).toContain(back);
  await browser.send(CARDS, { ...CARD, payment_password: user.payment_password });
  expect(browser.text).toContain('The bank card was linked.');
  expect(browser.html).toContain(back);
  await browser.send(`${CARDS}/unlink`, { payment_password: user.payment_password });
  expect(browser.html).toContain(back);
  await browser.open(`${CARDS}?next=https%3A%2F%2Fevil.example%2F`);
  expect(browser.html).not.toMatch(/(href|action)="[^"]*evil/);
});

it('who sets a payment password on the way comes back to where it was missing', async () => {
  browser = signedIn(await makeUser(app, { payment_password: null }));
  for (const here of [WITHDRAW, CARDS]) {
    await browser.open(here);
    expect(browser.html).toContain(`href="/wallet/payment-password?next=${encodeURIComponent(here)}`);
  }
  await browser.open(`/wallet/payment-password?next=${encodeURIComponent('/pay/abcdefghijklmnopqrstuv')}`);
  const here = encodeURIComponent(browser.address);
  // The login password confirms it; whoever has forgotten that one too gets a new one, and comes back here.
  expect(browser.html).toContain(`href="/wallet/recover?next=${here}"`);
});

it('a refusal names its field as the form does, in the language of the reader', async () => {
  const told = { en: 'Bank', zh_Hans: '银行', zh_Hant: '銀行', vi: 'Ngân hàng' };
  for (const [language, label] of Object.entries(told)) {
    browser.cookies.set('purser_language', language);
    await link({ bank_name: ' ' });
    expect(browser.text).toContain(outcomeText('invalid_input', language as Language, { field: label }));
  }
});

describe('a withdrawal to a bank card', () => {
  const ask = async (amount = '200.00', coin_name = 'USDP') => {
    const payment_method_id = await makeMethod(app, user.user_id, { party: 'user', number: '4111111111111111' });
    return browser.open(`${WITHDRAW}?${new URLSearchParams({ payment_method_id, coin_name, amount }).toString()}`);
  };

  it('says what it costs, takes the payment password, freezes the amount, and is taken back', async () => {
    await ask();
    expect(browser.text).toContain('198.40 USD');
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    expect(browser.text).toContain('Your withdrawal was submitted.');
    expect(browser.text).toContain('Pending review');
    expect(await balance()).toEqual({ available: 80000, frozen: 20000 });
    await browser.send(`${WITHDRAW}/cancel`);
    expect(browser.text).toContain('The withdrawal was cancelled.');
    expect(await balance()).toEqual({ available: 100000, frozen: 0 });
    expect(await orders()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('that waits behind twenty newer ones is on the next page, and taken back there', async () => {
    await ask();
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    const [waiting] = await app.sql<{ serial_number: string }>('select serial_number from review_order where owner_id = $1', [
      user.user_id,
    ]);
    await app.sql(
      `insert into review_order
       select (jsonb_populate_record(o, jsonb_build_object('serial_number', 'WFNEWER' || lpad(n::text, 2, '0'), 'order_id', '', 'status', 'cancelled',
         'create_time', o.create_time + n * interval '1 millisecond'))).*
       from review_order o, generate_series(1, 20) as n where o.owner_id = $1`,
      [user.user_id],
    );
    await browser.open(WITHDRAW);
    expect(browser.text).toContain('WFNEWER01');
    expect(browser.text).not.toContain(waiting?.serial_number);
    expect(browser.html).toContain(`href="${WITHDRAW}?page=2#records"`);
    await browser.open(`${WITHDRAW}?page=2`);
    expect(browser.text).toContain(waiting?.serial_number);
    expect(browser.text).not.toContain('WFNEWER');
    expect(browser.text).toContain('Page 2 of 2');
    await browser.send(`${WITHDRAW}/cancel`);
    expect(browser.text).toContain('The withdrawal was cancelled.');
    expect(await balance()).toEqual({ available: 100000, frozen: 0 });
  });

  it('that is taken back in two tabs is told as taken back in both', async () => {
    await ask();
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    const { html } = browser;
    await browser.send(`${WITHDRAW}/cancel`);
    await Object.assign(browser, { html: withoutPageKey(html) }).send(`${WITHDRAW}/cancel`);
    expect(browser.text).toContain('The withdrawal was cancelled.');
    expect(await balance()).toEqual({ available: 100000, frozen: 0 });
    expect(await app.sql(`select from audit_log where owner_id = $1 and action = 'fiat_withdrawal.cancel'`, [user.user_id])).toHaveLength(
      1,
    );
  });

  it('writes every figure of a withdrawal as its reader does, before it is confirmed and after', async () => {
    await fund(app, user.user_id, 'USDP', '2000.00');
    browser.cookies.set('purser_language', 'vi');
    await ask('2500.00');
    // The fee beside the amount, and what arrives.
    expect(browser.text).toContain('(0,80%)');
    expect(browser.text).toContain('2.500,00 USDP');
    expect(browser.text).toContain('2.480,00 USD');
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    expect(browser.text).toContain('2.480,00 USD về');
    expect(browser.text).not.toMatch(/\d\.\d\d\b/);
  });

  it('takes a comma for the point', async () => {
    await ask('250,5');
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    expect(await balance()).toEqual({ available: 74950, frozen: 25050 });
  });

  it('is asked for once, however often its form is sent', async () => {
    await ask();
    browser.html = withoutPageKey(browser.html);
    const again = signedIn(user);
    again.html = browser.html;
    await Promise.all([
      browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password }),
      again.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password }),
    ]);
    expect(await orders()).toHaveLength(1);
    expect(await balance()).toEqual({ available: 80000, frozen: 20000 });
  });

  it('that is the same as one that waits is said to be so before it is confirmed: whoever goes back may mean no second one', async () => {
    const told = /The same, \w+, is already waiting for review\./;
    await ask();
    expect(browser.text).not.toMatch(told);
    const { address } = browser;
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    await browser.open(address);
    expect(browser.text).toMatch(told);
    await browser.open(address.replace('200.00', '200'));
    expect(browser.text).toMatch(told);
    await browser.open(address.replace('200.00', '201.00'));
    expect(browser.text).not.toMatch(told);
    await browser.send(`${WITHDRAW}/cancel`);
    await browser.open(address);
    expect(browser.text).not.toMatch(told);
  });

  it.each([
    ['more than there is', '2000.00', /Insufficient available balance/],
    ['less than the minimum', '99.99', /must be at least 100.00 USDP/],
  ] as const)('is refused for %s', async (_, amount, told) => {
    await ask(amount);
    expect(browser.text).toMatch(told);
    // It is told beside the wish, and no payment password is asked for in vain.
    expect(browser.text).toContain('USDP · Available 1,000.00');
    expect(browser.html).not.toContain(`action="${WITHDRAW}/confirm"`);
    expect(browser.text).not.toContain('You receive');
    expect(await orders()).toEqual([]);
  });

  it('is refused with amounts as its reader writes them', async () => {
    user = await makeUser(app, { markets: ['USD', 'VND'] });
    browser = signedIn(user);
    browser.cookies.set('purser_language', 'vi');
    const told = (minimum: string) => outcomeText('amount_below_minimum', 'vi', { minimum });
    await ask('99,99');
    expect(browser.text).toContain(told('100,00 USDP'));
    const payment_method_id = await makeMethod(app, user.user_id, { party: 'user', market: 'VND' });
    await browser.open(`${WITHDRAW}?${new URLSearchParams({ payment_method_id, coin_name: 'VNDT', amount: '99' }).toString()}`);
    expect(browser.text).toContain(told('100 VNDT'));
  });

  it('is refused once where the money has gone since it was worked out', async () => {
    await ask('900.00');
    const before = signedIn(user);
    before.html = browser.html;
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    await before.send(`${WITHDRAW}/confirm`, { attempt: uuidv7(), payment_password: user.payment_password });
    expect(before.text.split('Insufficient available balance')).toHaveLength(2);
    expect(await orders()).toHaveLength(1);
  });

  it('takes no other fee than was shown: it is told, shown anew, and taken once it is confirmed', async () => {
    await ask();
    await app.sql(`update coin set fiat_withdrawal_fee_bp = 500 where code = 'USDP'`);
    try {
      await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
      expect(browser.text).toContain('The fees have changed since they were shown. Please look at the amounts again.');
      expect(browser.text).toContain('190.00 USD');
      expect(await balance()).toEqual({ available: 100000, frozen: 0 });
      await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
      expect(await balance()).toEqual({ available: 80000, frozen: 20000 });
    } finally {
      await app.sql(`update coin set fiat_withdrawal_fee_bp = 80 where code = 'USDP'`);
    }
  });

  it('says that it needs an approved identity before it asks for the payment password', async () => {
    await app.sql('update sign_in_policy set withdrawal_needs_identity = true');
    await ask();
    await app.sql('update sign_in_policy set withdrawal_needs_identity = false');
    expect(browser.text).toContain('A withdrawal needs an approved identity.');
    expect(browser.html).toContain('href="/wallet/authentication?next=/wallet/bank-withdrawal"');
    expect(browser.html).not.toContain(`action="${WITHDRAW}/confirm"`);
  });

  it('says that its coin is switched off before it asks for the payment password', async () => {
    await app.sql(`update coin set is_on = false where code = 'USDP'`);
    await ask();
    await app.sql(`update coin set is_on = true where code = 'USDP'`);
    expect(browser.text).toContain(outcomeText('coin_off', 'en', { coin: 'USDP' }));
    expect(browser.html).not.toContain(`action="${WITHDRAW}/confirm"`);
  });

  it('is refused in words where its card, the only one, was unlinked in another browser', async () => {
    await ask();
    const elsewhere = await signedIn(user).open(CARDS);
    await elsewhere.send(`${CARDS}/unlink`, { payment_password: user.payment_password });
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    expect(browser.text.split('This bank account is not linked.')).toHaveLength(2);
    expect(browser.text).toContain('Link a bank card first.');
    expect(await orders()).toEqual([]);
  });

  it('is refused with a wrong payment password, and keeps what was asked', async () => {
    await ask();
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: '111112' });
    expect(browser.address).toContain('amount=200.00');
    expect(await orders()).toEqual([]);
    expect(await balance()).toEqual({ available: 100000, frozen: 0 });
  });

  it('tells what is wrong with the wish beside it', async () => {
    await ask('abc');
    expect(browser.text).toContain('Enter the amount in figures only, such as 100.00');
    expect(browser.html).toContain('<title>Error: ');
    expect(browser.html).not.toContain(`action="${WITHDRAW}/confirm"`);
  });

  it.each([
    ['200.000', '200.000 may be read in two ways. Type 200000 or 200.'],
    ['200,000', '200,000 may be read in two ways. Type 200000 or 200.'],
    ['$200', 'Enter the amount in figures only, such as 100.00'],
    ['200.001', '200.001 may be read in two ways. Type 200001 or 200.'],
    ['1200.001', 'At most 2 decimal places'],
    ['9'.repeat(19), 'This amount is too large'],
  ])('asks again where %s was typed', async (amount, told) => {
    await ask(amount);
    expect(browser.text).toContain(told);
    expect(browser.html).not.toContain(`action="${WITHDRAW}/confirm"`);
  });

  it('takes an amount as pages write it, with its coin', async () => {
    await ask('200,00\u00a0USDP');
    expect(browser.html).toContain('name="amount" value="200.00"');
    expect(browser.html).toContain(`action="${WITHDRAW}/confirm"`);
  });

  it('needs a card that is verified, and a payment password', async () => {
    await browser.open(WITHDRAW);
    expect(browser.text).toContain('Link a bank card first.');
    browser = signedIn(await makeUser(app, { payment_password: null }));
    await browser.open(WITHDRAW);
    expect(browser.text).toContain('Set a payment password first');
  });

  it("shows nothing of another's, and sends strangers to log in", async () => {
    await ask();
    await browser.send(`${WITHDRAW}/confirm`, { payment_password: user.payment_password });
    const [order] = await app.sql<{ serial_number: string }>('select serial_number from review_order where owner_id = $1', [user.user_id]);
    const stranger = signedIn(await makeUser(app));
    await stranger.open(WITHDRAW);
    expect(stranger.html).not.toContain(order?.serial_number);
    await stranger.post(`${WITHDRAW}/cancel`, { order_no: order?.serial_number ?? '' });
    expect(await orders()).toMatchObject([{ status: 'pending_review' }]);
    const nobody = await new PlainBrowser(app).open(CARDS);
    expect(nobody.text).toContain('Log in to your wallet');
  });
});
