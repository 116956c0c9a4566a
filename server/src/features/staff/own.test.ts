import {
  staffAuthenticatorReplace,
  staffAuthenticatorSecret,
  staffPasswordChange,
  staffSession,
  staffSessionEnd,
  staffSessionList,
} from '@purser/contract/features/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { encryptedForStaff, sessionIn, signInStaff } from '../staff-auth/testing/sign-in.ts';

let app: TestApp;
let member: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  member = await makeStaff(app, 'auditor');
});

describe("a member's own sessions", () => {
  it('are listed and ended one by one, and those of others are not theirs', async () => {
    const second = sessionIn(await signInStaff(app, member, { ip: '203.0.113.7' }));
    const { list } = dataOf(await member.call(staffSessionList, {}));
    expect(list.map(({ ip, current }) => [ip, current])).toEqual([
      ['203.0.113.7', false],
      ['127.0.0.1', true],
    ]);
    const [other] = list;
    const stranger = await makeStaff(app, 'admin');
    expect(await stranger.call(staffSessionEnd, { session_id: other?.session_id ?? '' })).toMatchObject({ msg: 'not_found' });
    expect(await app.call(staffSession, {}, { staffToken: second })).toMatchObject({ code: 200 });
    expect(await member.call(staffSessionEnd, { session_id: other?.session_id ?? '' })).toMatchObject({ code: 200 });
    expect(await app.call(staffSession, {}, { staffToken: second })).toMatchObject({ msg: 'unauthenticated' });
    expect(await member.call(staffSessionEnd, { session_id: other?.session_id ?? '' })).toMatchObject({ msg: 'not_found' });
  });
});

describe("a member's own password", () => {
  const change = async (old: string, wanted: string) => {
    const [one, two] = [await encryptedForStaff(app, old), await encryptedForStaff(app, wanted)];
    const input = { key_id: one.key_id, old_password: one.password, new_password: two.password, google_code: await member.code() };
    return member.call(staffPasswordChange, input);
  };

  it('is changed by who knows the present one, and ends the other sessions', async () => {
    const second = sessionIn(await signInStaff(app, member));
    expect(await change(member.password, 'Another-password-1')).toMatchObject({ code: 200 });
    expect(await app.call(staffSession, {}, { staffToken: second })).toMatchObject({ msg: 'unauthenticated' });
    expect(await member.call(staffSession, {})).toMatchObject({ code: 200 });
    expect(await signInStaff(app, member)).toMatchObject({ msg: 'wrong_credentials' });
    await member.code();
    expect(await signInStaff(app, { ...member, password: 'Another-password-1' })).toMatchObject({ code: 200 });
  });

  it('is not changed to one that is too short, nor by who guesses the present one', async () => {
    expect(await change(member.password, 'Short-1')).toMatchObject({ msg: 'password_unfit' });
    for (let n = 0; n < 5; n += 1)
      expect(await change('Wrong-password-1', 'Another-password-1')).toMatchObject({ msg: 'old_password_wrong' });
    expect(await change(member.password, 'Another-password-1')).toMatchObject({ msg: 'too_many_requests' });
    expect(await signInStaff(app, member)).toMatchObject({ code: 200 });
  });
});

describe("a member's own authenticator", () => {
  const wanted = async (by = member) => dataOf(await by.call(staffAuthenticatorSecret, {}));

  it('is replaced by codes of both, and the old one is good no more', async () => {
    const second = sessionIn(await signInStaff(app, member));
    const { secret, secret_token } = await wanted();
    const input = { secret_token, new_code: totpOf(secret).generate(), google_code: await member.code() };
    expect(await member.call(staffAuthenticatorReplace, input)).toMatchObject({ code: 200 });
    expect(await app.call(staffSession, {}, { staffToken: second })).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInStaff(app, member)).toMatchObject({ msg: 'wrong_google_code' });
    expect(await signInStaff(app, { ...member, totpSecret: secret })).toMatchObject({ msg: 'google_code_used' });
    await app.sql('update staff set totp_last_step = 0 where staff_id = $1', [member.staffId]);
    expect(await signInStaff(app, { ...member, totpSecret: secret })).toMatchObject({ code: 200 });
  });

  it('is not replaced without a code of each, nor by a secret that was shown to somebody else or long ago', async () => {
    const { secret, secret_token } = await wanted();
    const ask = async (more: object) =>
      member.call(staffAuthenticatorReplace, {
        secret_token,
        new_code: totpOf(secret).generate(),
        google_code: await member.code(),
        ...more,
      });
    const wrong = String((Number(totpOf(secret).generate()) + 1) % 1_000_000).padStart(6, '0');
    expect(await ask({ new_code: wrong })).toMatchObject({ msg: 'new_code_wrong' });
    expect(await ask({ google_code: totpOf(secret).generate() })).toMatchObject({ msg: 'wrong_google_code' });
    const others = await wanted(await makeStaff(app, 'auditor'));
    const theirs = { secret_token: others.secret_token, new_code: totpOf(others.secret).generate() };
    expect(await ask(theirs)).toMatchObject({ msg: 'authenticator_secret_expired' });
    expect(await ask({ secret_token: 'x' })).toMatchObject({ msg: 'authenticator_secret_expired' });
    expect(await signInStaff(app, member)).toMatchObject({ code: 200 });
  });
});
