import { randomBytes } from 'node:crypto';
import { approvalList } from '@purser/contract/features/approval';
import { partyResetAuthenticator } from '@purser/contract/features/party';
import { promisedTimeQuery } from '@purser/contract/features/promised-time';
import { signInPolicyQuery } from '@purser/contract/features/sign-in-policy';
import { staffAuthenticatorSecret } from '@purser/contract/features/staff';
import { staffInvite } from '@purser/contract/features/staff-member';
import { staffPasskeyCreation } from '@purser/contract/features/staff-passkey';
import type { StaffRole } from '@purser/contract/staff';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { uuidv7 } from 'uuidv7';
import { admitted, newMerchant } from '../../features/merchant-set-up/testing/admission.ts';
import { makeKey } from '../../features/open-order/testing/key.ts';
import { encryptedForStaff } from '../../features/staff-auth/testing/sign-in.ts';
import { rechargeWorlds } from '../../features/usdt-recharge/testing/worlds.ts';
import { type CallOptions, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { makeStaff, STAFF_PASSWORD, type TestStaff } from '../../platform/testing/staff.ts';
import { addTestPasskey } from '../../platform/testing/staff-passkey.ts';
import { totpOf } from '../../platform/security/totp.ts';

/** What a write of staff's is asked in: by whom, with what, and with what else. */
interface StaffWorld {
  readonly member?: TestStaff;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
  /** Another attempt at the same, where an attempt uses its input up: a password is encrypted for one use. */
  readonly again?: () => Promise<object>;
}

/** A world of a member of staff, who confirms with a code where the call asks for one. */
async function asMember(app: TestApp, role: StaffRole, input: object, other?: object): Promise<StaffWorld> {
  const member = await makeStaff(app, role);
  return { member, options: { staffToken: member.token }, input, ...(other && { other }) };
}

/** A fresh world for each write by which staff manage themselves and decide together, and for those of recharges, by its path. */
export const staffWorlds = (app: () => TestApp): Record<string, () => Promise<StaffWorld>> => ({
  ...rechargeWorlds(app, (role, input, other) => asMember(app(), role, input, other)),
  '/v1/operator/session/end': async () => {
    const world = await asMember(app(), 'support', {});
    const [one, two] = [await openSession(app(), world.member), await openSession(app(), world.member)];
    return { ...world, input: { session_id: one }, other: { session_id: two } };
  },
  '/v1/operator/session/end_others': async () => {
    const world = await asMember(app(), 'support', {});
    await openSession(app(), world.member);
    return world;
  },
  '/v1/operator/passkey/add': async () => {
    const member = await makeStaff(app(), 'support');
    const made = async () => ({ passkey: new SoftwareAuthenticator().create(dataOf(await member.call(staffPasskeyCreation, {}))) });
    return { member, options: { staffToken: member.token }, input: await made(), other: await made() };
  },
  '/v1/operator/passkey/remove': async () => {
    const member = await makeStaff(app(), 'support');
    const [one, two] = [await addTestPasskey(member), await addTestPasskey(member)];
    return {
      member,
      options: { staffToken: member.token },
      input: { passkey_id: one.passkey_id },
      other: { passkey_id: two.passkey_id },
    };
  },
  '/v1/operator/staff/session/end': async () => {
    const other = await makeStaff(app(), 'finance');
    const [one, two] = [await openSession(app(), other), await openSession(app(), other)];
    return asMember(app(), 'admin', { staff_id: other.staffId, session_id: one }, { staff_id: other.staffId, session_id: two });
  },
  '/v1/operator/storage/test': () => asMember(app(), 'admin', {}),
  '/v1/operator/sign_in_policy/change': async () => {
    const world = await asMember(app(), 'admin', {});
    const present = dataOf(await app().call(signInPolicyQuery, {}, world.options));
    const attempts = present.attempts === 5 ? 6 : 5;
    return { ...world, input: { ...present, attempts }, other: { ...present, attempts: 7 } };
  },
  '/v1/operator/promised_time/change': async () => {
    const world = await asMember(app(), 'admin', {});
    const present = dataOf(await app().call(promisedTimeQuery, {}, world.options));
    return { ...world, input: { ...present, appeals: 12 }, other: { ...present, appeals: 13 } };
  },
  '/v1/operator/password/change': async () => {
    const world = await asMember(app(), 'support', {});
    const again = async (to = 'Another-password-1') => {
      const [old, wanted] = [await encryptedForStaff(app(), STAFF_PASSWORD), await encryptedForStaff(app(), to)];
      return { key_id: old.key_id, old_password: old.password, new_password: wanted.password };
    };
    return { ...world, again, input: await again(), other: await again('Another-password-2') };
  },
  '/v1/operator/authenticator/replace': async () => {
    const world = await asMember(app(), 'support', {});
    const wanted = async () => {
      const { secret, secret_token } = dataOf(await app().call(staffAuthenticatorSecret, {}, world.options));
      return { secret_token, new_code: totpOf(secret).generate() };
    };
    return { ...world, input: await wanted(), other: await wanted() };
  },
  '/v1/operator/staff/invite': () => {
    const input = { username: `new-${randomBytes(4).toString('hex')}`, name: 'New', role: 'support' };
    return asMember(app(), 'admin', input, { ...input, role: 'admin' });
  },
  '/v1/operator/staff/invitation/withdraw': async () => {
    const world = await asMember(app(), 'admin', {});
    const { invitation_id } = await makeInvitation(app(), world.member);
    return { ...world, input: { invitation_id }, other: { invitation_id: uuidv7() } };
  },
  '/v1/operator/staff/change_role': () => ofAnother(app(), (staff_id) => ({ staff_id, role: 'auditor' })),
  '/v1/operator/staff/suspend': () => ofAnother(app(), (staff_id) => ({ staff_id })),
  '/v1/operator/staff/restore': async () => {
    const world = await ofAnother(app(), (staff_id) => ({ staff_id }));
    await app().sql(`update staff set status = 'suspended' where staff_id = $1`, [(world.input as { staff_id: number }).staff_id]);
    return world;
  },
  '/v1/operator/staff/confirm': async () => {
    const maker = await makeStaff(app(), 'admin');
    const world = await ofAnother(app(), (staff_id) => ({ staff_id }));
    await app().sql('insert into staff_unconfirmed (staff_id, made_by) values ($1, $2)', [
      (world.input as { staff_id: number }).staff_id,
      maker.staffId,
    ]);
    return world;
  },
  '/v1/operator/staff/reset': () => ofAnother(app(), (staff_id) => ({ staff_id })),
  '/v1/operator/merchant/admit': () => asMember(app(), 'support', newMerchant(), newMerchant()),
  '/v1/operator/merchant/set_up_link/make': async () => {
    const [one, two] = [await makeAdmitted(app()), await makeAdmitted(app())];
    return asMember(app(), 'support', one, two);
  },
  '/v1/operator/merchant/set_up_link/withdraw': async () => {
    const [one, two] = [await makeAdmitted(app()), await makeAdmitted(app())];
    return asMember(app(), 'support', one, two);
  },
  '/v1/operator/party/suspend': async () => {
    const owner_id = (await makeMerchant(app())).merchant_id;
    return asMember(app(), 'support', { owner_id, reason: 'Fraud' }, { owner_id, reason: 'Asked for it' });
  },
  '/v1/operator/party/restore': async () => {
    const owner_id = (await makeMerchant(app(), { status: 'suspended' })).merchant_id;
    return asMember(app(), 'support', { owner_id, reason: 'Cleared' }, { owner_id, reason: 'By mistake' });
  },
  '/v1/operator/party/unlock': async () => {
    const owner_id = (await makeMerchant(app())).merchant_id;
    return asMember(app(), 'support', { owner_id, reason: 'Slipped' }, { owner_id, reason: 'Called us' });
  },
  '/v1/operator/party/white_list/clear': async () => {
    const merchant_id = (await makeMerchant(app())).merchant_id;
    await app().sql(`insert into login_ip_white (merchant_id, ip) values ($1, '203.0.113.7')`, [merchant_id]);
    return asMember(app(), 'support', { merchant_id, reason: 'Shut out' }, { merchant_id, reason: 'Called us' });
  },
  '/v1/operator/registration/set': () => asMember(app(), 'admin', { is_open: true }, { is_open: false }),
  '/v1/operator/party/identity/decide': async () => {
    const { merchant_id } = await makeMerchant(app(), { authentication_status: 'pending' });
    const decided = { merchant_id, authentication_status: 'pending', decision: 'approved', reason: 'Papers seen' };
    return asMember(app(), 'support', decided, { ...decided, decision: 'rejected' });
  },
  '/v1/operator/party/reset_authenticator': async () => {
    const merchant_id = (await makeMerchant(app())).merchant_id;
    return asMember(app(), 'support', { merchant_id, reason: 'Lost' }, { merchant_id, reason: 'Stolen' });
  },
  '/v1/operator/ledger/manual_posting/enter': async () => {
    const owner_id = (await makeMerchant(app())).merchant_id;
    const input = { owner_id, direction: 'increase', coin_name: 'USDP', amount: '5', against: 'bank', reason: 'Came by wire' };
    return asMember(app(), 'finance', input, { ...input, amount: '6' });
  },
  '/v1/operator/ledger/attestation/add': () => {
    const input = { coin_name: 'USDP', amount: '5', source: 'The bank', as_of: '2026-01-01T00:00:00Z', remark: '' };
    return asMember(app(), 'finance', input, { ...input, amount: '6' });
  },
  '/v1/operator/ledger/verify': () => asksForRun(app()),
  '/v1/operator/ledger/checkpoint': () => asksForRun(app()),
  '/v1/operator/ledger/liabilities/make': () => asksForRun(app()),
  '/v1/operator/party/user/kind/set': async () => {
    const { user_id } = await makeUser(app());
    return asMember(app(), 'support', { user_id, kind: 'agent', reason: 'Contract' }, { user_id, kind: 'advanced', reason: 'Contract' });
  },
  '/v1/operator/party/merchant/recharge_configuration/set': async () => {
    const { merchant_id } = await makeMerchant(app());
    const input = { merchant_id, recharge_configuration: [1, 2], reason: 'Contract' };
    return asMember(app(), 'support', input, { ...input, recharge_configuration: [1] });
  },
  '/v1/operator/party/session/end': async () => {
    const { merchant_id: owner_id } = await makeMerchant(app());
    const [session] = await app().sql<{ session_id: string }>('select session_id from session where owner_id = $1', [owner_id]);
    const input = { owner_id, session_id: session?.session_id, reason: 'Stolen' };
    return asMember(app(), 'support', input, { ...input, reason: 'Lost' });
  },
  '/v1/operator/party/access_key/revoke': async () => {
    const merchant = await makeMerchant(app());
    const { access_key } = await makeKey(app(), merchant);
    const input = { merchant_id: merchant.merchant_id, access_key, reason: 'Published' };
    return asMember(app(), 'support', input, { ...input, reason: 'Lost' });
  },
  '/v1/operator/reward/grant': async () => {
    const { user_id } = await makeUser(app());
    await fund(app(), PROVIDER_OWNER_ID, 'USDP', '100.00', 'reward_pool');
    const input = { user_id, coin_name: 'USDP', amount: '5.00', reason: 'A late refund' };
    return asMember(app(), 'finance', input, { ...input, amount: '6.00' });
  },
  '/v1/operator/review/decide': async () => {
    const owner_id = (await makeMerchant(app())).merchant_id;
    const serial_number = `RC${randomBytes(6).toString('hex')}`;
    await app().sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
       values ($1, $2, 'usdt_recharge', 'pending_review', 'manual', 'USDP', 100, 1, 99, 100)`,
      [owner_id, serial_number],
    );
    const input = { orders: [{ owner_id, serial_number }], decision: 'reject', reason: 'Not found' };
    return asMember(app(), 'finance', input, { ...input, reason: 'Not ours' });
  },
  '/v1/operator/approval/approve': async () => {
    const [world, one, two] = [await asMember(app(), 'support', {}), await entered(app()), await entered(app())];
    const approving = ({ approval_id, content_hash }: { approval_id: string; content_hash: string }) => ({ approval_id, content_hash });
    return { ...world, input: approving(one), other: approving(two) };
  },
  '/v1/operator/approval/reject': async () => {
    const { approval_id } = await entered(app());
    return asMember(app(), 'support', { approval_id, remark: 'No' }, { approval_id, remark: 'Never' });
  },
  '/v1/operator/approval/withdraw': async () => {
    const member = await makeStaff(app(), 'support');
    const [one, two] = [await entered(app(), member), await entered(app(), member)];
    return {
      member,
      options: { staffToken: member.token },
      input: { approval_id: one.approval_id },
      other: { approval_id: two.approval_id },
    };
  },
});

/** There is one run of a kind at a time. */
async function asksForRun(app: TestApp): Promise<StaffWorld> {
  await app.sql('delete from ledger_run');
  return asMember(app, 'finance', {});
}

async function openSession(app: TestApp, member: TestStaff | undefined): Promise<string> {
  const { operator } = app.platform;
  const from = { ip: '127.0.0.1', userAgent: 'another' };
  const { token } = await operator.db.systemTransaction((tx) => operator.sessions.open(tx, member?.staffId ?? 0, from));
  return (await operator.sessions.find(token))?.sessionId ?? '';
}

async function ofAnother(app: TestApp, input: (staffId: number) => object): Promise<StaffWorld> {
  const [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
  return asMember(app, 'admin', input(one.staffId), input(two.staffId));
}

async function makeInvitation(app: TestApp, member: TestStaff | undefined) {
  const input = { username: `new-${randomBytes(4).toString('hex')}`, name: 'New', role: 'support' } as const;
  const google_code = (await member?.code()) ?? '';
  return dataOf(await app.call(staffInvite, { ...input, google_code }, { staffToken: member?.token }));
}

async function makeAdmitted(app: TestApp): Promise<{ merchant_id: number }> {
  const { merchant_id } = await admitted(await makeStaff(app, 'support'));
  return { merchant_id };
}

/** Something that waits for a second person, entered by a member of the test's or by somebody else. */
async function entered(app: TestApp, by?: TestStaff) {
  const member = by ?? (await makeStaff(app, 'support'));
  const { merchant_id } = await makeMerchant(app);
  const { approval_id } = dataOf(
    await member.call(partyResetAuthenticator, { merchant_id, reason: 'Lost', google_code: await member.code() }),
  );
  const { list } = dataOf(await member.call(approvalList, { state: 'pending', page_size: 100 }));
  const found = list.find((one) => one.approval_id === approval_id);
  if (!found) throw new Error('what was entered is not listed');
  return found;
}
