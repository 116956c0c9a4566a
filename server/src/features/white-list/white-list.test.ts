import { accountDetail } from '@purser/contract/features/account';
import { merchantEvents } from '@purser/contract/features/events';
import {
  loginIpWhiteAdd,
  loginIpWhiteCheck,
  loginIpWhiteDelete,
  loginIpWhiteExport,
  loginIpWhiteList,
  MOST_WHITE_LIST_ENTRIES,
} from '@purser/contract/features/white-list';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Platform } from '../../platform/platform.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { googleCode, makeMerchant, signIn, type TestMerchant } from '../../platform/testing/parties.ts';
import { accountRoutes } from '../account/routes.ts';
import { authRoutes } from '../auth/routes.ts';
import { signInAs } from '../auth/testing/sign-in.ts';
import { eventsRoutes } from '../events/routes.ts';
import { whiteListRoutes } from './routes.ts';

let app: TestApp;
let baseUrl: string;
let merchant: TestMerchant;
const opened: AbortController[] = [];

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...whiteListRoutes(platform), ...accountRoutes(platform), ...authRoutes(platform), ...eventsRoutes(platform)],
    settings: { trustedProxies: ['127.0.0.1'] },
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  merchant = await makeMerchant(app);
});
afterEach(() => opened.splice(0).forEach((stream) => stream.abort()));
afterAll(() => app.close());

/** Where the merchant is. */
const HERE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';

interface Change {
  readonly ip: string;
  readonly remark?: string;
  readonly lock_out?: boolean;
}
const from = (ip: string, { token } = merchant) => ({ token, ip });
const add = async (change: Change, ip = HERE) =>
  app.call(loginIpWhiteAdd, { ...change, google_code: await googleCode(app, merchant) }, from(ip));
const remove = async (change: Change, ip = HERE) =>
  app.call(loginIpWhiteDelete, { ...change, google_code: await googleCode(app, merchant) }, from(ip));
const list = async (filters: object = {}) => dataOf(await app.call(loginIpWhiteList, filters, from(HERE))).list;
const ips = async (filters: object = {}) => (await list(filters)).map(({ ip }) => ip);
const detail = (ip: string, token = merchant.token) => app.call(accountDetail, {}, { token, ip });

