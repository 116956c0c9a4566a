import { accountDetail, merchantSignInFailuresSeen } from '@purser/contract/features/account';
import { recoveryCodesMake } from '@purser/contract/features/account-security';
import { transferAdd } from '@purser/contract/features/transfer';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteFailure } from '../../platform/security/sign-in-failures.ts';
import { type Called, createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeMember } from '../../platform/testing/members.ts';
import { fund, googleCode, makeMerchant, signIn, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accountSecurityRoutes } from '../account-security/routes.ts';
import { accountRoutes } from '../account/routes.ts';
import { transferRoutes } from '../transfer/routes.ts';
import { authRoutes } from './routes.ts';
import { signInAs } from './testing/sign-in.ts';

let app: TestApp;
let recipient: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [
      ...authRoutes(platform),
      ...accountRoutes(platform),
      ...transferRoutes(platform),
      ...accountSecurityRoutes(platform),
    ],
  });
  recipient = await makeMerchant(app);
});
beforeEach(() => app.sql('delete from throttle'));
afterAll(() => app.close());

let lastIp = 0;
const newIp = () => `198.51.${(lastIp += 1) >> 8}.${lastIp & 255}`;
/** A code of six digits that is not right now, nor a step earlier or later. */
function wrongCode({ totpSecret }: TestMerchant): string {
  const totp = totpOf(totpSecret);
  const right = new Set([-2, -1, 0, 1, 2].map((step) => totp.generate({ timestamp: Date.now() + step * 30_000 })));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? '';
}
const auditOf = (merchant: TestMerchant) =>
  app.sql<{ action: string; ip: string; details: object }>(
    'select action, ip, details from audit_log where owner_id = $1 order by sequence',
    [merchant.merchant_id],
  );
/** As if so much time had passed for what is counted. */
const pass = (seconds: number) =>
  app.sql(
    'update throttle set locked_until = locked_until - make_interval(secs => $1), forget_at = forget_at - make_interval(secs => $1)',
    [seconds],
  );
const waitOf = async (scope: string): Promise<number> =>
  (
    await app.sql<{ wait: number }>('select ceil(extract(epoch from locked_until - now()))::int as wait from throttle where scope = $1', [
      scope,
    ])
  )[0]?.wait ?? 0;

describe('codes at sign-in', () => {
  it('are counted for the account, from however many addresses, and each further lock lasts twice as long, up to a day', async () => {
    const merchant = await makeMerchant(app);
    const guess = () => signInAs(app, merchant, { code: wrongCode(merchant), ip: newIp() });
    for (let n = 0; n < 5; n += 1) expect(await guess()).toMatchObject({ msg: 'wrong_google_code' });
    expect(await guess()).toMatchObject({ msg: 'too_many_requests' });
    const waits: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      waits.push(await waitOf('code:stranger'));
      await pass((waits.at(-1) ?? 0) + 1);
      expect(await guess()).toMatchObject({ msg: 'wrong_google_code' });
      expect(await guess()).toMatchObject({ msg: 'too_many_requests' });
    }
    const expected = [60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 30_720, 61_440, 86_400];
    for (const [index, wait] of waits.entries()) {
      // What is left of it: it was read some moments after the lock began.
      expect(wait, `${index}`).toBeLessThanOrEqual(expected[index] ?? 0);
      expect(wait, `${index}`).toBeGreaterThan((expected[index] ?? 0) - 20);
    }
  }, 60_000);

  it('a stranger who has the password and guesses does not lock the owner out where they sign in from', async () => {
    const merchant = await makeMerchant(app);
    expect(await signInAs(app, merchant, { ip: '2001:db8:7:7::1' })).toMatchObject({ msg: 'ok' });
    for (let n = 0; n < 6; n += 1) await signInAs(app, merchant, { code: wrongCode(merchant), ip: newIp() });
    const code = await googleCode(app, merchant);
    expect(await signInAs(app, merchant, { code, ip: newIp() })).toMatchObject({ msg: 'too_many_requests' });
    // Another address of the same IPv6 network, as a laptop has every day.
    expect(await signInAs(app, merchant, { code, ip: '2001:db8:7:7:aaaa::2' })).toMatchObject({ msg: 'ok' });
  });

  it('of thirty guesses at once, each from its own address, no more than five are compared', async () => {
    const merchant = await makeMerchant(app);
    const code = wrongCode(merchant);
    const answers = await Promise.all(Array.from({ length: 30 }, () => signInAs(app, merchant, { code, ip: newIp() })));
    expect(answers.filter(({ msg }) => msg === 'wrong_google_code').length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ msg }) => msg === 'too_many_requests').length).toBeGreaterThanOrEqual(25);
  });

  it('a right one makes up for the wrong ones before it', async () => {
    const merchant = await makeMerchant(app);
    const ip = newIp();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) await signInAs(app, merchant, { code: wrongCode(merchant), ip });
      expect(await signInAs(app, merchant, { code: await googleCode(app, merchant), ip })).toMatchObject({ msg: 'ok' });
    }
  });
});

