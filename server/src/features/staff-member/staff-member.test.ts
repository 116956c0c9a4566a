import { staffSession } from '@purser/contract/features/staff';
import { staffSetUp, staffSetUpLook } from '@purser/contract/features/staff-auth';
import {
  staffChangeRole,
  staffInvitationWithdraw,
  staffInvite,
  staffMemberList,
  staffReset,
  staffRestore,
  staffSuspend,
} from '@purser/contract/features/staff-member';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { authenticatorOf, encryptedForStaff, sessionIn, signInStaff } from '../staff-auth/testing/sign-in.ts';

let app: TestApp;
let admin: TestStaff;
let member: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  await app.sql(`update staff set status = 'suspended'`);
  [admin, member] = [await makeStaff(app, 'admin'), await makeStaff(app, 'support')];
});

const coded = async (by: TestStaff = admin) => ({ google_code: await by.code() });
const tokenOf = (link: string | null) => link?.split('#')[1] ?? '';
const of = async (staffId: number) => (await app.sql('select role, status from staff where staff_id = $1', [staffId]))[0];

async function setUp(token: string, password = 'A-long-password-1') {
  const { secret, proof } = await authenticatorOf(app, token);
  const input = { token, ...(await encryptedForStaff(app, password)), ...proof() };
  return { secret, answer: await app.call(staffSetUp, input) };
}

describe('inviting', () => {
  it('makes a link, shown once, by which the new member sets up what was given to them', async () => {
    const username = `lan-${Date.now()}`;
    const invited = dataOf(
      await admin.call(staffInvite, { username, name: 'Lan', role: 'finance', ...(await coded()) }, { idempotencyKey: 'a' }),
    );
    const again = await admin.call(staffInvite, { username, name: 'Lan', role: 'finance', ...(await coded()) }, { idempotencyKey: 'a' });
    expect(again).toMatchObject({ code: 42110, data: { invitation_id: invited.invitation_id, link: null } });
    const listed = dataOf(await admin.call(staffMemberList, {}));
    expect(listed.invitations.at(-1)).toMatchObject({ username, name: 'Lan', role: 'finance', kind: 'invitation', made_by: admin.staffId });
    expect(JSON.stringify(listed)).not.toContain(tokenOf(invited.link));
    expect(dataOf(await app.call(staffSetUpLook, { token: tokenOf(invited.link) }))).toMatchObject({
      kind: 'invitation',
      username,
      role: 'finance',
    });
    const { answer } = await setUp(tokenOf(invited.link));
    expect(dataOf(await app.call(staffSession, {}, { staffToken: sessionIn(answer) }))).toMatchObject({
      username,
      name: 'Lan',
      role: 'finance',
    });
    expect(await app.call(staffSetUpLook, { token: tokenOf(invited.link) })).toMatchObject({ msg: 'set_up_link_refused' });
    const entered = dataOf(await admin.call(staffMemberList, {})).list.find((one) => one.username === username);
    expect(entered).toMatchObject({ role: 'finance', status: 'active', authenticator: true });
  });

  it('refuses a username that somebody has or was given, and takes no other from who was invited', async () => {
    const invite = async (username: string) => admin.call(staffInvite, { username, name: 'Lan', role: 'support', ...(await coded()) });
    expect(await invite(member.username)).toMatchObject({ msg: 'staff_username_taken' });
    const { link } = dataOf(await invite('thu'));
    expect(await invite('thu')).toMatchObject({ msg: 'staff_username_taken' });
    const token = tokenOf(link);
    const { proof } = await authenticatorOf(app, token);
    const input = { token, username: 'eve', ...(await encryptedForStaff(app, 'A-long-password-1')), ...proof() };
    expect(await app.call(staffSetUp, input)).toMatchObject({ msg: 'invalid_input' });
  });

  it('sends the link by mail where one is named, and then shows it to nobody', async () => {
    const input = { username: `mai-${Date.now()}`, name: 'Mai', role: 'support', mail: 'mai@example.com' } as const;
    const invited = dataOf(await admin.call(staffInvite, { ...input, ...(await coded()) }));
    expect(invited.link).toBeNull();
    const messages = await app.sql(`select kind, channel, recipient, state from message order by message_id desc limit 1`);
    expect(messages).toEqual([{ kind: 'staff_invitation', channel: 'mail', recipient: 'mai@example.com', state: 'waiting' }]);
    expect(await admin.call(staffInvite, { ...input, mail: 'mai', ...(await coded()) })).toMatchObject({ msg: 'invalid_input' });
  });

  it('is withdrawn, and the link is void', async () => {
    const invited = dataOf(await admin.call(staffInvite, { username: 'minh', name: 'Minh', role: 'admin', ...(await coded()) }));
    const withdraw = async () => admin.call(staffInvitationWithdraw, { invitation_id: invited.invitation_id, ...(await coded()) });
    expect(await withdraw()).toMatchObject({ code: 200 });
    expect(await app.call(staffSetUpLook, { token: tokenOf(invited.link) })).toMatchObject({ msg: 'set_up_link_refused' });
    expect(await withdraw()).toMatchObject({ msg: 'not_found' });
  });
});