describe('the list', () => {
  it('has entries in their usual form, the latest first, with what they are', async () => {
    expect(dataOf(await add({ ip: ` ${HERE} `, remark: 'Office' }))).toMatchObject({ ip: HERE, remark: 'Office' });
    await add({ ip: '2001:DB8:0:0:1::/48' });
    await add({ ip: '::ffff:198.51.100.77/120' });
    await add({ ip: '192.0.2.1/32' });
    expect(await ips()).toEqual(['192.0.2.1', '198.51.100.0/24', '2001:db8::/48', HERE]);
    expect((await list())[3]).toMatchObject({ ip: HERE, remark: 'Office', create_time: expect.stringMatching(/Z$/) });
  });

  it('has a file of what it shows, of its merchant alone', async () => {
    await add({ ip: HERE, remark: '=cmd()' });
    await add({ ip: '198.51.100.0/24', remark: 'Office' });
    const fileOf = (filters: object, whose = merchant) => exportedFile(app, loginIpWhiteExport, from(HERE, whose), filters);
    const rows = await fileOf({});
    expect(rows.map((row) => [row.IP, row.Remark, row['Created (UTC)']])).toEqual([
      ['198.51.100.0/24', 'Office', (await list())[0]?.create_time],
      [HERE, "'=cmd()", (await list())[1]?.create_time],
    ]);
    expect(await fileOf({ ip: '203.0.0.0/16' })).toEqual(rows.slice(1));
    expect(await fileOf({}, await makeMerchant(app))).toEqual([]);
    await expect(exportedFile(app, loginIpWhiteExport, from('192.0.2.1'))).rejects.toThrow('login_ip_refused');
  });

  it('finds an entry by an address that it holds, by its network, and by how it begins', async () => {
    await add({ ip: HERE });
    await add({ ip: '198.51.100.0/24' });
    await add({ ip: '2001:db8::/48' });
    expect(await ips({ ip: '198.51.100.200' })).toEqual(['198.51.100.0/24']);
    expect(await ips({ ip: '203.0.0.0/16' })).toEqual([HERE]);
    expect(await ips({ ip: '2001:db8:0:7::1' })).toEqual(['2001:db8::/48']);
    expect(await ips({ ip: '20' })).toEqual(['2001:db8::/48', HERE]);
    expect(await ips({ ip: "'; drop" })).toEqual([]);
  });

  it('is its owner’s alone', async () => {
    await add({ ip: HERE });
    const other = await makeMerchant(app);
    expect(dataOf(await app.call(loginIpWhiteList, {}, from(ELSEWHERE, other))).list).toEqual([]);
    const google_code = await googleCode(app, other);
    expect(await app.call(loginIpWhiteDelete, { ip: HERE, google_code }, from(ELSEWHERE, other))).toMatchObject({ msg: 'not_found' });
    expect(await detail(ELSEWHERE, other.token)).toMatchObject({ code: 200 });
    expect(await ips()).toEqual([HERE]);
  });

  it.each([
    'office',
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.7/33',
    '2001:db8::/129',
    'fe80::1%eth0',
    '10.0.0.1-10.0.0.9',
  ])('refuses %j at its field, and changes nothing', async (ip) => {
    const answer = await add({ ip });
    expect(['ip_invalid', 'invalid_input']).toContain(answer.msg);
    if (ip !== '') expect(answer).toMatchObject({ msg: 'ip_invalid', detail: 'IP format is incorrect' });
    expect(loginIpWhiteAdd.fields.ip_invalid).toBe('ip');
    expect(await ips()).toEqual([]);
  });

  it('refuses a remark that is too long or hides something', async () => {
    expect(await add({ ip: HERE, remark: 'x'.repeat(61) })).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'remark' }] },
    });
    expect(await add({ ip: HERE, remark: 'a\u202eb' })).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'remark' }] } });
  });

  it('has an address once, however it is written', async () => {
    await add({ ip: HERE });
    for (const again of [HERE, `${HERE}/32`, `::ffff:${HERE}`]) expect(await add({ ip: again })).toMatchObject({ msg: 'white_list_known' });
    expect(await ips()).toEqual([HERE]);
  });

  it(`has ${MOST_WHITE_LIST_ENTRIES} entries at the most, also when they are added at once`, async () => {
    await app.sql(
      `insert into login_ip_white (merchant_id, ip) select $1, '203.0.113.0'::inet + n from generate_series(1, ${MOST_WHITE_LIST_ENTRIES - 1}) n`,
      [merchant.merchant_id],
    );
    await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant.merchant_id]);
    const google_code = await googleCode(app, merchant);
    const answers = await Promise.all(
      ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((ip) => app.call(loginIpWhiteAdd, { ip, google_code }, from(HERE))),
    );
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(await add({ ip: '192.0.2.9' })).toMatchObject({ msg: 'white_list_limit', detail: 'A white list has at most 50 entries.' });
  });

  it('takes the code last, and notes in the audit log what was changed', async () => {
    const wrong = await app.call(loginIpWhiteAdd, { ip: HERE, google_code: '000000' }, from(HERE));
    expect(wrong).toMatchObject({ msg: 'wrong_google_code' });
    expect(await ips()).toEqual([]);
    expect(await detail(ELSEWHERE)).toMatchObject({ code: 200 });
    await add({ ip: HERE, remark: 'Office' });
    await remove({ ip: HERE });
    const noted = await app.sql(
      `select action, details, ip from audit_log where owner_id = $1 and action like 'white_list%' order by sequence`,
      [merchant.merchant_id],
    );
    expect(noted).toEqual([
      { action: 'white_list.add', details: { ip: HERE, remark: 'Office' }, ip: HERE },
      { action: 'white_list.delete', details: { ip: HERE }, ip: HERE },
    ]);
  });

  it('not_found for an entry that is not there', async () => {
    expect(await remove({ ip: HERE })).toMatchObject({ status: 404, msg: 'not_found' });
  });

  it('holds its entries in their usual form in the database too', async () => {
    for (const ip of ['203.0.113.7/24', '::ffff:203.0.113.7'])
      await expect(app.sql('insert into login_ip_white (merchant_id, ip) values ($1, $2)', [merchant.merchant_id, ip])).rejects.toThrow(
        'usual',
      );
  });
});

