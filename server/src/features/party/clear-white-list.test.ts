import { accountDetail } from '@purser/contract/features/account';
import { partyWhiteListClear } from '@purser/contract/features/party';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let support: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const clear = async (merchant_id: number, by = support, google_code?: string) =>
  by.call(partyWhiteListClear, { merchant_id, reason: 'Showed the register', google_code: google_code ?? (await by.code()) });
const look = async ({ token }: TestMerchant) => (await app.call(accountDetail, {}, { token })).msg;
const entries = async (merchant_id: number) =>
  (await app.sql<{ ip: string }>('select ip from login_ip_white where merchant_id = $1 order by ip', [merchant_id])).map(({ ip }) => ip);

async function shutOut(): Promise<TestMerchant> {
  const merchant = await makeMerchant(app);
  await app.sql(`insert into login_ip_white (merchant_id, ip) values ($1, '203.0.113.7'), ($1, '198.51.100.0/24')`, [merchant.merchant_id]);
  await app.sql(`update merchant set notice_mail = 'owner@example.com', notice_language = 'en' where merchant_id = $1`, [
    merchant.merchant_id,
  ]);
  expect(await look(merchant)).toBe('login_ip_refused');
  return merchant;
}

it('lets a merchant in again at once, tells them by mail, and notes what was on the list', async () => {
  const [merchant, other] = [await shutOut(), await shutOut()];
  expect(await clear(merchant.merchant_id)).toMatchObject({ code: 200 });
  expect(await look(merchant)).toBe('ok');
  expect(await look(other)).toBe('login_ip_refused');
  const [noted] = await app.sql<{ details: object; actor: string }>(
    `select actor, details from audit_log where owner_id = $1 and action = 'party.clear_white_list'`,
    [merchant.merchant_id],
  );
  expect(noted).toMatchObject({
    actor: String(support.staffId),
    details: { cleared: ['198.51.100.0/24', '203.0.113.7'], reason: 'Showed the register' },
  });
  const mails = await app.sql(`select kind, language from message where owner_id = $1`, [merchant.merchant_id]);
  expect(mails).toEqual([{ kind: 'white_list_cleared', language: 'en' }]);
  expect(await clear(merchant.merchant_id)).toMatchObject({ msg: 'already_done' });
});

it('is refused without a right code, to other roles, and of who is no merchant; nothing is changed', async () => {
  const merchant = await shutOut();
  expect((await clear(merchant.merchant_id, support, '000000')).code).not.toBe(200);
  for (const role of ['finance', 'auditor'] as const) {
    expect(await clear(merchant.merchant_id, await makeStaff(app, role))).toMatchObject({ msg: 'staff_not_allowed' });
  }
  expect(await clear((await makeUser(app)).user_id)).toMatchObject({ msg: 'not_found' });
  expect(await entries(merchant.merchant_id)).toEqual(['198.51.100.0/24', '203.0.113.7']);
  expect(await app.sql(`select from message where owner_id = $1`, [merchant.merchant_id])).toEqual([]);
});
