import { assetQuery } from '@purser/contract/features/asset';
import {
  merchantAdmit,
  merchantSetUpLink,
  merchantSetUpLinkMake,
  merchantSetUpLinkWithdraw,
  merchantSetUpLook,
} from '@purser/contract/features/merchant-set-up';
import { partyMerchantQuery, partySuspend } from '@purser/contract/features/party';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { signInAs } from '../auth/testing/sign-in.ts';
import { admitted, newMerchant, setUpBy, tokenOf } from './testing/admission.ts';

let app: TestApp;
let support: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const coded = async (by: TestStaff = support) => ({ google_code: await by.code() });
const listed = async (merchant_id: number) => dataOf(await support.call(partyMerchantQuery, { merchant_id })).list[0];
const merchants = async () => (await app.sql<{ count: bigint }>('select count(*) from merchant'))[0]?.count;
const lookAt = (token: string) => app.call(merchantSetUpLook, { token });

describe('admitting a merchant', () => {
  it('makes an account without a password, at the usual terms, and a link that is shown once', async () => {
    const input = { ...newMerchant({ name: 'Café Đồng', markets: ['USD', 'CNY', 'USD'] }), ...(await coded()) };
    const first = dataOf(await support.call(merchantAdmit, input, { idempotencyKey: 'once' }));
    expect(first.link).toMatch(/^http:\/\/localhost:8080\/SetUp#[\w-]{51}$/);
    const again = await support.call(merchantAdmit, { ...input, ...(await coded()) }, { idempotencyKey: 'once' });
    expect(again).toMatchObject({ code: 42110, data: { merchant_id: first.merchant_id, link: null } });

    expect(await listed(first.merchant_id)).toMatchObject({
      name: 'Café Đồng',
      username: input.username,
      status: 'normal',
      authentication_status: 'not_authenticated',
      set_up: 'pending',
      markets: ['USD', 'CNY'],
    });
    const kept = await app.sql<{ row: string }>(
      `select to_jsonb(l)::text as row from merchant_set_up_link l where merchant_id = $1
       union all select details::text from audit_log union all select answer::text from idempotency_key`,
      [first.merchant_id],
    );
    for (const { row } of kept) expect(row ?? '').not.toContain(tokenOf(first.link));
    const [entry] = await app.sql(`select actor, details from audit_log where owner_id = $1 and action = 'merchant.admit'`, [
      PROVIDER_OWNER_ID,
    ]);
    expect(entry).toMatchObject({
      actor: String(support.staffId),
      details: { merchant_id: first.merchant_id, name: 'Café Đồng', username: input.username, markets: ['USD', 'CNY'] },
    });
    expect(await app.sql('select coin from merchant_terms where merchant_id = $1', [first.merchant_id])).toEqual([]);
    expect(await app.sql('select * from ledger.entry where owner_id = $1', [first.merchant_id])).toEqual([]);
  });

  it('gives an account in the token of each market, and in the crypto coin', async () => {
    const { token } = await admitted(support, { markets: ['VND', 'USD'] });
    const { answer } = await setUpBy(app, token);
    const { list } = dataOf(await app.call(assetQuery, {}, { token: dataOf(answer).token }));
    expect(list.map(({ coin_name }) => coin_name).toSorted()).toEqual(['USDP', 'USDT', 'VNDT']);
  });

  it('lets nobody log in before the link was used', async () => {
    const { username, merchant_id } = await admitted(support);
    const nobody = { merchant_id, name: '', username, password: '', totpSecret: 'AAAAAAAAAAAAAAAA', token: '' };
    for (const password of ['', 'null', 'A-long-password-1']) {
      const signedIn = await signInAs(app, nobody, { password, code: null });
      expect(signedIn).toMatchObject({ msg: 'wrong_credentials', data: null });
      await app.sql('delete from throttle');
    }
  });

  it('takes a login name in any letters, and refuses one that another merchant has in any', async () => {
    const taken = await makeMerchant(app, { username: 'taken-name' });
    const before = await merchants();
    for (const username of [taken.username, 'Taken-Name', 'TAKEN-NAME']) {
      const answer = await support.call(merchantAdmit, { ...newMerchant({ username }), ...(await coded()) });
      expect(answer).toMatchObject({ msg: 'merchant_username_taken', data: null });
    }
    expect(await merchants()).toBe(before);
    const { merchant_id } = await admitted(support, { username: 'Mixed.Case' });
    expect(await listed(merchant_id)).toMatchObject({ username: 'mixed.case' });
    // A payer's name is another thing.
    const payer = await makeUser(app);
    expect(await admitted(support, { username: payer.username })).toMatchObject({ link: expect.any(String) });
  });

  it('of many who want one name at once, one is admitted', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => makeStaff(app, 'support')));
    const codes = await Promise.all(members.map((member) => coded(member)));
    const answers = await Promise.all(
      members.map((member, n) => member.call(merchantAdmit, { ...newMerchant({ username: 'wanted' }), ...codes[n] } as never)),
    );
    const outcomes = answers.map(({ msg }) => msg).toSorted();
    expect(outcomes).toEqual(['merchant_username_taken', 'merchant_username_taken', 'merchant_username_taken', 'ok']);
    expect(await app.sql(`select from merchant where username = 'wanted'`)).toHaveLength(1);
  });

  it.each([
    ['a market that there is not', { markets: ['USD', 'ZZZ'] }, 'market_unknown', 'markets'],
    ['no market', { markets: [] }, 'invalid_input', 'markets'],
    ['a short login name', { username: 'ab' }, 'invalid_input', 'username'],
    ['a login name with a space', { username: 'corner shop' }, 'invalid_input', 'username'],
    ['no name', { name: '  ' }, 'invalid_input', 'name'],
    ['a name with a hidden character', { name: 'Corner\u202eShop' }, 'invalid_input', 'name'],
    ['an address that is none', { mail: 'nobody' }, 'invalid_input', 'mail'],
  ])('refuses %s, at its field, and changes nothing', async (_what, wishes, msg, field) => {
    const before = await merchants();
    const answer = await support.call(merchantAdmit, { ...newMerchant(wishes), ...(await coded()) });
    expect(answer.msg).toBe(msg);
    if (answer.data === null) expect(merchantAdmit.fields).toMatchObject({ [msg]: field });
    else expect(JSON.stringify(answer.data)).toContain(field);
    expect(await merchants()).toBe(before);
  });

  it('refuses a market that is switched off, at its field', async () => {
    await app.sql(`update market set is_on = false where market = 'VND'`);
    const answer = await support.call(merchantAdmit, { ...newMerchant({ markets: ['USD', 'VND'] }), ...(await coded()) });
    await app.sql(`update market set is_on = true where market = 'VND'`);
    expect(answer).toMatchObject({ msg: 'coin_off', data: null });
    expect(merchantAdmit.fields).toMatchObject({ coin_off: 'markets', merchant_username_taken: 'username' });
  });

  it('sends the link by mail where an address is given, in the language that is wanted, and shows it to nobody', async () => {
    const { link, merchant_id } = await admitted(support, { mail: 'corner@example.com', language: 'vi' });
    expect(link).toBeNull();
    expect(await app.sql('select kind, channel, recipient, language, state from message where owner_id = $1', [merchant_id])).toEqual([
      { kind: 'merchant_setup', channel: 'mail', recipient: 'corner@example.com', language: 'vi', state: 'waiting' },
    ]);
  });

  it('is not done with a wrong code', async () => {
    const before = await merchants();
    expect(await support.call(merchantAdmit, { ...newMerchant(), google_code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await merchants()).toBe(before);
    await app.sql('delete from throttle');
  });
});

