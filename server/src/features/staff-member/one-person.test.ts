import { approvalApprove, approvalList, approvalReject } from '@purser/contract/features/approval';
import { partyResetAuthenticator } from '@purser/contract/features/party';
import { payoutSettle } from '@purser/contract/features/payout';
import { reviewDecide } from '@purser/contract/features/review';
import { staffSetUp } from '@purser/contract/features/staff-auth';
import { staffConfirm, staffInvite, staffMemberList, staffReset } from '@purser/contract/features/staff-member';
import { usdtWithdrawalAdd } from '@purser/contract/features/usdt-withdrawal';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, signedIn, type TestStaff } from '../../platform/testing/staff.ts';
import { authenticatorOf, encryptedForStaff, sessionIn } from '../staff-auth/testing/sign-in.ts';
import { NETWORK, openNetworks, RATE, withdrawer } from '../usdt-withdrawal/testing/world.ts';

/** An admin who makes a link can use it alone: what two people decide must not be decided by that admin twice. */

let app: TestApp;
let merchantId: number;
let admin: TestStaff;
let other: TestStaff;
let count = 0;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  merchantId = (await makeMerchant(app)).merchant_id;
});
afterAll(() => app.close());
beforeEach(() => app.sql('delete from throttle'));

/** The member that a link makes or sets up anew, for whoever uses it. */
async function useLink(link: string | null, { username, name, role }: Pick<TestStaff, 'username' | 'name' | 'role'>): Promise<TestStaff> {
  const token = link?.split('#')[1] ?? '';
  const { secret, proof } = await authenticatorOf(app, token);
  const input = { token, ...(await encryptedForStaff(app, 'A-long-password-1')), ...proof() };
  const session = sessionIn(await app.call(staffSetUp, input)) ?? '';
  const [row] = await app.sql<{ staff_id: string }>('select staff_id from staff where username = $1', [username]);
  return signedIn(app, {
    staffId: Number(row?.staff_id),
    username,
    name,
    role,
    password: 'A-long-password-1',
    totpSecret: secret,
    token: session,
  });
}

async function invitedBy(inviter: TestStaff): Promise<TestStaff> {
  const known = { username: `new-${(count += 1)}`, name: 'New', role: 'admin' } as const;
  const { link } = dataOf(await inviter.call(staffInvite, { ...known, google_code: await inviter.code() }));
  return useLink(link, known);
}

async function resetBy(resetter: TestStaff, member: TestStaff): Promise<TestStaff> {
  const { link } = dataOf(await resetter.call(staffReset, { staff_id: member.staffId, google_code: await resetter.code() }));
  return useLink(link, member);
}

/** One enters something, the other approves it: how that is answered. */
async function together(one: TestStaff, two: TestStaff): Promise<string> {
  const asked = { merchant_id: merchantId, reason: 'The telephone is lost', google_code: await one.code() };
  const { approval_id } = dataOf(await one.call(partyResetAuthenticator, asked));
  const { list } = dataOf(await two.call(approvalList, { approval_id }));
  const [shown] = list;
  const content_hash = shown?.content_hash ?? '';
  const { msg } = await two.call(approvalApprove, { approval_id, content_hash, google_code: await two.code() });
  expect(shown).toMatchObject({ decidable: msg === 'ok', counts_as_one: msg !== 'ok' });
  if (msg !== 'ok') expect(await two.call(approvalReject, { approval_id, remark: 'No' })).toMatchObject({ msg });
  return msg;
}

/** Asks for a withdrawal that one person may approve, has one of staff approve it, and gives how another one settles it. */
async function approvedBy(approver: TestStaff): Promise<(payer: TestStaff) => Promise<string>> {
  const owner = await withdrawer(app);
  const asked = { coin_id: 'USDP', withdrawal_count: '200.00', network: NETWORK, address: owner.address, rate: RATE };
  const { order_no } = dataOf(
    await app.call(usdtWithdrawalAdd, { ...asked, google_code: await googleCode(app, owner) }, { token: owner.token }),
  );
  const which = { owner_id: owner.merchant_id, serial_number: order_no };
  const decided = await approver.call(reviewDecide, { orders: [which], decision: 'approve', google_code: await approver.code() });
  expect(dataOf(decided).results).toMatchObject([{ status: 'approved' }]);
  return async (payer) => {
    const sent = { merchant_id: owner.merchant_id, order_no, txid: `0x${randomBytes(32).toString('hex')}` };
    return (await payer.call(payoutSettle, { ...sent, google_code: await payer.code() })).msg;
  };
}

