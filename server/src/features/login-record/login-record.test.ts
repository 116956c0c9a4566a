import { accountDetail } from '@purser/contract/features/account';
import { merchantSessionEnd } from '@purser/contract/features/account-security';
import { loginLogExport, loginLogList } from '@purser/contract/features/login-record';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordRefusedLogin } from '../../domain/login-record.ts';
import { forgetExpired } from '../../platform/commands/forget.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { wellWithinAQuarter } from '../../platform/testing/within-quarter.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accountRoutes } from '../account/routes.ts';
import { accountSecurityRoutes } from '../account-security/routes.ts';
import { authRoutes } from '../auth/routes.ts';
import { askForSecret, signInAs } from '../auth/testing/sign-in.ts';
import { deviceOf } from '../../domain/device.ts';
import { loginRecordRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [
      ...loginRecordRoutes(platform),
      ...authRoutes(platform),
      ...accountRoutes(platform),
      ...accountSecurityRoutes(platform),
    ],
  });
});
beforeEach(async () => {
  await wellWithinAQuarter();
  await app.sql('delete from throttle');
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const HERE = '203.0.113.7';
const STRANGER = '198.51.100.9';

const query = async (filters: object = {}, { token } = merchant) => dataOf(await app.call(loginLogList, filters, { token }));
const records = async (filters: object = {}) => (await query(filters)).list;
const outcomes = async (filters: object = {}) => (await records(filters)).map(({ outcome }) => outcome);
const refused = (outcome: 'wrong_password' | 'wrong_code', ip: string) =>
  recordRefusedLogin(app.platform.db, { merchantId: merchant.merchant_id, memberId: 1, outcome, ip, userAgent: '' });

describe('what is written down', () => {
  it('a login: when, from where, with what, and that its session goes on', async () => {
    await signInAs(app, merchant, { ip: HERE, headers: { 'user-agent': CHROME } });
    expect(await query()).toMatchObject({
      total: 1,
      list: [
        { ip: HERE, outcome: 'logged_in', way: 'google_code', device: 'Chrome, Windows', user_agent: CHROME, attempts: 1, is_open: true },
      ],
    });
  });

  it('the first authenticator', async () => {
    const newcomer = await makeMerchant(app, { authenticator: false });
    const { secret } = dataOf(await askForSecret(app, newcomer, { ip: HERE }));
    const { token } = dataOf(await signInAs(app, newcomer, { code: totpOf(secret).generate(), ip: HERE }));
    expect((await query({}, { ...newcomer, token: token ?? '' })).list).toMatchObject([{ way: 'first_authenticator', ip: HERE }]);
  });

  it('what was refused, and why', async () => {
    await signInAs(app, merchant, { password: 'wrong', ip: STRANGER });
    // It does not make the answer wait.
    await eventually(async () => expect(await outcomes()).toEqual(['wrong_password']));
    await signInAs(app, merchant, { code: '000000', ip: STRANGER });
    const code = totpOf(merchant.totpSecret).generate();
    await signInAs(app, merchant, { code, ip: HERE });
    await signInAs(app, merchant, { code, ip: STRANGER });
    await app.sql("insert into login_ip_white (merchant_id, ip) values ($1, '127.0.0.1')", [merchant.merchant_id]);
    await signInAs(app, merchant, { code: await googleCode(app, merchant), ip: STRANGER });
    await app.sql("update merchant set status = 'suspended' where merchant_id = $1", [merchant.merchant_id]);
    await signInAs(app, merchant, { code: await googleCode(app, merchant), ip: STRANGER });
    await app.sql("update merchant set status = 'normal' where merchant_id = $1", [merchant.merchant_id]);
    expect(await outcomes()).toEqual(['suspended', 'ip_refused', 'code_used', 'logged_in', 'wrong_code', 'wrong_password']);
    expect((await records({ outcome: 'wrong_code' }))[0]).toMatchObject({ ip: STRANGER, way: null, is_open: false, attempts: 1 });
  });

  it('a right password with which somebody asks for another authenticator', async () => {
    expect(await askForSecret(app, merchant, { ip: STRANGER })).toMatchObject({ code: 6004, msg: 'authenticator_already_bound' });
    expect(await records()).toMatchObject([{ outcome: 'no_code', ip: STRANGER, way: null, is_open: false, attempts: 1 }]);
    await askForSecret(app, merchant, { ip: STRANGER });
    expect(await records({ outcome: 'no_code' })).toMatchObject([{ attempts: 2 }]);
    // As a wrong code it is told at the next sign-in, and its first stands in the audit log.
    const { token } = dataOf(await signInAs(app, merchant, { ip: HERE }));
    const { own } = dataOf(await app.call(accountDetail, {}, { token: token ?? '' }));
    expect(own?.sign_in_failures).toMatchObject({ count: 2, address: STRANGER });
    const entries = await app.sql("select details, ip from audit_log where owner_id = $1 and action = 'sign_in.fail'", [
      merchant.merchant_id,
    ]);
    expect(entries).toEqual([{ details: { kind: 'code', failures: 1 }, ip: STRANGER }]);
  });

  it('nothing of a name that nobody has, and nothing of an attempt that had to wait', async () => {
    await signInAs(app, merchant, { username: 'nobody-at-all', ip: STRANGER });
    for (let n = 0; n < 7; n += 1) await signInAs(app, merchant, { password: 'wrong', ip: STRANGER });
    await eventually(async () => expect(await records()).toMatchObject([{ outcome: 'wrong_password', attempts: 5 }]));
    const [row] = await app.sql(
      'select count(*)::int as others from login_record where merchant_id not in (select merchant_id from merchant)',
    );
    expect(row).toEqual({ others: 0 });
  });
});

describe('however many try', () => {
  it('alike refusals of one address within an hour are one record; another hour, another reason and another address have their own', async () => {
    for (let n = 0; n < 3; n += 1) await refused('wrong_password', STRANGER);
    await refused('wrong_code', STRANGER);
    await refused('wrong_password', '192.0.2.1');
    expect((await records()).map(({ ip, attempts }) => [ip, attempts])).toEqual([
      ['192.0.2.1', 1],
      [STRANGER, 1],
      [STRANGER, 3],
    ]);
    await app.sql(
      "update login_record set counted_in = (counted_in at time zone 'UTC' - interval '1 hour') at time zone 'UTC' where merchant_id = $1",
      [merchant.merchant_id],
    );
    await refused('wrong_password', STRANGER);
    expect(await records({ outcome: 'wrong_password', ip: STRANGER })).toMatchObject([{ attempts: 1 }, { attempts: 3 }]);
  });

  it('at once they are counted all', async () => {
    await Promise.all(Array.from({ length: 20 }, () => refused('wrong_password', STRANGER)));
    expect(await records()).toMatchObject([{ attempts: 20 }]);
  });

  it('an IPv6 network is one address', async () => {
    await refused('wrong_password', '2001:db8:1:2::5');
    await refused('wrong_password', '2001:db8:1:2:ffff::9');
    expect(await records()).toMatchObject([{ ip: '2001:db8:1:2::/64', attempts: 2 }]);
    expect(await records({ ip: '2001:db8:1:2::77' })).toHaveLength(1);
  });

  it('a hundred addresses of a day have records; those beyond are counted together', async () => {
    await app.sql(
      `insert into login_record (merchant_id, record_id, outcome, ip, counted_in)
       select $1, gen_random_uuid(), 'wrong_password', '10.0.0.0'::inet + n, date_trunc('hour', now()) from generate_series(1, 100) n`,
      [merchant.merchant_id],
    );
    for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) await refused('wrong_password', ip);
    await refused('wrong_password', '10.0.0.5');
    const kept = await app.sql<{ ip: string | null; attempts: number }>('select ip, attempts from login_record where merchant_id = $1', [
      merchant.merchant_id,
    ]);
    expect(kept).toHaveLength(101);
    expect(kept.find(({ ip }) => ip === null)).toEqual({ ip: null, attempts: 3 });
    expect(kept.find(({ ip }) => ip === '10.0.0.5')).toEqual({ ip: '10.0.0.5', attempts: 2 });
    expect(
      (await records({ page_size: 100 })).concat(await records({ page_size: 100, page: 2 })).filter(({ ip }) => ip === null),
    ).toHaveLength(1);
  });

  it('records are forgotten after 180 days', async () => {
    await refused('wrong_password', STRANGER);
    await refused('wrong_code', STRANGER);
    await app.sql("update login_record set create_time = now() - interval '181 days' where merchant_id = $1 and outcome = 'wrong_code'", [
      merchant.merchant_id,
    ]);
    await forgetExpired(app.platform.db);
    expect(await outcomes()).toEqual(['wrong_password']);
  });
});

describe('the list', () => {
  it('is the merchant’s own, page by page', async () => {
    for (let n = 1; n <= 5; n += 1) await refused('wrong_password', `192.0.2.${n}`);
    const other = await makeMerchant(app);
    expect((await query({}, other)).total).toBe(0);
    const first = await query({ page_size: 2 });
    expect(first.list.map(({ ip }) => ip)).toEqual(['192.0.2.5', '192.0.2.4']);
    const rest = await query({ page_size: 10, cursor: first.next_cursor ?? '' });
    expect(rest.list.map(({ ip }) => ip)).toEqual(['192.0.2.3', '192.0.2.2', '192.0.2.1']);
    expect((await query({ sort_order: 'asc', page_size: 1 })).list[0]?.ip).toBe('192.0.2.1');
    expect((await query({ ip: '192.0.2.' })).total).toBe(5);
    expect((await query({ ip: '192.0.2.2/31' })).total).toBe(2);
    expect((await query({ ip: 'nowhere' })).total).toBe(0);
    expect((await query({ record_id: first.list[0]?.record_id })).total).toBe(1);
    expect(await app.call(loginLogList, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });

  it('goes into a file as it is listed', async () => {
    await signInAs(app, merchant, { ip: HERE, headers: { 'user-agent': CHROME } });
    const payload = JSON.stringify({ format: 'csv' });
    const headers = headersOf(loginLogExport, payload, { token: merchant.token });
    const { body } = await app.fastify.inject({ method: 'POST', url: loginLogExport.path, payload, headers });
    expect(body).toContain('Time (UTC),IP,Outcome');
    expect(body).toContain(`${HERE},Logged in,Verification code,"Chrome, Windows",1,`);
  });
});

it('a session that was somebody else’s ends at once by the number of its record', async () => {
  const { token: theirs } = dataOf(await signInAs(app, merchant, { ip: STRANGER }));
  const [record] = await records({ outcome: 'logged_in' });
  const end = { session_id: record?.record_id ?? '' };
  expect(await app.call(accountDetail, {}, { token: theirs })).toMatchObject({ code: 200 });
  expect(await app.call(merchantSessionEnd, end, { token: merchant.token })).toMatchObject({ code: 200 });
  expect(await app.call(accountDetail, {}, { token: theirs })).toMatchObject({ code: 401 });
  expect(await records()).toMatchObject([{ is_open: false }]);
  expect(await app.call(merchantSessionEnd, end, { token: merchant.token })).toMatchObject({ msg: 'not_found' });
});

it.each([
  [CHROME, 'Chrome, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Microsoft Edge, macOS',
  ],
  ['', ''],
  ['<script>alert(1)</script>', ''],
  ['('.repeat(256), ''],
])('says of %j: %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
