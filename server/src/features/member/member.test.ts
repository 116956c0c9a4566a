import { accountDetail } from '@purser/contract/features/account';
import { merchantSessionList, recoveryCodesMake, resetSelfPassword, updateGoogleSecret } from '@purser/contract/features/account-security';
import { logout } from '@purser/contract/features/auth';
import { loginLogList } from '@purser/contract/features/login-record';
import * as calls from '@purser/contract/features/member';
import { ownAuditQuery } from '@purser/contract/features/own-audit';
import { MOST_MEMBERS, type MemberRole } from '@purser/contract/member';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMember, type TestMember } from '../../platform/testing/members.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { newAuthenticatorOf, passwordChange } from '../account-security/testing/worlds.ts';
import { signInAs } from '../auth/testing/sign-in.ts';
import { CHOSEN_PASSWORD, setUpBy, tokenOf } from '../merchant-set-up/testing/admission.ts';

let app: TestApp;
let shop: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
beforeEach(async () => {
  shop = await makeMerchant(app);
});
afterAll(() => app.close());

const asShop = async <Input extends object>(input: Input) => ({ ...input, google_code: await googleCode(app, shop) });
const invite = async (login_name = 'Anna', role: MemberRole = 'finance') =>
  app.call(calls.memberInvite, await asShop({ login_name, name: 'Anna Nguyen', role }), { token: shop.token });
const team = async (token = shop.token) => dataOf(await app.call(calls.memberList, {}, { token })).list;
const joined = async (role: MemberRole = 'finance') => {
  const { link, member_id, username } = dataOf(await invite('anna', role));
  const { answer, secret } = await setUpBy(app, tokenOf(link));
  return { member_id, username, secret, token: dataOf(answer).token };
};
const asMember = ({ username, secret }: { username: string; secret: string }) => ({
  ...shop,
  username,
  password: CHOSEN_PASSWORD,
  totpSecret: secret,
});
/** Codes count as unused. */
const forgetCodes = () => app.sql('update merchant_member set totp_last_step = 0 where merchant_id = $1', [shop.merchant_id]);

describe('a merchant without a team', () => {
  it('is one owner, of whom the wire says nothing new', async () => {
    expect(dataOf(await app.call(accountDetail, {}, { token: shop.token })).own).not.toHaveProperty('member');
    expect(await team()).toMatchObject([{ member_id: 1, username: shop.username, role: 'owner', status: 'normal', is_self: true }]);
    expect(await app.sql('select from merchant_member where merchant_id = $1', [shop.merchant_id])).toEqual([]);
  });

  it('keeps its last owner', async () => {
    const to = await app.call(calls.memberChangeRole, await asShop({ member_id: 1, role: 'viewer' as const }), { token: shop.token });
    expect(to).toMatchObject({ code: 8102, msg: 'last_owner' });
    expect(await app.sql('select from merchant_member where merchant_id = $1', [shop.merchant_id])).toEqual([]);
  });
});

