import { accessKeyAdd, accessKeyDetail } from '@purser/contract/features/access-key';
import { accountDetail } from '@purser/contract/features/account';
import { merchantEventList } from '@purser/contract/features/events';
import {
  identityDetail,
  identitySubmit,
  staffIdentityDecide,
  staffIdentityDetail,
  staffIdentityExport,
  staffIdentityQuery,
} from '@purser/contract/features/identity';
import type { IdentityState } from '@purser/contract/identity';
import { partyDecideIdentity } from '@purser/contract/features/party';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { keptFile } from '../file/testing/kept-file.ts';
import { eraseDueIdentities } from './jobs.ts';
import { identityInput, submitted } from './testing/submission.ts';

let app: TestApp;
let support: TestStaff;
let auditor: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
  auditor = await makeStaff(app, 'auditor');
});
afterAll(() => app.close());

const stranger = () => makeMerchant(app, { authentication_status: 'not_authenticated' });
const detailOf = async ({ token }: TestMerchant) => dataOf(await app.call(identityDetail, {}, { token }));
const submit = async (merchant: TestMerchant, wishes: object = {}) => {
  const input = await identityInput(app, merchant.merchant_id, wishes);
  return app.call(identitySubmit, { ...input, google_code: await googleCode(app, merchant) }, { token: merchant.token });
};
const auditOf = (ownerId: number) =>
  app.sql<{ action: string; actor: string; details: object }>(
    'select action, actor, details from audit_log where owner_id = $1 order by sequence',
    [ownerId],
  );

async function decide(
  owner_id: number,
  submission_id: string,
  decision: 'approve' | 'reject',
  reason = '',
  status: IdentityState = 'pending',
) {
  return support.call(staffIdentityDecide, { owner_id, submission_id, status, decision, reason, google_code: await support.code() });
}

