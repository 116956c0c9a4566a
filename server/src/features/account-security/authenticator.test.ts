import { accountDetail } from '@purser/contract/features/account';
import { accountSecurity, recoveryCodesMake, updateGoogleSecret } from '@purser/contract/features/account-security';
import { RECOVERY_CODE, RECOVERY_CODES } from '@purser/contract/recovery-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accountRoutes } from '../account/routes.ts';
import { authRoutes } from '../auth/routes.ts';
import { signInAs } from '../auth/testing/sign-in.ts';
import { accountSecurityRoutes } from './routes.ts';
import { anotherSession, newAuthenticatorOf } from './testing/worlds.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...authRoutes(platform), ...accountRoutes(platform), ...accountSecurityRoutes(platform)],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  merchant = await makeMerchant(app);
});

const isOpen = async (token: string) => (await app.call(accountDetail, {}, { token })).code === 200;
const unuse = () => app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant.merchant_id]);
const wrongOf = (secret: string) => String((Number(totpOf(secret).generate()) + 1) % 1_000_000).padStart(6, '0');
const replace = async (more: Partial<Record<'secret_token' | 'new_code' | 'google_code', string>> = {}, by = merchant) => {
  const { secret, ...asked } = await newAuthenticatorOf(app, by);
  const input = { ...asked, google_code: more.google_code ?? (await googleCode(app, merchant)), ...more };
  return { secret, answer: await app.call(updateGoogleSecret, input, { token: merchant.token }) };
};
const makeCodes = async (): Promise<string[]> => {
  const google_code = await googleCode(app, merchant);
  return dataOf(await app.call(recoveryCodesMake, { google_code }, { token: merchant.token })).codes ?? [];
};
const left = async () => dataOf(await app.call(accountSecurity, {}, { token: merchant.token })).recovery_codes?.left ?? null;
const logIn = (code: string) => signInAs(app, merchant, { code });

describe("a merchant's own authenticator", () => {
  it('is replaced by codes of both: the old one dies when the new one is proven, and all other sessions end', async () => {
    const { token } = await anotherSession(app, merchant);
    const { secret, answer } = await replace();
    expect(answer).toMatchObject({ code: 200, data: null });
    expect([await isOpen(token), await isOpen(merchant.token)]).toEqual([false, true]);
    await unuse();
    expect(await logIn(totpOf(merchant.totpSecret).generate())).toMatchObject({ msg: 'wrong_google_code' });
    expect(await logIn(totpOf(secret).generate())).toMatchObject({ code: 200 });
  });

  it('of the new one the code that proved it is used by that', async () => {
    const { secret } = await replace();
    expect(await logIn(totpOf(secret).generate())).toMatchObject({ msg: 'google_code_used' });
  });

  it('is offered to one merchant, for ten minutes, and nothing changes before a code of each', async () => {
    const other = await makeMerchant(app);
    expect((await replace({}, other)).answer).toMatchObject({ msg: 'authenticator_secret_expired' });
    expect((await replace({ secret_token: 'x' })).answer).toMatchObject({ msg: 'authenticator_secret_expired' });
    const { secret, ...asked } = await newAuthenticatorOf(app, merchant);
    const ask = (more: object) =>
      app.call(updateGoogleSecret, { ...asked, google_code: totpOf(merchant.totpSecret).generate(), ...more }, { token: merchant.token });
    expect(await ask({ new_code: wrongOf(secret) })).toMatchObject({ msg: 'new_code_wrong' });
    expect(await ask({ google_code: totpOf(secret).generate() })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await logIn(totpOf(merchant.totpSecret).generate())).toMatchObject({ code: 200 });
    await unuse();
    expect(await ask({})).toMatchObject({ code: 200 });
  });

  it('of two that replace it at once by one code, one does', async () => {
    const google_code = await googleCode(app, merchant);
    const answers = await Promise.all([replace({ google_code }), replace({ google_code })]);
    const done = answers.filter(({ answer }) => answer.msg === 'ok');
    expect(done).toHaveLength(1);
    await unuse();
    expect(await logIn(totpOf(done[0]?.secret ?? merchant.totpSecret).generate())).toMatchObject({ code: 200 });
  });

  it('is replaced by a recovery code, which is used by that', async () => {
    const [code = ''] = await makeCodes();
    const { secret, answer } = await replace({ google_code: code });
    expect(answer).toMatchObject({ code: 200 });
    expect(await left()).toBe(RECOVERY_CODES - 1);
    expect((await replace({ google_code: code })).answer).toMatchObject({ msg: 'recovery_code_wrong' });
    await unuse();
    expect(await logIn(totpOf(secret).generate())).toMatchObject({ code: 200 });
    const log = await app.sql(`select details from audit_log where owner_id = $1 and action = 'authenticator.replace'`, [
      merchant.merchant_id,
    ]);
    expect(log).toEqual([{ details: { by: 'recovery_code' } }]);
  });

  it('five wrong recovery codes end the session, like wrong codes', async () => {
    await makeCodes();
    for (let n = 0; n < 5; n += 1)
      expect((await replace({ google_code: 'AAAA-AAAA-AAAA-AAAA' })).answer).toMatchObject({ msg: 'recovery_code_wrong' });
    expect(await isOpen(merchant.token)).toBe(false);
    expect(await left().catch(() => 'out')).toBe('out');
    const [row] = await app.sql('select count(*)::int as left from recovery_code where merchant_id = $1', [merchant.merchant_id]);
    expect(row).toEqual({ left: RECOVERY_CODES });
  });
});

