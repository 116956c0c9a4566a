import { call } from '@purser/contract/call';
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Platform } from '../platform.ts';
import { merchantRoute, payerRoute } from '../http/route.ts';
import { endSessions } from './sessions.ts';
import { createTestApp, dataOf, type TestApp } from '../testing/app.ts';
import { expectKeptPlan } from '../testing/kept-plan.ts';
import { makeMerchant, makeUser, signIn, type TestMerchant } from '../testing/parties.ts';

const output = z.object({ merchant_id: z.number() });
const accountDetail = call({ path: '/v1/test/merchant', caller: 'merchant', summary: 'Who am I', input: z.strictObject({}), output });
const walletOverview = call({ path: '/v1/test/payer', caller: 'payer', summary: 'Am I one', input: z.strictObject({}), output: z.null() });

const IP = '127.0.0.1';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [
      merchantRoute(accountDetail, async (_input, { merchantId }) => ({ merchant_id: merchantId })),
      payerRoute(walletOverview, async () => null),
    ],
  });
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const detail = (token: string) => app.call(accountDetail, {}, { token });
const rewind = (token: string, column: string, interval: string) =>
  app.sql(`update session set ${column} = now() - $2::interval where token_hash = $1`, [
    createHash('sha256').update(token).digest(),
    interval,
  ]);
const lastSeenS = async (token: string) => {
  const hash = createHash('sha256').update(token).digest();
  const [row] = await app.sql<{ age: string }>(
    'select extract(epoch from now() - last_seen_at) as age from session where token_hash = $1',
    [hash],
  );
  return Number(row?.age);
};

