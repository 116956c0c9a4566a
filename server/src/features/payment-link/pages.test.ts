import { bitsOfWays, CHECKOUT_WAYS } from '@purser/contract/checkout-ways';
import { standingCodeList } from '@purser/contract/features/payment-link';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { makeLink, tokenIn } from './testing/link.ts';
import { slideOn } from '../wallet/testing/slider.ts';

let app: TestApp;
let shop: TestMerchant;
let lan: TestUser;

beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [payerPagesOfSource],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  shop = await makeMerchant(app, { name: 'Blue <Bottle>' });
  lan = await makeUser(app, { nick: 'Lan' });
  await fund(app, lan.user_id, 'USDP', '100.00');
});

const stranger = () => new PlainBrowser(app);
function signedIn(): PlainBrowser {
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, lan.token);
  return browser;
}
const slide = (browser: PlainBrowser) => slideOn(app.platform, browser.html);
const pathOf = ({ payment_url }: { payment_url: string }) => new URL(payment_url).pathname;
const standing = async () => pathOf(dataOf(await app.call(standingCodeList, {}, { token: shop.token })).list[0] ?? { payment_url: '' });
const orders = () => app.sql('select status, amount::int from payment_order where merchant_id = $1', [shop.merchant_id]);

describe('a payment link without JavaScript', () => {
  it('says whom one pays and what, and leads through the login to the checkout', async () => {
    const link = await makeLink(app, shop);
    const path = pathOf(link);
    const browser = await stranger().open(path);
    expect(browser.text).toMatch(/Pay to Blue Bottle 12\.50 USDP Evening class Valid until/);
    await browser.send(`${path}/open`);
    expect(browser.address).toBe(`/wallet?next=${encodeURIComponent(path)}`);
    expect(await orders()).toEqual([]);
    await browser.send('/wallet/login', { identity: lan.username, password: lan.password, ...slide(browser) });
    expect(browser.address).toBe(path);
    await browser.send(`${path}/open`);
    expect(browser.address).toMatch(/^\/pay\//);
    expect(browser.text).toContain('Paying as Lan');
    await browser.send(`${browser.address}/pay`, { payment_password: lan.payment_password });
    expect(browser.text).toContain('Payment successful');
    expect(await orders()).toEqual([{ status: 'paid', amount: 1250 }]);
  });

  it('for one payment leads to its order, which nobody is offered to cancel, nor counts down for days', async () => {
    const link = await makeLink(app, shop, { link_uses: 'one', lifetime_min: 7 * 1440 });
    const browser = await signedIn().open(`/collect/${tokenIn(link)}`);
    expect(browser.address).toBe(pathOf(link));
    expect(browser.text).toContain('Paying as Lan');
    expect(browser.html).not.toContain('step=abandon');
    expect(browser.html).not.toContain('role="timer"');
  });

  it('says that it is closed, over, or unknown', async () => {
    const link = await makeLink(app, shop);
    const shows = async () => {
      const { text } = await signedIn().open(pathOf(link));
      expect(text).not.toContain('Continue');
      return text;
    };
    await app.sql('update payment_link set expire_time = now() where serial_number = $1', [link.serial_number]);
    expect(await shows()).toContain('This payment link is over');
    await app.sql('update payment_link set close_time = now() where serial_number = $1', [link.serial_number]);
    expect(await shows()).toContain('This payment link is closed');
    for (const token of ['A'.repeat(30), 'x']) {
      const { status, text } = await signedIn().open(`/collect/${token}`);
      expect([status, text]).toEqual([404, expect.stringContaining('Nothing to pay here')]);
    }
  });

  it('closed after it was opened, tells so when one goes on', async () => {
    const link = await makeLink(app, shop);
    const browser = await signedIn().open(pathOf(link));
    await app.sql('update payment_link set close_time = now() where serial_number = $1', [link.serial_number]);
    await browser.send(`${pathOf(link)}/open`);
    expect(browser.text).toContain('This payment link is closed');
    expect(await orders()).toEqual([]);
  });
});

it.each([
  ['a standing code', standing],
  ['a link for many payments', async () => pathOf(await makeLink(app, shop))],
])('who came by %s logs in once more at the checkout, also where its orders are paid without web login', async (_what, made) => {
  const ways = bitsOfWays(CHECKOUT_WAYS.filter((way) => way !== 'web'));
  await app.sql(`insert into checkout_terms (merchant_id, coin, listing, ways) values ($1, 'USDP', 'on', $2)`, [shop.merchant_id, ways]);
  const path = await made();
  const browser = await signedIn().open(path);
  await browser.send(`${path}/open`, { amount: '7.25' });
  expect(browser.text).toContain('Paying as Lan');
  await browser.send(/action="(\/pay\/[^"]*\/logout[^"]*)"/.exec(browser.html)?.[1] ?? '');
  expect(browser.html).toContain('name="identity"');
  await browser.send(/action="(\/pay\/[^"]*\/login[^"]*)"/.exec(browser.html)?.[1] ?? '', {
    identity: lan.username,
    password: lan.password,
    ...slide(browser),
  });
  expect(browser.text).toContain('Paying as Lan');
});

describe('a standing code without JavaScript', () => {
  it('asks for the amount, keeps it through the login, and leads to the checkout', async () => {
    const path = await standing();
    const browser = await stranger().open(path);
    await browser.send(`${path}/open`, { amount: ' 7.25 ' });
    expect(browser.address).toBe(`/wallet?next=${encodeURIComponent(`${path}?amount=7.25`)}`);
    await browser.send('/wallet/login', { identity: lan.username, password: lan.password, ...slide(browser) });
    expect(browser.html).toContain('value="7.25"');
    await browser.send(`${path}/open`, { amount: '7,25 USDP' });
    expect(browser.text).toContain('Paying as Lan');
    expect(await orders()).toEqual([{ status: 'created', amount: 725 }]);
  });

  it('tells at the field what is wrong with the amount, to strangers too, and keeps it', async () => {
    const path = await standing();
    for (const browser of [stranger(), signedIn()]) {
      await browser.open(path);
      await browser.send(`${path}/open`, { amount: '25.000' });
      expect(browser.text).toContain('25.000 may be read in two ways. Type 25000 or 25.');
      expect(browser.html).toContain('value="25.000"');
      await browser.send(`${path}/open`, { amount: '1,500' });
      expect(browser.address).toBe(path);
      expect(browser.html).toMatch(/value="1,500"/);
      expect(browser.text).toContain('1,500 may be read in two ways. Type 1500 or 1.5.');
      await browser.send(`${path}/open`, { amount: '$15' });
      expect(browser.text).toContain('Enter the amount in figures only, such as');
      await browser.send(`${path}/open`, { amount: '9'.repeat(20) });
      expect(browser.html).toMatch(/role="alert">Between [^<]+ and [^<]+</);
      await browser.send(`${path}/open`, { amount: '99999999999' });
      expect(browser.html).toMatch(/role="alert">Between [^<]+ and [^<]+</);
    }
    expect(await orders()).toEqual([]);
  });

  it('opens nothing during maintenance, nor at a merchant who is suspended', async () => {
    const path = await standing();
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [shop.merchant_id]);
    expect((await signedIn().open(path)).text).toContain('This merchant cannot be paid');
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [shop.merchant_id]);
    const browser = await signedIn().open(path);
    await app.sql(`insert into maintenance (maintenance_id, starts_at) values (gen_random_uuid(), now())`);
    await expect.poll(async () => (await signedIn().open(path)).text).toContain('New payments begin again after the maintenance');
    await browser.send(`${path}/open`, { amount: '5.00' });
    expect(browser.text).toContain('Under maintenance');
    expect(browser.html).toMatch(/<main[^]*href="\/status"[^]*<\/main>/);
    await app.sql(`update maintenance set texts = '{"en":"New disks come."}'`);
    await expect.poll(async () => (await signedIn().open(path)).text).toContain('New disks come.');
    expect(await orders()).toEqual([]);
    await app.sql('delete from maintenance');
  });
});
