import { accountDetail } from '@purser/contract/features/account';
import { getPubKey, login, logout } from '@purser/contract/features/auth';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Platform } from '../../platform/platform.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accountRoutes } from '../account/routes.ts';
import { authRoutes } from './routes.ts';
import { askForSecret, encrypt, encryptedPassword, signInAs } from './testing/sign-in.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...authRoutes(platform), ...accountRoutes(platform)] });
});
beforeEach(() => app.sql('delete from throttle'));
afterAll(() => app.close());

/** Codes that the authenticator shows `steps` of 30 s from now. */
const codeAt = (merchant: TestMerchant, steps: number) => totpOf(merchant.totpSecret).generate({ timestamp: Date.now() + steps * 30_000 });

describe('login', () => {
  it('opens a session, and writes down when and from where', async () => {
    const merchant = await makeMerchant(app);
    const { token = '' } = dataOf(await signInAs(app, merchant, { ip: '203.0.113.7' }));
    const own = dataOf(await app.call(accountDetail, {}, { token })).own;
    expect(own).toMatchObject({ username: merchant.username, login_ip: '203.0.113.7', google_bound: true });
    expect(Date.parse(own?.login_time ?? '')).toBeGreaterThan(Date.now() - 10_000);
    const audited = await app.sql('select actor_kind, actor, action, ip from audit_log where owner_id = $1', [merchant.merchant_id]);
    expect(audited).toEqual([{ actor_kind: 'merchant', actor: merchant.username, action: 'login', ip: '203.0.113.7' }]);
  });

  it('takes the name in any case', async () => {
    const merchant = await makeMerchant(app);
    expect(await signInAs(app, merchant, { username: merchant.username.toUpperCase() })).toMatchObject({ code: 200 });
  });

  it('logs out at once', async () => {
    const merchant = await makeMerchant(app);
    const { token = '' } = dataOf(await signInAs(app, merchant));
    expect(await app.call(logout, {}, { token })).toMatchObject({ code: 200, data: null });
    expect(await app.call(accountDetail, {}, { token })).toMatchObject({ status: 401, code: 401 });
  });

  it('wrong_credentials: a wrong password and an unknown name get the same answer', async () => {
    const merchant = await makeMerchant(app);
    const wrong = await signInAs(app, merchant, { password: 'wrong' });
    const unknown = await signInAs(app, merchant, { username: 'nobody-here' });
    expect(wrong).toMatchObject({ status: 200, code: 6001, msg: 'wrong_credentials', data: null });
    const { request_id: _, headers: __, ...same } = unknown;
    expect(wrong).toMatchObject(same);
    expect(await askForSecret(app, merchant, { password: 'wrong' })).toMatchObject({ msg: 'wrong_credentials' });
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    const merchant = await makeMerchant(app);
    const timed = async (username: string): Promise<number> => {
      const message = await encryptedPassword(app, 'wrong');
      await app.sql('delete from throttle');
      const before = performance.now();
      await app.call(login, { username, ...message, google_code: '000000' });
      return performance.now() - before;
    };
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 25; round += 1) {
      times.known.push(await timed(merchant.username));
      times.unknown.push(await timed(`nobody-${round}`));
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  it('invalid_input: no empty name or password, no code that is not six digits', async () => {
    const message = await encryptedPassword(app, 'x');
    for (const [field, change] of [
      ['username', { username: '' }],
      ['username', { username: 'x'.repeat(65) }],
      ['username', { username: 'a\0' }],
      ['password', { password: '' }],
      ['password', { password: 'x'.repeat(1025) }],
      ['google_code', { google_code: '12345' }],
      ['google_code', { google_code: '１２３４５６' }],
      ['google_code', { google_code: '123456\n' }],
    ] as const) {
      expect(await app.send(login, { username: 'a', ...message, ...change }), JSON.stringify(change)).toMatchObject({
        status: 400,
        data: { fields: [{ field }] },
      });
    }
  });
});

describe('the encrypted password', () => {
  it('carries the longest password, whatever its characters', async () => {
    for (const password of ['x'.repeat(128), '"'.repeat(128), '\\'.repeat(128)]) {
      const merchant = await makeMerchant(app, { password });
      expect(await signInAs(app, merchant), password.slice(0, 1)).toMatchObject({ code: 200 });
    }
  });

  it('password_message_refused when it was seen before, also with the right password', async () => {
    const merchant = await makeMerchant(app);
    const message = await encryptedPassword(app, merchant.password);
    const input = { username: merchant.username, ...message };
    expect(await app.call(login, { ...input, google_code: codeAt(merchant, 0) })).toMatchObject({ code: 200 });
    expect(await app.call(login, { ...input, google_code: codeAt(merchant, 1) })).toMatchObject({
      code: 6005,
      msg: 'password_message_refused',
      data: null,
    });
  });

  it('of twenty at once with one message exactly one is read', async () => {
    const merchant = await makeMerchant(app);
    const message = await encryptedPassword(app, merchant.password);
    const ips = Array.from({ length: 20 }, (_, index) => `198.51.100.${index}`);
    const answers = await Promise.all(
      ips.map((ip) => app.call(login, { username: merchant.username, ...message, google_code: codeAt(merchant, 0) }, { ip })),
    );
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(answers.filter(({ msg }) => msg === 'password_message_refused')).toHaveLength(19);
  });

  it('password_message_refused: another key, another nonce, an expired one, another form, no ciphertext', async () => {
    const merchant = await makeMerchant(app);
    const { key_id, public_key, nonce } = dataOf(await app.call(getPubKey, {}));
    const ask = async (password: string, id = key_id) =>
      (await app.call(login, { username: merchant.username, key_id: id, password, google_code: '000000' })).msg;
    const right = { password: merchant.password, nonce };
    const forged = Buffer.from(nonce, 'base64url');
    forged.writeUInt32BE(2 ** 32 - 1, 8);
    expect(await ask(await encrypt(public_key, right), 'password-0')).toBe('password_message_refused');
    for (const content of [
      { ...right, nonce: 'x' },
      { ...right, nonce: forged.toString('base64url') },
      { ...right, nonce: `${nonce}=` },
      { ...right, nonce: 7 },
      { ...right, password: 7 },
      { password: merchant.password },
      [merchant.password, nonce],
      null,
      'text',
    ]) {
      expect(await ask(await encrypt(public_key, content)), JSON.stringify(content)).toBe('password_message_refused');
    }
    for (const text of ['x', 'AAAA', merchant.password, '\u00e9'.repeat(500), Buffer.alloc(384).toString('base64')]) {
      expect(await ask(text), text.slice(0, 10)).toBe('password_message_refused');
    }
    const late = app.platform.clock.nowMs() + 301_000;
    vi.spyOn(app.platform.clock, 'nowMs').mockReturnValue(late);
    try {
      expect(await ask(await encrypt(public_key, right))).toBe('password_message_refused');
    } finally {
      vi.restoreAllMocks();
    }
    // None of these used the nonce up.
    expect(await ask(await encrypt(public_key, right))).toBe('wrong_google_code');
  });

  it('is encrypted under one key in every process', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => app.call(getPubKey, {})));
    expect(new Set(keys.map((answer) => dataOf(answer).public_key)).size).toBe(1);
    expect(new Set(keys.map((answer) => dataOf(answer).nonce)).size).toBe(5);
    // Two processes of which neither has a key yet.
    await app.sql('delete from server_key');
    const processes = [1, 2, 3].map(() => new Platform(app.platform.settings, pino({ level: 'silent' })));
    try {
      const made = await Promise.all(processes.map(({ passwordMessages }) => passwordMessages.publicKey()));
      expect(new Set(made.map(({ public_key }) => public_key)).size).toBe(1);
    } finally {
      await Promise.all(processes.map((process) => process.close()));
    }
    const [row] = await app.sql<{ whole: string }>(`select encode(private_key, 'escape') as whole from server_key`);
    expect(row?.whole).not.toContain('PRIVATE KEY');
  });
});