describe('a member of staff', () => {
  it('who is suspended is out at once, and back when restored', async () => {
    expect(await admin.call(staffSuspend, { staff_id: member.staffId, ...(await coded()) })).toMatchObject({ code: 200 });
    expect(await member.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInStaff(app, member)).toMatchObject({ msg: 'access_restricted' });
    expect(await admin.call(staffRestore, { staff_id: member.staffId, ...(await coded()) })).toMatchObject({ code: 200 });
    expect(await member.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInStaff(app, member)).toMatchObject({ code: 200 });
  });

  it('who is given another role may do what that allows from the next request on', async () => {
    expect(await member.call(staffMemberList, {})).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await admin.call(staffChangeRole, { staff_id: member.staffId, role: 'auditor', ...(await coded()) })).toMatchObject({
      code: 200,
    });
    expect(await member.call(staffMemberList, {})).toMatchObject({ code: 200 });
    const [entry] = await app.sql(`select details from audit_log where action = 'staff.change_role' order by sequence desc limit 1`);
    expect(entry?.['details']).toMatchObject({ staff_id: member.staffId, from: 'support', to: 'auditor' });
  });

  it('whose factors another admin resets has none of the old ones, and sets new ones by the link', async () => {
    const { link } = dataOf(await admin.call(staffReset, { staff_id: member.staffId, ...(await coded()) }));
    expect(await member.call(staffSession, {})).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInStaff(app, member)).toMatchObject({ msg: 'wrong_google_code' });
    const { answer, secret } = await setUp(tokenOf(link), 'Another-password-1');
    expect(dataOf(await app.call(staffSession, {}, { staffToken: sessionIn(answer) }))).toMatchObject({ staff_id: member.staffId });
    expect(await signInStaff(app, { ...member, password: member.password, totpSecret: secret })).toMatchObject({
      msg: 'wrong_credentials',
    });
    await app.sql('update staff set totp_last_step = 0');
    expect(await signInStaff(app, { ...member, password: 'Another-password-1', totpSecret: secret })).toMatchObject({ code: 200 });
  });

  it('does not reset their own factors, and the database says so too', async () => {
    expect(await admin.call(staffReset, { staff_id: admin.staffId, ...(await coded()) })).toMatchObject({ msg: 'staff_self' });
    expect(await admin.call(staffSession, {})).toMatchObject({ code: 200 });
    await expect(
      app.sql(
        `insert into staff_invitation (invitation_id, kind, staff_id, role, token_hash, made_by, expires_at)
         values (gen_random_uuid(), 'reset', $1, 'admin', '\\x01', $1, now())`,
        [admin.staffId],
      ),
    ).rejects.toThrow(/check constraint/);
  });

  it('who is suspended meanwhile is not made active by a link that was made before', async () => {
    const { link } = dataOf(await admin.call(staffReset, { staff_id: member.staffId, ...(await coded()) }));
    await admin.call(staffSuspend, { staff_id: member.staffId, ...(await coded()) });
    expect((await setUp(tokenOf(link))).answer).toMatchObject({ msg: 'set_up_link_refused' });
    expect(await of(member.staffId)).toMatchObject({ status: 'suspended' });
  });

  it.each([
    ['suspended', (by: TestStaff, google_code: string) => by.call(staffSuspend, { staff_id: by.staffId, google_code })],
    [
      'another role',
      (by: TestStaff, google_code: string) => by.call(staffChangeRole, { staff_id: by.staffId, role: 'auditor', google_code }),
    ],
  ] as const)('who is the last active admin is not %s', async (_, act) => {
    expect(await act(admin, await admin.code())).toMatchObject({ msg: 'last_admin' });
    expect(await of(admin.staffId)).toEqual({ role: 'admin', status: 'active' });
    const second = await makeStaff(app, 'admin');
    expect(await act(admin, await admin.code())).toMatchObject({ code: 200 });
    expect(await act(second, await second.code())).toMatchObject({ msg: 'last_admin' });
  });

  it('of two admins who leave at once, one stays', async () => {
    for (let round = 0; round < 3; round += 1) {
      await app.sql(`update staff set status = 'suspended'`);
      const both = [await makeStaff(app, 'admin'), await makeStaff(app, 'admin')];
      const codes = await Promise.all(both.map((by) => by.code()));
      const answers = await Promise.all(both.map((by, n) => by.call(staffSuspend, { staff_id: by.staffId, google_code: codes[n] ?? '' })));
      expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['last_admin', 'ok']);
    }
  });

  it('of two admins who suspend each other at once, one stays', async () => {
    const second = await makeStaff(app, 'admin');
    const [a, b] = [await admin.code(), await second.code()];
    const answers = await Promise.all([
      admin.call(staffSuspend, { staff_id: second.staffId, google_code: a }),
      second.call(staffSuspend, { staff_id: admin.staffId, google_code: b }),
    ]);
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    const active = [await of(admin.staffId), await of(second.staffId)].filter((one) => one?.['status'] === 'active');
    expect(active).toHaveLength(1);
  });
});
