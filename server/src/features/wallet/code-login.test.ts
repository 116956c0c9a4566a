import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeUser, signIn, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { messageJobs } from '../message/jobs.ts';
import { slideOn } from './testing/slider.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let user: TestUser;
let email: string;
let users = 0;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    settings: { mailbox },
    pages: [payerPagesOfSource],
  });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
beforeEach(async () => {
  await app.sql('delete from throttle');
  users += 1;
  email = `lan.${users}@example.com`;
  user = await makeUser(app, { nick: 'Lan', email });
});
afterAll(async () => {
  await running.close();
  await app.close();
});

const newest = (to: string) => mailbox.messages.find((message) => message.to === to);

async function askedFor(identity: string, how: Record<string, string> = {}): Promise<PlainBrowser> {
  const browser = await new PlainBrowser(app).open('/wallet/login-code?next=%2Fwallet%2Fsessions');
  return browser.send('/wallet/login-code/code', { identity, ...how, ...slideOn(app.platform, browser.html) });
}

async function codeSentTo(to: string): Promise<string> {
  await eventually(() => expect(newest(to)).toBeDefined());
  return /\b(\d{6})\b/.exec(newest(to)?.text ?? '')?.[1] ?? '';
}

/** The same page once more, as it is before anything on it was pressed. */
function copyOf({ html, address }: PlainBrowser): PlainBrowser {
  return Object.assign(new PlainBrowser(app), { html, address });
}

const other = (code: string) => (code === '000000' ? '000001' : '000000');
const enter = (browser: PlainBrowser, code: string) => browser.send('/wallet/login-code/confirm', { code });

