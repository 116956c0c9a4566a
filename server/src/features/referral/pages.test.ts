import { walletRegister } from '@purser/contract/features/wallet-access';
import { walletReferral } from '@purser/contract/features/referral';
import { shownReferralCode } from '@purser/contract/referral';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { messageJobs } from '../message/jobs.ts';
import { slideOn } from '../wallet/testing/slider.ts';
import { payCommissions } from './pay.ts';
import { earn, referred, setShare } from './testing/world.ts';

/** Referral codes by plain forms: an agent shows one, and somebody registers with it. */

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let agent: TestUser;
let code: string;
let last = 0;
let address: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, settings: { mailbox }, pages: [payerPagesOfSource] });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
  await app.sql('update system_setting set registration_open = true');
});
afterAll(async () => {
  await running.close();
  await app.close();
});
beforeEach(async () => {
  await app.sql('delete from throttle');
  agent = await makeUser(app, { kind: 'agent' });
  code = dataOf(await app.call(walletReferral, {}, { payerToken: agent.token })).own?.code ?? '';
  last += 1;
  address = `newcomer${last}@example.com`;
});

const slide = (browser: PlainBrowser) => slideOn(app.platform, browser.html);
async function codeSent(): Promise<string> {
  const newest = () => mailbox.messages.find(({ to }) => to === address);
  await eventually(() => expect(newest()).toBeDefined());
  return /\b(\d{6})\b/.exec(newest()?.text ?? '')?.[1] ?? '';
}
/** The first step; gives what the second form is filled with. */
async function firstStep(browser: PlainBrowser, path: string) {
  await browser.open(path);
  await browser.send('/wallet/register/code', { username: `newcomer${last}`, identity: address, ...slide(browser) });
  const password = 'Fresh-paint-1';
  return { code: await codeSent(), username: `newcomer${last}`, nick: 'Lan', market: 'USD', password, password_again: password };
}
const referralsOf = () => app.sql('select agent_id::int from referral join wallet_user using (user_id) where lower(email) = $1', [address]);
const CONFIRM = '/wallet/register/confirm';
const FIELD = /name="referral_code"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="referral_code"/;
const fieldOf = ({ html }: PlainBrowser) => (FIELD.exec(html) ?? []).slice(1).find((value) => value !== undefined);

describe('registering with a referral code', () => {
  it('keeps the code of a link through both steps, and who gave it for good', async () => {
    const browser = new PlainBrowser(app);
    const form = await firstStep(browser, `/wallet/register?ref=${code}`);
    expect(fieldOf(browser)).toBe(code);
    await browser.send(CONFIRM, { ...form, referral_code: fieldOf(browser) ?? '' });
    expect(browser.address).toBe('/wallet');
    expect(await referralsOf()).toEqual([{ agent_id: agent.user_id }]);
    const [entry] = await app.sql(
      `select details from audit_log join wallet_user on user_id = owner_id where action = 'wallet.register' and lower(email) = $1`,
      [address],
    );
    expect(entry).toMatchObject({ details: { agent: agent.user_id } });
  });

  it('says by whose code one comes before anything is typed, and loses it neither with a refusal nor with another way', async () => {
    const browser = await new PlainBrowser(app).open(`/wallet/register?ref=${code.toLowerCase()}`);
    expect(browser.text).toContain(`You come by the referral code ${shownReferralCode(code)}.`);
    expect(browser.html).toMatch(new RegExp(`href="/wallet/register\\?kind=\\w+&(amp;)?ref=${code.toLowerCase()}"`));
    await browser.send('/wallet/register/code', { username: 'x', identity: 'nobody', ...slide(browser) });
    expect(browser.text).toContain(`You come by the referral code ${shownReferralCode(code)}.`);
    // Some other text is carried along as well, and never trusted.
    await browser.open('/wallet/register?ref=%22%3E%3Cscript%3E');
    expect(browser.html).not.toContain('"><script>');
    expect(browser.text).not.toContain('You come by');
  });

  it.each([
    ['in two groups and small letters', (own: string) => ` ${shownReferralCode(own).toLowerCase()} `],
    ['as it is', (own: string) => own],
  ])('takes one that was typed %s', async (_how, typed) => {
    const browser = new PlainBrowser(app);
    const form = await firstStep(browser, '/wallet/register');
    expect(fieldOf(browser)).toBe('');
    await browser.send(CONFIRM, { ...form, referral_code: typed(code) });
    expect(await referralsOf()).toEqual([{ agent_id: agent.user_id }]);
  });

  it('is optional', async () => {
    const browser = new PlainBrowser(app);
    await browser.send(CONFIRM, await firstStep(browser, '/wallet/register'));
    expect(browser.address).toBe('/wallet');
    expect(await referralsOf()).toEqual([]);
  });

  const wrongCodes: readonly (readonly [which: string, typed: () => Promise<string>])[] = [
    ['that is nobody’s', async () => 'ZZZZ2222'],
    [
      'of who is no agent any more',
      async () => {
        await app.sql(`update wallet_user set kind = 'advanced' where user_id = $1`, [agent.user_id]);
        return code;
      },
    ],
    [
      'of an agent who is suspended',
      async () => {
        await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [agent.user_id]);
        return code;
      },
    ],
    [
      'of an agent whose account is closed',
      async () => {
        await app.sql(`update wallet_user set status = 'suspended', closed_at = now() where user_id = $1`, [agent.user_id]);
        return code;
      },
    ],
  ];
  it.each(wrongCodes)('is refused at the field with a code %s, alike for all, and nothing is made', async (_which, typed) => {
    const browser = new PlainBrowser(app);
    const form = await firstStep(browser, '/wallet/register');
    const wrong = await typed();
    await browser.send(CONFIRM, { ...form, referral_code: wrong });
    expect(browser.text).toContain('No agent has this referral code. Check it, or leave it out.');
    expect(browser.html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="referral_code"/);
    expect(fieldOf(browser)).toBe(wrong);
    expect(await app.sql('select from wallet_user where lower(email) = $1', [address])).toEqual([]);
    // The code that was sent is still good, and without a referral the wallet is made.
    await browser.send(CONFIRM, { ...form, referral_code: '' });
    expect(browser.address).toBe('/wallet');
    expect(await referralsOf()).toEqual([]);
  });

  it('is told what a code looks like where none was typed', async () => {
    const browser = new PlainBrowser(app);
    const form = await firstStep(browser, '/wallet/register');
    await browser.send(CONFIRM, { ...form, referral_code: 'hello' });
    expect(browser.toldAtFields).toEqual({ referral_code: 'A referral code has 8 letters and digits' });
    expect(fieldOf(browser)).toBe('hello');
  });

  it('cannot be used to look for codes: each guess counts against the code that was sent', async () => {
    const browser = new PlainBrowser(app);
    const form = await firstStep(browser, '/wallet/register');
    const outcomes: string[] = [];
    for (let guess = 0; guess < 22; guess += 1) {
      await browser.send(CONFIRM, { ...form, referral_code: `ZZZZ222${'23456789ABCDEFGHJKLMNPQRST'.charAt(guess)}` });
      outcomes.push(browser.text.includes('No agent has this referral code') ? 'unknown' : 'refused');
    }
    expect(outcomes).toEqual([...Array<string>(20).fill('unknown'), 'refused', 'refused']);
    // Then the right one is of no use either.
    await browser.send(CONFIRM, { ...form, referral_code: code });
    expect(await referralsOf()).toEqual([]);
  });

  it('names its field by the call, too', () => {
    expect(walletRegister.fields).toMatchObject({ referral_code_unknown: 'referral_code' });
  });
});

