import {
  staffAuthenticatorReplace,
  staffAuthenticatorSecret,
  staffSession,
  staffSessionEndOthers,
  staffSessionList,
} from '@purser/contract/features/staff';
import { staffInvite } from '@purser/contract/features/staff-member';
import {
  staffPasskeyAdd,
  staffPasskeyConfirmation,
  staffPasskeyCreation,
  staffPasskeyList,
  staffPasskeyRemove,
} from '@purser/contract/features/staff-passkey';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { addTestPasskey, confirmation, withoutAuthenticator } from '../../platform/testing/staff-passkey.ts';
import { totpOf } from '../../platform/security/totp.ts';

let app: TestApp;
let member: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  member = await makeStaff(app, 'admin');
});

const listed = async (of = member) => dataOf(await of.call(staffPasskeyList, {})).list;
let invited = 0;
const invite = (google_code: Parameters<typeof app.call<typeof staffInvite>>[1]['google_code'], by = member) =>
  by.call(staffInvite, { username: `someone-${(invited += 1)}`, name: 'Someone', role: 'support', google_code });

describe("a member's own passkeys", () => {
  it('are added, named, listed with their last use, and removed; each is noted', async () => {
    expect(await listed()).toEqual([]);
    const { passkey_id, authenticator } = await addTestPasskey(member, 'Blue key');
    expect(await listed()).toMatchObject([{ passkey_id, name: 'Blue key', synced: false, last_used_time: null }]);
    expect(dataOf(await member.call(staffSession, {}))).toMatchObject({ authenticator: true, passkeys: 1 });
    await invite(await confirmation(member, authenticator));
    expect((await listed())[0]?.last_used_time).not.toBeNull();
    expect(await member.call(staffPasskeyRemove, { passkey_id, google_code: await member.code() })).toMatchObject({ code: 200 });
    expect(await listed()).toEqual([]);
    const entries = await app.sql<{ action: string; details: object }>(
      `select action, details from audit_log where owner_id = $1 and actor = $2 and action like 'passkey%' order by sequence`,
      [PROVIDER_OWNER_ID, String(member.staffId)],
    );
    expect(entries).toMatchObject([
      { action: 'passkey.add', details: { name: 'Blue key' } },
      { action: 'passkey.remove', details: { name: 'Blue key' } },
    ]);
  });

  it('are several, of which a browser is told, and each is good', async () => {
    const [one, two] = [await addTestPasskey(member, 'One'), await addTestPasskey(member, 'Two')];
    const asked = dataOf(await member.call(staffPasskeyConfirmation, {}));
    expect(asked.allowCredentials?.map(({ id }) => id)).toEqual([one.authenticator.id, two.authenticator.id]);
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(dataOf(await member.call(staffPasskeyCreation, {})).excludeCredentials).toEqual(asked.allowCredentials);
    for (const { authenticator } of [one, two])
      expect(await invite(await confirmation(member, authenticator))).toMatchObject({ code: 200 });
  });

  it('keep the last second factor: a passkey alone stays, until there is something else', async () => {
    const { passkey_id, authenticator } = await addTestPasskey(member);
    await withoutAuthenticator(app, member);
    const remove = async () => member.call(staffPasskeyRemove, { passkey_id, google_code: await confirmation(member, authenticator) });
    expect(await remove()).toMatchObject({ msg: 'last_factor' });
    expect(await listed()).toHaveLength(1);
    const { secret, secret_token } = dataOf(await member.call(staffAuthenticatorSecret, {}));
    const google_code = await confirmation(member, authenticator);
    const set = { secret_token, new_code: totpOf(secret).generate(), google_code };
    expect(await member.call(staffAuthenticatorReplace, set)).toMatchObject({ code: 200 });
    expect(await remove()).toMatchObject({ code: 200 });
    expect(await listed()).toEqual([]);
  });

  it('are nobody else’s: not to be removed, not to be added twice', async () => {
    const other = await makeStaff(app, 'support');
    const { passkey_id, authenticator } = await addTestPasskey(other);
    expect(await member.call(staffPasskeyRemove, { passkey_id, google_code: await member.code() })).toMatchObject({ msg: 'not_found' });
    const asked = dataOf(await member.call(staffPasskeyCreation, {}));
    const again = { passkey: authenticator.create(asked), google_code: await member.code() };
    expect(await member.call(staffPasskeyAdd, again)).toMatchObject({ msg: 'passkey_taken' });
    expect(await listed(other)).toHaveLength(1);
  });

  it('are twenty at the most', async () => {
    await app.sql(
      `insert into staff_passkey (staff_id, passkey_id, credential_id, public_key, counter, synced, name)
       select $1::bigint, gen_random_uuid(), convert_to(format('%s %s', $1::bigint, n), 'UTF8'), '\\x00', 0, false, 'Old' from generate_series(1, 20) n`,
      [member.staffId],
    );
    const asked = dataOf(await member.call(staffPasskeyCreation, {}));
    const passkey = new SoftwareAuthenticator().create(asked);
    expect(await member.call(staffPasskeyAdd, { passkey, google_code: await member.code() })).toMatchObject({ msg: 'passkeys_full' });
    expect(await listed()).toHaveLength(20);
  });
});

