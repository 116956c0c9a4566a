import { partyUnlock } from '@purser/contract/features/party';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { partyRoutes } from './routes.ts';

let app: TestApp;
let support: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: partyRoutes });
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const unlock = async (owner_id: number, by = support) =>
  by.call(partyUnlock, { owner_id, reason: 'Called from their own phone', google_code: await by.code() });
const lock = (scope: string, subject: string) =>
  app.sql(
    `insert into throttle (scope, subject, failures, locked_until, forget_at) values ($1, $2, 5, now() + interval '1 h', now() + interval '1 h')`,
    [scope, subject],
  );
const locked = async () =>
  (await app.sql<{ subject: string }>('select subject from throttle order by subject')).map(({ subject }) => subject);

it('forgets the slips of a wallet user, tells them, and leaves everybody else’s', async () => {
  const user = await makeUser(app, { email: 'slips@example.com' });
  const other = `user ${user.user_id}0`;
  await lock('sign-in:account-address', `user ${user.user_id} 203.0.113.7`);
  await lock('sign-in:account', `user ${user.user_id}`);
  await lock('sign-in:known', `user ${user.user_id} 203.0.113.8`);
  await lock('wallet-proof', `user ${user.user_id}`);
  await lock('sign-in:account', other);
  await lock('sign-in:address', '203.0.113.7');
  await app.sql(
    `update wallet_user set payment_password_failures = 5, payment_password_lockouts = 3, payment_password_locked_until = now() + interval '1 day'
     where user_id = $1`,
    [user.user_id],
  );
  dataOf(await unlock(user.user_id));
  expect(await locked()).toEqual(['203.0.113.7', other]);
  const [row] = await app.sql(
    `select payment_password_failures as failures, payment_password_lockouts as lockouts, payment_password_locked_until as until
     from wallet_user where user_id = $1`,
    [user.user_id],
  );
  expect(row).toEqual({ failures: 0, lockouts: 0, until: null });
  expect(await app.sql('select kind from message where owner_id = $1', [user.user_id])).toEqual([{ kind: 'account_unlocked' }]);
  const [entry] = await app.sql('select action, actor, details from audit_log where owner_id = $1', [user.user_id]);
  expect(entry).toMatchObject({
    action: 'party.unlock',
    actor: String(support.staffId),
    details: { reason: 'Called from their own phone' },
  });
});

it('forgets the slips of a merchant, those at the authenticator’s code too', async () => {
  await app.sql('delete from throttle');
  const { merchant_id } = await makeMerchant(app);
  for (const scope of ['code:act', 'code:known', 'code:stranger', 'sign-in:account']) await lock(scope, `merchant ${merchant_id}`);
  dataOf(await unlock(merchant_id));
  expect(await locked()).toEqual([]);
});

it('of nobody is refused, and so is one who only looks; nothing changes', async () => {
  await lock('sign-in:account', 'user 1');
  expect(await unlock(99_999_999)).toMatchObject({ msg: 'not_found' });
  const user = await makeUser(app);
  expect(await unlock(user.user_id, await makeStaff(app, 'auditor'))).toMatchObject({ msg: 'staff_not_allowed' });
  expect(await app.sql('select from audit_log where owner_id = $1', [user.user_id])).toEqual([]);
  expect(await locked()).toContain('user 1');
});
