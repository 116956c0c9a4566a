import { accountDetail } from '@purser/contract/features/account';
import { timeZoneUpdate } from '@purser/contract/features/account-security';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { accountRoutes } from '../account/routes.ts';
import { accountSecurityRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...accountRoutes(platform), ...accountSecurityRoutes(platform)] });
});
beforeEach(async () => {
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const zone = async () => dataOf(await app.call(accountDetail, {}, { token: merchant.token })).own?.time_zone;
const change = async (time_zone: string | null, google_code?: string) =>
  app.call(timeZoneUpdate, { time_zone, google_code: google_code ?? (await googleCode(app, merchant)) }, { token: merchant.token });

it('is each browser’s until it is named, and again when that is wished', async () => {
  expect(await zone()).toBeNull();
  expect(await change('Asia/Ho_Chi_Minh')).toMatchObject({ msg: 'ok', data: null });
  expect(await zone()).toBe('Asia/Ho_Chi_Minh');
  expect(await change(null)).toMatchObject({ msg: 'ok' });
  expect(await zone()).toBeNull();
  const log = await app.sql('select action, details from audit_log where owner_id = $1 order by sequence', [merchant.merchant_id]);
  expect(log).toMatchObject([
    { action: 'time_zone.change', details: { time_zone: 'Asia/Ho_Chi_Minh' } },
    { action: 'time_zone.change', details: { time_zone: null } },
  ]);
});

it.each(['Mars/Olympus', '+08:00', 'CET'])('says of %j what it should be', async (wrong) => {
  const problem = 'must be the IANA name of a time zone, such as Asia/Ho_Chi_Minh';
  expect(await change(wrong)).toMatchObject({ data: { fields: [{ field: 'time_zone', problem }] } });
});

it.each(['Mars/Olympus', '+08:00', 'CET', '', 'A'.repeat(65)])('refuses %s, names the field and changes nothing', async (wrong) => {
  await change('UTC');
  expect(await change(wrong)).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'time_zone' }] } });
  expect(await zone()).toBe('UTC');
});

it('takes the authenticator’s code', async () => {
  expect(await change('UTC', '000000')).toMatchObject({ msg: 'wrong_google_code' });
  expect(await zone()).toBeNull();
});
