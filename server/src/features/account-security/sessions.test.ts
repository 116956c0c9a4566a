import { accountDetail } from '@purser/contract/features/account';
import { merchantSessionEnd, merchantSessionEndOthers, merchantSessionList } from '@purser/contract/features/account-security';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { accountRoutes } from '../account/routes.ts';
import { accountSecurityRoutes } from './routes.ts';
import { anotherSession } from './testing/worlds.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...accountRoutes(platform), ...accountSecurityRoutes(platform)] });
});
afterAll(() => app.close());
beforeEach(async () => {
  merchant = await makeMerchant(app);
});

const listOf = async ({ token } = merchant) => dataOf(await app.call(merchantSessionList, {}, { token })).list;
const isOpen = async (token: string) => (await app.call(accountDetail, {}, { token })).code === 200;

it('are listed with device, address and times, the newest first, without what lets anybody in', async () => {
  await app.platform.sessions.open('merchant', merchant.merchant_id, { ip: '203.0.113.7', userAgent: 'Firefox/140.0 (Linux)' });
  const list = await listOf();
  expect(list.map(({ ip, user_agent, current }) => [ip, user_agent, current])).toEqual([
    ['203.0.113.7', 'Firefox/140.0 (Linux)', false],
    ['127.0.0.1', 'test', true],
  ]);
  expect(Object.keys(list[0] ?? {}).toSorted()).toEqual([
    'create_time',
    'current',
    'expires_at',
    'ip',
    'last_seen_time',
    'session_id',
    'user_agent',
  ]);
});

it('that let nobody in any more are not listed', async () => {
  for (const change of [
    `expires_at = now() - interval '1 s'`,
    `last_seen_at = now() - interval '61 min'`,
    `created_at = now() - interval '13 h'`,
  ]) {
    const { session_id } = await anotherSession(app, merchant);
    await app.sql(`update session set ${change} where session_id = $1`, [session_id]);
  }
  expect(await listOf()).toHaveLength(1);
});

it('are ended one by one at once, and those of others are not theirs', async () => {
  const { token, session_id } = await anotherSession(app, merchant);
  const stranger = await makeMerchant(app);
  expect(await app.call(merchantSessionEnd, { session_id }, { token: stranger.token })).toMatchObject({ msg: 'not_found' });
  expect(await isOpen(token)).toBe(true);
  expect(await app.call(merchantSessionEnd, { session_id }, { token: merchant.token })).toMatchObject({ code: 200 });
  expect(await isOpen(token)).toBe(false);
  expect(await app.call(merchantSessionEnd, { session_id }, { token: merchant.token })).toMatchObject({ msg: 'not_found' });
});

it('are all ended at once but the one that asks', async () => {
  const others = [await anotherSession(app, merchant), await anotherSession(app, merchant)];
  const stranger = await makeMerchant(app);
  expect(dataOf(await app.call(merchantSessionEndOthers, {}, { token: merchant.token }))).toEqual({ ended: 2 });
  for (const { token } of others) expect(await isOpen(token)).toBe(false);
  expect([await isOpen(merchant.token), await isOpen(stranger.token)]).toEqual([true, true]);
  const log = await app.sql('select action, details from audit_log where owner_id = $1', [merchant.merchant_id]);
  expect(log).toEqual([{ action: 'session.end_others', details: { ended: 2 } }]);
});