const confirm = async (by: TestStaff, { staffId }: TestStaff) =>
  (await by.call(staffConfirm, { staff_id: staffId, google_code: await by.code() })).msg;
const unconfirmed = async ({ staffId }: TestStaff) =>
  dataOf(await admin.call(staffMemberList, {})).list.find(({ staff_id }) => staff_id === staffId)?.unconfirmed;

it('takes the first whom the only member invites for another person, and nobody after that', async () => {
  const first = await makeStaff(app, 'admin');
  const second = await invitedBy(first);
  expect(await together(first, second)).toBe('ok');
  const third = await invitedBy(first);
  expect(await together(first, third)).toBe('counts_as_one');
  expect(await together(second, third)).toBe('ok');
});

describe('a member whom an admin invited or set up anew', () => {
  beforeEach(async () => {
    [admin, other] = [await makeStaff(app, 'admin'), await makeStaff(app, 'admin')];
  });

  it('counts as one with that admin until another one confirms that they are two', async () => {
    const invited = await invitedBy(admin);
    expect(await unconfirmed(invited)).toEqual([admin.staffId]);
    expect([await together(admin, invited), await together(invited, admin)]).toEqual(['counts_as_one', 'counts_as_one']);
    expect(await together(other, invited)).toBe('ok');
    expect(await confirm(other, invited)).toBe('ok');
    expect(await unconfirmed(invited)).toEqual([]);
    expect([await together(admin, invited), await together(invited, admin)]).toEqual(['ok', 'ok']);
    const [entry] = await app.sql(`select details from audit_log where action = 'staff.confirm' order by sequence desc limit 1`);
    expect(entry?.['details']).toMatchObject({ staff_id: invited.staffId, made_by: [admin.staffId] });
  });

  it('is not confirmed by that admin, by themselves, or by anybody else of that admin’s', async () => {
    const [one, two] = [await invitedBy(admin), await invitedBy(admin)];
    const ofTwo = await invitedBy(two);
    for (const by of [admin, one, two, ofTwo]) expect(await confirm(by, one)).toBe('counts_as_one');
    expect([await together(one, two), await together(one, ofTwo), await together(admin, ofTwo)]).toEqual(Array(3).fill('counts_as_one'));
    expect(await confirm(other, two)).toBe('ok');
    // Whom the second invited may be the second, who is not the first any more.
    expect([await together(two, ofTwo), await together(admin, ofTwo)]).toEqual(['counts_as_one', 'ok']);
  });

  it('does not pay out by hand what that admin approved, nor the other way round', async () => {
    await openNetworks(app);
    const invited = await invitedBy(admin);
    const [ofAdmin, ofInvited] = [await approvedBy(admin), await approvedBy(invited)];
    expect([await ofAdmin(admin), await ofAdmin(invited), await ofInvited(admin)]).toEqual([
      'second_person_required',
      'counts_as_one',
      'counts_as_one',
    ]);
    expect(await ofInvited(other)).toBe('ok');
    expect(await confirm(other, invited)).toBe('ok');
    expect(await ofAdmin(invited)).toBe('ok');
  });

  it('is doubted whoever sets them up anew, and so is an admin who lets themselves be set up', async () => {
    const invited = await invitedBy(admin);
    const anew = await resetBy(other, invited);
    // It may still be the first admin who has it, to whom the other gave the link.
    expect(await unconfirmed(anew)).toEqual([admin.staffId, other.staffId]);
    expect([await together(admin, anew), await together(other, anew)]).toEqual(['counts_as_one', 'counts_as_one']);
    const third = await makeStaff(app, 'admin');
    admin = await resetBy(third, admin);
    expect([await together(anew, admin), await together(third, anew)]).toEqual(['counts_as_one', 'counts_as_one']);
  });
});

it('of somebody who is not there nothing is confirmed', async () => {
  const google_code = await admin.code();
  expect(await admin.call(staffConfirm, { staff_id: 999_999, google_code })).toMatchObject({ msg: 'not_found' });
});
