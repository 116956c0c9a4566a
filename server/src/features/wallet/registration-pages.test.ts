import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { publishTestContent, textIn } from '../content/testing/content.ts';
import { messageJobs } from '../message/jobs.ts';
import { slideOn } from './testing/slider.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    settings: { mailbox },
    pages: [payerPagesOfSource],
  });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
  await publishTestContent(
    app,
    { kind: 'user_agreement', slug: 'user-agreement', must_accept: true },
    { en: textIn('The agreement', 'Hm.') },
  );
});
beforeEach(async () => {
  await app.sql('delete from throttle');
  await app.sql('update system_setting set registration_open = true');
});
afterAll(async () => {
  await running.close();
  await app.close();
});

const PASSWORD = 'Fresh-paint-1';
const slide = (browser: PlainBrowser) => slideOn(app.platform, browser.html);
const newest = (to: string) => mailbox.messages.find((message) => message.to === to);
async function codeSentTo(to: string): Promise<string> {
  await eventually(() => expect(newest(to)).toBeDefined());
  return /\b(\d{6})\b/.exec(newest(to)?.text ?? '')?.[1] ?? '';
}
/** The same page once more, as it is before anything on it was pressed. */
function copyOf({ html, address }: PlainBrowser): PlainBrowser {
  return Object.assign(new PlainBrowser(app), { html, address });
}
const filled = (code: string, username: string) => ({
  code,
  username,
  nick: 'Lan',
  market: 'USD',
  password: PASSWORD,
  password_again: PASSWORD,
  accepts: 'yes',
});

