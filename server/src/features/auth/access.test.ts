import { accountDetail } from '@purser/contract/features/account';
import { checkUpdateMch, getPubKey, logout } from '@purser/contract/features/auth';
import { CONSOLE_VERSION } from '@purser/contract/version';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { noteKnownAddress } from '../../platform/security/sign-in-limits.ts';
import { Throttle } from '../../platform/security/throttle.ts';
import { accountRoutes } from '../account/routes.ts';
import { findByUsername } from './queries.ts';
import { authRoutes } from './routes.ts';
import { askForSecret, signInAs } from './testing/sign-in.ts';
import { endMaintenance, startMaintenance } from '../../platform/testing/maintenance.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...authRoutes(platform), ...accountRoutes(platform)] });
});
beforeEach(() => app.sql('delete from throttle'));
afterAll(() => app.close());

const allow = (merchant: TestMerchant, ...ips: string[]) =>
  app.sql('insert into login_ip_white (merchant_id, ip) select $1, unnest($2::inet[])', [merchant.merchant_id, ips]);
const totalWrong = (merchant: TestMerchant, ip: string) => signInAs(app, merchant, { password: 'wrong', ip });

describe('who is suspended', () => {
  it('access_restricted (512) with the address, only after password and code, and the code stays unused', async () => {
    const merchant = await makeMerchant(app, { status: 'suspended' });
    const ip = '203.0.113.9';
    expect(await signInAs(app, merchant, { password: 'wrong', ip })).toMatchObject({ msg: 'wrong_credentials', data: null });
    expect(await signInAs(app, merchant, { code: '000000', ip })).toMatchObject({ msg: 'wrong_google_code', data: null });
    const code = totpOf(merchant.totpSecret).generate();
    expect(await signInAs(app, merchant, { code, ip })).toMatchObject({
      status: 200,
      code: 512,
      msg: 'access_restricted',
      data: { login_ip: ip },
    });
    await app.sql("update merchant set status = 'normal' where merchant_id = $1", [merchant.merchant_id]);
    expect(await signInAs(app, merchant, { code, ip })).toMatchObject({ code: 200 });
  });
});

describe('the white list of login addresses', () => {
  it('login_ip_refused (6034) with the address, after password and code; the code stays unused', async () => {
    const merchant = await makeMerchant(app);
    await allow(merchant, '198.51.100.0/24');
    const code = totpOf(merchant.totpSecret).generate();
    expect(await signInAs(app, merchant, { code, password: 'wrong', ip: '203.0.113.9' })).toMatchObject({ msg: 'wrong_credentials' });
    expect(await signInAs(app, merchant, { code, ip: '203.0.113.9' })).toMatchObject({
      status: 200,
      code: 6034,
      msg: 'login_ip_refused',
      detail: 'The login IP 203.0.113.9 is not on the white list.',
      data: { login_ip: '203.0.113.9' },
    });
    expect(await signInAs(app, merchant, { code, ip: '198.51.100.77' })).toMatchObject({ code: 200 });
  });

  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.0/25', '203.0.113.127', true],
    ['203.0.113.0/25', '203.0.113.128', false],
    ['2001:db8::7', '2001:0db8:0:0::7', true],
    ['2001:db8::7', '2001:db8::8', false],
    ['2001:db8::/48', '2001:db8:0:9::1', true],
    ['2001:db8::/48', '2001:db8:1::1', false],
    ['0.0.0.0/0', '2001:db8::1', false],
  ])('%s, from %s: %s', async (entry, ip, passes) => {
    const merchant = await makeMerchant(app);
    await allow(merchant, '192.0.2.1', entry);
    expect((await signInAs(app, merchant, { ip })).msg).toBe(passes ? 'ok' : 'login_ip_refused');
  });

  it("binds nobody who has none, and is not another merchant's", async () => {
    const [listed, free] = [await makeMerchant(app), await makeMerchant(app)];
    await allow(listed, '192.0.2.1');
    expect(await signInAs(app, free, { ip: '203.0.113.9' })).toMatchObject({ code: 200 });
  });

  it('comes before a first authenticator is bound', async () => {
    const merchant = await makeMerchant(app, { authenticator: false });
    await allow(merchant, '192.0.2.1');
    const { secret } = dataOf(await askForSecret(app, merchant, { ip: '203.0.113.9' }));
    expect(await signInAs(app, merchant, { code: totpOf(secret).generate(), ip: '203.0.113.9' })).toMatchObject({ code: 6034 });
    expect(await app.sql('select totp_secret from merchant where merchant_id = $1', [merchant.merchant_id])).toEqual([
      { totp_secret: null },
    ]);
  });
});

