import { CALLS } from '@purser/contract/calls';
import { testUsdtSend } from '@purser/contract/features/test-usdt';
import { MEMBER_PERMISSIONS, MEMBER_ROLES, memberMay, type MemberPermission, type MemberRole } from '@purser/contract/member';
import { MERCHANT_CALLS, roleMayCall } from '@purser/contract/merchant-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeMember, type TestMember } from '../platform/testing/members.ts';
import { makeMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** Every call of the console, asked by every role of a team: a new call is tested by being declared. */

let app: TestApp;
const members = new Map<MemberRole, TestMember>();
/** Owners who may do nothing any more, or nothing yet. */
const out: TestMember[] = [];

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  const merchant = await makeMerchant(app);
  for (const role of MEMBER_ROLES) members.set(role, await makeMember(app, merchant, { role }));
  const gone = 'password_hash = null, totp_secret = null, set_up_at = null';
  for (const over of [`status = 'suspended'`, gone, `${gone}, removed_at = now()`, `set_up_at = now() + interval '1 day'`]) {
    const member = await makeMember(app, merchant, { role: 'owner' });
    await app.sql(`update merchant_member set ${over} where merchant_id = $1 and member_id = $2`, [merchant.merchant_id, member.member_id]);
    out.push(member);
  }
});
afterAll(() => app.close());

const ofMerchants = CALLS.filter(({ caller }) => caller === 'merchant');
const calls = ofMerchants.map((call) => [call.path, call] as const);
const REFUSED = ['unauthenticated', 'member_not_allowed', 'access_restricted'];

describe('the table', () => {
  it('names every call of the console, and nothing else', () => {
    expect(Object.keys(MERCHANT_CALLS).toSorted()).toEqual([...ofMerchants, testUsdtSend].map(({ path }) => path).toSorted());
  });

  it('lets nobody write by a permission to read', () => {
    const writes = ofMerchants.filter(({ write }) => write).map(({ path }) => [path, MERCHANT_CALLS[path]]);
    expect(writes.filter(([, permission]) => String(permission).endsWith('.read'))).toEqual([]);
  });

  it('lets a viewer read everything and change nothing but the own login', () => {
    const permissions = Object.keys(MEMBER_PERMISSIONS) as MemberPermission[];
    const reads = permissions.filter((permission) => permission.endsWith('.read') || permission === 'self.manage');
    expect(permissions.filter((permission) => memberMay('viewer', permission))).toEqual(reads);
  });

  it('leaves the team and the account to owners, money to finance as well, keys to developers', () => {
    const may = (permission: MemberPermission) => MEMBER_ROLES.filter((role) => memberMay(role, permission));
    for (const permission of ['team.manage', 'account.change', 'access.change'] as const) expect(may(permission)).toEqual(['owner']);
    for (const permission of ['money.move', 'order.decide', 'payee.change'] as const) expect(may(permission)).toEqual(['owner', 'finance']);
    expect(may('integration.change')).toEqual(['owner', 'developer']);
  });

  it('leaves a call that is not listed to owners', () => {
    expect(MEMBER_ROLES.filter((role) => roleMayCall(role, '/v1/merchant/not/listed'))).toEqual(['owner']);
  });
});

describe.each(calls)('%s', (path, call) => {
  /** A session of its own each time: some calls end theirs. */
  const ask = async ({ merchant_id, member_id }: TestMember) => {
    const from = { ip: '127.0.0.1', userAgent: 'test' };
    const { token } = await app.platform.sessions.open('merchant', merchant_id, from, undefined, member_id);
    return app.send(call, {}, { token });
  };

  it.each(MEMBER_ROLES.map((role): [MemberRole, string] => [role, roleMayCall(role, path) ? 'lets in' : 'refuses']))(
    'is asked by %s, whom it %s',
    async (role) => {
      const member = members.get(role) as TestMember;
      if (!roleMayCall(role, path)) {
        expect(await ask(member)).toMatchObject({ status: 403, code: 8101, msg: 'member_not_allowed', data: null });
      } else if (call.answer !== 'events') {
        // Where a file is answered there is no envelope: whoever is refused has one.
        const answer = await ask(member).catch((error: unknown) => {
          if (call.answer === 'envelope' || !(error instanceof SyntaxError)) throw error;
          return undefined;
        });
        expect(REFUSED).not.toContain(answer?.msg);
      }
    },
  );

  it('lets in no member who is suspended, removed, or has yet to set up', async () => {
    for (const member of out) expect(await ask(member)).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });
});
