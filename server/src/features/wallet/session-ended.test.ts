import { outcomeText } from '@purser/contract/errors';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { vi as inVietnamese } from '@purser/i18n/payer/vi';
import { en } from '@purser/i18n/payer/en';
import { zhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant } from '@purser/i18n/payer/zh-hant';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { makeOrder } from '../checkout/testing/order.ts';

/** What a payer is told whose session has ended. */

const PAGE = '/wallet/bank-cards';

const texts: Record<Language, string> = {
  en: en.session_is_over,
  vi: inVietnamese.session_is_over,
  zh_Hans: zhHans.session_is_over,
  zh_Hant: zhHant.session_is_over,
};

let app: TestApp;
let user: TestUser;
let browser: PlainBrowser;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource] });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app, { nick: 'Lan' });
  browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
});

const end = (): Promise<unknown> => app.sql('delete from session where owner_id = $1', [user.user_id]);

it.each([
  ['ended elsewhere', 'delete from session where owner_id = $1'],
  ['not used for long', `update session set last_seen_at = now() - interval '1 year' where owner_id = $1`],
])('says on the way to the login why one has to: a session %s', async (_, change) => {
  await browser.open(PAGE);
  expect(browser.address).toBe(PAGE);
  await app.sql(change, [user.user_id]);
  await browser.open(PAGE);
  expect(browser.address).toBe(`/wallet?next=${encodeURIComponent(PAGE)}`);
  expect(browser.text).toContain(en.session_is_over);
});

it.each(LANGUAGES)('tells a suspended payer that they are, wherever one signs in, by pages and by forms: %s', async (language) => {
  const { token } = await makeOrder(app, (await makeMerchant(app)).merchant_id);
  browser.cookies.set('purser_language', language);
  await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
  const told = outcomeText('payer_suspended', language);
  const over = texts[language];
  const expectTold = (): void => {
    // One sees it once, and the page's title may say it as well.
    expect(browser.html.split('role="alert"')).toHaveLength(2);
    expect(browser.text).toContain(told);
    expect(browser.text).not.toContain(over);
  };
  for (const path of ['/wallet', PAGE, `/pay/${token}`, `/pay/${token}?step=login`]) {
    await browser.open(path);
    expectTold();
  }
  await browser.post(PAGE, { payment_password: user.payment_password });
  expectTold();
  expect(browser.address).toBe(`/wallet?next=${encodeURIComponent(PAGE)}`);
  await browser.post(`/pay/${token}/pay`, { payment_password: user.payment_password });
  expectTold();
  expect(browser.address).toBe(`/pay/${token}?step=login`);
});

it('says it in the language of the payer', async () => {
  await end();
  for (const [language, text] of Object.entries(texts)) {
    browser.cookies.set('purser_language', language);
    expect((await browser.open('/wallet')).text).toContain(text);
  }
});

it('says it once where a form is sent after the session has ended', async () => {
  await browser.open(PAGE);
  await end();
  await browser.post(PAGE, { payment_password: '314159' });
  expect(browser.text.split(en.session_is_over)).toHaveLength(2);
  expect(browser.text).not.toContain('Please log in again.');
});

it('says it beside an order that is being paid, and at its login', async () => {
  const { token } = await makeOrder(app, (await makeMerchant(app)).merchant_id);
  await browser.open(`/pay/${token}`);
  expect(browser.text).not.toContain(en.session_is_over);
  await end();
  expect((await browser.open(`/pay/${token}`)).text).toContain(en.session_is_over);
  expect((await browser.open(`/pay/${token}?step=login`)).text.split(en.session_is_over)).toHaveLength(2);
});

it('says nothing to a stranger, nor to who has logged out here', async () => {
  expect((await new PlainBrowser(app).open('/wallet')).text).not.toContain(en.session_is_over);
  await browser.open('/wallet');
  await browser.send('/wallet/logout');
  expect(browser.text).not.toContain(en.session_is_over);
  expect((await browser.open('/wallet')).text).not.toContain(en.session_is_over);
});
