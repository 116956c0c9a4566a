import { accountDetail } from '@purser/contract/features/account';
import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { merchantSetUp, merchantSetUpLinkMake, merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import { recoveryCodesMake } from '@purser/contract/features/account-security';
import { memberInvite } from '@purser/contract/features/member';
import { partyMerchantQuery, partyResetAuthenticator } from '@purser/contract/features/party';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { signInAs } from '../auth/testing/sign-in.ts';
import { admitted, CHOSEN_PASSWORD, setUpBy, tokenOf } from './testing/admission.ts';

let app: TestApp;
let support: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const lookAt = (token: string) => app.call(merchantSetUpLook, { token });
const of = async (merchantId: number) =>
  (
    await app.sql<{ set_up: boolean; password_hash: string | null; authenticator: boolean }>(
      'select set_up_at is not null as set_up, password_hash, totp_secret is not null as authenticator from merchant where merchant_id = $1',
      [merchantId],
    )
  )[0];
const UNTOUCHED = { set_up: false, password_hash: null, authenticator: false };

describe('a one-time link', () => {
  it('says whom it is for, and another secret each time; looking uses nothing up', async () => {
    const { token, username, expires_at } = await admitted(support, { name: 'Harbour Café' });
    const looked = dataOf(await lookAt(token));
    expect(looked).toMatchObject({ username, name: 'Harbour Café', expires_at });
    expect(looked.otpauth_uri).toContain(`secret=${looked.secret}`);
    const { secret, otpauth_uri, secret_token, ...whom } = dataOf(await lookAt(token));
    expect(looked).toMatchObject(whom);
    expect(secret).not.toBe(looked.secret);
    expect(otpauth_uri).toContain(`secret=${secret}`);
    expect(secret_token).not.toBe(looked.secret_token);
  });

  it('keeps the secret of the look that it is used with: what anybody else was shown opens and confirms nothing', async () => {
    const { token, merchant_id, username } = await admitted(support);
    const [seen, other] = [dataOf(await lookAt(token)), dataOf(await lookAt(token))];
    const second = { secretToken: other.secret_token };
    expect((await setUpBy(app, token, { ...second, code: totpOf(seen.secret).generate() })).answer).toMatchObject({
      msg: 'wrong_google_code',
    });
    const { answer } = await setUpBy(app, token, { ...second, code: totpOf(other.secret).generate() });
    const session = dataOf(answer).token;
    await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant_id]);
    const merchant = { merchant_id, name: '', username, password: CHOSEN_PASSWORD, totpSecret: seen.secret, token: session };
    expect(await signInAs(app, merchant)).toMatchObject({ msg: 'wrong_google_code', data: null });
    const confirm = async (secret: string) => app.call(recoveryCodesMake, { google_code: totpOf(secret).generate() }, { token: session });
    expect(await confirm(seen.secret)).toMatchObject({ msg: 'wrong_google_code', data: null });
    expect(await confirm(other.secret)).toMatchObject({ code: 200 });
  });

  it('takes the secret of whichever page is used: of two that are open, or of one that was opened anew', async () => {
    const { token } = await admitted(support);
    const [first] = [dataOf(await lookAt(token)), dataOf(await lookAt(token))];
    const { answer } = await setUpBy(app, token, { secretToken: first.secret_token, code: totpOf(first.secret).generate() });
    expect(answer).toMatchObject({ code: 200 });
  });

  it('takes no secret that another link showed, nor a word, and is left as it was', async () => {
    const [{ token, merchant_id }, another] = [await admitted(support), await admitted(support)];
    const { secret, secret_token } = dataOf(await lookAt(another.token));
    for (const secretToken of [secret_token, 'x']) {
      const { answer } = await setUpBy(app, token, { secretToken, code: totpOf(secret).generate() });
      expect(answer).toMatchObject({ msg: 'authenticator_secret_expired', data: null });
    }
    expect(await of(merchant_id)).toEqual(UNTOUCHED);
  });

  it('sets password and authenticator, logs in, and both let in again', async () => {
    const { token, merchant_id, username } = await admitted(support);
    const { answer, secret, code } = await setUpBy(app, token);
    expect(dataOf(await app.call(accountDetail, {}, { token: dataOf(answer).token }))).toMatchObject({
      merchant_id,
      own: { username, google_bound: true, authentication_status: 'not_authenticated', login_ip: '127.0.0.1' },
    });
    const merchant = { merchant_id, name: '', username, password: CHOSEN_PASSWORD, totpSecret: secret, token: '' };
    // The code that proved the authenticator is used.
    expect(await signInAs(app, merchant, { code })).toMatchObject({ msg: 'google_code_used' });
    await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant_id]);
    expect(await signInAs(app, merchant, { username: username.toUpperCase() })).toMatchObject({ code: 200 });
    const entries = await app.sql(`select action, actor_kind, actor from audit_log where owner_id = $1 order by sequence`, [merchant_id]);
    expect(entries.slice(0, 2)).toEqual([
      { action: 'merchant.set_up', actor_kind: 'merchant', actor: username },
      { action: 'login', actor_kind: 'merchant', actor: username },
    ]);
    const { list } = dataOf(await support.call(partyMerchantQuery, { merchant_id }));
    expect(list[0]).toMatchObject({ set_up: 'done' });
  });

  it('is good once: of many who use it at the same time, one is let in', async () => {
    const { token, merchant_id } = await admitted(support);
    const passwords = Array.from({ length: 5 }, (_, n) => `A-long-password-${n}`);
    const answers = await Promise.all(passwords.map((password) => setUpBy(app, token, { password })));
    const outcomes = answers.map(({ answer }) => answer.msg).toSorted();
    expect(outcomes).toEqual(['ok', ...Array.from({ length: 4 }, () => 'set_up_link_used')]);
    const sessions = await app.sql('select from session where owner_id = $1', [merchant_id]);
    expect(sessions).toHaveLength(1);
    expect((await setUpBy(app, token)).answer).toMatchObject({ msg: 'set_up_link_used', data: null });
    expect(await lookAt(token)).toMatchObject({ msg: 'set_up_link_used', data: null });
  });

  it('is late after its time, and says so', async () => {
    const { token, merchant_id } = await admitted(support);
    await app.sql('update merchant_set_up_link set expires_at = now() where merchant_id = $1', [merchant_id]);
    expect(await lookAt(token)).toMatchObject({ msg: 'set_up_link_expired', data: null });
    expect((await setUpBy(app, token)).answer).toMatchObject({ msg: 'set_up_link_expired' });
    expect(await of(merchant_id)).toEqual(UNTOUCHED);
  });

  it.each([
    ['a word', () => 'never-made'],
    ['one of another length', (token: string) => token.slice(2)],
    ['one with another end', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['one of another merchant', (token: string) => `AAAAAJiW${token.slice(8)}`],
  ])('that is forged (%s) lets nobody in', async (_what, forge) => {
    const { token, merchant_id } = await admitted(support);
    expect(await lookAt(forge(token))).toMatchObject({ msg: 'set_up_link_refused', data: null });
    expect((await setUpBy(app, forge(token))).answer).toMatchObject({ msg: 'set_up_link_refused' });
    expect(await of(merchant_id)).toEqual(UNTOUCHED);
  });

  it.each([
    ['a wrong code', { code: '000000' }, 'wrong_google_code', 'google_code'],
    ['a short password', { password: 'Short-pass1' }, 'password_unfit', 'password'],
    ['a password with a space', { password: 'A long password' }, 'password_unfit', 'password'],
    ['a password with other letters', { password: 'Mật-khẩu-dài-1' }, 'password_unfit', 'password'],
  ])('is left as it was by %s', async (_what, wishes, msg, field) => {
    const { token, merchant_id } = await admitted(support);
    expect((await setUpBy(app, token, wishes)).answer).toMatchObject({ msg, data: null });
    expect(merchantSetUp.fields).toMatchObject({ [msg]: field });
    expect(await of(merchant_id)).toEqual(UNTOUCHED);
    expect((await setUpBy(app, token)).answer).toMatchObject({ code: 200 });
  });

  it('lets nobody in from an address that is not on the white list', async () => {
    const { token, merchant_id } = await admitted(support);
    await app.sql(`insert into login_ip_white (merchant_id, ip) values ($1, '203.0.113.7')`, [merchant_id]);
    expect((await setUpBy(app, token)).answer).toMatchObject({ msg: 'login_ip_refused', data: { login_ip: '127.0.0.1' } });
    expect(await of(merchant_id)).toEqual(UNTOUCHED);
  });
});