describe('an invitation', () => {
  it('lets a member choose password and authenticator once, under a name that carries the merchant’s number', async () => {
    const made = dataOf(await invite());
    expect(made).toMatchObject({ member_id: 2, username: `anna@${shop.merchant_id}`, link: expect.stringContaining('/SetUp#') });
    expect(await team()).toMatchObject([
      { member_id: 1 },
      { member_id: 2, name: 'Anna Nguyen', is_set_up: false, link_expires_at: made.expires_at },
    ]);
    const { answer, secret, code } = await setUpBy(app, tokenOf(made.link));
    const { token } = dataOf(answer);
    expect(dataOf(await app.call(accountDetail, {}, { token }))).toMatchObject({
      merchant_id: shop.merchant_id,
      name: shop.name,
      own: {
        username: made.username,
        google_bound: true,
        login_ip: '127.0.0.1',
        member: { member_id: 2, name: 'Anna Nguyen', role: 'finance' },
      },
    });
    expect(await setUpBy(app, tokenOf(made.link)).then((again) => again.answer)).toMatchObject({ msg: 'set_up_link_used' });
    const anna = asMember({ username: made.username, secret });
    expect(await signInAs(app, anna, { code })).toMatchObject({ msg: 'google_code_used' });
    await forgetCodes();
    expect(await signInAs(app, anna, { username: made.username.toUpperCase() })).toMatchObject({ code: 200 });
    expect(await signInAs(app, anna, { password: shop.password })).toMatchObject({ msg: 'wrong_credentials' });
  });

  it('is refused for a name that a member has or had, and free again when nobody came', async () => {
    await invite();
    expect(await invite('ANNA')).toMatchObject({ code: 8104, msg: 'member_name_taken' });
    dataOf(await app.call(calls.memberRemove, await asShop({ member_id: 2 }), { token: shop.token }));
    const anna = await joined();
    dataOf(await app.call(calls.memberRemove, await asShop({ member_id: anna.member_id }), { token: shop.token }));
    expect(await invite()).toMatchObject({ msg: 'member_name_taken' });
  });

  it('is refused when the team is full', async () => {
    await invite();
    await app.sql(
      `insert into merchant_member (merchant_id, member_id, username, name, role) select $1, n, 'm' || n, 'M', 'viewer' from generate_series(3, $2::int) n`,
      [shop.merchant_id, MOST_MEMBERS],
    );
    expect(await invite('late')).toMatchObject({ code: 8105, msg: 'members_full' });
  });

  it('ends with the member, with another link, and for a merchant who is suspended', async () => {
    const first = dataOf(await invite());
    const second = dataOf(await app.call(calls.memberReset, await asShop({ member_id: 2 }), { token: shop.token }));
    expect((await setUpBy(app, tokenOf(first.link))).answer).toMatchObject({ msg: 'set_up_link_refused' });
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [shop.merchant_id]);
    expect((await setUpBy(app, tokenOf(second.link))).answer).toMatchObject({ msg: 'set_up_link_refused' });
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [shop.merchant_id]);
    dataOf(await app.call(calls.memberRemove, await asShop({ member_id: 2 }), { token: shop.token }));
    expect((await setUpBy(app, tokenOf(second.link))).answer).toMatchObject({ msg: 'set_up_link_refused' });
  });

  it('of many who use it at the same time lets one in', async () => {
    const { link } = dataOf(await invite());
    const answers = await Promise.all(Array.from({ length: 4 }, () => setUpBy(app, tokenOf(link))));
    expect(answers.filter(({ answer }) => answer.msg === 'ok')).toHaveLength(1);
  });
});

