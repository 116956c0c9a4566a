import {
  accountSecurity,
  noticeMailCode,
  noticeMailUpdate,
  resetSelfPassword,
  updateGoogleSecret,
} from '@purser/contract/features/account-security';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { authRoutes } from '../auth/routes.ts';
import { messageJobs } from '../message/jobs.ts';
import { accountSecurityRoutes } from './routes.ts';
import { mailedCode, newAuthenticatorOf, passwordChange } from './testing/worlds.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...authRoutes(platform), ...accountSecurityRoutes(platform)], settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
afterAll(async () => {
  await running.close();
  await app.close();
});
beforeEach(async () => {
  for (const table of ['throttle', 'verification_code']) await app.sql(`delete from ${table}`);
  merchant = await makeMerchant(app);
});

const mailTo = (address: string) => mailbox.messages.filter(({ to }) => to === address);
const subjectsTo = async (address: string, many: number) => {
  await eventually(async () => expect(mailTo(address)).toHaveLength(many));
  return mailTo(address).map(({ subject }) => subject);
};
const own = async () => dataOf(await app.call(accountSecurity, {}, { token: merchant.token })).notice;
const ask = (mail: string) => app.call(noticeMailCode, { mail }, { token: merchant.token, language: 'en' });
const set = async (mail: string, code: string, google_code?: string) => {
  const asked = { mail, code, language: 'vi' as const, google_code: google_code ?? (await googleCode(app, merchant)) };
  return app.call(noticeMailUpdate, asked, { token: merchant.token });
};

describe("a merchant's notification mail", () => {
  it('is an address whose reader has sent the mailed code back, and nothing before that', async () => {
    const mail = 'first@example.com';
    expect(await ask(mail)).toMatchObject({ code: 200, data: null });
    await subjectsTo(mail, 1);
    expect(await own()).toBeNull();
    const code = /\b(\d{6})\b/.exec(mailTo(mail)[0]?.text ?? '')?.[1] ?? '';
    expect(await set(mail, code)).toMatchObject({ code: 200, data: null });
    expect(await own()).toEqual({ mail, language: 'vi' });
    expect(await set(mail, code)).toMatchObject({ msg: 'verification_code_wrong' });
  });

  it('is told of a new password, another authenticator and another address, in its reader’s language', async () => {
    const mail = 'second@example.com';
    await set(mail, await mailedCode(app, mail));
    const password = { ...(await passwordChange(app, merchant.password, 'another-horse-1')), google_code: await googleCode(app, merchant) };
    expect(await app.call(resetSelfPassword, password, { token: merchant.token })).toMatchObject({ code: 200 });
    const other = 'third@example.com';
    expect(await set(other, await mailedCode(app, other))).toMatchObject({ code: 200 });
    const { secret: _, ...authenticator } = await newAuthenticatorOf(app, merchant);
    const renewing = { ...authenticator, google_code: await googleCode(app, merchant) };
    expect(await app.call(updateGoogleSecret, renewing, { token: merchant.token })).toMatchObject({ code: 200 });
    expect((await subjectsTo(mail, 2)).toSorted()).toEqual([
      'Email nhận thông báo Purser của bạn đã được đổi',
      'Mật khẩu Purser của bạn đã được đổi',
    ]);
    expect(mailTo(mail).find(({ text }) => text.includes(other))).toBeDefined();
    expect(await subjectsTo(other, 1)).toEqual(['Trình xác thực Purser của bạn đã được đổi']);
  });

  it('is not set by a wrong code, by one for another address, nor by a guess after five', async () => {
    const [mail, other] = ['fourth@example.com', 'fifth@example.com'];
    const code = await mailedCode(app, mail);
    const right = await googleCode(app, merchant);
    expect(await set(other, code, right)).toMatchObject({ msg: 'verification_code_wrong' });
    for (let n = 0; n < 4; n += 1) expect(await set(mail, '000000', right)).toMatchObject({ msg: 'verification_code_wrong' });
    expect(await set(mail, code, right)).toMatchObject({ msg: 'too_many_requests' });
    expect(await own()).toBeNull();
    await app.sql('delete from throttle');
    // Neither code was used by what was refused.
    expect(await set(mail, code, right)).toMatchObject({ code: 200 });
  });

  it('a second code to one address is sent after a minute, and none to what is no address', async () => {
    expect(await ask('sixth@example.com')).toMatchObject({ code: 200 });
    expect(await ask('Sixth@example.com')).toMatchObject({ status: 429, msg: 'too_many_requests' });
    expect(await app.send(noticeMailCode, { mail: 'no address' }, { token: merchant.token })).toMatchObject({ msg: 'invalid_input' });
  });
});
