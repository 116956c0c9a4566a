import { approvalApprove, approvalExport, approvalList, approvalReject, approvalWithdraw } from '@purser/contract/features/approval';
import { APPROVAL_KINDS as KIND_NAMES } from '@purser/contract/approval';
import type { InputOf } from '@purser/contract/call';
import { staffAuthenticatorReplace, staffAuthenticatorSecret } from '@purser/contract/features/staff';
import { staffReset } from '@purser/contract/features/staff-member';
import { accountDetail } from '@purser/contract/features/account';
import { partyResetAuthenticator } from '@purser/contract/features/party';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPROVAL_KINDS } from '../../main/approval-kinds.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let merchant: TestMerchant;
let one: TestStaff;
let two: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [merchant, one, two] = [await makeMerchant(app), await makeStaff(app, 'support'), await makeStaff(app, 'admin')];
});

/** Enters that the merchant's authenticator is taken off, and answers with what others are shown. */
async function enter(member = one) {
  const input = { merchant_id: merchant.merchant_id, reason: 'The telephone is lost', google_code: await member.code() };
  const { approval_id } = dataOf(await member.call(partyResetAuthenticator, input));
  return shown(approval_id);
}
async function shown(approval_id: string, member = two, waiting = true) {
  const { list } = dataOf(await member.call(approvalList, { ...(waiting && { state: 'pending' as const }), page_size: 100 }));
  const found = list.find((approval) => approval.approval_id === approval_id);
  if (!found) throw new Error('it is not listed');
  return found;
}
const approve = async (member: TestStaff, { approval_id, content_hash }: { approval_id: string; content_hash: string }) =>
  member.call(approvalApprove, { approval_id, content_hash, google_code: await member.code() });
const hasAuthenticator = async () => {
  const [row] = await app.sql('select totp_secret is not null as has from merchant where merchant_id = $1', [merchant.merchant_id]);
  return row?.['has'];
};
const actions = async () => {
  const rows = await app.sql<{ action: string; actor: string }>(
    `select action, actor from audit_log where owner_id = $1 and actor_kind = 'operator' order by sequence`,
    [merchant.merchant_id],
  );
  return rows.map(({ action, actor }) => `${action} by ${actor}`);
};

