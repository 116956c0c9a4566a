import { outcomeText } from '@purser/contract/errors';
import { LANGUAGES } from '@purser/contract/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { readPdf } from '../../platform/testing/read-pdf.ts';
import { messageJobs } from '../message/jobs.ts';
import { makeOrder } from './testing/order.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let merchant: TestMerchant;
let payer: TestUser;
let token: string;
let serial: string;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource], settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
  merchant = await makeMerchant(app, { name: 'Blue <Bottle> & Co', markets: ['USD', 'VND'] });
  payer = await makeUser(app, { nick: 'Lan', email: 'lan.nguyen@example.com', markets: ['USD', 'VND'] });
  await fund(app, payer.user_id, 'USDP', '1000.00');
  const order = await makeOrder(app, merchant.merchant_id, { description: 'Row 7, seats 3 and 4' });
  [token, serial] = [order.token, order.serial_number];
  const paying = await browserOf(payer).open(`/pay/${token}`);
  await paying.send(`/pay/${token}/pay`, { payment_password: payer.payment_password });
  expect(paying.text).toContain('Payment successful');
  expect(paying.html).toContain(`href="/wallet/receipt/${token}/receipt.pdf"`);
});
afterAll(async () => {
  await running.close();
  await app.close();
});

function browserOf(user?: TestUser): PlainBrowser {
  const browser = new PlainBrowser(app);
  if (user) browser.cookies.set(PAYER_COOKIE, user.token);
  return browser;
}

const file = (user: TestUser | undefined, { language = 'en', query = '' } = {}) =>
  app.fastify.inject({
    url: `/wallet/receipt/${token}/receipt.pdf${query}`,
    headers: { cookie: [...(user ? [`${PAYER_COOKIE}=${user.token}`] : []), `purser_language=${language}`].join('; ') },
  });

const WORDS = { en: 'Payment receipt', zh_Hans: '付款收据', zh_Hant: '付款收據', vi: 'Biên nhận thanh toán' } as const;

describe("a payer's receipt as a file", () => {
  it.each(LANGUAGES)('says what was paid to whom, in %s', async (language) => {
    const answer = await file(payer, { language, query: '?zone=Asia%2FTokyo' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt_${serial}.pdf"`,
      'cache-control': 'no-store',
    });
    const text = (await readPdf(answer.rawPayload)).join(' ').normalize('NFC');
    for (const word of [
      'Blue <Bottle> & Co',
      language === 'vi' ? '12,50 USDP' : '12.50 USDP',
      'Row 7, seats 3 and 4',
      serial,
      '(Asia/Tokyo)',
      WORDS[language],
    ]) {
      expect(text.replaceAll(' ', '')).toContain(word.normalize('NFC').replaceAll(' ', ''));
    }
    // What the merchant pays for it is the merchant's own affair.
    expect(text).not.toContain('0.13');
  });

  it.each(['', '?zone=Mars/Olympus', `?zone=${'x'.repeat(900)}`])(
    'shows times in UTC where the browser names no zone: %j',
    async (query) => {
      expect((await readPdf((await file(payer, { query })).rawPayload)).join(' ')).toContain('(UTC)');
    },
  );

  it('calls the zone by its name of today, whatever the browser calls it', async () => {
    const text = (await readPdf((await file(payer, { query: '?zone=Asia%2FSaigon' })).rawPayload)).join(' ');
    expect(text).toContain('(Asia/Ho_Chi_Minh)');
  });

  it('is for nobody but who paid: others are sent where they would see the order', async () => {
    const stranger = await makeUser(app);
    for (const user of [undefined, stranger]) {
      const answer = await file(user);
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe(`/wallet/receipt/${token}`);
      expect(answer.rawPayload.includes(serial)).toBe(false);
    }
    const unknown = await app.fastify.inject({ url: '/wallet/receipt/x/receipt.pdf' });
    expect(unknown.statusCode).toBe(404);
  });

  it('is told on its page where it cannot be made now: nothing else would be on show in its place', async () => {
    const slots = [app.platform.exportSlots.take(payer.user_id), app.platform.exportSlots.take(payer.user_id)];
    const shown = await browserOf(payer).open(`/wallet/receipt/${token}/receipt.pdf`);
    for (const giveBack of slots) giveBack();
    expect(shown).toMatchObject({ status: 200, address: `/wallet/receipt/${token}` });
    expect(shown.text).toContain(outcomeText('busy', 'en', {}));
  });

  it('is there of no order that is not paid', async () => {
    const open = await makeOrder(app, merchant.merchant_id);
    const answer = await app.fastify.inject({
      url: `/wallet/receipt/${open.token}/receipt.pdf`,
      headers: { cookie: `${PAYER_COOKIE}=${payer.token}` },
    });
    expect(answer.statusCode).toBe(303);
  });
});