describe('throttling', () => {
  it('too_many_requests after five failures of one address at one account, with the time to wait, whatever comes then', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 5; n += 1) expect(await totalWrong(merchant, '203.0.113.1')).toMatchObject({ msg: 'wrong_credentials' });
    const answer = await signInAs(app, merchant, { ip: '203.0.113.1' });
    expect(answer).toMatchObject({ status: 429, code: 429, msg: 'too_many_requests', data: null });
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(890);
    expect(wait).toBeLessThanOrEqual(900);
    expect(answer.detail).toContain('in 15 minutes');
    expect(await askForSecret(app, merchant, { ip: '203.0.113.1' })).toMatchObject({ msg: 'too_many_requests' });
    expect(await signInAs(app, merchant, { ip: '203.0.113.2' })).toMatchObject({ code: 200 });
  });

  it('counts wrong codes like wrong passwords, and a message that could not be read not at all', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 5; n += 1) expect(await signInAs(app, merchant, { code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await signInAs(app, merchant)).toMatchObject({ msg: 'too_many_requests' });
    await app.sql('delete from throttle');
    const { key_id } = dataOf(await app.call(getPubKey, {}));
    for (let n = 0; n < 6; n += 1) {
      const { login } = await import('@purser/contract/features/auth');
      expect(await app.call(login, { username: merchant.username, key_id, password: 'x' })).toMatchObject({
        msg: 'password_message_refused',
      });
    }
    expect(await signInAs(app, merchant)).toMatchObject({ code: 200 });
  });

  it('lets no more through at once than one after the other', async () => {
    const merchant = await makeMerchant(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => totalWrong(merchant, '203.0.113.1')));
    expect(answers.filter(({ msg }) => msg === 'wrong_credentials').length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ msg }) => msg === 'too_many_requests').length).toBeGreaterThanOrEqual(25);
  });

  it('forgets the failures of an address at an account when it gets in', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 4; n += 1) await totalWrong(merchant, '203.0.113.1');
    expect(await signInAs(app, merchant, { ip: '203.0.113.1' })).toMatchObject({ code: 200 });
    for (let n = 0; n < 4; n += 1) expect(await totalWrong(merchant, '203.0.113.1')).toMatchObject({ msg: 'wrong_credentials' });
  });

  it('counts no success as a failure, however many', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 8; n += 1)
      expect(await signInAs(app, merchant, { code: await googleCode(app, merchant) })).toMatchObject({ code: 200 });
    expect(await app.sql('select * from throttle')).toEqual([]);
  });

  it('many addresses at one account hold up strangers, but not its owner where it signs in from', async () => {
    const merchant = await makeMerchant(app);
    expect(await signInAs(app, merchant, { ip: '192.0.2.10' })).toMatchObject({ code: 200 });
    for (let n = 0; n < 50; n += 1) await totalWrong(merchant, `198.51.100.${n}`);
    expect(await signInAs(app, merchant, { ip: '203.0.113.50', code: await googleCode(app, merchant) })).toMatchObject({
      msg: 'too_many_requests',
    });
    expect(await signInAs(app, merchant, { ip: '192.0.2.10', code: await googleCode(app, merchant) })).toMatchObject({ code: 200 });
  }, 60_000);

  it('slips where the owner signs in from, their own or of somebody beside them, cost half a minute each and never a quarter of an hour', async () => {
    const merchant = await makeMerchant(app);
    const ip = '2001:db8:5:5::1';
    expect(await signInAs(app, merchant, { ip })).toMatchObject({ code: 200 });
    for (let n = 0; n < 5; n += 1) expect(await totalWrong(merchant, `2001:db8:5:5::${n + 2}`)).toMatchObject({ msg: 'wrong_credentials' });
    for (let n = 0; n < 20; n += 1) {
      const held = await signInAs(app, merchant, { ip });
      expect(held).toMatchObject({ msg: 'too_many_requests' });
      expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(30);
      await app.sql('update throttle set locked_until = locked_until - make_interval(secs => 31)');
      if (n < 19) expect(await totalWrong(merchant, ip)).toMatchObject({ msg: 'wrong_credentials' });
    }
    expect(await signInAs(app, merchant, { ip, code: await googleCode(app, merchant) })).toMatchObject({ code: 200 });
  }, 60_000);

  it('an IPv6 network is known by any of its addresses, and only that network; of an account fifty are kept', async () => {
    const merchant = await makeMerchant(app);
    expect(await signInAs(app, merchant, { ip: '2001:db8:6:6::1' })).toMatchObject({ code: 200 });
    const known = async (ip: string) => (await findByUsername(app.platform.db, merchant.username, ip))?.known_address;
    expect([await known('2001:db8:6:6:ffff::9'), await known('2001:db8:6:7::1'), await known('203.0.113.1')]).toEqual([true, false, false]);
    await app.platform.db.scoped(merchant.merchant_id, async (client) => {
      for (let n = 0; n < 60; n += 1) await noteKnownAddress(client, merchant.merchant_id, `10.0.0.${n}`);
    });
    const [row] = await app.sql('select count(*)::int as kept from known_address where owner_id = $1', [merchant.merchant_id]);
    expect(row).toEqual({ kept: 50 });
  });

  it('lets no more through in two processes at once than in one', async () => {
    const rule = { scope: 'test', most: 5, rememberedS: 60 };
    const throttles = [app.platform.throttle, new Throttle(new Database({ url: app.ownerUrl, connections: 4 }))];
    let compared = 0;
    const guess = (n: number) =>
      throttles[n % 2]?.attempt([[rule, 'somebody']], ['wrong_credentials'], async () => {
        compared += 1;
        throw refuse('wrong_credentials');
      });
    const answers = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => guess(n)));
    expect(compared).toBe(5);
    expect(answers.filter((answer) => answer.status === 'rejected' && answer.reason.outcome === 'too_many_requests')).toHaveLength(55);
  });

  it('an attempt that proves to be none is taken back whole, with the lock that it would have made', async () => {
    const rule = { scope: 'test', most: 2, rememberedS: 600, waitS: 60, longestWaitS: 600 };
    const subjects = [[rule, 'somebody else']] as const;
    const { throttle } = app.platform;
    await throttle.count(subjects);
    await throttle.attempt(subjects, [], async () => {});
    const counted = await throttle.count(subjects);
    expect(counted.subjects).toEqual([{ scope: 'test', subject: 'somebody else', most: 2, locks: true }]);
    await expect(throttle.count(subjects)).rejects.toMatchObject({ outcome: 'too_many_requests' });
    await throttle.takeBack(counted);
    expect(await app.sql("select failures, locks, locked_until from throttle where subject = 'somebody else'")).toEqual([
      { failures: 1, locks: 0, locked_until: null },
    ]);
  });

  it('one address at many accounts is held up everywhere, others are not', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 50; n += 1) await signInAs(app, merchant, { username: `guess-${n}`, ip: '203.0.113.60' });
    expect(await signInAs(app, merchant, { ip: '203.0.113.60' })).toMatchObject({ msg: 'too_many_requests' });
    expect(await signInAs(app, merchant, { ip: '203.0.113.61' })).toMatchObject({ code: 200 });
  }, 60_000);

  it('takes the addresses of one IPv6 network for one, and those of another for others', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 5; n += 1) await totalWrong(merchant, `2001:db8:0:1::${n}`);
    expect(await signInAs(app, merchant, { ip: '2001:db8:0:1:ffff::1' })).toMatchObject({ msg: 'too_many_requests' });
    expect(await signInAs(app, merchant, { ip: '2001:db8:0:2::1' })).toMatchObject({ code: 200 });
  });

  it('lets go after its time', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 5; n += 1) await totalWrong(merchant, '203.0.113.1');
    await app.sql("update throttle set forget_at = now() - interval '1 second'");
    expect(await totalWrong(merchant, '203.0.113.1')).toMatchObject({ msg: 'wrong_credentials' });
    expect(await signInAs(app, merchant, { ip: '203.0.113.1' })).toMatchObject({ code: 200 });
  });
});