describe('a passkey that is made', () => {
  const add = async (passkey: Parameters<typeof app.call<typeof staffPasskeyAdd>>[1]['passkey'], by = member) =>
    by.call(staffPasskeyAdd, { passkey, google_code: await by.code() });
  const asked = async (of = member) => dataOf(await of.call(staffPasskeyCreation, {}));

  it.each([
    ['at another origin', { origin: 'https://evil.example' }],
    ['at another port', { origin: 'http://localhost:8081' }],
    ['for another place', { rpId: 'evil.example' }],
    ['without asking who it is', { userVerified: false }],
    ['as the answer to something else', { type: 'webauthn.get' }],
    ['for a challenge of nobody', { challenge: Buffer.from('of.nobody').toString('base64url') }],
  ] as const)('%s is not kept', async (_, wishes) => {
    expect(await add(new SoftwareAuthenticator().create(await asked(), wishes))).toMatchObject({ msg: 'new_passkey_refused' });
    expect(await listed()).toEqual([]);
  });

  it('for a challenge of another member, another use or another session, or for one that was used, is not kept', async () => {
    const authenticator = new SoftwareAuthenticator();
    const others = await asked(await makeStaff(app, 'support'));
    expect(await add(authenticator.create(others))).toMatchObject({ msg: 'new_passkey_refused' });
    const toConfirm = dataOf(await member.call(staffPasskeyConfirmation, {}));
    expect(await add(authenticator.create(await asked(), { challenge: toConfirm.challenge }))).toMatchObject({
      msg: 'new_passkey_refused',
    });
    const used = await asked();
    expect(await add(authenticator.create(used))).toMatchObject({ code: 200 });
    expect(await add(new SoftwareAuthenticator().create(used))).toMatchObject({ msg: 'new_passkey_refused' });
    expect(await listed()).toHaveLength(1);
  });

  it('needs a present factor to be kept, and a wrong one leaves nothing', async () => {
    const passkey = new SoftwareAuthenticator().create(await asked());
    const wrong = String((Number(await member.code()) + 1) % 1_000_000).padStart(6, '0');
    expect(await member.call(staffPasskeyAdd, { passkey, google_code: wrong })).toMatchObject({ msg: 'wrong_google_code' });
    const fresh = new SoftwareAuthenticator();
    const itself = fresh.answer(dataOf(await member.call(staffPasskeyConfirmation, {})));
    expect(await member.call(staffPasskeyAdd, { passkey: fresh.create(await asked()), google_code: itself })).toMatchObject({
      msg: 'passkey_refused',
    });
    expect(await listed()).toEqual([]);
  });
});

