import { staffSession } from '@purser/contract/features/staff';
import { staffLogin, staffPasskeyRequest, staffSetUp, staffSetUpPasskey } from '@purser/contract/features/staff-auth';
import { staffPasskeyConfirmation } from '@purser/contract/features/staff-passkey';
import { staffReset } from '@purser/contract/features/staff-member';
import type { PasskeyAssertion } from '@purser/contract/passkey';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { addTestPasskey, withoutAuthenticator } from '../../platform/testing/staff-passkey.ts';
import { firstLink } from './set-up.ts';
import { encryptedForStaff, sessionIn, signInStaff } from './testing/sign-in.ts';

const PASSWORD = 'A-long-password-1';

async function signIn(app: TestApp, { username, password }: Pick<TestStaff, 'username' | 'password'>, answer: PasskeyAssertion) {
  return app.call(staffLogin, { username, ...(await encryptedForStaff(app, password)), google_code: answer });
}
const asked = async (app: TestApp) => dataOf(await app.call(staffPasskeyRequest, {}));

describe('signing in with a passkey', () => {
  let app: TestApp;
  let member: TestStaff;
  let authenticator: SoftwareAuthenticator;
  beforeAll(async () => {
    app = await createTestApp({ routes: allRoutes });
    member = await makeStaff(app, 'support');
    ({ authenticator } = await addTestPasskey(member));
  });
  afterAll(() => app.close());

  it('is asked for without telling whose passkeys there are', async () => {
    expect(await asked(app)).not.toHaveProperty('allowCredentials');
  });

  it('lets in who has the password as well, beside the authenticator and without it', async () => {
    const answer = await signIn(app, member, authenticator.answer(await asked(app)));
    expect(await app.call(staffSession, {}, { staffToken: sessionIn(answer) })).toMatchObject({ data: { username: member.username } });
    await member.code();
    expect(await signInStaff(app, member)).toMatchObject({ code: 200 });
    const alone = await makeStaff(app, 'support');
    const { authenticator: own } = await addTestPasskey(alone);
    await withoutAuthenticator(app, alone);
    expect(await signIn(app, alone, own.answer(await asked(app)))).toMatchObject({ code: 200 });
    expect(await signInStaff(app, alone)).toMatchObject({ msg: 'wrong_google_code' });
  });

  it('lets nobody in without the password, and a wrong one leaves the answer good', async () => {
    const answer = authenticator.answer(await asked(app));
    expect(await signIn(app, { ...member, password: 'Wrong-password-1' }, answer)).toMatchObject({ msg: 'wrong_credentials' });
    expect(await signIn(app, member, answer)).toMatchObject({ code: 200 });
  });

  it('lets nobody in with another member’s passkey', async () => {
    const other = await makeStaff(app, 'admin');
    await addTestPasskey(other);
    expect(await signIn(app, other, authenticator.answer(await asked(app)))).toMatchObject({ msg: 'passkey_refused' });
  });

  it('lets nobody in by an answer that was used, or to a challenge that was for something else', async () => {
    const answer = authenticator.answer(await asked(app));
    expect(await signIn(app, member, answer)).toMatchObject({ code: 200 });
    expect(await signIn(app, member, answer)).toMatchObject({ msg: 'passkey_refused' });
    const toConfirm = dataOf(await member.call(staffPasskeyConfirmation, {}));
    expect(await signIn(app, member, authenticator.answer(toConfirm))).toMatchObject({ msg: 'passkey_refused' });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another place', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
  ])('lets nobody in by an answer with %s, and tells the member', async (_, wishes) => {
    const one = await makeStaff(app, 'support');
    const { authenticator: own } = await addTestPasskey(one);
    expect(await signIn(app, one, own.answer(await asked(app), wishes))).toMatchObject({ msg: 'passkey_refused' });
    expect(dataOf(await one.call(staffSession, {})).sign_in_failures).toMatchObject({ count: 1 });
  });

  it('lets no suspended member in', async () => {
    const one = await makeStaff(app, 'support');
    const { authenticator: own } = await addTestPasskey(one);
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [one.staffId]);
    expect(await signIn(app, one, own.answer(await asked(app)))).toMatchObject({ msg: 'access_restricted' });
  });
});