describe('opening a wallet without JavaScript', () => {
  it('leads from a payment by e-mail, code and password back to it, signed in', async () => {
    const merchant = await makeMerchant(app);
    const { token } = await makeOrder(app, merchant.merchant_id);
    const browser = await new PlainBrowser(app).open(`/pay/${token}?step=login`);
    const offered = /href="(\/wallet\/register[^"]*)"/.exec(browser.html)?.[1] ?? '';
    await browser.open(offered.replaceAll('&amp;', '&'));
    await browser.send('/wallet/register/code', { username: 'First', identity: 'First@Example.com', ...slide(browser) });
    expect(browser.text).toContain('We have sent a code to first@example.com. It is good for 10 minutes.');
    // Whoever reads the address over a shoulder, or in a log, does not read whose it is.
    expect(decodeURIComponent(browser.address)).not.toMatch(/first|example/i);
    expect(browser.html).toContain('href="/legal/user-agreement"');
    await browser.send('/wallet/register/confirm', filled(await codeSentTo('first@example.com'), 'first'));
    expect(browser.address).toBe(`/pay/${token}?step=login`);
    expect(browser.text).toContain('Paying as Lan');
    await browser.open('/wallet');
    expect(browser.text).toMatch(/Lan .* \d{8}/);
    expect(await app.sql('select count(*)::int as accepted from content_acceptance')).toEqual([{ accepted: 1 }]);
  });

  it('lets the agreement be read before, also where only wallet users are asked to accept it', async () => {
    await app.sql(`update content_item set audience = 'wallet_users'`);
    const browser = await new PlainBrowser(app).open('/wallet/register');
    await browser.send('/wallet/register/code', { username: 'reader', identity: 'reader@example.com', ...slide(browser) });
    const [, link = ''] = /<a[^>]*href="(\/legal\/[^"]*)"/.exec(browser.html) ?? [];
    const { statusCode, body } = await app.fastify.inject({ method: 'GET', url: link });
    expect([link, statusCode]).toEqual(['/legal/user-agreement', 200]);
    expect(body).toContain('Hm.');
  });

  it('a second press of the button is told as the first, and signs in as it', async () => {
    const browser = await new PlainBrowser(app).open('/wallet/register');
    const identity = 'twice@example.com';
    await browser.send('/wallet/register/code', { username: 'twice', identity, ...slide(browser) });
    const again = copyOf(browser);
    const sent = filled(await codeSentTo(identity), 'twice');
    await browser.send('/wallet/register/confirm', sent);
    await again.send('/wallet/register/confirm', sent);
    for (const { address, text } of [browser, again]) {
      expect(address).toBe('/wallet');
      expect(text).toMatch(/Lan .* \d{8}/);
    }
    expect(again.cookies.get(PAYER_COOKIE)).toBe(browser.cookies.get(PAYER_COOKIE));
  });

  it('a second press of the first form sends no second code', async () => {
    const browser = await new PlainBrowser(app).open('/wallet/register');
    const [identity, username] = ['pressed@example.com', 'pressed'];
    const twice = copyOf(browser);
    const asked = { username, identity, ...slide(browser) };
    await Promise.all([browser.send('/wallet/register/code', asked), twice.send('/wallet/register/code', asked)]);
    for (const { text } of [browser, twice]) expect(text).toContain('We have sent a code to pressed@example.com.');
    await codeSentTo(identity);
    expect(mailbox.messages.filter(({ to }) => to === identity)).toHaveLength(1);
  });

  it('tells a refusal at its field, types name and market in again, and never a password', async () => {
    const browser = await new PlainBrowser(app).open('/wallet/register');
    await browser.send('/wallet/register/code', { username: 'nobody', identity: 'nobody', ...slide(browser) });
    expect(browser.address).toBe('/wallet/register');
    expect(browser.html).toMatch(/value="nobody"/);
    expect(browser.text).toContain('Invalid email format');
    expect(browser.html).toMatch(/name="username"[^>]*value="nobody"/);
    await browser.send('/wallet/register/code', { username: '', identity: 'second@example.com', ...slide(browser) });
    expect(browser.text).toContain('Please enter your username');
    await browser.send('/wallet/register/code', { username: 'second', identity: 'second@example.com', ...slide(browser) });
    const { username: taken } = await makeUser(app);
    const form = filled(await codeSentTo('second@example.com'), 'second');
    for (const [wrong, told] of [
      [{ accepts: '' }, 'Please read and accept the agreements'],
      [{ password_again: 'Fresh-paint-2' }, 'Passwords do not match'],
      [{ code: '12' }, 'The code has 6 digits'],
      [{ username: taken }, 'This username is taken.'],
    ] as const) {
      await browser.send('/wallet/register/confirm', { ...form, market: 'CNY', ...wrong });
      expect(browser.text).toContain(told);
      expect(browser.html).toMatch(/name="nick"[^>]*value="Lan"|value="Lan"[^>]*name="nick"/);
      expect(browser.html).toMatch(/<option value="CNY" selected/);
      expect(browser.html).toMatch(new RegExp(`name="username"[^>]*value="${'username' in wrong ? taken : 'second'}"`));
      expect(browser.html).not.toContain(PASSWORD);
      expect(browser.html).toContain('<title>Error: ');
      const box = /<input [^>]*name="accepts"[^>]*>/.exec(browser.html)?.[0];
      if ('accepts' in wrong) expect(box).not.toContain('checked');
      else expect(box).toContain('checked=""');
    }
    // What was accepted holds for no later version.
    await browser.send('/wallet/register/confirm', { ...form, user_agreement: '999' });
    expect(browser.html).not.toMatch(/<input [^>]*name="accepts"[^>]*checked/);
    await browser.send('/wallet/register/confirm', form);
    expect(browser.address).toBe('/wallet');
  });

  it('sends another code, which takes the place of the first', async () => {
    const browser = await new PlainBrowser(app).open('/wallet/register');
    await browser.send('/wallet/register/code', { username: 'third', identity: 'third@example.com', ...slide(browser) });
    await codeSentTo('third@example.com');
    const first = newest('third@example.com')?.id;
    await browser.send('/wallet/register/again');
    expect(browser.text).toMatch(/again in \d+ (?:seconds|minutes)|Please wait/i);
    await app.sql('delete from throttle');
    await browser.send('/wallet/register/again');
    expect(browser.text).toContain('Another code is on its way.');
    await eventually(() => expect(newest('third@example.com')?.id).not.toBe(first));
  });

  it('keeps what was typed while another code is sent, and while none is sent again so soon; never a password', async () => {
    const browser = await new PlainBrowser(app).open('/wallet/register');
    await browser.send('/wallet/register/code', { username: 'fourth', identity: 'fourth@example.com', ...slide(browser) });
    const typed = { ...filled('', 'fourth.one'), nick: 'Lan Anh', market: 'CNY', referral_code: 'ABCD' };
    for (const told of [/again in \d+ (?:seconds|minutes)|Please wait/i, /Another code is on its way/]) {
      await browser.send('/wallet/register/again', typed);
      expect(browser.text).toMatch(told);
      for (const [name, value] of [
        ['username', 'fourth.one'],
        ['nick', 'Lan Anh'],
        ['referral_code', 'ABCD'],
      ])
        expect(browser.html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
      expect(browser.html).toMatch(/<option value="CNY" selected/);
      expect(browser.html).not.toContain(PASSWORD);
      expect(browser.address).not.toContain('Lan');
      await app.sql('delete from throttle');
    }
    // It stays when the page is opened again.
    await browser.open(browser.address);
    expect(browser.html).toMatch(/name="nick"[^>]*value="Lan Anh"/);
  });

  it('shows a stranger the same of an address that has a wallet', async () => {
    await makeUser(app, { email: 'taken@example.com' });
    const [known, unknown] = [await new PlainBrowser(app).open('/wallet/register'), await new PlainBrowser(app).open('/wallet/register')];
    await known.send('/wallet/register/code', { username: 'taken', identity: 'taken@example.com', ...slide(known) });
    await unknown.send('/wallet/register/code', { username: 'fresh', identity: 'fresh@example.com', ...slide(unknown) });
    const bare = ({ text }: PlainBrowser) => text.replace(/\S+@example\.com/, 'it');
    expect(bare(known)).toBe(bare(unknown));
  });

  it('is not offered, and refused, while the provider has closed it', async () => {
    await app.sql('update system_setting set registration_open = false');
    await eventually(async () => {
      const browser = await new PlainBrowser(app).open('/wallet');
      expect(browser.html).not.toContain('/wallet/register');
    });
    const browser = await new PlainBrowser(app).open('/wallet/register');
    expect(browser.text).toContain('New wallets cannot be opened here at present.');
    expect(browser.html).not.toContain('action="/wallet/register/code"');
  });

  it('begins anew with a link that is broken or another’s', async () => {
    for (const asked of ['', 'nonsense', 'AAAA'.repeat(40)]) {
      const browser = await new PlainBrowser(app).open(`/wallet/register/confirm?asked=${asked}`);
      expect(browser.address).toBe('/wallet/register');
    }
  });
});