describe('A merchant', () => {
  it('hands its identity in, waits, is approved, and may then have an access key', async () => {
    const merchant = await stranger();
    expect(await detailOf(merchant)).toEqual({ authentication_status: 'not_authenticated', submission: null });
    const key = async () =>
      app.call(accessKeyAdd, { ip_permission: [], google_code: await googleCode(app, merchant) }, { token: merchant.token });
    expect(await key()).toMatchObject({ msg: 'kyc_required', detail: 'Cannot create an API without completing KYC' });

    const submission_id = await submitted(app, merchant);
    expect(await detailOf(merchant)).toMatchObject({
      authentication_status: 'pending',
      submission: {
        submission_id,
        kind: 'person',
        status: 'pending',
        full_name: 'Nguyễn Thị Minh',
        id_number: '••••4321',
        decide_time: null,
      },
    });
    expect(await key()).toMatchObject({ msg: 'kyc_required' });

    expect(await decide(merchant.merchant_id, submission_id, 'approve')).toMatchObject({ msg: 'ok' });
    expect(dataOf(await app.call(accountDetail, {}, { token: merchant.token })).own?.authentication_status).toBe('approved');
    expect(dataOf(await app.call(accessKeyDetail, {}, { token: merchant.token })).kyc_completed).toBe(true);
    expect(await key()).toMatchObject({ msg: 'ok' });
  });

  it('is told why it was rejected, by mail and at the bell, and hands in again', async () => {
    const merchant = await stranger();
    await app.sql(`update merchant set notice_mail = 'shop@example.com', notice_language = 'vi' where merchant_id = $1`, [
      merchant.merchant_id,
    ]);
    const first = await submitted(app, merchant);
    await decide(merchant.merchant_id, first, 'reject', 'The back is blurred');
    expect(await detailOf(merchant)).toMatchObject({
      authentication_status: 'rejected',
      submission: { status: 'rejected', reason: 'The back is blurred' },
    });
    const told = await app.sql('select kind, recipient, language from message where owner_id = $1', [merchant.merchant_id]);
    expect(told).toEqual([{ kind: 'identity_rejected', recipient: 'shop@example.com', language: 'vi' }]);
    const { list } = dataOf(await app.call(merchantEventList, {}, { token: merchant.token }));
    expect(list.map(({ kind }) => kind)).toContain('identity_rejected');

    const second = await submitted(app, merchant);
    expect(second).not.toBe(first);
    expect(await detailOf(merchant)).toMatchObject({ authentication_status: 'pending', submission: { submission_id: second, reason: '' } });
  });

  it('is refused while its identity waits, and once it is approved', async () => {
    const merchant = await stranger();
    const submission_id = await submitted(app, merchant);
    expect(await submit(merchant)).toMatchObject({ msg: 'identity_under_review' });
    await decide(merchant.merchant_id, submission_id, 'approve');
    expect(await submit(merchant)).toMatchObject({ msg: 'identity_approved' });
    expect(await app.sql('select from identity_submission where owner_id = $1', [merchant.merchant_id])).toHaveLength(1);
  });

  it('hands in once of two at the same time', async () => {
    const merchant = await stranger();
    const answers = await Promise.all([submit(merchant), submit(merchant)]);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['identity_under_review', 'ok']);
  });

  it.each([
    ['a photograph of the back', { back_file_id: null }, 'back_file_id'],
    ['a photograph of the holder', { holder_file_id: null }, 'holder_file_id'],
    ["a company's name", { kind: 'company' }, 'company_name'],
    [
      "a company's entry in the register",
      { kind: 'company', company_name: 'Trà Đá Ltd', registration_number: '0301', company_address: '1 Lê Lợi' },
      'registration_file_id',
    ],
  ])('is refused without %s, and nothing changes', async (_what, wishes, field) => {
    const merchant = await stranger();
    expect(await submit(merchant, wishes)).toMatchObject({
      msg: 'identity_incomplete',
      detail: 'Information not filled completely',
      data: { fields: [{ field }] },
    });
    expect(await detailOf(merchant)).toEqual({ authentication_status: 'not_authenticated', submission: null });
    expect(await app.sql('select from file where owner_id = $1 and used_at is not null', [merchant.merchant_id])).toEqual([]);
  });

  it('needs no back of a passport, and what its kind does not ask for is not kept', async () => {
    const merchant = await stranger();
    const submission_id = await submitted(app, merchant, { id_type: 'passport', company_name: 'Not asked for' });
    const detail = dataOf(await support.call(staffIdentityDetail, { owner_id: merchant.merchant_id, submission_id }));
    expect(detail.content?.documents.map(({ document }) => document)).toEqual(['front', 'holder']);
    expect(detail.content?.company_name).toBe('');
  });

  it.each([
    ['a number with signs', { id_number: '0793-0100' }, 'id_number'],
    ['a name with digits', { surname: 'N9uyen' }, 'surname'],
    ['a name with a sign', { name: "D'Arcy" }, 'name'],
    ['a middle name with a sign', { middle_name: 'J.' }, 'middle_name'],
    ['no name', { name: ' ' }, 'name'],
  ])('is refused %s', async (_what, wishes, field) => {
    expect(await submit(await stranger(), wishes)).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it("is refused another's photograph, and one that was sent for something else", async () => {
    const [merchant, other] = [await stranger(), await stranger()];
    const theirs = await keptFile(app, other.merchant_id, 'identity');
    const voucher = await keptFile(app, merchant.merchant_id, 'voucher');
    for (const file of [theirs, voucher])
      expect(await submit(merchant, { front_file_id: file })).toMatchObject({
        msg: 'file_not_usable',
        data: { fields: [{ field: 'front_file_id' }] },
      });
    expect((await detailOf(merchant)).submission).toBeNull();
  });
});

describe('Staff', () => {
  it('see what was handed in whole, and that they looked is noted', async () => {
    const merchant = await stranger();
    const submission_id = await submitted(app, merchant);
    const which = { owner_id: merchant.merchant_id, submission_id };
    const { list } = dataOf(await support.call(staffIdentityQuery, { owner_id: merchant.merchant_id }));
    expect(list).toMatchObject([{ submission_id, party: 'merchant', status: 'pending', owner_name: merchant.name }]);
    const detail = dataOf(await support.call(staffIdentityDetail, which));
    expect(detail.content).toMatchObject({ surname: 'Nguyễn', id_number: '079301004321' });
    expect(detail.content?.documents).toHaveLength(3);
    expect(await auditOf(merchant.merchant_id)).toContainEqual(
      expect.objectContaining({
        action: 'identity.view',
        actor: String(support.staffId),
        details: expect.objectContaining({ submission_id }) as object,
      }),
    );
  });

  it('who only look are shown it masked, and no photographs; finance are shown nothing', async () => {
    const merchant = await stranger();
    const which = { owner_id: merchant.merchant_id, submission_id: await submitted(app, merchant) };
    const { content } = dataOf(await auditor.call(staffIdentityDetail, which));
    expect(content).toMatchObject({ surname: 'N••', name: 'M••', id_number: '••••4321', documents: [] });
    expect(await (await makeStaff(app, 'finance')).call(staffIdentityDetail, which)).toMatchObject({ msg: 'staff_not_allowed' });
  });

  it('take a file of what the list shows, without what was handed in, and that they took it is noted', async () => {
    const merchant = await makeMerchant(app, { name: '=cmd()', authentication_status: 'not_authenticated' });
    const owner_id = merchant.merchant_id;
    await decide(owner_id, await submitted(app, merchant), 'reject', 'Blurred');
    await submitted(app, merchant);
    const fileOf = (filters: object) => exportedFile(app, staffIdentityExport, { staffToken: support.token }, { owner_id, ...filters });
    const rows = await fileOf({});
    const shown = { Party: 'Merchant', Kind: 'Person', 'Owner ID': String(owner_id), Whose: "'=cmd()" };
    expect(rows).toMatchObject([
      { ...shown, Status: 'Pending', Reason: '', 'Decided at (UTC)': '', 'Decided by': '' },
      { ...shown, Status: 'Rejected', Reason: 'Blurred', 'Decided by': support.name },
    ]);
    for (const secret of ['079301004321', '4321', 'Nguyễn']) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await fileOf({ status: 'rejected' })).toEqual(rows.slice(1));
    expect(await fileOf({ party: 'user' })).toEqual([]);
    const noted = await app.sql("select details from audit_log where action = 'list.export' and actor = $1", [String(support.staffId)]);
    expect(noted).toContainEqual({
      details: expect.objectContaining({ list: staffIdentityQuery.path, filters: { owner_id, status: 'rejected' }, rows: 1 }) as object,
    });
    expect(await (await makeStaff(app, 'finance')).call(staffIdentityExport, { format: 'csv' })).toMatchObject({
      msg: 'staff_not_allowed',
    });
  });

  it('are told of other parties with the same document', async () => {
    const [one, two] = [await stranger(), await stranger()];
    await submitted(app, one, { id_number: 'c1234567', id_type: 'passport' });
    const submission_id = await submitted(app, two, { id_number: 'C1234567', id_type: 'passport' });
    const detail = dataOf(await support.call(staffIdentityDetail, { owner_id: two.merchant_id, submission_id }));
    expect(detail.same_document).toMatchObject([{ owner_id: one.merchant_id, owner_name: one.name }]);
  });

  it('are told who decided', async () => {
    const merchant = await stranger();
    const owner_id = merchant.merchant_id;
    const submission_id = await submitted(app, merchant);
    const row = async () => dataOf(await support.call(staffIdentityQuery, { owner_id })).list[0];
    expect(await row()).toMatchObject({ status: 'pending', decided_by: null, decide_time: null });
    expect(await decide(owner_id, submission_id, 'reject', 'Blurred')).toMatchObject({ msg: 'ok' });
    expect(await row()).toMatchObject({
      status: 'rejected',
      decided_by: { staff_id: support.staffId, name: expect.stringMatching(/./) as string },
    });
  });

  it('must say why they reject, decide once, and decide on what is there', async () => {
    const merchant = await stranger();
    const submission_id = await submitted(app, merchant);
    expect(await decide(merchant.merchant_id, submission_id, 'reject')).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'reason' }] },
    });
    expect(await decide((await stranger()).merchant_id, submission_id, 'approve')).toMatchObject({ msg: 'not_found' });
    await decide(merchant.merchant_id, submission_id, 'reject', 'Expired');
    expect(await decide(merchant.merchant_id, submission_id, 'approve')).toMatchObject({ msg: 'identity_decided' });
    expect((await detailOf(merchant)).authentication_status).toBe('rejected');
  });

  it('take an approval back: sessions end and access keys go, which a rejection of what waited does not do', async () => {
    const merchant = await stranger();
    const submission_id = await submitted(app, merchant);
    const key = () => app.sql('select from access_key where merchant_id = $1', [merchant.merchant_id]);
    await decide(merchant.merchant_id, submission_id, 'approve');
    await app.call(accessKeyAdd, { ip_permission: [], google_code: await googleCode(app, merchant) }, { token: merchant.token });
    expect(await key()).toHaveLength(1);
    await decide(merchant.merchant_id, submission_id, 'reject', 'The document was forged', 'approved');
    expect(await key()).toHaveLength(0);
    expect(await app.call(identityDetail, {}, { token: merchant.token })).toMatchObject({ msg: 'unauthenticated' });
  });

  it('who reject what somebody has approved meanwhile are told so, and take nothing back that they have not seen', async () => {
    const merchant = await stranger();
    const submission_id = await submitted(app, merchant);
    await decide(merchant.merchant_id, submission_id, 'approve');
    expect(await decide(merchant.merchant_id, submission_id, 'reject', 'Blurred')).toMatchObject({ msg: 'identity_decided' });
    expect(await detailOf(merchant)).toMatchObject({ authentication_status: 'approved', submission: { status: 'approved' } });
  });

  it('who decide past what was handed in decide what waits with it', async () => {
    const merchant = await stranger();
    await submitted(app, merchant);
    const input = {
      merchant_id: merchant.merchant_id,
      authentication_status: 'not_authenticated',
      decision: 'approved',
      reason: 'Seen in person',
    } as const;
    expect(await support.call(partyDecideIdentity, { ...input, google_code: await support.code() })).toMatchObject({ msg: 'ok' });
    expect(await detailOf(merchant)).toMatchObject({ authentication_status: 'approved', submission: { status: 'approved' } });
  });
});