describe('codes that confirm a payment out', () => {
  const act = async (merchant: TestMerchant, code: string, token = merchant.token) =>
    app.call(
      transferAdd,
      { receipt_merchant_id: recipient.merchant_id, coin_name: 'USDP', amount: '1.00', remark: '', google_code: code },
      { token, ip: '203.0.113.77' },
    );

  it('lock after five wrong ones, and the session ends with the first lock; a new one finds the lock', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 'USDP', '10.00');
    for (let n = 0; n < 5; n += 1) expect(await act(merchant, wrongCode(merchant))).toMatchObject({ msg: 'wrong_google_code' });
    expect(await act(merchant, await googleCode(app, merchant))).toMatchObject({ status: 401, msg: 'unauthenticated' });
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    expect(await act(merchant, await googleCode(app, merchant), token)).toMatchObject({ msg: 'too_many_requests' });
    await pass(61);
    expect(await act(merchant, wrongCode(merchant), token)).toMatchObject({ msg: 'wrong_google_code' });
    const wait = await waitOf('code:act');
    expect(wait).toBeGreaterThan(100);
    expect(wait).toBeLessThanOrEqual(120);
    const again = await signIn(app, 'merchant', merchant.merchant_id);
    await pass(121);
    expect(await act(merchant, await googleCode(app, merchant), again)).toMatchObject({ msg: 'ok' });
    expect(await app.sql("select from throttle where scope = 'code:act'")).toEqual([]);
  });

  it('thirty at once are no better', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 'USDP', '10.00');
    const code = wrongCode(merchant);
    const answers = await Promise.all(Array.from({ length: 30 }, () => act(merchant, code)));
    expect(answers.filter(({ msg }) => msg === 'wrong_google_code')).toHaveLength(5);
  });

  it.skipIf(onCluster)('of two at once with one code, both held up by the same lock, exactly one passes', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 'USDP', '10.00');
    const code = await googleCode(app, merchant);
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from merchant where merchant_id = $1 for no key update', [merchant.merchant_id]);
      const acts = [act(merchant, code), act(merchant, code)];
      await untilWaiting(app, 2);
      await holder.query('rollback');
      expect((await Promise.all(acts)).map(({ msg }) => msg).sort()).toEqual(['google_code_used', 'ok']);
    } finally {
      await holder.end();
    }
  });

  it('a code that was used before is no guess', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 'USDP', '10.00');
    const code = await googleCode(app, merchant);
    expect(await act(merchant, code)).toMatchObject({ msg: 'ok' });
    for (let n = 0; n < 8; n += 1) expect(await act(merchant, code)).toMatchObject({ msg: 'google_code_used' });
    expect(await app.sql('select from throttle')).toEqual([]);
  });
});

