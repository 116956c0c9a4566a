import { staffSession } from '@purser/contract/features/staff';
import { staffSetUp, staffSetUpLook } from '@purser/contract/features/staff-auth';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { firstLink } from './set-up.ts';
import { encryptedForStaff, sessionIn, signInStaff } from './testing/sign-in.ts';

/** Each on a database without staff. */
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterEach(() => app.close());

const PASSWORD = 'A-long-password-1';
const tokenOf = (link: string | undefined) => link?.split('#')[1] ?? '';
const look = (token: string) => app.call(staffSetUpLook, { token });

async function use(token: string, wishes: { username?: string; password?: string; code?: string; secretToken?: string } = {}) {
  const { username = 'ada', password = PASSWORD } = wishes;
  const looked = await look(token);
  const secret = looked.data?.secret ?? 'AAAAAAAAAAAAAAAA';
  const message = await encryptedForStaff(app, password);
  const second = {
    secret_token: wishes.secretToken ?? looked.data?.secret_token ?? 'x',
    google_code: wishes.code ?? totpOf(secret).generate(),
  };
  return { secret, answer: await app.call(staffSetUp, { token, username, name: 'Ada', ...message, ...second }) };
}
const members = () => app.sql('select username, role, status from staff');

describe('the first start', () => {
  it('makes a link by which the first admin is made, who is signed in and signs in again', async () => {
    const link = await firstLink(app.platform);
    expect(link).toMatch(/^http:\/\/localhost:8080\/operator\/set-up#[\w-]{43}$/);
    const token = tokenOf(link);
    const looked = dataOf(await look(token));
    expect(looked).toMatchObject({ kind: 'first', username: null, name: null, role: 'admin' });
    expect(looked.otpauth_uri).toContain(`secret=${looked.secret}`);
    const { answer, secret } = await use(token);
    expect(dataOf(await app.call(staffSession, {}, { staffToken: sessionIn(answer) }))).toMatchObject({
      username: 'ada',
      name: 'Ada',
      role: 'admin',
    });
    await app.sql('update staff set totp_last_step = 0');
    expect(await signInStaff(app, { username: 'ada', password: PASSWORD, totpSecret: secret })).toMatchObject({ code: 200 });
    const entries = await app.sql('select action, details from audit_log where owner_id = $1 order by sequence', [PROVIDER_OWNER_ID]);
    expect(entries[0]).toMatchObject({ action: 'staff.set_up', details: { kind: 'first', username: 'ada', role: 'admin' } });
    expect(await firstLink(app.platform)).toBeUndefined();
  });

  it('shows each who looks a secret of their own: the one whose code is given is kept, and no other opens anything', async () => {
    const token = tokenOf(await firstLink(app.platform));
    const [seen, other] = [dataOf(await look(token)), dataOf(await look(token))];
    expect(seen.secret).not.toBe(other.secret);
    const wrong = { code: totpOf(seen.secret).generate(), secretToken: other.secret_token };
    expect((await use(token, wrong)).answer).toMatchObject({ msg: 'wrong_google_code', data: null });
    const { answer } = await use(token, { ...wrong, code: totpOf(other.secret).generate() });
    expect(answer).toMatchObject({ code: 200 });
    await app.sql('update staff set totp_last_step = 0');
    const ada = { username: 'ada', password: PASSWORD };
    expect(await signInStaff(app, { ...ada, totpSecret: seen.secret })).toMatchObject({ msg: 'wrong_google_code', data: null });
    expect(await signInStaff(app, { ...ada, totpSecret: other.secret })).toMatchObject({ code: 200 });
  });

  it('takes no secret that another link showed, nor one of ours that never was', async () => {
    const [token, another] = [tokenOf(await firstLink(app.platform)), tokenOf(await firstLink(app.platform))];
    const { secret, secret_token } = dataOf(await look(another));
    for (const secretToken of [secret_token, 'x'])
      expect((await use(token, { code: totpOf(secret).generate(), secretToken })).answer).toMatchObject({
        msg: 'authenticator_secret_expired',
      });
    expect(await members()).toEqual([]);
  });

  it('makes another link at each start, kept as a hash only, and the first that is used ends all', async () => {
    const [one, two] = [tokenOf(await firstLink(app.platform)), tokenOf(await firstLink(app.platform))];
    expect(one).not.toBe(two);
    const kept = await app.sql<{ row: string }>('select to_jsonb(i)::text as row from staff_invitation i');
    for (const { row } of kept) for (const token of [one, two]) expect(row).not.toContain(token);
    expect((await use(one)).answer).toMatchObject({ code: 200 });
    for (const token of [one, two]) {
      expect(await look(token)).toMatchObject({ msg: 'set_up_link_refused', data: null });
      expect((await use(token, { username: 'eve' })).answer).toMatchObject({ msg: 'set_up_link_refused' });
    }
    expect(await members()).toEqual([{ username: 'ada', role: 'admin', status: 'active' }]);
  });

  it('of many who use two links at once, exactly one is made', async () => {
    const tokens = [tokenOf(await firstLink(app.platform)), tokenOf(await firstLink(app.platform))];
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => use(tokens[n % 2] ?? '', { username: `ada-${n}` })));
    const outcomes = answers.map(({ answer }) => answer.msg);
    expect(outcomes.filter((msg) => msg === 'ok')).toHaveLength(1);
    expect(outcomes.filter((msg) => msg === 'set_up_link_refused')).toHaveLength(5);
    expect(await members()).toHaveLength(1);
  });

  it('a link that is forged, late or used makes nobody', async () => {
    const token = tokenOf(await firstLink(app.platform));
    expect(await look(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toMatchObject({ msg: 'set_up_link_refused' });
    await app.sql('update staff_invitation set expires_at = now()');
    expect(await look(token)).toMatchObject({ msg: 'set_up_link_refused' });
    expect((await use(token)).answer).toMatchObject({ msg: 'set_up_link_refused' });
    expect(await members()).toEqual([]);
  });

  it.each([
    ['a wrong code', { code: '000000' }, 'wrong_google_code'],
    ['a short password', { password: 'Short-pass1' }, 'password_unfit'],
    ['a password with a space', { password: 'A long password' }, 'password_unfit'],
    ['a username that is none', { username: 'Ada Lovelace' }, 'invalid_input'],
  ])('%s makes nobody, and leaves the link as it was', async (_, wishes, msg) => {
    const token = tokenOf(await firstLink(app.platform));
    expect((await use(token, wishes)).answer).toMatchObject({ msg });
    expect(await members()).toEqual([]);
    expect((await use(token)).answer).toMatchObject({ code: 200 });
  });
});