describe('each request', () => {
  it('login_ip_refused (6034) with the address, from anywhere that the list does not hold', async () => {
    await add({ ip: '203.0.113.0/24' });
    expect(await detail('203.0.113.200')).toMatchObject({ code: 200 });
    expect(await detail(ELSEWHERE)).toMatchObject({ status: 200, code: 6034, msg: 'login_ip_refused', data: { login_ip: ELSEWHERE } });
    expect(await app.call(loginIpWhiteList, {}, from(ELSEWHERE))).toMatchObject({ code: 6034 });
    expect(await add({ ip: ELSEWHERE }, ELSEWHERE)).toMatchObject({ code: 6034 });
    await remove({ ip: '203.0.113.0/24' });
    expect(await detail(ELSEWHERE)).toMatchObject({ code: 200 });
  });

  it.each([
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['2001:db8::7', '2001:0db8:0:0::7', true],
    ['2001:db8::/48', '2001:db8:0:9::1', true],
    ['2001:db8::/48', '2001:db8:1::1', false],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '203.0.113.7', false],
  ])('%s, asked from %s: %s', async (entry, ip, passes) => {
    await add({ ip: entry, lock_out: true });
    expect((await detail(ip)).code).toBe(passes ? 200 : 6034);
  });

  it('goes by the address that a trusted proxy names, and not by what a client says itself', async () => {
    await add({ ip: HERE });
    const through = (proxy: string, named: string) =>
      app.call(accountDetail, {}, { token: merchant.token, ip: proxy, headers: { 'x-forwarded-for': named } });
    expect(await through('127.0.0.1', HERE)).toMatchObject({ code: 200 });
    expect(await through('127.0.0.1', `${HERE}, ${ELSEWHERE}`)).toMatchObject({ code: 6034, data: { login_ip: ELSEWHERE } });
    expect(await through(ELSEWHERE, HERE)).toMatchObject({ code: 6034, data: { login_ip: ELSEWHERE } });
  });

  it('does not keep a session alive that is used from elsewhere', async () => {
    await add({ ip: HERE });
    await app.sql("update session set last_seen_at = now() - interval '30 minutes' where owner_id = $1", [merchant.merchant_id]);
    await detail(ELSEWHERE);
    const [row] = await app.sql("select last_seen_at < now() - interval '29 minutes' as unseen from session where owner_id = $1", [
      merchant.merchant_id,
    ]);
    expect(row).toEqual({ unseen: true });
  });

  it('is decided alike in every process from the commit on', async () => {
    const elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
    try {
      const found = () => elsewhere.sessions.find('merchant', merchant.token, ELSEWHERE);
      expect(await found()).toMatchObject({ ipIsAllowed: true });
      await add({ ip: HERE });
      expect(await found()).toMatchObject({ ipIsAllowed: false });
      await remove({ ip: HERE });
      expect(await found()).toMatchObject({ ipIsAllowed: true });
    } finally {
      await elsewhere.close();
    }
  });

  it('binds the login as well', async () => {
    await add({ ip: HERE });
    await googleCode(app, merchant);
    expect(await signInAs(app, merchant, { ip: ELSEWHERE })).toMatchObject({ code: 6034, data: { login_ip: ELSEWHERE } });
    expect(await signInAs(app, merchant, { ip: HERE })).toMatchObject({ code: 200 });
  });
});