describe('a member has of their own', () => {
  it('sessions and login records', async () => {
    const anna = await joined();
    const sessions = dataOf(await app.call(merchantSessionList, {}, { token: anna.token })).list;
    expect(sessions).toMatchObject([{ current: true }]);
    await signInAs(app, asMember(anna), { password: 'wrong-password-1' });
    await signInAs(app, shop, { password: 'wrong-password-1' });
    await expect
      .poll(async () => dataOf(await app.call(loginLogList, {}, { token: anna.token })).list.map(({ outcome }) => outcome))
      .toEqual(['wrong_password', 'logged_in']);
    const own = dataOf(await app.call(loginLogList, {}, { token: shop.token })).list;
    expect(own.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([['wrong_password', 1]]);
    await app.call(logout, {}, { token: anna.token });
    expect(dataOf(await app.call(merchantSessionList, {}, { token: shop.token })).list).toHaveLength(1);
  });

  it('password, authenticator and recovery codes, which change nothing of anybody else’s', async () => {
    const anna = await makeMember(app, shop, { role: 'viewer' });
    const ben = await makeMember(app, shop, { role: 'viewer' });
    const change = await passwordChange(app, anna.password, 'another-horse-1');
    expect(await anna.call(resetSelfPassword, { ...change, google_code: await ben.code() })).toMatchObject({ msg: 'wrong_google_code' });
    dataOf(
      await anna.call(resetSelfPassword, {
        ...(await passwordChange(app, anna.password, 'another-horse-1')),
        google_code: await anna.code(),
      }),
    );
    const { codes } = dataOf(await anna.call(recoveryCodesMake, { google_code: await anna.code() }));
    const theirs = { ...shop, username: anna.username, password: 'another-horse-1', totpSecret: anna.totpSecret };
    expect(await signInAs(app, { ...theirs, username: ben.username, password: ben.password }, { code: codes?.[0] ?? '' })).toMatchObject({
      msg: 'recovery_code_wrong',
    });
    expect(await signInAs(app, theirs, { code: codes?.[0] ?? '' })).toMatchObject({ code: 200 });
    const { secret_token, new_code, secret } = await newAuthenticatorOf(app, anna);
    dataOf(await anna.call(updateGoogleSecret, { secret_token, new_code, google_code: codes?.[1] ?? '' }));
    await forgetCodes();
    expect(await signInAs(app, { ...theirs, totpSecret: secret })).toMatchObject({ code: 200 });
    for (const token of [shop.token, ben.token]) expect(await app.call(merchantSessionList, {}, { token })).toMatchObject({ code: 200 });
    expect(await signInAs(app, shop)).toMatchObject({ code: 200 });
  });

  it('failures: who guesses at one of a team locks nobody else out', async () => {
    const [anna, ben] = [await makeMember(app, shop, { role: 'viewer' }), await makeMember(app, shop, { role: 'viewer' })];
    const as = ({ username, password, totpSecret }: TestMember) => ({ ...shop, username, password, totpSecret });
    for (let times = 0; times < 6; times += 1) await signInAs(app, as(anna), { password: 'wrong-password-1' });
    expect(await signInAs(app, as(anna))).toMatchObject({ msg: 'too_many_requests' });
    expect(await signInAs(app, as(ben))).toMatchObject({ code: 200 });
    expect(await signInAs(app, shop)).toMatchObject({ code: 200 });
  });
});

describe('what an owner does', () => {
  it('with a member is theirs alone to confirm, and named in the trail', async () => {
    const { member_id, token, username } = await joined();
    const input = { member_id, role: 'viewer' as const };
    expect(await app.call(calls.memberChangeRole, { ...input, google_code: '000000' }, { token: shop.token })).toMatchObject({
      msg: 'wrong_google_code',
    });
    expect(await app.call(calls.memberChangeRole, await asShop({ ...input, role: 'owner' as const }), { token })).toMatchObject({
      status: 403,
      msg: 'member_not_allowed',
    });
    dataOf(await app.call(calls.memberChangeRole, await asShop(input), { token: shop.token }));
    expect(dataOf(await app.call(accountDetail, {}, { token })).own?.member?.role).toBe('viewer');
    const trail = dataOf(await app.call(ownAuditQuery, { act_kind: 'team' }, { token })).list;
    expect(trail.map(({ act, actor, subject }) => [act, actor, subject])).toEqual([
      ['member.change_role', shop.username, `viewer, ${username}`],
      ['member.set_up', username, ''],
      ['member.invite', String(shop.merchant_id), `finance, ${username}`],
    ]);
  });

  it('suspends a member: out at once, kept out, and back when restored', async () => {
    const anna = await joined();
    dataOf(await app.call(calls.memberSuspend, await asShop({ member_id: anna.member_id }), { token: shop.token }));
    expect(await app.call(accountDetail, {}, { token: anna.token })).toMatchObject({ msg: 'unauthenticated' });
    await forgetCodes();
    expect(await signInAs(app, asMember(anna))).toMatchObject({ msg: 'access_restricted' });
    dataOf(await app.call(calls.memberRestore, await asShop({ member_id: anna.member_id }), { token: shop.token }));
    expect(await app.call(accountDetail, {}, { token: anna.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInAs(app, asMember(anna))).toMatchObject({ code: 200 });
  });

  it('resets a login: nothing of before lets anybody in, and the link does', async () => {
    const anna = await joined();
    const { link } = dataOf(await app.call(calls.memberReset, await asShop({ member_id: anna.member_id }), { token: shop.token }));
    await forgetCodes();
    expect(await app.call(accountDetail, {}, { token: anna.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInAs(app, asMember(anna))).toMatchObject({ msg: 'wrong_credentials' });
    // A login that was under way when it was reset.
    const late = await app.platform.sessions.open(
      'merchant',
      shop.merchant_id,
      { ip: '127.0.0.1', userAgent: '' },
      undefined,
      anna.member_id,
    );
    const { token } = dataOf((await setUpBy(app, tokenOf(link))).answer);
    expect(await app.call(accountDetail, {}, { token })).toMatchObject({ code: 200 });
    expect(await app.call(accountDetail, {}, { token: late.token })).toMatchObject({ msg: 'unauthenticated' });
  });

  it('removes a member for good', async () => {
    const anna = await joined();
    dataOf(await app.call(calls.memberRemove, await asShop({ member_id: anna.member_id }), { token: shop.token }));
    await forgetCodes();
    expect(await app.call(accountDetail, {}, { token: anna.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await signInAs(app, asMember(anna))).toMatchObject({ msg: 'wrong_credentials' });
    expect(await team()).toMatchObject([{ member_id: 1 }]);
    expect(await app.call(calls.memberRestore, await asShop({ member_id: anna.member_id }), { token: shop.token })).toMatchObject({
      msg: 'not_found',
    });
  });

  it('is not done to themselves, nor for good to the login that the provider knows', async () => {
    const owner = await makeMember(app, shop, { role: 'owner' });
    const itself = async () => ({ member_id: owner.member_id, google_code: await owner.code() });
    for (const call of [calls.memberSuspend, calls.memberReset, calls.memberRemove])
      expect(await owner.call(call, await itself())).toMatchObject({ code: 8103, msg: 'member_self' });
    for (const call of [calls.memberReset, calls.memberRemove])
      expect(await owner.call(call, { member_id: 1, google_code: await owner.code() })).toMatchObject({ code: 8106, msg: 'member_first' });
    dataOf(await owner.call(calls.memberSuspend, { member_id: 1, google_code: await owner.code() }));
    expect(await signInAs(app, shop)).toMatchObject({ msg: 'access_restricted' });
    expect(
      await owner.call(calls.memberChangeRole, { member_id: owner.member_id, role: 'viewer', google_code: await owner.code() }),
    ).toMatchObject({
      msg: 'last_owner',
    });
    for (const call of [calls.memberSuspend, calls.memberRestore, calls.memberReset, calls.memberRemove])
      expect(await owner.call(call, { member_id: 99, google_code: await owner.code() })).toMatchObject({ msg: 'not_found' });
  });

  it('of two owners who suspend each other at once leaves one', async () => {
    const [a, b] = [await makeMember(app, shop, { role: 'owner' }), await makeMember(app, shop, { role: 'owner' })];
    await app.sql(`update merchant_member set status = 'suspended' where merchant_id = $1 and member_id = 1`, [shop.merchant_id]);
    const [codeOfA, codeOfB] = [await a.code(), await b.code()];
    const answers = await Promise.all([
      a.call(calls.memberSuspend, { member_id: b.member_id, google_code: codeOfA }),
      b.call(calls.memberSuspend, { member_id: a.member_id, google_code: codeOfB }),
    ]);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'unauthenticated']);
    const left = await app.sql(`select from merchant_member where merchant_id = $1 and role = 'owner' and status = 'normal'`, [
      shop.merchant_id,
    ]);
    expect(left).toHaveLength(1);
  });

  it('is of one merchant: nobody of another team is found', async () => {
    const anna = await joined();
    const stranger = await makeMerchant(app);
    const input = { member_id: anna.member_id, google_code: await googleCode(app, stranger) };
    expect(await app.call(calls.memberSuspend, input, { token: stranger.token })).toMatchObject({ msg: 'not_found' });
  });
});
