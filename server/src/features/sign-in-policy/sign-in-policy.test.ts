import { accessKeyAdd } from '@purser/contract/features/access-key';
import { accountDetail } from '@purser/contract/features/account';
import { signInPolicyChange, signInPolicyQuery } from '@purser/contract/features/sign-in-policy';
import { staffPasswordChange, staffSession } from '@purser/contract/features/staff';
import { staffSetUpLook } from '@purser/contract/features/staff-auth';
import { staffChangeRole, staffInvite, staffRestore, staffSuspend } from '@purser/contract/features/staff-member';
import { staffPasskeyRemove } from '@purser/contract/features/staff-passkey';
import { walletOverview } from '@purser/contract/features/wallet';
import { POLICY_BOUNDS, type PolicyNumber, type SignInPolicy } from '@purser/contract/sign-in-policy';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import type { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { addTestPasskey, confirmation } from '../../platform/testing/staff-passkey.ts';
import { encryptedForStaff, signInStaff } from '../staff-auth/testing/sign-in.ts';

let app: TestApp;
let admin: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from sign_in_policy');
  await app.sql('insert into sign_in_policy default values');
  await app.sql(`update staff set status = 'suspended'`);
  admin = await makeStaff(app, 'admin', { name: 'Ada' });
});

const policy = async () => dataOf(await admin.call(signInPolicyQuery, {}));
const change = async (wanted: Partial<SignInPolicy & { revision: number }>, by = admin) =>
  by.call(signInPolicyChange, { ...(await policy()), ...wanted, google_code: await by.code() });

describe('the sign-in policy', () => {
  it('is shown to who may look, changed by an admin, and the change is noted', async () => {
    const auditor = await makeStaff(app, 'auditor');
    expect(dataOf(await auditor.call(signInPolicyQuery, {}))).toMatchObject({
      staff_idle_min: 30,
      attempts: 5,
      staff_factor: 'any',
      revision: 1,
    });
    expect(dataOf(await change({ attempts: 4, merchant_idle_min: 20 }))).toMatchObject({ attempts: 4, merchant_idle_min: 20, revision: 2 });
    expect(await policy()).toMatchObject({ attempts: 4, merchant_idle_min: 20, user_idle_min: 30, revision: 2 });
    const [entry] = await app.sql<{ details: object }>(
      `select details from audit_log where owner_id = $1 and action = 'sign_in_policy.change' order by sequence desc limit 1`,
      [PROVIDER_OWNER_ID],
    );
    expect(entry?.details).toMatchObject({ attempts: { from: 5, to: 4 }, merchant_idle_min: { from: 60, to: 20 } });
    expect(entry?.details).not.toHaveProperty('user_idle_min');
  });

  it.each(Object.entries(POLICY_BOUNDS))('keeps %s within its bounds, in the database too', async (name, [least, most]) => {
    const before = await policy();
    for (const beyond of [least - 1, most + 1, 0, -1]) {
      expect(await change({ [name as PolicyNumber]: beyond })).toMatchObject({ msg: 'invalid_input' });
      await expect(app.sql(`update sign_in_policy set ${name} = $1`, [beyond])).rejects.toThrow(/check constraint/);
    }
    expect(await policy()).toEqual(before);
  });

  it('refuses an idle time beyond the whole, at its field, and a change of what somebody else has changed', async () => {
    expect(await change({ staff_idle_min: 60, staff_absolute_min: 30 })).toMatchObject({
      msg: 'session_idle_too_long',
      data: { fields: [{ field: 'staff_idle_min' }] },
    });
    const { revision } = await policy();
    expect(await change({ attempts: 6 })).toMatchObject({ code: 200 });
    expect(await change({ attempts: 7, revision })).toMatchObject({ msg: 'sign_in_policy_changed' });
    expect(await policy()).toMatchObject({ attempts: 6 });
  });
});