describe('a change that shuts out the address which asks', () => {
  it('is refused unless confirmed, and uses no code up', async () => {
    const google_code = await googleCode(app, merchant);
    const change = { ip: ELSEWHERE, google_code };
    expect(await app.call(loginIpWhiteAdd, change, from(HERE))).toMatchObject({ msg: 'white_list_locks_out', data: { login_ip: HERE } });
    expect(await ips()).toEqual([]);
    expect(await app.call(loginIpWhiteAdd, { ...change, lock_out: true }, from(HERE))).toMatchObject({ code: 200 });
    expect(await detail(HERE)).toMatchObject({ code: 6034 });
    expect(await detail(ELSEWHERE)).toMatchObject({ code: 200 });
  });

  it('is one that takes its entry off, but not one that takes off the last', async () => {
    await add({ ip: HERE });
    await add({ ip: ELSEWHERE });
    expect(await remove({ ip: HERE })).toMatchObject({ msg: 'white_list_locks_out' });
    expect(await remove({ ip: ELSEWHERE })).toMatchObject({ code: 200 });
    expect(await remove({ ip: HERE })).toMatchObject({ code: 200 });
    expect(await detail(ELSEWHERE)).toMatchObject({ code: 200 });
  });

  it('is told beforehand', async () => {
    const check = async (change: object, ip = HERE) => dataOf(await app.call(loginIpWhiteCheck, change, from(ip)));
    expect(await check({})).toEqual({ login_ip: HERE, entries: 0, adds: null, locks_out: false });
    expect(await check({ add: '203.0.113.9/24' })).toEqual({ login_ip: HERE, entries: 0, adds: '203.0.113.0/24', locks_out: false });
    expect(await check({ add: ELSEWHERE })).toMatchObject({ locks_out: true });
    await add({ ip: HERE });
    expect(await check({ add: ELSEWHERE })).toMatchObject({ entries: 1, locks_out: false });
    expect(await check({ delete: HERE })).toMatchObject({ locks_out: false });
    await add({ ip: ELSEWHERE });
    expect(await check({ delete: HERE })).toMatchObject({ locks_out: true });
    expect(await check({ delete: ELSEWHERE })).toMatchObject({ locks_out: false });
    expect(await app.call(loginIpWhiteCheck, { add: 'office' }, from(HERE))).toMatchObject({ msg: 'ip_invalid' });
    expect(await ips()).toEqual([ELSEWHERE, HERE]);
  });
});

describe('sessions from elsewhere', () => {
  const stream = async (ip: string) => {
    const abort = new AbortController();
    opened.push(abort);
    const response = await fetch(`${baseUrl}${merchantEvents.path}`, {
      headers: { authorization: merchant.token, 'x-forwarded-for': ip },
      signal: abort.signal,
    });
    const state = { ended: false, type: response.headers.get('content-type') };
    void (async () => {
      for await (const _ of response.body ?? []);
      state.ended = true;
    })().catch(() => undefined);
    return state;
  };

  it('have their streams ended soon, and the others keep theirs', async () => {
    const [here, there] = [await stream(HERE), await stream(ELSEWHERE)];
    expect([here.type, there.type]).toEqual(['text/event-stream; charset=utf-8', 'text/event-stream; charset=utf-8']);
    const before = performance.now();
    await add({ ip: HERE });
    await eventually(() => expect(there.ended).toBe(true));
    // Sooner than their sessions are asked about unless somebody told of them.
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(here.ended).toBe(false);
    expect((await stream(ELSEWHERE)).type).toContain('application/json');
  });

  it('end in a minute, so that their pages are told why; the one that changes the list goes on', async () => {
    const outside = await app.platform.sessions.open('merchant', merchant.merchant_id, { ip: ELSEWHERE, userAgent: '' });
    const inside = await app.platform.sessions.open('merchant', merchant.merchant_id, { ip: '203.0.113.50', userAgent: '' });
    await add({ ip: '203.0.113.0/24' });
    expect(await detail(ELSEWHERE, outside.token)).toMatchObject({ code: 6034 });
    const left = await app.sql<{ ip: string; left_s: number }>(
      'select ip, extract(epoch from expires_at - now())::int as left_s from session where owner_id = $1',
      [merchant.merchant_id],
    );
    const leftOf = (ip: string) => left.find((session) => session.ip === ip)?.left_s ?? 0;
    expect(leftOf(ELSEWHERE)).toBeLessThanOrEqual(60);
    expect(leftOf('203.0.113.50')).toBeGreaterThan(3_600);
    // That of the merchant was opened from 127.0.0.1.
    expect(leftOf('127.0.0.1')).toBeGreaterThan(3_600);
    expect(await detail(HERE, inside.token)).toMatchObject({ code: 200 });
  });

  it('and those of others are not touched', async () => {
    const other = await makeMerchant(app);
    const token = await signIn(app, 'merchant', other.merchant_id);
    await add({ ip: HERE });
    expect(await detail(ELSEWHERE, token)).toMatchObject({ code: 200 });
  });
});