describe("a payer's receipt by mail", () => {
  const mail = `/wallet/receipt/`;

  it('goes to the address that the payer has proved, in the language of the page, without JavaScript', async () => {
    const browser = browserOf(payer);
    browser.cookies.set('purser_language', 'vi');
    await browser.open(`/wallet/receipt/${token}`);
    expect(browser.text).toContain('Gửi đến l•••@example.com');
    await browser.send(`${mail}${token}/mail`);
    expect(browser.address).toBe(`/wallet/receipt/${token}?mailed=1`);
    expect(browser.text).toContain('Biên nhận đang được gửi đến l•••@example.com');
    const sent = await eventually(() => {
      const found = mailbox.messages.find(({ to }) => to === 'lan.nguyen@example.com');
      expect(found).toBeDefined();
      return found;
    });
    expect(sent?.subject).toBe('Biên nhận: 12,50 USDP thanh toán cho Blue <Bottle> & Co');
    for (const word of ['Lan', serial, `/wallet/receipt/${token}`]) expect(sent?.text).toContain(word);
  });

  it('says the amount as the page and the file do', async () => {
    await fund(app, payer.user_id, 'VNDT', '500000.00');
    const order = await makeOrder(app, merchant.merchant_id, { coin: 'VNDT', amount: '129000.00' });
    const browser = browserOf(payer);
    browser.cookies.set('purser_language', 'vi');
    await browser.open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: payer.payment_password });
    const amount = '129.000 VNDT';
    const page = await browser.open(`/wallet/receipt/${order.token}`);
    expect(page.text.replaceAll('\u00a0', ' ')).toContain(amount);
    const headers = { cookie: `${PAYER_COOKIE}=${payer.token}; purser_language=vi` };
    const answer = await app.fastify.inject({ url: `/wallet/receipt/${order.token}/receipt.pdf`, headers });
    const text = (await readPdf(answer.rawPayload)).join(' ');
    expect(text).toContain(amount);
    expect(text).not.toContain('129,000');
    await browser.send(`${mail}${order.token}/mail`);
    const sent = await eventually(() => {
      const found = mailbox.messages.find(({ text: body }) => body?.includes(order.serial_number));
      expect(found).toBeDefined();
      return found;
    });
    expect(sent?.subject).toContain(amount);
    expect(sent?.text).toContain(amount);
  });

  it('is offered right after the payment too', async () => {
    const browser = await browserOf(payer).open(`/pay/${token}?done=1&stay=1`);
    await browser.send(`${mail}${token}/mail`);
    expect(browser.address).toBe(`/wallet/receipt/${token}?mailed=1`);
  });

  it('is refused to who has no address, to who did not pay, and where nothing was paid', async () => {
    const silent = await makeUser(app);
    await fund(app, silent.user_id, 'USDP', '100.00');
    const own = await makeOrder(app, merchant.merchant_id);
    const paying = await browserOf(silent).open(`/pay/${own.token}`);
    await paying.send(`/pay/${own.token}/pay`, { payment_password: silent.payment_password });
    const page = await browserOf(silent).open(`/wallet/receipt/${own.token}`);
    expect(page.html).not.toContain('/mail"');
    expect(page.text).toContain('has no mail address');
    await page.post(`${mail}${own.token}/mail`, {});
    expect(page.text).toContain('Your account has no verified mail address');
    await page.post(`${mail}${token}/mail`, {});
    expect(page.address).toBe(`/pay/${token}`);
    const open = await makeOrder(app, merchant.merchant_id);
    const asking = browserOf(payer);
    await asking.post(`${mail}${open.token}/mail`, {});
    expect(asking.address).toBe(`/pay/${open.token}`);
    expect(await app.sql(`select from message where kind = 'payment_receipt' and owner_id <> $1`, [payer.user_id])).toEqual([]);
  });

  it('is sent five times an hour and no more, and from no page of another site', async () => {
    await app.sql(`delete from throttle where scope = 'receipt-mail'`);
    const browser = browserOf(payer);
    for (let time = 0; time < 5; time += 1) {
      await browser.post(`${mail}${token}/mail`, {});
      expect(browser.address).toBe(`/wallet/receipt/${token}?mailed=1`);
    }
    await browser.post(`${mail}${token}/mail`, {});
    expect(browser.address).toBe(`/wallet/receipt/${token}`);
    expect(browser.text).toMatch(/Too many|try again/i);
    await app.sql(`delete from throttle where scope = 'receipt-mail'`);
    const before = await app.sql(`select from message where kind = 'payment_receipt'`);
    const foreign = await app.fastify.inject({
      method: 'POST',
      url: `${mail}${token}/mail`,
      headers: {
        cookie: `${PAYER_COOKIE}=${payer.token}`,
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: '',
    });
    expect(foreign.statusCode).toBe(403);
    expect(await app.sql(`select from message where kind = 'payment_receipt'`)).toHaveLength(before.length);
  });
});