describe('lengths of sessions', () => {
  const aged = (table: string, column: string, minutes: number) =>
    app.sql(`update ${table} set ${column} = now() - make_interval(mins => $1)`, [minutes]);

  it('hold for staff at once, without a request and at the most', async () => {
    const member = await makeStaff(app, 'support');
    await app.sql(`update staff_session set last_seen_at = now() - interval '20 minutes' where staff_id = $1`, [member.staffId]);
    expect(await member.call(staffSession, {})).toMatchObject({ code: 200 });
    await app.sql(`update staff_session set last_seen_at = now() - interval '20 minutes' where staff_id = $1`, [member.staffId]);
    await change({ staff_idle_min: 15 });
    expect(await member.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
    const another = await makeStaff(app, 'support');
    await app.sql(`update staff_session set created_at = now() - interval '2 hours' where staff_id = $1`, [another.staffId]);
    expect(await another.call(staffSession, {})).toMatchObject({ code: 200 });
    await change({ staff_absolute_min: 60 });
    expect(await another.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
    const { expires_at } = dataOf(await (await makeStaff(app, 'support')).call(staffSession, {}));
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
  });

  it('hold for merchants and wallet users, each their own', async () => {
    const ask = async () => {
      const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
      return {
        merchant: async () => (await app.call(accountDetail, {}, { token: merchant.token })).msg,
        user: async () => (await app.call(walletOverview, {}, { payerToken: user.token })).msg,
      };
    };
    const idle = await ask();
    await change({ merchant_idle_min: 10, user_idle_min: 25 });
    await aged('session', 'last_seen_at', 20);
    expect([await idle.merchant(), await idle.user()]).toEqual(['unauthenticated', 'ok']);
    const old = await ask();
    await change({ merchant_absolute_min: 180, user_absolute_min: 60 });
    await aged('session', 'created_at', 120);
    expect([await old.merchant(), await old.user()]).toEqual(['ok', 'unauthenticated']);
  });
});

describe('attempts', () => {
  it('are borne as many as are set, then one waits', async () => {
    await change({ attempts: 3 });
    const member = await makeStaff(app, 'support');
    const wrong = () => signInStaff(app, member, { password: 'Wrong-password-1', ip: '203.0.113.77' });
    for (let n = 0; n < 3; n += 1) expect(await wrong()).toMatchObject({ msg: 'wrong_credentials' });
    expect(await wrong()).toMatchObject({ msg: 'too_many_requests' });
  });
});

describe("the minimum of staff's passwords", () => {
  it('holds for whoever sets one, and is told beforehand', async () => {
    await change({ staff_password_minimum: 20 });
    const member = await makeStaff(app, 'support');
    expect(dataOf(await member.call(staffSession, {})).password_minimum).toBe(20);
    const set = async (wanted: string) => {
      const [one, two] = [await encryptedForStaff(app, member.password), await encryptedForStaff(app, wanted)];
      const sealed = { key_id: one.key_id, old_password: one.password, new_password: two.password };
      return member.call(staffPasswordChange, { ...sealed, google_code: await member.code() });
    };
    expect(await set('A-long-password-1')).toMatchObject({ msg: 'password_unfit', detail: expect.stringContaining('20') as string });
    expect(await set('A-much-longer-password-1')).toMatchObject({ code: 200 });
  });
});

describe('passkeys for all staff', () => {
  const requirePasskeys = async (authenticator: SoftwareAuthenticator) =>
    admin.call(signInPolicyChange, { ...(await policy()), staff_factor: 'passkey', google_code: await confirmation(admin, authenticator) });

  it('are asked for only when everybody has one, so that nobody is locked out', async () => {
    const other = await makeStaff(app, 'support', { name: 'Sam' });
    const { authenticator } = await addTestPasskey(admin);
    expect(await requirePasskeys(authenticator)).toMatchObject({
      msg: 'staff_without_passkey',
      detail: expect.stringContaining('Sam') as string,
    });
    expect(await policy()).toMatchObject({ staff_factor: 'any' });
    await addTestPasskey(other);
    expect(await change({ staff_factor: 'passkey' })).toMatchObject({ msg: 'passkey_required' });
    expect(await policy()).toMatchObject({ staff_factor: 'any' });
    expect(await requirePasskeys(authenticator)).toMatchObject({ code: 200 });
  });

  it('are then asked for at sign-in, for acts and at set-up, and the last one stays', async () => {
    const { authenticator, passkey_id } = await addTestPasskey(admin);
    const invite = async (username: string) =>
      dataOf(
        await admin.call(staffInvite, { username, name: 'New', role: 'support', google_code: await confirmation(admin, authenticator) }),
      );
    expect(await requirePasskeys(authenticator)).toMatchObject({ code: 200 });
    await admin.code();
    expect(await signInStaff(app, admin)).toMatchObject({ msg: 'passkey_required' });
    expect(await signInStaff(app, admin, { password: 'Wrong-password-1' })).toMatchObject({ msg: 'wrong_credentials' });
    expect(await change({ attempts: 6 })).toMatchObject({ msg: 'passkey_required' });
    expect(await change({ staff_factor: 'any' })).toMatchObject({ msg: 'passkey_required' });
    const { link } = await invite(`new-${admin.staffId}`);
    const looked = await app.call(staffSetUpLook, { token: link?.split('#')[1] ?? '' });
    expect(dataOf(looked)).toMatchObject({ factor: 'passkey', password_minimum: 12 });
    const removed = await admin.call(staffPasskeyRemove, { passkey_id, google_code: await confirmation(admin, authenticator) });
    expect(removed).toMatchObject({ msg: 'last_factor' });
    const back = { ...(await policy()), staff_factor: 'any', google_code: await confirmation(admin, authenticator) } as const;
    expect(await admin.call(signInPolicyChange, back)).toMatchObject({ code: 200 });
    await admin.code();
    expect(await signInStaff(app, admin)).toMatchObject({ code: 200 });
  });
});

describe('the last admin, once passkeys are asked for', () => {
  /** Another admin, who has these and was suspended while passkeys came to be asked for, is restored. */
  const begun = async (has: readonly ('authenticator' | 'passkey')[]) => {
    const other = await makeStaff(app, 'admin', { name: 'Sam' });
    if (has.includes('passkey')) await addTestPasskey(other);
    const { authenticator } = await addTestPasskey(admin);
    const confirmed = async () => ({ google_code: await confirmation(admin, authenticator) });
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [other.staffId]);
    const wanted = { ...(await policy()), staff_factor: 'passkey' as const, ...(await confirmed()) };
    expect(await admin.call(signInPolicyChange, wanted)).toMatchObject({ code: 200 });
    expect(await admin.call(staffRestore, { staff_id: other.staffId, ...(await confirmed()) })).toMatchObject({ code: 200 });
    return { confirmed };
  };

  it('is not another one who has only an authenticator', async () => {
    const { confirmed } = await begun(['authenticator']);
    const leaving = [
      async () => admin.call(staffChangeRole, { staff_id: admin.staffId, role: 'auditor', ...(await confirmed()) }),
      async () => admin.call(staffSuspend, { staff_id: admin.staffId, ...(await confirmed()) }),
    ];
    for (const leave of leaving) expect(await leave()).toMatchObject({ msg: 'last_admin' });
    expect(await admin.call(staffSession, {})).toMatchObject({ code: 200 });
  });

  it('is one who has a passkey too', async () => {
    const { confirmed } = await begun(['authenticator', 'passkey']);
    const input = { staff_id: admin.staffId, role: 'auditor' as const, ...(await confirmed()) };
    expect(await admin.call(staffChangeRole, input)).toMatchObject({ code: 200 });
  });
});

describe('access keys', () => {
  it('want an approved identity, unless the policy says otherwise', async () => {
    const merchant = await makeMerchant(app, { authentication_status: 'pending' });
    const add = async () =>
      app.call(accessKeyAdd, { ip_permission: [], google_code: await googleCode(app, merchant) }, { token: merchant.token });
    expect(await add()).toMatchObject({ msg: 'kyc_required' });
    await change({ key_needs_identity: false });
    expect(await add()).toMatchObject({ code: 200 });
  });
});
