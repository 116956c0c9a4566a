import { staffSession } from '@purser/contract/features/staff';
import { staffMemberSessionEnd, staffMemberSessions } from '@purser/contract/features/staff-member';
import { STAFF_ROLES } from '@purser/contract/staff';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let admin: TestStaff;
let member: TestStaff;
/** Another session of the member's. */
let second: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [admin, member] = [await makeStaff(app, 'admin'), await makeStaff(app, 'support')];
  const { operator } = app.platform;
  const from = { ip: '203.0.113.9', userAgent: 'Another browser' };
  second = (await operator.db.systemTransaction((tx) => operator.sessions.open(tx, member.staffId, from))).token;
});

const listed = async (of = member, by = admin) => dataOf(await by.call(staffMemberSessions, { staff_id: of.staffId })).list;
const end = async (input: { staff_id: number; session_id?: string }, by = admin) =>
  by.call(staffMemberSessionEnd, { ...input, google_code: await by.code() });
const isIn = async (staffToken: string) => (await app.call(staffSession, {}, { staffToken })).msg === 'ok';

describe("another member's sessions", () => {
  it('are listed for an admin, the newest first, without those that let nobody in any more', async () => {
    const [newest, first, ...others] = await listed();
    expect(newest).toMatchObject({ ip: '203.0.113.9', user_agent: 'Another browser', current: false });
    expect(first).toMatchObject({ ip: '127.0.0.1', user_agent: 'test', current: false });
    expect(others).toEqual([]);
    expect((await listed(admin)).map(({ current }) => current)).toEqual([true]);
    await app.sql(`update staff_session set last_seen_at = now() - interval '1 day' where staff_id = $1`, [member.staffId]);
    expect(await listed()).toEqual([]);
    expect(await admin.call(staffMemberSessions, { staff_id: 999_999 })).toMatchObject({ msg: 'not_found' });
  });

  it('end one by one, which is noted, and the others stay', async () => {
    const [{ session_id } = { session_id: '' }] = await listed();
    expect(dataOf(await end({ staff_id: member.staffId, session_id }))).toEqual({ ended: 1 });
    expect([await isIn(second), await isIn(member.token)]).toEqual([false, true]);
    const [entry] = await app.sql(
      `select actor, details from audit_log where owner_id = $1 and action = 'staff.end_session' order by sequence desc limit 1`,
      [PROVIDER_OWNER_ID],
    );
    expect(entry).toMatchObject({ actor: String(admin.staffId), details: { staff_id: member.staffId, session_id, ended: 1 } });
    expect(await end({ staff_id: member.staffId, session_id })).toMatchObject({ msg: 'not_found' });
  });

  it("all end together, and nobody else's", async () => {
    const other = await makeStaff(app, 'support');
    expect(dataOf(await end({ staff_id: member.staffId }))).toEqual({ ended: 2 });
    expect([await isIn(second), await isIn(member.token), await isIn(other.token)]).toEqual([false, false, true]);
    expect(await end({ staff_id: member.staffId })).toMatchObject({ msg: 'not_found' });
  });

  it('are not found under another member, and nothing ends', async () => {
    const other = await makeStaff(app, 'support');
    const [{ session_id } = { session_id: '' }] = await listed();
    expect(await end({ staff_id: other.staffId, session_id })).toMatchObject({ msg: 'not_found' });
    expect([await isIn(second), await isIn(other.token)]).toEqual([true, true]);
  });

  it('do not end without the right code', async () => {
    const code = await admin.code();
    const google_code = code === '000000' ? '111111' : '000000';
    expect(await admin.call(staffMemberSessionEnd, { staff_id: member.staffId, google_code })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await isIn(member.token)).toBe(true);
  });
});

it("one's own do not end here", async () => {
  expect(await end({ staff_id: admin.staffId })).toMatchObject({ msg: 'staff_self' });
  expect(await isIn(admin.token)).toBe(true);
});

it.each(STAFF_ROLES.filter((role) => role !== 'admin'))('%s neither sees nor ends them', async (role) => {
  const other = await makeStaff(app, role);
  expect(await other.call(staffMemberSessions, { staff_id: member.staffId })).toMatchObject({ msg: 'staff_not_allowed' });
  expect(await end({ staff_id: member.staffId }, other)).toMatchObject({ msg: 'staff_not_allowed' });
  expect(await isIn(member.token)).toBe(true);
});