describe('maintenance (511)', () => {
  it('answers logins and every call of the console before anything else, and nothing that must be known then', async () => {
    const merchant = await makeMerchant(app);
    await startMaintenance(app, { en: 'We are moving.', zh_Hant: '系統搬遷中' });
    try {
      const closed = { status: 200, code: 511, msg: 'maintenance', data: { text: 'We are moving.', ends_at: null } };
      expect(await signInAs(app, merchant, { password: 'wrong' })).toMatchObject(closed);
      expect(await askForSecret(app, merchant)).toMatchObject(closed);
      expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject(closed);
      expect(await app.call(accountDetail, {})).toMatchObject(closed);
      expect(await app.call(logout, {}, { token: merchant.token, language: 'zh_Hans' })).toMatchObject({
        ...closed,
        detail: '系统功能维护中，请稍后再试。',
      });
      expect(await app.call(getPubKey, {})).toMatchObject({ code: 200 });
      expect(dataOf(await app.call(checkUpdateMch, { version: CONSOLE_VERSION }))).toMatchObject({ maintenance: true });
    } finally {
      await endMaintenance(app);
    }
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ code: 200 });
  });
});

it('check_update_mch tells a console that is not the one this server ships', async () => {
  expect(dataOf(await app.call(checkUpdateMch, { version: CONSOLE_VERSION }))).toEqual({
    latest_version: CONSOLE_VERSION,
    update_required: false,
    maintenance: false,
  });
  expect(dataOf(await app.call(checkUpdateMch, { version: '0.0.0-old' }))).toMatchObject({ update_required: true });
});