describe('the page of an agent', () => {
  const open = async (user: TestUser, path = '/wallet/referral') => {
    const browser = new PlainBrowser(app);
    browser.cookies.set(PAYER_COOKIE, user.token);
    return browser.open(path);
  };

  it('shows code, link and QR code, and records that lead nowhere to the user', async () => {
    await setShare(app, 2_000);
    const { agent: other, user } = await referred(app);
    for (let n = 0; n < 21; n += 1) await earn(app, user.user_id);
    await payCommissions(app.platform);
    const browser = await open(other);
    expect(browser.text).toMatch(/People who came by your code\s+1/);
    expect(browser.text).toMatch(/Your share of their fees\s+20\.00%/);
    // Also where no code is shown above, no heading is left out.
    expect(browser.html).toContain('<h2>USDP</h2>');
    expect(browser.text).toMatch(/Paid to you\s+4\.20\sUSDP/);
    expect(browser.html).toMatch(/<svg[^>]*aria-label="QR code of your link"/);
    expect(browser.html).toContain('/wallet/register?ref=');
    expect(browser.text).toContain('20.00% of the fee of L•••');
    expect(browser.html).not.toContain(String(user.user_id));
    expect(browser.text).toContain('Page 1 of 2');
    await browser.open('/wallet/referral?page=2');
    expect(browser.text).toContain('Page 2 of 2');
    await setShare(app, null);
  });

  it('is offered to agents alone, and tells anybody else that it is theirs', async () => {
    const ordinary = await makeUser(app);
    expect((await open(agent, '/wallet')).html).toContain('href="/wallet/referral"');
    expect((await open(ordinary, '/wallet')).html).not.toContain('href="/wallet/referral"');
    const browser = await open(ordinary);
    expect(browser.text).toContain('Only agents have a referral code.');
    expect(browser.html).not.toContain('?ref=');
    expect((await new PlainBrowser(app).open('/wallet/referral')).text).toContain('Log in to your wallet');
  });

  it('says what a commission waits for in a coin that the wallet does not hold', async () => {
    await setShare(app, 2_000);
    const { agent: without, user } = await referred(app, { markets: [] });
    await earn(app, user.user_id);
    expect((await open(without)).text).toContain('Enable the market of USDP in your wallet');
    await setShare(app, null);
  });
});