describe('recovery codes', () => {
  it('are made ten at a time, all different, and nowhere in the clear', async () => {
    const codes = await makeCodes();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(RECOVERY_CODE);
    expect(await left()).toBe(RECOVERY_CODES);
    for (const table of ['recovery_code', 'idempotency_key', 'audit_log']) {
      const [row] = await app.sql<{ text: string }>(`select coalesce(string_agg(to_jsonb(t)::text, ''), '') as text from ${table} t`);
      for (const code of codes) expect(row?.text).not.toContain(code);
    }
  });

  it('log in once each in place of the code, also two at once, and are counted down', async () => {
    const [one = '', two = ''] = await makeCodes();
    expect(await logIn(one)).toMatchObject({ code: 200, data: { token: expect.any(String) } });
    expect(await logIn(one)).toMatchObject({ msg: 'recovery_code_wrong' });
    expect(await left()).toBe(RECOVERY_CODES - 1);
    const outcomes = (await Promise.all([logIn(two), logIn(two), logIn(two)])).map(({ msg }) => msg);
    expect(outcomes.toSorted()).toEqual(['ok', 'recovery_code_wrong', 'recovery_code_wrong']);
    expect(await left()).toBe(RECOVERY_CODES - 2);
    const log = await app.sql(`select details from audit_log where owner_id = $1 and action = 'login'`, [merchant.merchant_id]);
    expect(log).toEqual([{ details: { by: 'recovery_code' } }, { details: { by: 'recovery_code' } }]);
  });

  it('made anew make those before good for nothing', async () => {
    const [old = ''] = await makeCodes();
    const [fresh = ''] = await makeCodes();
    expect(await logIn(old)).toMatchObject({ msg: 'recovery_code_wrong' });
    expect(await logIn(fresh)).toMatchObject({ code: 200 });
  });

  it("are one merchant's own, guessed at as seldom as codes, and used by nothing that is refused", async () => {
    const [theirs = ''] = await makeCodes();
    const [owner, other] = [merchant, await makeMerchant(app)];
    merchant = other;
    expect(await left()).toBeNull();
    for (let n = 0; n < 5; n += 1) expect(await logIn(theirs)).toMatchObject({ msg: 'recovery_code_wrong' });
    expect(await logIn(theirs)).toMatchObject({ msg: 'too_many_requests' });
    merchant = owner;
    expect(await signInAs(app, owner, { code: theirs, password: 'wrong' })).toMatchObject({ msg: 'wrong_credentials' });
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [owner.merchant_id]);
    expect(await logIn(theirs)).toMatchObject({ msg: 'access_restricted' });
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [owner.merchant_id]);
    expect(await logIn(theirs)).toMatchObject({ code: 200 });
  });

  it('do not confirm anything else', async () => {
    const [code = ''] = await makeCodes();
    expect(await app.send(recoveryCodesMake, { google_code: code }, { token: merchant.token })).toMatchObject({ msg: 'invalid_input' });
  });
});