describe('setting up by a one-time link with a passkey', () => {
  async function withLink(work: (app: TestApp, token: string) => Promise<void>, settings = {}) {
    const app = await createTestApp({ routes: allRoutes, settings });
    try {
      await work(app, (await firstLink(app.platform))?.split('#')[1] ?? '');
    } finally {
      await app.close();
    }
  }
  const use = async (app: TestApp, token: string, second: object, username = 'ada') =>
    app.send(staffSetUp, { token, username, name: 'Ada', ...(await encryptedForStaff(app, PASSWORD)), ...second });

  it('makes a member who needs no authenticator, and the link is used up', () =>
    withLink(async (app, token) => {
      const authenticator = new SoftwareAuthenticator();
      const creation = dataOf(await app.call(staffSetUpPasskey, { token, username: 'ada' }));
      expect(creation).toMatchObject({ rp: { id: 'localhost' }, user: { name: 'ada' }, excludeCredentials: [] });
      const passkey = authenticator.create(creation);
      const done = await use(app, token, { passkey });
      expect(dataOf(await app.call(staffSession, {}, { staffToken: sessionIn(done) }))).toMatchObject({
        authenticator: false,
        passkeys: 1,
      });
      expect(await signIn(app, { username: 'ada', password: PASSWORD }, authenticator.answer(await asked(app)))).toMatchObject({
        code: 200,
      });
      expect(await use(app, token, { passkey })).toMatchObject({ msg: 'set_up_link_refused' });
    }));

  it('takes no passkey that was made for another name, link or place, nor both factors or none', () =>
    withLink(async (app, token) => {
      const another = (await firstLink(app.platform))?.split('#')[1] ?? '';
      const authenticator = new SoftwareAuthenticator();
      const creation = async (of: string, username: string) => dataOf(await app.call(staffSetUpPasskey, { token: of, username }));
      const refused = { msg: 'new_passkey_refused' };
      expect(await use(app, token, { passkey: authenticator.create(await creation(token, 'eve')) })).toMatchObject(refused);
      expect(await use(app, token, { passkey: authenticator.create(await creation(another, 'ada')) })).toMatchObject(refused);
      const elsewhere = authenticator.create(await creation(token, 'ada'), { origin: 'https://evil.example' });
      expect(await use(app, token, { passkey: elsewhere })).toMatchObject(refused);
      const passkey = authenticator.create(await creation(token, 'ada'));
      expect(await use(app, token, { passkey, google_code: '123456' })).toMatchObject({ msg: 'invalid_input' });
      expect(await use(app, token, { passkey, secret_token: 'x' })).toMatchObject({ msg: 'invalid_input' });
      expect(await use(app, token, { google_code: '123456' })).toMatchObject({ msg: 'invalid_input' });
      expect(await use(app, token, {})).toMatchObject({ msg: 'invalid_input' });
      expect(await app.sql('select from staff')).toEqual([]);
      expect(await use(app, token, { passkey })).toMatchObject({ code: 200 });
    }));

  it('says that there are none where the console has no name of its own', () =>
    withLink(
      async (app, token) => {
        expect(await app.call(staffSetUpPasskey, { token, username: 'ada' })).toMatchObject({ msg: 'passkeys_unavailable' });
        expect(await app.call(staffPasskeyRequest, {})).toMatchObject({ msg: 'passkeys_unavailable' });
      },
      { publicUrl: 'http://127.0.0.1:8080' },
    ));

  it('is bound to the operator console’s own address', () =>
    withLink(
      async (app) => {
        const headers = { host: 'operator.example.com' };
        expect(dataOf(await app.call(staffPasskeyRequest, {}, { headers }))).toMatchObject({ rpId: 'operator.example.com' });
      },
      { publicUrl: 'https://pay.example.com', operatorUrl: 'https://operator.example.com' },
    ));
});

describe('a member whose factors were reset', () => {
  it('has no passkey any more', async () => {
    const app = await createTestApp({ routes: allRoutes });
    try {
      const [admin, member] = [await makeStaff(app, 'admin'), await makeStaff(app, 'support')];
      const { authenticator } = await addTestPasskey(member);
      expect(await admin.call(staffReset, { staff_id: member.staffId, google_code: await admin.code() })).toMatchObject({ code: 200 });
      expect(await app.sql('select from staff_passkey')).toEqual([]);
      expect(await signIn(app, member, authenticator.answer(await asked(app)))).toMatchObject({ msg: 'passkey_refused' });
    } finally {
      await app.close();
    }
  });
});
