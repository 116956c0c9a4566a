import { merchantSetUpLink, merchantSetUpLinkMake } from '@purser/contract/features/merchant-set-up';
import { staffAuthenticatorReplace, staffAuthenticatorSecret, staffPasswordChange } from '@purser/contract/features/staff';
import { staffSetUp } from '@purser/contract/features/staff-auth';
import { staffPasskeyRemove } from '@purser/contract/features/staff-passkey';
import { staffChangeRole, staffInvite, staffMemberList, staffReset, staffSuspend } from '@purser/contract/features/staff-member';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { addTestPasskey, confirmation, withoutAuthenticator } from '../../platform/testing/staff-passkey.ts';
import { admitted, setUpBy, tokenOf } from '../merchant-set-up/testing/admission.ts';
import { authenticatorOf, encryptedForStaff } from '../staff-auth/testing/sign-in.ts';

let app: TestApp;
let admin: TestStaff;
let leaver: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  [admin, leaver] = [await makeStaff(app, 'admin'), await makeStaff(app, 'admin')];
});

const coded = async (by: TestStaff) => ({ google_code: await by.code() });
/** An invitation that whoever made it was shown; `setUp` is what comes of using it. */
async function invited(by: TestStaff) {
  const username = `new-${uuidv7().slice(-12)}`;
  const { link, invitation_id } = dataOf(
    await by.call(staffInvite, { username, name: 'New', role: 'admin' as const, ...(await coded(by)) }),
  );
  const token = tokenOf(link);
  const { proof } = await authenticatorOf(app, token);
  const setUp = async () => app.call(staffSetUp, { token, ...(await encryptedForStaff(app, 'A-long-password-1')), ...proof() });
  return { username, invitation_id, setUp };
}

async function changePassword() {
  const [one, two] = [await encryptedForStaff(app, leaver.password), await encryptedForStaff(app, 'Another-password-1')];
  const input = { key_id: one.key_id, old_password: one.password, new_password: two.password };
  return leaver.call(staffPasswordChange, { ...input, ...(await coded(leaver)) });
}

async function replaceAuthenticator() {
  const { secret, secret_token } = dataOf(await leaver.call(staffAuthenticatorSecret, {}));
  const input = { secret_token, new_code: totpOf(secret).generate() };
  return leaver.call(staffAuthenticatorReplace, { ...input, ...(await coded(leaver)) });
}

async function removePasskey() {
  const { passkey_id } = await addTestPasskey(leaver);
  return leaver.call(staffPasskeyRemove, { passkey_id, ...(await coded(leaver)) });
}

/** What the newest entry of the provider's log says of links that ended. */
async function endedAsNoted() {
  const [entry] = await app.sql<{ ended: object | null }>(
    "select details -> 'links_ended' as ended from audit_log where owner_id = 1 order by sequence desc limit 1",
  );
  return entry?.ended;
}

describe.each([
  ['with another password', changePassword],
  ['with another authenticator', replaceAuthenticator],
  ['without a passkey that they had', removePasskey],
  ['suspended', async () => admin.call(staffSuspend, { staff_id: leaver.staffId, ...(await coded(admin)) })],
  ['given another role', async () => admin.call(staffChangeRole, { staff_id: leaver.staffId, role: 'support', ...(await coded(admin)) })],
  ['reset', async () => admin.call(staffReset, { staff_id: leaver.staffId, ...(await coded(admin)) })],
] as const)('once a member is %s', (_what, act) => {
  it('nobody comes in as staff by a link that they made, and those of others go on', async () => {
    const [theirs, anothers] = [await invited(leaver), await invited(admin)];
    expect(await act()).toMatchObject({ code: 200 });
    expect(await endedAsNoted()).toEqual({ staff: [theirs.username], merchants: [] });
    expect(await theirs.setUp()).toMatchObject({ msg: 'set_up_link_refused', data: null });
    expect(await app.sql('select from staff where username = $1', [theirs.username])).toEqual([]);
    const listed = dataOf(await admin.call(staffMemberList, {})).invitations.map(({ invitation_id }) => invitation_id);
    expect(listed).toContain(anothers.invitation_id);
    expect(listed).not.toContain(theirs.invitation_id);
    expect(await anothers.setUp()).toMatchObject({ code: 200 });
    // Whoever was to come is invited anew, by the same name.
    const again = { username: theirs.username, name: 'New', role: 'admin' as const, ...(await coded(admin)) };
    expect(await admin.call(staffInvite, again)).toMatchObject({ code: 200 });
  });

  it('nobody sets a merchant up by a link that they made, and another is made', async () => {
    const [theirs, anothers] = [await admitted(leaver), await admitted(admin)];
    expect(await act()).toMatchObject({ code: 200 });
    expect(await endedAsNoted()).toEqual({ staff: [], merchants: [theirs.merchant_id] });
    expect((await setUpBy(app, theirs.token)).answer).toMatchObject({ msg: 'set_up_link_refused', data: null });
    const { merchant_id } = theirs;
    expect(dataOf(await admin.call(merchantSetUpLink, { merchant_id }))).toEqual({ link: null });
    const { link } = dataOf(await admin.call(merchantSetUpLinkMake, { merchant_id, before: null, ...(await coded(admin)) }));
    for (const token of [tokenOf(link), anothers.token]) expect((await setUpBy(app, token)).answer).toMatchObject({ code: 200 });
  });
});

it('links go on when a first authenticator is added beside a passkey, which replaces nothing', async () => {
  const theirs = await invited(leaver);
  const { authenticator } = await addTestPasskey(leaver);
  await withoutAuthenticator(app, leaver);
  const { secret, secret_token } = dataOf(await leaver.call(staffAuthenticatorSecret, {}));
  const first = { secret_token, new_code: totpOf(secret).generate(), google_code: await confirmation(leaver, authenticator) };
  expect(await leaver.call(staffAuthenticatorReplace, first)).toMatchObject({ code: 200 });
  expect(await endedAsNoted()).toBeNull();
  expect(await theirs.setUp()).toMatchObject({ code: 200 });
});

it('what was set up by a link that was used stays, whatever becomes of whoever made it', async () => {
  const { username, setUp } = await invited(leaver);
  expect(await setUp()).toMatchObject({ code: 200 });
  expect(await admin.call(staffSuspend, { staff_id: leaver.staffId, ...(await coded(admin)) })).toMatchObject({ code: 200 });
  expect(await app.sql('select status from staff where username = $1', [username])).toEqual([{ status: 'active' }]);
  expect(await app.sql('select from staff_invitation where made_by = $1', [leaver.staffId])).toHaveLength(1);
});