describe('a session', () => {
  it('is found by its token, with or without the Bearer prefix, and is stored as a hash only', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    expect(dataOf(await detail(token)).merchant_id).toBe(merchant.merchant_id);
    expect(dataOf(await detail(`Bearer ${token}`)).merchant_id).toBe(merchant.merchant_id);
    const rows = await app.sql('select session::text as whole from session');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('is looked up by one plan that is kept, however many are asked for', async () => {
    const tokens = await Promise.all(Array.from({ length: 3 }, () => signIn(app, 'merchant', merchant.merchant_id)));
    const { sessions } = app.platform;
    await expectKeptPlan(app.platform, 'find-sessions', (time) =>
      Promise.all(tokens.slice(0, 1 + (time % 3)).map((token) => sessions.find('merchant', token, IP))),
    );
  });

  it('unauthenticated: no token, one that never was, and anything that looks a little like one', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    const wrong = [
      '',
      'x',
      '!'.repeat(token.length),
      '\u00e9'.repeat(token.length),
      'A'.repeat(token.length),
      '_'.repeat(token.length),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`,
      `${token}A`,
      token.slice(0, -1),
      ` ${token}`,
      `Basic ${token}`,
      // The same bytes in the other alphabet are another text.
      `${token.slice(0, 10)}+/${token.slice(12)}`,
    ];
    for (const text of wrong)
      expect(await detail(text), text).toMatchObject({ status: 401, code: 401, msg: 'unauthenticated', data: null });
    expect(await app.call(walletOverview, {}, { payerToken: '!'.repeat(token.length) })).toMatchObject({
      status: 401,
      msg: 'unauthenticated',
    });
    expect(await detail(token)).toMatchObject({ code: 200 });
  });

  it("of a merchant is none of a wallet user, and the other way round, whoever's number it is", async () => {
    const user = await makeUser(app);
    expect(await app.call(walletOverview, {}, { payerToken: user.token })).toMatchObject({ code: 200 });
    expect(await app.call(walletOverview, {}, { payerToken: merchant.token })).toMatchObject({ code: 401 });
    expect(await detail(user.token)).toMatchObject({ code: 401 });
    expect(await detail(await signIn(app, 'user', merchant.merchant_id))).toMatchObject({ code: 401 });
  });

  it('ends at once, in every process, and only itself', async () => {
    const [leaving, staying] = [await signIn(app, 'merchant', merchant.merchant_id), await signIn(app, 'merchant', merchant.merchant_id)];
    const elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
    try {
      expect(await elsewhere.sessions.find('merchant', leaving, IP)).toMatchObject({ ownerId: merchant.merchant_id });
      const session = await app.platform.sessions.find('merchant', leaving, IP);
      if (session) await app.platform.sessions.end(session);
      expect(await elsewhere.sessions.find('merchant', leaving, IP)).toBeUndefined();
      expect(await elsewhere.sessions.find('merchant', staying, IP)).toBeDefined();
    } finally {
      await elsewhere.close();
    }
    expect(await detail(leaving)).toMatchObject({ code: 401 });
    expect(await detail(staying)).toMatchObject({ code: 200 });
  });

  it("ends with all others of its owner, and with nobody else's", async () => {
    const [a, b] = [await makeMerchant(app), await makeMerchant(app)];
    const second = await signIn(app, 'merchant', a.merchant_id);
    await app.platform.db.systemTransaction((tx) => endSessions(tx, a.merchant_id));
    expect(await detail(a.token)).toMatchObject({ code: 401 });
    expect(await detail(second)).toMatchObject({ code: 401 });
    expect(await detail(b.token)).toMatchObject({ code: 200 });
  });

  it('is one of fifty at the most: one more ends the oldest, and nobody else is touched', async () => {
    const [crowded, other] = [await makeMerchant(app), await makeMerchant(app)];
    for (let n = 0; n < 49; n += 1) await signIn(app, 'merchant', crowded.merchant_id);
    expect(await detail(crowded.token)).toMatchObject({ code: 200 });
    const newest = await signIn(app, 'merchant', crowded.merchant_id);
    expect(await detail(crowded.token)).toMatchObject({ code: 401 });
    expect(await detail(newest)).toMatchObject({ code: 200 });
    expect(await detail(other.token)).toMatchObject({ code: 200 });
    const [row] = await app.sql('select count(*)::int as kept from session where owner_id = $1', [crowded.merchant_id]);
    expect(row).toEqual({ kept: 50 });
  });

  it('that was seen within the last minute is not written to', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    await rewind(token, 'last_seen_at', '50 seconds');
    expect(await detail(token)).toMatchObject({ code: 200 });
    expect(await lastSeenS(token)).toBeGreaterThan(49);
  });

  it('ends after an hour without a request; a request keeps it alive', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    await rewind(token, 'last_seen_at', '59 minutes');
    expect(await detail(token)).toMatchObject({ code: 200 });
    expect(await lastSeenS(token)).toBeLessThan(30);
    await rewind(token, 'last_seen_at', '60 minutes 1 second');
    expect(await detail(token)).toMatchObject({ code: 401 });
  });

  it('ends after twelve hours, however busy', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    await app.sql("update session set expires_at = expires_at - interval '11 hours 59 minutes' where token_hash = $1", [
      createHash('sha256').update(token).digest(),
    ]);
    expect(await detail(token)).toMatchObject({ code: 200 });
    await app.sql("update session set expires_at = expires_at - interval '1 minute' where token_hash = $1", [
      createHash('sha256').update(token).digest(),
    ]);
    expect(await detail(token)).toMatchObject({ code: 401 });
  });

  it('ends by a policy that was made shorter after it was opened', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    await rewind(token, 'created_at', '31 minutes');
    expect(await detail(token)).toMatchObject({ code: 200 });
    await app.sql('update sign_in_policy set merchant_idle_min = 30, merchant_absolute_min = 30');
    expect(await detail(token)).toMatchObject({ code: 401 });
    await app.sql('update sign_in_policy set merchant_idle_min = 60, merchant_absolute_min = 720');
  });

  it('is looked at without being kept alive', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    await rewind(token, 'last_seen_at', '30 minutes');
    expect(await app.platform.sessions.holds('merchant', token, IP)).toBe(true);
    expect(await lastSeenS(token)).toBeGreaterThan(1_700);
    expect(await app.platform.sessions.holds('user', token, IP)).toBe(false);
    await app.sql("update merchant set status = 'suspended' where merchant_id = $1", [merchant.merchant_id]);
    expect(await app.platform.sessions.holds('merchant', token, IP)).toBe(false);
    await app.sql("update merchant set status = 'normal' where merchant_id = $1", [merchant.merchant_id]);
    await app.platform.db.systemTransaction((tx) => endSessions(tx, merchant.merchant_id));
    expect(await app.platform.sessions.holds('merchant', token, IP)).toBe(false);
    expect(await app.platform.sessions.holds('merchant', 'junk', IP)).toBe(false);
  });

  it('access_restricted (512) with the address from the moment its merchant is suspended', async () => {
    const other = await makeMerchant(app);
    expect(await detail(other.token)).toMatchObject({ code: 200 });
    await app.sql("update merchant set status = 'suspended' where merchant_id = $1", [other.merchant_id]);
    expect(await app.call(accountDetail, {}, { token: other.token, ip: '203.0.113.9' })).toMatchObject({
      status: 200,
      code: 512,
      msg: 'access_restricted',
      data: { login_ip: '203.0.113.9' },
    });
  });
});

it('three hundred look-ups at once, right and wrong among each other, are each answered for themselves', async () => {
  const parties = await Promise.all(Array.from({ length: 10 }, () => makeMerchant(app)));
  const asked = Array.from({ length: 300 }, (_, index) => parties[index % 10] as TestMerchant);
  const found = await Promise.all(
    asked.map(({ token }, index) =>
      app.platform.sessions.find('merchant', index % 3 === 0 ? token.replace(/^.{20}/, 'A'.repeat(20)) : token, IP),
    ),
  );
  expect(found.map((session) => session?.ownerId)).toEqual(
    asked.map(({ merchant_id }, index) => (index % 3 === 0 ? undefined : merchant_id)),
  );
});

it('two processes that find the same sessions in opposite order do not wait for each other for ever', async () => {
  const elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
  const merchants = await Promise.all(Array.from({ length: 5 }, () => makeMerchant(app)));
  const owners = merchants.map(({ merchant_id }) => merchant_id);
  const tokens = await Promise.all(owners.flatMap((owner) => Array.from({ length: 40 }, () => signIn(app, 'merchant', owner))));
  try {
    for (let round = 0; round < 10; round += 1) {
      await app.sql("update session set last_seen_at = now() - interval '5 minutes' where owner_id = any($1)", [owners]);
      const found = await Promise.all([
        ...tokens.map((token) => app.platform.sessions.find('merchant', token, IP)),
        ...tokens.toReversed().map((token) => elsewhere.sessions.find('merchant', token, IP)),
      ]);
      expect(found.every((session) => session !== undefined && owners.includes(session.ownerId))).toBe(true);
    }
  } finally {
    await elsewhere.close();
  }
});