describe('what two people do together', () => {
  it('is entered, shown as it is, approved by another and done, all noted in the log of whom it is about', async () => {
    const approval = await enter();
    expect(approval).toMatchObject({
      kind: 'party.reset_authenticator',
      owner_id: merchant.merchant_id,
      state: 'pending',
      reason: 'The telephone is lost',
      entered_by: { staff_id: one.staffId, name: one.name },
      decided_by: null,
      decidable: true,
    });
    expect(approval.facts).toEqual(
      expect.arrayContaining([
        { name: 'merchant_id', value: String(merchant.merchant_id) },
        { name: 'name', value: merchant.name },
      ]),
    );
    expect(await hasAuthenticator()).toBe(true);
    expect(await approve(two, approval)).toMatchObject({ code: 200, data: null });
    expect(await hasAuthenticator()).toBe(false);
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await shown(approval.approval_id, two, false)).toMatchObject({
      state: 'approved',
      decided_by: { staff_id: two.staffId },
      decidable: false,
    });
    expect(await actions()).toEqual([`approval.enter by ${one.staffId}`, `approval.approve by ${two.staffId}`]);
  });

  it('is not approved by who entered it, whatever their role, and the database says so too', async () => {
    const approval = await enter(two);
    expect((await shown(approval.approval_id, two)).decidable).toBe(false);
    expect(await approve(two, approval)).toMatchObject({ msg: 'approval_own' });
    expect(await two.call(approvalReject, { approval_id: approval.approval_id, remark: 'No' })).toMatchObject({ msg: 'approval_own' });
    expect(await hasAuthenticator()).toBe(true);
    await expect(
      app.sql(`update approval set state = 'approved', decided_by = entered_by where approval_id = $1`, [approval.approval_id]),
    ).rejects.toThrow(/approval_two_people/);
  });

  it('is approved as it was shown: under another hash, or with a content that somebody changed since, nothing is done', async () => {
    const approval = await enter();
    expect(await approve(two, { ...approval, content_hash: '0'.repeat(64) })).toMatchObject({ msg: 'approval_changed' });
    await app.sql(`update approval set content = replace(content, 'Shop', 'Shoq') where approval_id = $1`, [approval.approval_id]);
    expect(await approve(two, approval)).toMatchObject({ msg: 'approval_changed' });
    // Who looks again sees that it is no longer what was entered.
    const changed = await shown(approval.approval_id);
    expect(changed.content_hash).not.toBe(approval.content_hash);
    expect(await approve(two, changed)).toMatchObject({ msg: 'approval_changed' });
    expect(await hasAuthenticator()).toBe(true);
    expect(await actions()).toHaveLength(1);
  });

  it('is not done to a login that was chosen anew since: asked for by two, the merchant’s is taken off once', async () => {
    const other = await makeStaff(app, 'support');
    const [first, second] = [await enter(), await enter(other)];
    expect(await approve(two, first)).toMatchObject({ code: 200 });
    expect(await approve(two, second)).toMatchObject({ msg: 'terms_changed' });
    await app.sql(`update merchant set totp_secret = $2, set_up_at = now() where merchant_id = $1`, [merchant.merchant_id, Buffer.of(1)]);
    expect(await approve(two, second)).toMatchObject({ msg: 'terms_changed' });
    expect(await hasAuthenticator()).toBe(true);
  });

  it('has a content that no call of staff may change', async () => {
    const { approval_id } = await enter();
    for (const column of ['content', 'content_hash', 'entered_by', 'kind', 'owner_id', 'reason', 'expires_at']) {
      const change = app.platform.operator.db.system.query(`update approval set ${column} = ${column} where approval_id = $1`, [
        approval_id,
      ]);
      await expect(change, column).rejects.toThrow(/permission denied/);
    }
    await expect(app.platform.operator.db.system.query('delete from approval')).rejects.toThrow(/permission denied/);
    await expect(app.platform.db.system.query('select from approval')).rejects.toThrow(/permission denied/);
  });

  it('is done once: of many who approve it at once one does, and it is not decided again', async () => {
    const approval = await enter();
    const approvers = [two, await makeStaff(app, 'admin'), await makeStaff(app, 'support')];
    // All begin before any can go on.
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from approval where approval_id = $1 for update', [approval.approval_id]);
    const asked = approvers.map((member) => approve(member, approval));
    await untilWaiting(app, approvers.length);
    await holder.end();
    const answers = await Promise.all(asked);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['approval_decided', 'approval_decided', 'ok']);
    expect(await actions()).toHaveLength(2);
    expect(await approve(two, approval)).toMatchObject({ msg: 'approval_decided' });
    expect(await two.call(approvalReject, { approval_id: approval.approval_id, remark: 'No' })).toMatchObject({ msg: 'approval_decided' });
    expect(await one.call(approvalWithdraw, { approval_id: approval.approval_id })).toMatchObject({ msg: 'approval_decided' });
  });

  it('wants a role that may do it, from who approves as from who enters', async () => {
    const approval = await enter();
    const [finance, auditor] = [await makeStaff(app, 'finance'), await makeStaff(app, 'auditor')];
    expect((await shown(approval.approval_id, finance)).decidable).toBe(false);
    for (const member of [finance, auditor]) expect(await approve(member, approval)).toMatchObject({ msg: 'staff_not_allowed' });
    const input = { merchant_id: merchant.merchant_id, reason: 'x', google_code: await finance.code() };
    expect(await finance.call(partyResetAuthenticator, input)).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await hasAuthenticator()).toBe(true);
  });

  it('is not approved by a member who was suspended, nor with a wrong code', async () => {
    const approval = await enter();
    const { approval_id, content_hash } = approval;
    const right = await two.code();
    const google_code = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect(await two.call(approvalApprove, { approval_id, content_hash, google_code })).toMatchObject({ msg: 'wrong_google_code' });
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [two.staffId]);
    expect(await approve(two, approval)).toMatchObject({ msg: 'unauthenticated' });
    expect(await hasAuthenticator()).toBe(true);
  });

  it('is judged by the role that the member has when it comes to it, not by that of when they asked', async () => {
    const [approval, google_code] = [await enter(), await two.code()];
    const { approval_id, content_hash } = approval;
    const asks = [
      () => two.call(approvalApprove, { approval_id, content_hash, google_code }),
      () => two.call(approvalReject, { approval_id, remark: 'No' }),
    ];
    for (const ask of asks) {
      await app.sql(`update staff set role = 'admin' where staff_id = $1`, [two.staffId]);
      const { asked } = await app.platform.operator.db.systemTransaction(async (tx) => {
        await mayRest(tx);
        // Who decides on money may decide on approvals, and not on this one.
        await tx.query(`update staff set role = 'finance' where staff_id = $1`, [two.staffId]);
        const coming = ask();
        await untilWaiting(app);
        return { asked: coming };
      });
      expect(await asked).toMatchObject({ msg: 'staff_not_allowed' });
    }
    expect(await hasAuthenticator()).toBe(true);
    expect(await shown(approval_id)).toMatchObject({ state: 'pending' });
  });

  it('is not approved once whoever entered it is suspended or has another role, and says so; it is rejected all the same', async () => {
    const approval = await enter();
    for (const change of [`status = 'suspended'`, `status = 'active', role = 'finance'`, `role = 'auditor'`]) {
      await app.sql(`update staff set ${change} where staff_id = $1`, [one.staffId]);
      expect(await shown(approval.approval_id), change).toMatchObject({ author_lapsed: true, decidable: true });
      expect(await approve(two, approval), change).toMatchObject({ msg: 'approval_author_lapsed' });
    }
    expect(await hasAuthenticator()).toBe(true);
    await app.sql(`update staff set role = 'support' where staff_id = $1`, [one.staffId]);
    expect(await shown(approval.approval_id)).toMatchObject({ author_lapsed: false });
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [one.staffId]);
    expect(await two.call(approvalReject, { approval_id: approval.approval_id, remark: 'No' })).toMatchObject({ code: 200 });
    expect(await shown(approval.approval_id, two, false)).toMatchObject({ state: 'rejected', author_lapsed: false });
  });

  it('is not approved once whoever entered it was reset or replaced a factor, but what they enter afterwards is', async () => {
    const before = await enter();
    const own = await enter(two);
    const admin = await makeStaff(app, 'admin');
    dataOf(await two.call(staffReset, { staff_id: one.staffId, google_code: await two.code() }));
    expect(await shown(before.approval_id)).toMatchObject({ author_lapsed: true });
    expect(await approve(two, before)).toMatchObject({ msg: 'approval_author_lapsed' });
    const { secret, secret_token } = dataOf(await two.call(staffAuthenticatorSecret, {}));
    const replaced = { secret_token, new_code: totpOf(secret).generate(), google_code: await two.code() };
    dataOf(await two.call(staffAuthenticatorReplace, replaced));
    expect(await approve(admin, own)).toMatchObject({ msg: 'approval_author_lapsed' });
    expect(await hasAuthenticator()).toBe(true);
    await app.sql('update staff set totp_last_step = 0 where staff_id = $1', [two.staffId]);
    const again = await enter({ ...two, code: async () => totpOf(secret).generate() });
    expect(await approve(admin, again)).toMatchObject({ code: 200 });
    expect(await hasAuthenticator()).toBe(false);
  });

  it('is rejected with a reason, or withdrawn by who entered it, and then never done', async () => {
    const rejected = await enter();
    expect(await two.call(approvalReject, { approval_id: rejected.approval_id, remark: 'Ask them to call' })).toMatchObject({ code: 200 });
    expect(await shown(rejected.approval_id, one, false)).toMatchObject({ state: 'rejected', remark: 'Ask them to call' });
    expect(await approve(two, rejected)).toMatchObject({ msg: 'approval_decided' });
    const withdrawn = await enter();
    expect(await two.call(approvalWithdraw, { approval_id: withdrawn.approval_id })).toMatchObject({ msg: 'not_found' });
    expect(await one.call(approvalWithdraw, { approval_id: withdrawn.approval_id })).toMatchObject({ code: 200 });
    expect(await approve(two, withdrawn)).toMatchObject({ msg: 'approval_decided' });
    expect(await hasAuthenticator()).toBe(true);
  });

  it('is void when its time is over', async () => {
    const approval = await enter();
    await app.sql(`update approval set expires_at = now() where approval_id = $1`, [approval.approval_id]);
    expect(await approve(two, approval)).toMatchObject({ msg: 'approval_expired' });
    expect(await shown(approval.approval_id, two, false)).toMatchObject({ state: 'expired', decidable: false });
    expect(await hasAuthenticator()).toBe(true);
    await enter();
    expect(await app.sql('select state from approval where approval_id = $1', [approval.approval_id])).toEqual([{ state: 'expired' }]);
  });

  it('is listed page by page, by state, kind, party and who entered it', async () => {
    const [withdrawn, waiting] = [await enter(), await enter()];
    await one.call(approvalWithdraw, { approval_id: withdrawn.approval_id });
    const found = async (filters: InputOf<typeof approvalList>) =>
      dataOf(await two.call(approvalList, { owner_id: merchant.merchant_id, ...filters })).list.map(({ approval_id }) => approval_id);
    expect(await found({})).toEqual([waiting.approval_id, withdrawn.approval_id]);
    expect(await found({ sort_order: 'asc', page_size: 1, page: 2 })).toEqual([waiting.approval_id]);
    expect(await found({ state: 'withdrawn' })).toEqual([withdrawn.approval_id]);
    expect(await found({ kind: 'market.terms' })).toEqual([]);
    expect(await found({ kind: 'party.reset_authenticator', staff_id: one.staffId })).toHaveLength(2);
    expect(await found({ staff_id: two.staffId })).toEqual([]);
    expect(await found({ approval_id: waiting.approval_id })).toEqual([waiting.approval_id]);
    // One whose time is over is void before anybody has noted it.
    await app.sql('update approval set expires_at = now() where approval_id = $1', [waiting.approval_id]);
    expect(await found({ state: 'pending' })).toEqual([]);
    expect(await found({ state: 'expired' })).toEqual([waiting.approval_id]);
  });

  it('is in the file of what the list shows, without what is to be done', async () => {
    const [withdrawn, waiting] = [await enter(), await enter()];
    await one.call(approvalWithdraw, { approval_id: withdrawn.approval_id });
    expect(await two.call(approvalReject, { approval_id: waiting.approval_id, remark: '=no' })).toMatchObject({ msg: 'ok' });
    await enter();
    const owner_id = merchant.merchant_id;
    const fileOf = (filters: object) => exportedFile(app, approvalExport, { staffToken: two.token }, { owner_id, ...filters });
    const rows = await fileOf({});
    const entered = { Kind: 'Reset a merchant’s password and authenticator', About: String(owner_id), 'Entered by': one.name };
    expect(rows).toMatchObject([
      { ...entered, Status: 'Waiting', 'Decided by': '', Reason: 'The telephone is lost' },
      { ...entered, Status: 'Rejected', 'Decided by': two.name, 'Reason for rejection': "'=no" },
      { ...entered, Status: 'Withdrawn' },
    ]);
    expect(await fileOf({ state: 'rejected' })).toEqual([rows[1]]);
    expect(await fileOf({ kind: 'market.terms' })).toEqual([]);
    // One whose time is over is void in the file as well.
    await app.sql("update approval set expires_at = now() where owner_id = $1 and state = 'pending'", [owner_id]);
    expect((await fileOf({ state: 'expired' })).map(({ Status }) => Status)).toEqual(['Void']);
    const [noted] = await app.sql("select details from audit_log where action = 'list.export' and actor = $1", [String(two.staffId)]);
    expect(noted).toMatchObject({ details: { list: approvalList.path, filters: { owner_id }, rows: 3 } });
    // As the list itself.
    expect(await app.call(approvalExport, { format: 'csv' }, { token: merchant.token })).toMatchObject({ msg: 'unauthenticated' });
  });

  it('has a kind that the contract names', () => {
    expect(APPROVAL_KINDS.map(({ kind }) => kind).toSorted()).toEqual([...KIND_NAMES].toSorted());
  });

  it('is about somebody who is there, and found by its number only', async () => {
    const input = { merchant_id: 99_999_999, reason: 'x', google_code: await one.code() };
    expect(await one.call(partyResetAuthenticator, input)).toMatchObject({ msg: 'not_found' });
    const nobody = { approval_id: '019ab1f0-7d3c-7000-8000-0123456789ab', content_hash: '0'.repeat(64) };
    expect(await approve(two, nobody)).toMatchObject({ msg: 'not_found' });
  });
});