describe('the authenticator code', () => {
  it('is accepted a step early and a step late, not two, and never an older one than the last', async () => {
    const merchant = await makeMerchant(app);
    // Half way through a step, so that none ends while the test runs.
    const halfWay = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
    const codeAt = (at: TestMerchant, steps: number) => totpOf(at.totpSecret).generate({ timestamp: halfWay + steps * 30_000 });
    vi.spyOn(app.platform.clock, 'nowMs').mockReturnValue(halfWay);
    try {
      expect(await signInAs(app, merchant, { code: codeAt(merchant, -2) })).toMatchObject({ msg: 'wrong_google_code' });
      expect(await signInAs(app, merchant, { code: codeAt(merchant, 2) })).toMatchObject({ msg: 'wrong_google_code' });
      expect(await signInAs(app, merchant, { code: codeAt(merchant, -1) })).toMatchObject({ msg: 'ok' });
      expect(await signInAs(app, merchant, { code: codeAt(merchant, -1) })).toMatchObject({ code: 6003, msg: 'google_code_used' });
      expect(await signInAs(app, merchant, { code: codeAt(merchant, 1) })).toMatchObject({ msg: 'ok' });
      expect(await signInAs(app, merchant, { code: codeAt(merchant, 0) })).toMatchObject({ msg: 'google_code_used' });
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('wrong_google_code when a bound account sends a wrong one or none', async () => {
    const merchant = await makeMerchant(app);
    expect(await signInAs(app, merchant, { code: null })).toMatchObject({ code: 6002, msg: 'wrong_google_code' });
    expect(await signInAs(app, merchant, { code: codeAt(merchant, 99) })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await signInAs(app, merchant, { code: codeAt(await makeMerchant(app), 0) })).toMatchObject({ msg: 'wrong_google_code' });
  });

  it('of twenty logins at once with one code, each from its own address, exactly one passes', async () => {
    const merchant = await makeMerchant(app);
    const code = codeAt(merchant, 0);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signInAs(app, merchant, { code, ip: `198.51.100.${index}` })),
    );
    const others = answers.filter(({ msg }) => msg !== 'ok');
    expect(others).toHaveLength(19);
    // An attempt counts while it is under way, so that some of so many at once have to wait instead.
    expect(['google_code_used', 'too_many_requests']).toEqual(expect.arrayContaining([...new Set(others.map(({ msg }) => msg))]));
    const [row] = await app.sql('select count(*)::int as logins from audit_log where owner_id = $1', [merchant.merchant_id]);
    expect(row).toEqual({ logins: 1 });
  });
});

describe('binding an authenticator on the first login', () => {
  const fresh = () => makeMerchant(app, { authenticator: false });
  const bindCode = (secret: string) => totpOf(secret).generate();

  it('step_required (6032), then a secret, then its code binds it', async () => {
    const merchant = await fresh();
    expect(await signInAs(app, merchant, { code: null })).toMatchObject({
      code: 6032,
      msg: 'step_required',
      data: { step: 'bind_authenticator' },
    });
    expect(await signInAs(app, merchant)).toMatchObject({ code: 6032 });
    const { secret, otpauth_uri } = dataOf(await askForSecret(app, merchant));
    expect(otpauth_uri).toContain(`secret=${secret}`);
    expect(otpauth_uri).toContain('issuer=Purser');
    expect(await signInAs(app, merchant, { code: null })).toMatchObject({ code: 6032 });
    expect(await signInAs(app, merchant, { code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    const code = bindCode(secret);
    expect(await signInAs(app, merchant, { code })).toMatchObject({ code: 200, data: { token: expect.any(String) } });
    expect(await signInAs(app, merchant, { code })).toMatchObject({ msg: 'google_code_used' });
    const actions = await app.sql('select action from audit_log where owner_id = $1 order by sequence', [merchant.merchant_id]);
    expect(actions).toEqual([{ action: 'sign_in.fail' }, { action: 'authenticator.bind' }, { action: 'login' }]);
  });

  it('authenticator_already_bound: a password alone never replaces one', async () => {
    const merchant = await makeMerchant(app);
    expect(await askForSecret(app, merchant)).toMatchObject({ code: 6004, msg: 'authenticator_already_bound', data: null });
  });

  it('the secret asked for last is the one that binds', async () => {
    const merchant = await fresh();
    const first = dataOf(await askForSecret(app, merchant)).secret;
    const second = dataOf(await askForSecret(app, merchant)).secret;
    expect(await signInAs(app, merchant, { code: bindCode(first) })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await signInAs(app, merchant, { code: bindCode(second) })).toMatchObject({ msg: 'ok' });
  });

  it('of two that bind at once one does, and the account has the secret of that one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const merchant = await fresh();
      const { secret } = dataOf(await askForSecret(app, merchant));
      const message = await encryptedPassword(app, merchant.password);
      const [asked, ...logins] = await Promise.all([
        askForSecret(app, merchant, { ip: '198.51.100.9' }),
        app.call(login, { username: merchant.username, ...message, google_code: bindCode(secret) }, { ip: '198.51.100.1' }),
        signInAs(app, merchant, { code: bindCode(secret), ip: '198.51.100.2' }),
      ]);
      const passed = logins.filter(({ msg }) => msg === 'ok');
      expect(passed.length).toBeLessThanOrEqual(1);
      const [row] = await app.sql<{ totp_secret: Buffer | null }>('select totp_secret from merchant where merchant_id = $1', [
        merchant.merchant_id,
      ]);
      expect(row?.totp_secret !== null).toBe(passed.length === 1);
      if (row?.totp_secret) expect(app.platform.secrets.open('totp', row.totp_secret)).toBe(secret);
      expect(['ok', 'authenticator_already_bound']).toContain(asked.msg);
    }
  });

  it('keeps the secret sealed', async () => {
    const merchant = await fresh();
    const { secret } = dataOf(await askForSecret(app, merchant));
    const [row] = await app.sql<{ whole: string }>('select merchant::text as whole from merchant where merchant_id = $1', [
      merchant.merchant_id,
    ]);
    expect(row?.whole).not.toContain(secret);
    expect(row?.whole).not.toContain(Buffer.from(secret).toString('hex'));
  });
});