describe('a merchant who lost password or authenticator', () => {
  it('loses both by two people, and chooses them anew by a link that staff make then', async () => {
    const merchant = await makeMerchant(app);
    const { merchant_id } = merchant;
    const second = await makeStaff(app, 'admin');
    await app.call(recoveryCodesMake, { google_code: await googleCode(app, merchant) }, { token: merchant.token });
    const newcomer = { login_name: 'newcomer', name: 'Anna Nguyen', role: 'owner', google_code: await googleCode(app, merchant) } as const;
    const invited = dataOf(await app.call(memberInvite, newcomer, { token: merchant.token }));
    const entering = { merchant_id, reason: 'The telephone is lost', google_code: await support.code() };
    const { approval_id } = dataOf(await support.call(partyResetAuthenticator, entering));
    // Nothing is done, and nobody makes a link, before a second person agrees.
    const make = async () => support.call(merchantSetUpLinkMake, { merchant_id, google_code: await support.code() });
    expect(await make()).toMatchObject({ msg: 'merchant_set_up_already' });
    const shown = dataOf(await second.call(approvalList, { state: 'pending', page_size: 100 })).list.find(
      (one) => one.approval_id === approval_id,
    );
    const approving = { approval_id, content_hash: shown?.content_hash ?? '', google_code: await second.code() };
    expect(await second.call(approvalApprove, approving)).toMatchObject({ code: 200 });

    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.sql('select from recovery_code where merchant_id = $1', [merchant_id])).toEqual([]);
    // Nor does anybody come in by a link that was made with that login.
    expect((await setUpBy(app, tokenOf(invited.link))).answer).toMatchObject({ msg: 'set_up_link_refused', data: null });
    // Who knows the password cannot be quicker than the merchant.
    expect(await signInAs(app, merchant, { code: null })).toMatchObject({ msg: 'wrong_credentials' });
    const { link } = dataOf(await make());
    const { answer, secret } = await setUpBy(app, tokenOf(link), { password: 'Another-password-1' });
    expect(answer).toMatchObject({ code: 200 });
    await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant_id]);
    expect(await signInAs(app, { ...merchant, totpSecret: secret })).toMatchObject({ msg: 'wrong_credentials' });
    expect(await signInAs(app, { ...merchant, totpSecret: secret, password: 'Another-password-1' })).toMatchObject({ code: 200 });
  });
});
