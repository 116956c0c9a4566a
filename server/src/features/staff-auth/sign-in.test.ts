import { staffLogout, staffSession, staffSignInFailuresSeen } from '@purser/contract/features/staff';
import { staffLogin } from '@purser/contract/features/staff-auth';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { encryptedForStaff, sessionIn, signInStaff } from './testing/sign-in.ts';

let app: TestApp;
let member: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  member = await makeStaff(app, 'finance');
  await app.sql('delete from throttle');
});

const wrongCode = () => String((Number(totpOf(member.totpSecret).generate()) + 1) % 1_000_000).padStart(6, '0');
const entries = (action: string) =>
  app.sql(`select details, ip from audit_log where owner_id = $1 and actor = $2 and action = $3 order by sequence`, [
    PROVIDER_OWNER_ID,
    String(member.staffId),
    action,
  ]);

describe('signing in at the operator console', () => {
  it('by password and code opens a session in a cookie that no script reads and no other site sends, and is noted', async () => {
    const answer = await signInStaff(app, member, { ip: '203.0.113.5' });
    expect(answer).toMatchObject({ code: 200, data: { expires_at: expect.any(String) } });
    expect(String(answer.headers['set-cookie'])).toMatch(/^purser_operator=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const session = dataOf(await app.call(staffSession, {}, { staffToken: sessionIn(answer) }));
    expect(session).toMatchObject({ staff_id: member.staffId, role: 'finance', login_ip: '203.0.113.5', sign_in_failures: null });
    expect(session.permissions).toContain('review.decide');
    expect(session.permissions).not.toContain('staff.manage');
    expect(await entries('login')).toEqual([{ details: { request_id: answer.request_id }, ip: '203.0.113.5' }]);
    const [row] = await app.sql(`select count(*)::int as kept from staff_session where position($1 in token_hash::text) > 0`, [
      sessionIn(answer),
    ]);
    expect(row).toEqual({ kept: 0 });
  });

  it.skipIf(onCluster)('lets nobody in whose password is another by the time that the code is taken', async () => {
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(`update staff set password_hash = 'another' where staff_id = $1`, [member.staffId]);
      await holder.query('delete from staff_session where staff_id = $1', [member.staffId]);
      const signingIn = signInStaff(app, member);
      await untilWaiting(app);
      await holder.query('commit');
      expect((await signingIn).msg).not.toBe('ok');
      expect(await app.sql('select from staff_session where staff_id = $1', [member.staffId])).toEqual([]);
    } finally {
      await holder.end();
    }
  });

  it('takes a username in any case', async () => {
    expect(await signInStaff(app, { ...member, username: member.username.toUpperCase() })).toMatchObject({ code: 200 });
  });

  it('answers an unknown name, a name of a merchant and a wrong password alike', async () => {
    const wrong = await signInStaff(app, member, { password: 'Wrong-password-1' });
    const unknown = await signInStaff(app, { ...member, username: 'nobody' });
    expect(wrong).toMatchObject({ msg: 'wrong_credentials', data: null });
    expect({ ...unknown, request_id: '', headers: {} }).toEqual({ ...wrong, request_id: '', headers: {} });
    await eventually(async () => expect(await entries('sign_in.fail')).toMatchObject([{ details: { kind: 'password', failures: 1 } }]));
  });

  it('wants a code always, takes it once, and last', async () => {
    const message = await encryptedForStaff(app, member.password);
    expect(await app.send(staffLogin, { username: member.username, ...message })).toMatchObject({ msg: 'invalid_input' });
    expect(await signInStaff(app, member, { code: wrongCode() })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await signInStaff(app, member)).toMatchObject({ code: 200 });
    expect(await signInStaff(app, member)).toMatchObject({ msg: 'google_code_used' });
  });

  it('of many at once with one code, exactly one passes', async () => {
    const code = totpOf(member.totpSecret).generate();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => signInStaff(app, member, { code, ip: `203.0.113.${n}` })));
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(await entries('login')).toHaveLength(1);
  });

  it('a message with a password is good once', async () => {
    const message = await encryptedForStaff(app, member.password);
    const ask = () => app.call(staffLogin, { username: member.username, ...message, google_code: totpOf(member.totpSecret).generate() });
    expect(await ask()).toMatchObject({ code: 200 });
    expect(await ask()).toMatchObject({ msg: 'password_message_refused' });
  });

  it('is held up after five wrong passwords or codes, and tells the member at the next sign-in', async () => {
    for (let n = 0; n < 5; n += 1) await signInStaff(app, member, { password: 'Wrong-password-1', ip: '203.0.113.9' });
    expect(await signInStaff(app, member, { ip: '203.0.113.9' })).toMatchObject({ status: 429, msg: 'too_many_requests' });
    for (let n = 0; n < 5; n += 1) await signInStaff(app, member, { code: wrongCode(), ip: `198.51.100.${n}` });
    expect(await signInStaff(app, member, { ip: '198.51.100.77' })).toMatchObject({ status: 429 });
    await app.sql('delete from throttle');
    const staffToken = sessionIn(await signInStaff(app, member));
    await eventually(async () =>
      expect(dataOf(await app.call(staffSession, {}, { staffToken })).sign_in_failures).toMatchObject({ count: 10 }),
    );
    await app.call(staffSignInFailuresSeen, {}, { staffToken });
    expect(dataOf(await app.call(staffSession, {}, { staffToken })).sign_in_failures).toBeNull();
  });

  it('refuses a suspended member, after the proofs', async () => {
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [member.staffId]);
    expect(await signInStaff(app, member)).toMatchObject({ msg: 'access_restricted' });
    expect(await signInStaff(app, member, { password: 'Wrong-password-1' })).toMatchObject({ msg: 'wrong_credentials' });
  });

  it('ends with the sign-out, at once', async () => {
    const answer = await member.call(staffLogout, {});
    expect(String(answer.headers['set-cookie'])).toMatch(/^purser_operator=; .*Expires=Thu, 01 Jan 1970/);
    expect(await member.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
  });
});