describe('What was handed in', () => {
  it('is sealed: no name and no number stands in the database', async () => {
    const merchant = await stranger();
    await submitted(app, merchant, { surname: 'Unmistakable', id_number: 'Z99887766' });
    const rows = await app.sql<{ text: string }>(
      `select i::text || convert_from(decode(replace(encode(content, 'hex'), '00', ''), 'hex'), 'LATIN1') as text
       from identity_submission i where owner_id = $1
       union all select a::text from audit_log a where owner_id = $1 union all select k::text from idempotency_key k where owner_id = $1`,
      [merchant.merchant_id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Unmistakable|Z99887766/);
  });

  it('is erased with its photographs when its time is over, but for those that were handed in again', async () => {
    const merchant = await stranger();
    const again = await keptFile(app, merchant.merchant_id, 'identity');
    const first = await submitted(app, merchant, { front_file_id: again });
    await decide(merchant.merchant_id, first, 'reject', 'Blurred');
    const second = await submitted(app, merchant, { front_file_id: again });
    await app.sql(`update identity_submission set erase_at = now() where submission_id = $1`, [first]);
    await eraseDueIdentities(app.platform);
    const rows = await app.sql<{ submission_id: string; erased: boolean }>(
      'select submission_id, content is null and document_mac is null as erased from identity_submission where owner_id = $1 order by 1',
      [merchant.merchant_id],
    );
    expect(rows).toEqual([
      { submission_id: first, erased: true },
      { submission_id: second, erased: false },
    ]);
    const due = await app.sql<{ file_id: string }>('select file_id from file where owner_id = $1 and remove_at <= now()', [
      merchant.merchant_id,
    ]);
    expect(due).toHaveLength(2);
    expect(due.map(({ file_id }) => file_id)).not.toContain(again);
    const detail = dataOf(await support.call(staffIdentityDetail, { owner_id: merchant.merchant_id, submission_id: first }));
    expect(detail.content).toBeNull();
  });
});