describe('signing in by a code, without JavaScript', () => {
  it('makes the language of the page the user’s, once the code is used', async () => {
    const language = async () => (await app.sql('select language from wallet_user where user_id = $1', [user.user_id]))[0];
    await app.sql(`update wallet_user set language = 'vi' where user_id = $1`, [user.user_id]);
    const browser = await askedFor(email);
    const code = await codeSentTo(email);
    await enter(browser, other(code));
    expect(await language()).toEqual({ language: 'vi' });
    await enter(browser, code);
    expect(await language()).toEqual({ language: 'en' });
  });

  it('leaves the language alone when the code was sent to the phone: mails are not for whoever has it', async () => {
    const phone = '+84912345678';
    const owner = await makeUser(app, { nick: 'Lan', email: `phone.${email}`, phone });
    await app.sql(`update wallet_user set language = 'vi' where user_id = $1`, [owner.user_id]);
    const browser = await askedFor('0912345678', { identity_kind: 'phone', area_code: '84' });
    expect((await enter(browser, await codeSentTo(phone))).cookies.has(PAYER_COOKIE)).toBe(true);
    expect(await app.sql('select language from wallet_user where user_id = $1', [owner.user_id])).toEqual([{ language: 'vi' }]);
  });

  it('signs in though the language could not be kept', async () => {
    await app.sql(`update wallet_user set language = 'vi' where user_id = $1`, [user.user_id]);
    const browser = await askedFor(email);
    const code = await codeSentTo(email);
    await app.sql(`alter table wallet_user add constraint keeps_none check (language is distinct from 'en') not valid`);
    try {
      expect((await enter(browser, code)).cookies.has(PAYER_COOKIE)).toBe(true);
    } finally {
      await app.sql('alter table wallet_user drop constraint keeps_none');
    }
  });

  it('leads to where one wanted to go, once', async () => {
    const browser = await askedFor(email.toUpperCase());
    expect(browser.text).toContain(`If there is a wallet with ${email}, a code is on its way.`);
    const again = new PlainBrowser(app);
    await again.open(browser.address);
    const code = await codeSentTo(email);
    await enter(browser, other(code));
    expect(browser.text).toContain('The verification code is wrong or has expired.');
    await enter(browser, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(browser.address).toBe('/wallet/sessions');
    expect(browser.text).toContain('Where you are signed in');
    await enter(again, code);
    expect(again.cookies.has(PAYER_COOKIE)).toBe(false);
  });

  it('a second press is told as the first, and signs in as it', async () => {
    const browser = await askedFor(email);
    const again = copyOf(browser);
    const code = await codeSentTo(email);
    await enter(browser, code);
    await enter(again, code);
    for (const { address } of [browser, again]) expect(address).toBe('/wallet/sessions');
    expect(again.cookies.get(PAYER_COOKIE)).toBe(browser.cookies.get(PAYER_COOKIE));
  });

  it('sets a forgotten password by the first press, and the second is told the same', async () => {
    const browser = await new PlainBrowser(app).open('/wallet/recover');
    await browser.send('/wallet/recover/code', { identity: email, ...slideOn(app.platform, browser.html) });
    const again = copyOf(browser);
    const sent = { code: await codeSentTo(email), password: 'Fresh-paint-1', password_again: 'Fresh-paint-1' };
    await browser.send('/wallet/recover/confirm', sent);
    await again.send('/wallet/recover/confirm', sent);
    for (const { address } of [browser, again]) expect(address).toContain('recovered=1');
  });

  it('says the same of an address that nobody has and of a suspended user, and sends nothing', async () => {
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    for (const address of [email, `nobody.${users}@example.com`]) {
      const browser = await askedFor(address);
      expect(browser.text).toContain(`If there is a wallet with ${address}, a code is on its way.`);
      for (let n = 0; n < 6; n += 1) await enter(browser, '123456');
      expect(browser.text).toContain('The verification code is wrong or has expired.');
      expect(browser.cookies.has(PAYER_COOKIE)).toBe(false);
    }
    expect(await app.sql(`select 1 from message where kind = 'login_code' and owner_id = $1`, [user.user_id])).toEqual([]);
  });

  it('is refused to who was suspended since, and to a code that was sent for another purpose', async () => {
    const browser = await askedFor(email);
    const code = await codeSentTo(email);
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    await enter(browser, code);
    expect(browser.cookies.has(PAYER_COOKIE)).toBe(false);
    expect(browser.address).toMatch(/^\/wallet\/login-code\/confirm/);

    await app.sql(`update wallet_user set status = 'normal' where user_id = $1`, [user.user_id]);
    await app.sql('delete from throttle');
    const known = mailbox.messages.length;
    const recovering = await new PlainBrowser(app).open('/wallet/recover');
    await recovering.send('/wallet/recover/code', { identity: email, ...slideOn(app.platform, recovering.html) });
    await eventually(() => expect(mailbox.messages.length).toBeGreaterThan(known));
    const recoveryCode = await codeSentTo(email);
    expect(recoveryCode).not.toBe(code);
    await enter(browser, recoveryCode);
    expect(browser.text).toContain('The verification code is wrong or has expired.');
    expect(browser.cookies.has(PAYER_COOKIE)).toBe(false);
  });
});

describe('where a wallet user is signed in', () => {
  it('is listed with its device, and is ended, one or all others at once', async () => {
    const browser = new PlainBrowser(app);
    browser.cookies.set(PAYER_COOKIE, user.token);
    const open = () => signIn(app, 'user', user.user_id);
    const [first] = [await open(), await open(), await open()];
    await browser.open('/wallet/sessions');
    expect(browser.text.match(/This device/g)).toHaveLength(1);
    const ids = [...browser.html.matchAll(/name="session_id" value="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(3);
    await browser.post('/wallet/sessions/end', { session_id: ids[2] ?? '' });
    expect(browser.text).toContain('The session has ended.');
    expect(await app.platform.sessions.find('user', first)).toBeUndefined();
    await browser.send('/wallet/sessions/end-others');
    expect(browser.html).not.toContain('name="session_id"');
    expect(await app.platform.sessions.find('user', user.token)).toBeDefined();
  });

  it('of somebody else is not theirs to end, and a stranger is asked to log in', async () => {
    const stranger = await makeUser(app);
    const browser = new PlainBrowser(app);
    browser.cookies.set(PAYER_COOKIE, stranger.token);
    const [theirs] = await app.sql<{ session_id: string }>('select session_id from session where owner_id = $1', [user.user_id]);
    await browser.open('/wallet/sessions');
    await browser.post('/wallet/sessions/end', { session_id: theirs?.session_id ?? '' });
    expect(await app.platform.sessions.find('user', user.token)).toBeDefined();
    expect(browser.text).not.toContain('The session has ended.');
    expect((await new PlainBrowser(app).open('/wallet/sessions')).text).toContain('Log in to your wallet');
  });
});