describe.skipIf(onCluster)('a sign-in that is under way', () => {
  /** Signs in, and changes what it is proven by when it has been proven and is about to be noted. */
  async function overtaken({ merchant_id }: Pick<TestMerchant, 'merchant_id'>, change: string, proven: () => Promise<Called<unknown>>) {
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(change, [merchant_id]);
      await holder.query('delete from session where owner_id = $1', [merchant_id]);
      const signingIn = proven();
      await untilWaiting(app);
      await holder.query('commit');
      expect((await signingIn).msg).not.toBe('ok');
      expect(await app.sql('select from session where owner_id = $1', [merchant_id])).toEqual([]);
    } finally {
      await holder.end();
    }
  }

  it.each([
    ['another password', `password_hash = 'another'`],
    ['another authenticator', `totp_secret = '\\x01'`],
    ['no authenticator', 'totp_secret = null'],
    ['a login to be set up anew', 'set_up_at = null'],
  ])('lets nobody in where the merchant has %s by then', async (_what, change) => {
    const merchant = await makeMerchant(app);
    await overtaken(merchant, `update merchant set ${change} where merchant_id = $1`, () => signInAs(app, merchant));
  });

  it.each([
    ['another password', `password_hash = 'another'`],
    ['another authenticator', `totp_secret = '\\x01'`],
    ['nothing to log in with', 'password_hash = null, totp_secret = null, set_up_at = null'],
  ])('lets nobody in where the member has %s by then', async (_what, change) => {
    const merchant = await makeMerchant(app);
    const member = await makeMember(app, merchant, { role: 'finance' });
    await overtaken(merchant, `update merchant_member set ${change} where merchant_id = $1 and member_id > 1`, () =>
      signInAs(app, { ...merchant, ...member, name: '' }),
    );
  });

  it('by a recovery code lets nobody in where the password is another by then, and the code stays', async () => {
    const merchant = await makeMerchant(app);
    const [code = ''] = dataOf(
      await app.call(recoveryCodesMake, { google_code: await googleCode(app, merchant) }, { token: merchant.token }),
    ).codes ?? [''];
    await overtaken(merchant, `update merchant set password_hash = 'another' where merchant_id = $1`, () =>
      signInAs(app, merchant, { code }),
    );
    expect(await app.sql('select from recovery_code where merchant_id = $1', [merchant.merchant_id])).toHaveLength(10);
  });
});

describe('what failed', () => {
  it('is in the audit log with its address: the first from each address, and each lock', async () => {
    const merchant = await makeMerchant(app);
    await signInAs(app, merchant, { password: 'wrong', ip: '203.0.113.1' });
    await eventually(async () => expect(await auditOf(merchant)).toHaveLength(1));
    for (let n = 0; n < 5; n += 1) await signInAs(app, merchant, { code: wrongCode(merchant), ip: `203.0.113.${2 + (n >> 2)}` });
    expect(await auditOf(merchant)).toEqual([
      { action: 'sign_in.fail', ip: '203.0.113.1', details: { kind: 'password', failures: 1 } },
      { action: 'sign_in.fail', ip: '203.0.113.2', details: { kind: 'code', failures: 1 } },
      { action: 'sign_in.fail', ip: '203.0.113.3', details: { kind: 'code', failures: 1, locked: true } },
    ]);
  });

  it('is told to the owner at the next sign-in, until it was seen', async () => {
    const merchant = await makeMerchant(app);
    for (let n = 0; n < 3; n += 1) await signInAs(app, merchant, { password: 'wrong', ip: '203.0.113.9' });
    const own = async () => (await app.call(accountDetail, {}, { token: merchant.token })).data.own;
    await eventually(async () =>
      expect(await own()).toMatchObject({ sign_in_failures: { count: 3, address: '203.0.113.9', time: expect.any(String) } }),
    );
    expect(await app.call(merchantSignInFailuresSeen, {}, { token: merchant.token })).toMatchObject({ code: 200 });
    expect(await own()).toMatchObject({ sign_in_failures: null });
    await signInAs(app, merchant, { password: 'wrong', ip: '203.0.113.9' });
    await eventually(async () => expect(await own()).toMatchObject({ sign_in_failures: { count: 1 } }));
  });

  it('stays small however many try: rows and audit entries of one account are bounded', async () => {
    const merchant = await makeMerchant(app);
    const failureAt = (n: number) => ({
      ownerId: merchant.merchant_id,
      party: 'merchant' as const,
      kind: 'password' as const,
      ip: `10.1.${n >> 8}.${n & 255}`,
      locked: false,
    });
    await Promise.all(Array.from({ length: 300 }, (_, n) => noteFailure(app.platform, failureAt(n))));
    const [sums] = await app.sql('select count(*)::int as rows, sum(failures)::int as failures from sign_in_failure where owner_id = $1', [
      merchant.merchant_id,
    ]);
    expect(sums).toEqual({ rows: 51, failures: 300 });
    expect(await auditOf(merchant)).toHaveLength(51);
  });
});
