import { accountDetail } from '@purser/contract/features/account';
import { resetSelfPassword } from '@purser/contract/features/account-security';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accountRoutes } from '../account/routes.ts';
import { signInAs } from '../auth/testing/sign-in.ts';
import { authRoutes } from '../auth/routes.ts';
import { accountSecurityRoutes } from './routes.ts';
import { anotherSession, passwordChange } from './testing/worlds.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...authRoutes(platform), ...accountRoutes(platform), ...accountSecurityRoutes(platform)],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  merchant = await makeMerchant(app);
});

const WANTED = 'another-horse-1';
const change = async (old: string, wanted: string, { token = merchant.token, code = '' } = {}) => {
  const google_code = code || (await googleCode(app, merchant));
  return app.call(resetSelfPassword, { ...(await passwordChange(app, old, wanted)), google_code }, { token });
};
const logIn = async (password: string) => signInAs(app, merchant, { password, code: await googleCode(app, merchant) });
const isOpen = async (token: string) => (await app.call(accountDetail, {}, { token })).code === 200;

describe("a merchant's own password", () => {
  it('is changed by who knows the present one; all other sessions end, with an entry in the audit log', async () => {
    const { token } = await anotherSession(app, merchant);
    expect(await change(merchant.password, WANTED)).toMatchObject({ code: 200, data: null });
    expect([await isOpen(token), await isOpen(merchant.token)]).toEqual([false, true]);
    expect(await logIn(merchant.password)).toMatchObject({ msg: 'wrong_credentials' });
    expect(await logIn(WANTED)).toMatchObject({ code: 200 });
    const log = await app.sql('select action, details from audit_log where owner_id = $1 order by sequence', [merchant.merchant_id]);
    expect(log[0]).toEqual({ action: 'password.change', details: {} });
  });

  it('tells every process that sessions have ended, so that their streams end', async () => {
    const told: number[] = [];
    const unsubscribe = app.platform.hub.onEnded((ownerIds) => told.push(...(ownerIds ?? [])));
    expect(await change(merchant.password, WANTED)).toMatchObject({ code: 200 });
    await eventually(async () => expect(told).toContain(merchant.merchant_id));
    unsubscribe();
  });

  it.each([
    ['one that is too short', 'Short-1', 'password_unfit'],
    ['one that is too long', 'x'.repeat(LONGEST_PASSWORD + 1), 'password_unfit'],
    ['one with a space', 'another horse 1', 'password_unfit'],
    ['one with a letter beyond digits, letters and punctuation', 'mật-khẩu-mới-1', 'password_unfit'],
    ['none', '', 'password_unfit'],
    ['the present one', 'correct-horse-1', 'password_unchanged'],
  ])('is not changed to %s', async (_, wanted, msg) => {
    const { token } = await anotherSession(app, merchant);
    const code = await googleCode(app, merchant);
    expect(await change(merchant.password, wanted, { code })).toMatchObject({ msg });
    expect(await isOpen(token)).toBe(true);
    // The code is still good.
    expect(await change(merchant.password, WANTED, { code })).toMatchObject({ code: 200 });
  });

  it('stays with a wrong code, and the other sessions with it', async () => {
    const { token } = await anotherSession(app, merchant);
    const wrong = String((Number(totpOf(merchant.totpSecret).generate()) + 1) % 1_000_000).padStart(6, '0');
    expect(await change(merchant.password, WANTED, { code: wrong })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await isOpen(token)).toBe(true);
    expect(await logIn(merchant.password)).toMatchObject({ code: 200 });
  });

  it('is not guessed at: five wrong ones wait, are told to the owner, and do not keep the owner from logging in', async () => {
    for (let n = 0; n < 5; n += 1) expect(await change('wrong-horse-1', WANTED)).toMatchObject({ msg: 'old_password_wrong' });
    expect(await change(merchant.password, WANTED)).toMatchObject({ status: 429, msg: 'too_many_requests' });
    expect(await logIn(merchant.password)).toMatchObject({ code: 200 });
    expect(await app.sql('select kind, failures from sign_in_failure where owner_id = $1', [merchant.merchant_id])).toEqual([
      { kind: 'password', failures: 5 },
    ]);
  });

  it('of two changes at once, by codes of their own, is what one of them says, and the other is refused', async () => {
    await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant.merchant_id]);
    const totp = totpOf(merchant.totpSecret);
    // That of now is still good when its half minute ends.
    const codes = [totp.generate(), totp.generate({ timestamp: Date.now() + 30_000 })];
    const { token } = await anotherSession(app, merchant);
    const wanted = ['another-horse-1', 'another-horse-2'];
    const answers = await Promise.all([
      change(merchant.password, wanted[0] ?? '', { code: codes[0] ?? '' }),
      change(merchant.password, wanted[1] ?? '', { code: codes[1] ?? '', token }),
    ]);
    const outcomes = answers.map(({ msg }) => msg);
    expect(outcomes.filter((msg) => msg === 'ok')).toHaveLength(1);
    // The one that comes later finds another password, or its session ended before it was looked at.
    expect(['old_password_wrong', 'unauthenticated']).toContain(outcomes.find((msg) => msg !== 'ok'));
    const kept = wanted[outcomes.indexOf('ok')] ?? '';
    expect(await logIn(kept)).toMatchObject({ code: 200 });
    expect(await logIn(wanted.find((other) => other !== kept) ?? '')).toMatchObject({ msg: 'wrong_credentials' });
  });

  it('is asked of nobody without a session', async () => {
    expect(await change(merchant.password, WANTED, { token: 'x', code: '123456' })).toMatchObject({ status: 401 });
  });
});