describe('an act that is confirmed with a passkey', () => {
  let authenticator: SoftwareAuthenticator;
  beforeEach(async () => {
    ({ authenticator } = await addTestPasskey(member));
    await withoutAuthenticator(app, member);
  });

  it('is done, also by a member who has no authenticator', async () => {
    expect(await invite(await confirmation(member, authenticator))).toMatchObject({ code: 200 });
    expect(await invite('000000')).toMatchObject({ msg: 'wrong_google_code' });
  });

  it.each([
    ['at another origin', { origin: 'https://evil.example' }],
    ['for another place', { rpId: 'evil.example' }],
    ['without user verification', { userVerified: false }],
    ['in a page of somebody else', { crossOrigin: true }],
    ['as if it were made', { type: 'webauthn.create' }],
    ['for a challenge of nobody', { challenge: Buffer.from('of.nobody').toString('base64url') }],
  ] as const)('is not done by an answer %s', async (_, wishes) => {
    expect(await invite(await confirmation(member, authenticator, wishes))).toMatchObject({ msg: 'passkey_refused' });
  });

  it('is not done by an answer that was used, tampered with, or is to a challenge of another session, member or use', async () => {
    const good = await confirmation(member, authenticator);
    expect(await invite(good)).toMatchObject({ code: 200 });
    expect(await invite(good)).toMatchObject({ msg: 'passkey_refused' });
    const { id, response } = await confirmation(member, authenticator);
    const last = Buffer.from(response.signature, 'base64url');
    last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
    expect(await invite({ id, response: { ...response, signature: last.toString('base64url') } })).toMatchObject({
      msg: 'passkey_refused',
    });
    const other = await makeStaff(app, 'admin');
    const others = dataOf(await other.call(staffPasskeyConfirmation, {}));
    expect(await invite(authenticator.answer(others))).toMatchObject({ msg: 'passkey_refused' });
    expect(await invite(await confirmation(member, authenticator), other)).toMatchObject({ msg: 'passkey_refused' });
    const toAdd = dataOf(await member.call(staffPasskeyCreation, {}));
    expect(await invite(await confirmation(member, authenticator, { challenge: toAdd.challenge }))).toMatchObject({
      msg: 'passkey_refused',
    });
  });

  it('is done once when the same answer comes many times at once', async () => {
    const answer = await confirmation(member, authenticator);
    const outcomes = (await Promise.all(Array.from({ length: 4 }, () => invite(answer)))).map(({ msg }) => msg);
    expect(outcomes.toSorted()).toEqual(['ok', 'passkey_refused', 'passkey_refused', 'passkey_refused']);
  });

  it('is not done by an answer that comes too late', async () => {
    const late = await confirmation(member, authenticator);
    const { clock } = app.platform;
    const now = clock.nowMs.bind(clock);
    clock.nowMs = () => now() + 301_000;
    try {
      expect(await invite(late)).toMatchObject({ msg: 'passkey_refused' });
    } finally {
      clock.nowMs = now;
    }
    expect(await invite(late)).toMatchObject({ code: 200 });
  });

  it('is not done by a copy, whose counter does not grow', async () => {
    authenticator.counter = 7;
    expect(await invite(await confirmation(member, authenticator))).toMatchObject({ code: 200 });
    expect(await invite(await confirmation(member, authenticator, { counter: 7 }))).toMatchObject({ msg: 'passkey_refused' });
    expect(await invite(await confirmation(member, authenticator, { counter: 0 }))).toMatchObject({ msg: 'passkey_refused' });
    expect(await invite(await confirmation(member, authenticator, { counter: 8 }))).toMatchObject({ code: 200 });
  });

  it('keeps the answer good when it is refused for another reason', async () => {
    const answer = await confirmation(member, authenticator);
    const input = { name: 'Someone', role: 'support', google_code: answer } as const;
    expect(await member.call(staffInvite, { ...input, username: member.username })).toMatchObject({ msg: 'staff_username_taken' });
    expect(await invite(answer)).toMatchObject({ code: 200 });
  });

  it('makes whoever fails too often wait, and ends the session', async () => {
    for (let n = 0; n < 5; n += 1) expect(await invite('000000')).toMatchObject({ msg: 'wrong_google_code' });
    expect(await member.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
  });
});

describe("a member's other sessions", () => {
  it('are ended at once, and the one that asks stays', async () => {
    const { operator } = app.platform;
    for (const userAgent of ['one', 'two']) {
      await operator.db.systemTransaction((tx) => operator.sessions.open(tx, member.staffId, { ip: '127.0.0.1', userAgent }));
    }
    expect(dataOf(await member.call(staffSessionEndOthers, {}))).toEqual({ ended: 2 });
    expect(dataOf(await member.call(staffSessionList, {})).list).toMatchObject([{ current: true }]);
  });
});