describe('the link of a merchant who is not set up', () => {
  it('is listed without what lets anybody in, and replaced: the old one ends', async () => {
    const { merchant_id, token, expires_at } = await admitted(support);
    const waiting = dataOf(await support.call(merchantSetUpLink, { merchant_id }));
    expect(waiting).toEqual({ link: { made_by: support.staffId, create_time: expect.any(String), expires_at } });
    const made = dataOf(await support.call(merchantSetUpLinkMake, { merchant_id, ...(await coded()) }));
    expect(await lookAt(token)).toMatchObject({ msg: 'set_up_link_refused', data: null });
    expect(await lookAt(tokenOf(made.link))).toMatchObject({ code: 200 });
    const [entry] = await app.sql(`select action, actor from audit_log where owner_id = $1 order by sequence desc limit 1`, [merchant_id]);
    expect(entry).toMatchObject({ action: 'merchant.set_up_link.make', actor: String(support.staffId) });
  });

  it('is not ended unseen by another member, who may end it once they have seen it', async () => {
    const { merchant_id } = await admitted(support);
    const other = await makeStaff(app, 'admin');
    const seen = async () => dataOf(await support.call(merchantSetUpLink, { merchant_id })).link?.create_time ?? null;
    const make = async (by: TestStaff, before: string | null) =>
      by.call(merchantSetUpLinkMake, { merchant_id, before, ...(await coded(by)) });
    const both = await seen();
    const made = dataOf(await make(support, both));
    expect(await make(other, both)).toMatchObject({ msg: 'terms_changed', data: null });
    expect(await make(other, null)).toMatchObject({ msg: 'terms_changed', data: null });
    expect(await lookAt(tokenOf(made.link))).toMatchObject({ code: 200 });
    expect(await make(other, await seen())).toMatchObject({ code: 200 });
    // One that has ended since is nothing to look at again for.
    await app.sql('update merchant_set_up_link set expires_at = now() where merchant_id = $1', [merchant_id]);
    expect(await make(support, both)).toMatchObject({ code: 200 });
  });

  it('is sent by mail where an address is given', async () => {
    const { merchant_id } = await admitted(support);
    const input = { merchant_id, mail: 'new@example.com', ...(await coded()) };
    expect(dataOf(await support.call(merchantSetUpLinkMake, input, { language: 'zh_Hant' })).link).toBeNull();
    expect(await app.sql('select kind, recipient, language from message where owner_id = $1', [merchant_id])).toEqual([
      { kind: 'merchant_setup', recipient: 'new@example.com', language: 'zh_Hant' },
    ]);
  });

  it('is withdrawn, and does not work any more; the merchant stays pending', async () => {
    const { merchant_id, token } = await admitted(support);
    const withdraw = async () => support.call(merchantSetUpLinkWithdraw, { merchant_id, ...(await coded()) });
    expect(await withdraw()).toMatchObject({ code: 200 });
    expect(await lookAt(token)).toMatchObject({ msg: 'set_up_link_refused' });
    expect(dataOf(await support.call(merchantSetUpLink, { merchant_id })).link).toBeNull();
    expect(await listed(merchant_id)).toMatchObject({ set_up: 'pending' });
    expect(await withdraw()).toMatchObject({ msg: 'not_found', data: null });
  });

  it('is not withdrawn in the place of another that was made meanwhile', async () => {
    const { merchant_id } = await admitted(support);
    const other = await makeStaff(app, 'admin');
    const seen = async () => dataOf(await support.call(merchantSetUpLink, { merchant_id })).link?.create_time;
    const withdraw = async (before: string | undefined) =>
      support.call(merchantSetUpLinkWithdraw, { merchant_id, ...(before !== undefined && { before }), ...(await coded()) });
    const first = await seen();
    const { link } = dataOf(await other.call(merchantSetUpLinkMake, { merchant_id, ...(await coded(other)) }));
    expect(await withdraw(first)).toMatchObject({ msg: 'terms_changed', data: null });
    expect(await lookAt(tokenOf(link))).toMatchObject({ code: 200 });
    expect(await withdraw(await seen())).toMatchObject({ code: 200 });
    expect(await withdraw(first)).toMatchObject({ msg: 'not_found', data: null });
  });

  it('is withdrawn of its merchant only: under the number of another nothing is', async () => {
    const [mine, other] = [await admitted(support), await admitted(support)];
    const [{ merchant_id }, { user_id }] = [await makeMerchant(app), await makeUser(app)];
    const withdraw = async (id: number) => support.call(merchantSetUpLinkWithdraw, { merchant_id: id, ...(await coded()) });
    for (const id of [merchant_id, user_id, 99_999_999]) expect(await withdraw(id)).toMatchObject({ msg: 'not_found', data: null });
    expect(await withdraw(other.merchant_id)).toMatchObject({ code: 200 });
    expect(await lookAt(other.token)).toMatchObject({ msg: 'set_up_link_refused' });
    expect(await lookAt(mine.token)).toMatchObject({ code: 200 });
    const notes = await app.sql<{ owner_id: bigint }>(
      `select owner_id from audit_log where action = 'merchant.set_up_link.withdraw' and owner_id = any ($1)`,
      [[mine.merchant_id, other.merchant_id, merchant_id, user_id]],
    );
    expect(notes.map(({ owner_id }) => Number(owner_id))).toEqual([other.merchant_id]);
  });

  it('is not made for a merchant who is set up, nor for one that there is not', async () => {
    const { merchant_id } = await makeMerchant(app);
    const make = async (id: number) => support.call(merchantSetUpLinkMake, { merchant_id: id, ...(await coded()) });
    expect(await make(merchant_id)).toMatchObject({ msg: 'merchant_set_up_already', data: null });
    expect(await make(99_999_999)).toMatchObject({ msg: 'not_found' });
    expect(await app.sql('select from merchant_set_up_link where merchant_id = $1', [merchant_id])).toEqual([]);
  });

  it('does not work for a merchant who was suspended', async () => {
    const { merchant_id, token } = await admitted(support);
    await support.call(partySuspend, { owner_id: merchant_id, reason: 'Fraud', ...(await coded()) });
    expect(await lookAt(token)).toMatchObject({ msg: 'set_up_link_refused' });
  });

  it('shows which merchants wait for it', async () => {
    const { merchant_id } = await admitted(support);
    const of = async (set_up: 'done' | 'pending') =>
      dataOf(await support.call(partyMerchantQuery, { set_up, page_size: 100 })).list.map((row) => row.merchant_id);
    expect(await of('pending')).toContain(merchant_id);
    expect(await of('done')).not.toContain(merchant_id);
  });
});

it('the rights of staff do not reach what merchants sign in with, nor the names', async () => {
  const { db } = app.platform.operator;
  for (const attempt of [
    'select password_hash from merchant',
    `update merchant set password_hash = ''`,
    `insert into merchant (name, username, password_hash) values ('a', 'a', 'a')`,
    'select from login_directory',
    `update login_directory set owner_id = 1`,
    `update merchant_set_up_link set used_at = null`,
  ]) {
    await expect(db.system.query(attempt), attempt).rejects.toThrow(/permission denied/);
  }
  // No name that somebody has is given away.
  const { username } = await makeMerchant(app);
  expect((await db.system.query('select claim_merchant_name($1, 1) as given', [username])).rows).toEqual([{ given: false }]);
  await expect(app.platform.db.system.query(`select claim_merchant_name('free', 1)`)).rejects.toThrow(/permission denied/);
  await expect(db.scoped(10_000_001, (tx) => tx.query(`select claim_merchant_name('free', 1)`))).rejects.toThrow(/given by the system/);
});
