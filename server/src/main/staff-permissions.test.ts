import { CALLS } from '@purser/contract/calls';
import { isPermitted, type Permission, STAFF_ROLES, type StaffRole } from '@purser/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

/** Every call of staff, asked by every role and by whoever else might try: a new call is tested by being declared. */

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());

const calls = CALLS.filter(({ caller }) => caller === 'staff').map((call) => [call.path, call] as const);
const REFUSED = ['unauthenticated', 'staff_not_allowed', 'forbidden'];

describe.each(calls)('%s', (_, call) => {
  const permission = call.permission as Permission;
  const ask = (staff: TestStaff, headers = {}) => app.send(call, {}, { staffToken: staff.token, headers });

  it.each(STAFF_ROLES.map((role): [StaffRole, string] => [role, isPermitted(role, permission) ? 'lets in' : 'refuses']))(
    `is asked by %s, whom it %s (${permission})`,
    async (role) => {
      const staff = await makeStaff(app, role);
      if (!isPermitted(role, permission)) {
        expect(await ask(staff)).toMatchObject({ status: 403, msg: 'staff_not_allowed', data: null });
      } else {
        // Where a file is answered there is no envelope: whoever is refused has one.
        const answer = await ask(staff).catch((error: unknown) => {
          if (call.answer === 'envelope' || !(error instanceof SyntaxError)) throw error;
          return undefined;
        });
        expect(REFUSED).not.toContain(answer?.msg);
      }
    },
  );

  it('lets in nobody who is not signed in as staff, and no member who is suspended or whose session is over', async () => {
    const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
    for (const options of [
      {},
      { token: merchant.token },
      { payerToken: user.token },
      { staffToken: merchant.token },
      { staffToken: user.token },
    ]) {
      expect(await app.send(call, {}, options)).toMatchObject({ status: 401, msg: 'unauthenticated', data: null });
    }
    const suspended = await makeStaff(app, 'admin', { status: 'suspended' });
    expect(await ask(suspended)).toMatchObject({ msg: 'unauthenticated' });
    for (const over of [`expires_at = now()`, `last_seen_at = now() - interval '31 minutes'`]) {
      const member = await makeStaff(app, 'admin');
      await app.sql(`update staff_session set ${over} where staff_id = $1`, [member.staffId]);
      expect(await ask(member)).toMatchObject({ msg: 'unauthenticated' });
    }
  });

  it('is not made by the page of another site', async () => {
    const staff = await makeStaff(app, 'admin');
    expect(await ask(staff, { origin: 'https://evil.example' })).toMatchObject({ status: 403, msg: 'forbidden' });
    expect(await ask(staff, { origin: 'null' })).toMatchObject({ status: 403, msg: 'forbidden' });
  });
});
