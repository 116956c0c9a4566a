import type { InputOf } from '@purser/contract/call';
import { AGREEMENT_KINDS, standingSlug } from '@purser/contract/content';
import { registrationGet, registrationSet, walletRegister, walletRegisterCode } from '@purser/contract/features/wallet-access';
import * as calls from '@purser/contract/features/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeUser } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { publishTestContent, textIn } from '../content/testing/content.ts';
import { messageJobs } from '../message/jobs.ts';
import { walletRoutes } from './routes.ts';
import { answerOf } from './testing/slider.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let lastIp = 0;
/** Every test knocks from an address of its own, so that one test's failures throttle no other. */
let ip: string;
let address: string;

beforeAll(async () => {
  app = await createTestApp({ routes: walletRoutes, settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
beforeEach(async () => {
  lastIp += 1;
  ip = `203.0.113.${lastIp}`;
  address = `new.${lastIp}@example.com`;
  await app.sql('update system_setting set registration_open = true');
});
afterEach(() => app.sql('delete from throttle'));
afterAll(async () => {
  await running.close();
  await app.close();
});

type Asked = InputOf<typeof walletRegisterCode>;
type Registered = InputOf<typeof walletRegister>;
const PASSWORD = 'Fresh-paint-1';
const username = () => `Newcomer.${lastIp}`;

async function slider(): Promise<NonNullable<Asked['slider']>> {
  const { challenge } = dataOf(await app.call(calls.walletChallenge, {}));
  return answerOf(app.platform, challenge);
}
const ask = async (wishes: Partial<Asked> = {}, options: { ip?: string; language?: 'en' | 'vi' } = {}) =>
  app.call(
    walletRegisterCode,
    { username: username(), identity_kind: 'email', identity: address, slider: await slider(), ...wishes },
    { ip, ...options },
  );
const newest = (to: string) => mailbox.messages.find((message) => message.to === to);

/** Asks for a code, and reads it where it was sent. */
async function codeFor(wishes: Partial<Asked> = {}, to = address): Promise<string> {
  const before = newest(to)?.id;
  dataOf(await ask(wishes));
  await eventually(() => expect(newest(to)?.id ?? before).not.toBe(before));
  return /\b(\d{6})\b/.exec(newest(to)?.text ?? '')?.[1] ?? '';
}
const register = (code: string, wishes: Partial<Registered> = {}) =>
  app.call(
    walletRegister,
    {
      username: username(),
      identity_kind: 'email',
      identity: address,
      code,
      nick: 'Lan',
      market: 'VND',
      password: PASSWORD,
      password_again: PASSWORD,
      agreements: [],
      ...wishes,
    },
    { ip },
  );
const usersOf = (email: string) => app.sql('select user_id from wallet_user where lower(email) = lower($1)', [email]);

describe('registering', () => {
  it('by e-mail makes a wallet in the chosen market, signs in, and stands in the audit log', async () => {
    const answer = await register(await codeFor());
    const { user_id, nick } = dataOf(answer);
    expect(nick).toBe('Lan');
    const token = new RegExp(`${PAYER_COOKIE}=([^;]+)`).exec(String(answer.headers['set-cookie']))?.[1];
    expect(dataOf(await app.call(calls.walletOverview, {}, { payerToken: token }))).toMatchObject({
      user_id,
      kind: 'ordinary',
      has_payment_password: false,
      balances: [{ market: 'VND', coin_name: 'VNDT', available_asset: '0.00', reward_asset: '0.00' }],
    });
    expect(await app.sql('select action, details from audit_log where owner_id = $1', [user_id])).toEqual([
      { action: 'wallet.register', details: { by: 'email', markets: ['VND'], agreements: [] } },
    ]);
    expect(await app.sql('select username, language, email, phone from wallet_user where user_id = $1', [user_id])).toEqual([
      { username: `newcomer.${lastIp}`, language: 'en', email: address, phone: null },
    ]);
  });

  it('with a username logs in by it, however its letters are written', async () => {
    const { user_id } = dataOf(await register(await codeFor()));
    const login = { identity_kind: 'username', identity: username().toUpperCase(), password: PASSWORD, slider: await slider() } as const;
    expect(dataOf(await app.call(calls.walletLogin, login, { ip }))).toMatchObject({ user_id });
  });

  it('refuses what is no username, before a code is sent and with it', async () => {
    const code = await codeFor();
    for (const unfit of ['', 'ab', 'x'.repeat(65), '1lan', 'lan@example.com', 'lan nguyen', 'lán', '.lan']) {
      const refused = { status: 200, msg: 'username_unfit' };
      expect(await ask({ username: unfit }), unfit).toMatchObject(refused);
      expect(await register(code, { username: unfit }), unfit).toMatchObject(refused);
    }
    expect(await usersOf(address)).toEqual([]);
    expect(await register(code, { username: 'Lan_2.x-y' })).toMatchObject({ msg: 'ok' });
  });

  it('tells that a username is taken only to who has the code, makes nothing, and takes another with the same code', async () => {
    const taken = (await makeUser(app)).username;
    const code = await codeFor({ username: taken });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await register(wrong, { username: taken })).toMatchObject({ msg: 'verification_code_wrong' });
    expect(await register(code, { username: taken.toUpperCase() })).toMatchObject({ msg: 'username_taken' });
    expect(await usersOf(address)).toEqual([]);
    expect(await app.sql('select from login_directory where identity = $1', [address])).toEqual([]);
    expect(await register(code)).toMatchObject({ msg: 'ok' });
  });

  it('takes the right code however often something else about the wallet is refused, but lists no names for twenty of them', async () => {
    const taken = (await makeUser(app)).username;
    const code = await codeFor();
    for (let n = 0; n < 5; n += 1) expect(await register(code, { username: taken })).toMatchObject({ msg: 'username_taken' });
    expect(await register(code, { referral_code: 'NO-SUCH-CODE' })).toMatchObject({ msg: 'referral_code_unknown' });
    expect(await app.sql("select failures, scope from throttle where scope in ('code:guess', 'register:refused')")).toEqual([
      { failures: 6, scope: 'register:refused' },
    ]);
    await app.sql("update throttle set failures = 19 where scope = 'register:refused'");
    expect(await register(code, { username: taken })).toMatchObject({ msg: 'username_taken' });
    for (const username of [taken, 'Free_name'])
      expect(await register(code, { username })).toMatchObject({ status: 429, msg: 'too_many_requests' });
    await app.sql("delete from throttle where scope = 'register:refused'");
    expect(await register(code)).toMatchObject({ msg: 'ok' });
  });

  it('of two who choose one username at one moment gives it to one', async () => {
    const other = `other.${lastIp}@example.com`;
    const [code, second] = [await codeFor(), await codeFor({ identity: other }, other)];
    const name = { username: `Same_${lastIp}` };
    const answers = await Promise.all([register(code, name), register(second, { ...name, identity: other })]);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'username_taken']);
    expect(await app.sql('select from wallet_user where username = lower($1)', [name.username])).toHaveLength(1);
  });

  it('by phone with its area code, and the same number logs in however it is written', async () => {
    const phone = { identity_kind: 'phone', area_code: '84', identity: '0909 123 456' } as const;
    const code = await codeFor(phone, '+84909123456');
    dataOf(await register(code, { ...phone, identity: '909123456' }));
    const login = {
      identity_kind: 'phone',
      area_code: '84',
      identity: '0909-123-456',
      password: PASSWORD,
      slider: await slider(),
    } as const;
    expect(await app.call(calls.walletLogin, login, { ip })).toMatchObject({ msg: 'ok' });
  });

  it('takes an address for one however its letters are written', async () => {
    dataOf(await register(await codeFor({ identity: `New.${lastIp}@Example.COM` }), { identity: `NEW.${lastIp}@example.com` }));
    const login = { identity_kind: 'email', identity: address.toUpperCase(), password: PASSWORD, slider: await slider() } as const;
    expect(await app.call(calls.walletLogin, login, { ip })).toMatchObject({ msg: 'ok' });
    await app.sql('delete from throttle');
    dataOf(await ask({ identity: address.toUpperCase() }));
    await eventually(() => expect(newest(address)?.text).toContain('http://localhost:8080/wallet'));
    expect(await usersOf(address)).toHaveLength(1);
  });

  it('at the same moment with one code makes one wallet', async () => {
    const code = await codeFor();
    const both = await Promise.all([register(code), register(code)]);
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'verification_code_wrong']);
    expect(await usersOf(address)).toHaveLength(1);
  });

  it('of an address that became somebody else’s meanwhile is refused and leaves nothing', async () => {
    const code = await codeFor();
    await makeUser(app, { email: address });
    expect(await register(code)).toMatchObject({ msg: 'address_registered' });
    expect(await usersOf(address)).toHaveLength(1);
  });

  it('keeps a code for another try when something else is wrong, and nothing of the wallet', async () => {
    const code = await codeFor();
    for (const [wishes, msg] of [
      [{ password: 'short-1', password_again: 'short-1' }, 'password_unfit'],
      [{ password: 'Mật-khẩu-dài' }, 'password_unfit'],
      [{ password_again: 'Fresh-paint-2' }, 'passwords_differ'],
      [{ market: 'XXX' }, 'market_unknown'],
      [{ identity: 'nobody' }, 'message_address_wrong'],
    ] as const)
      expect(await register(code, wishes), msg).toMatchObject({ msg });
    expect(await usersOf(address)).toEqual([]);
    expect(await register(code)).toMatchObject({ msg: 'ok' });
  });

  it('with a wrong code is refused, five times at the most for one code and twenty from one place', async () => {
    const code = await codeFor();
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(Array.from({ length: 7 }, () => register(wrong)));
    expect(new Set(guesses.map(({ msg }) => msg))).toEqual(new Set(['verification_code_wrong']));
    expect(await register(code)).toMatchObject({ msg: 'verification_code_wrong' });
    for (let n = 8; n < 20; n += 1) expect((await register(wrong)).msg).toBe('verification_code_wrong');
    expect(await register(wrong)).toMatchObject({ status: 429, msg: 'too_many_requests' });
  });
});

describe('asking for a code', () => {
  it('says the same of an address that is somebody’s: its owner is told, and no code of theirs is good', async () => {
    const unknown = await ask();
    const known = `known.${lastIp}@example.com`;
    await makeUser(app, { email: known });
    const answer = await ask({ identity: known });
    expect({ ...answer, request_id: '', headers: {} }).toEqual({ ...unknown, request_id: '', headers: {} });
    await eventually(() => expect(newest(known)?.subject).toContain('already have'));
    expect(newest(known)?.text).not.toMatch(/\b\d{6}\b/);
    expect(await register('123456', { identity: known })).toMatchObject({ msg: 'verification_code_wrong' });
    // And waits as long for the next one.
    const [again, other] = [await ask({ identity: known }), await ask()];
    expect([again.msg, other.msg]).toEqual(['too_many_requests', 'too_many_requests']);
    // The two were not asked for at the very same moment.
    expect(again.detail.replace(/\d+/, '')).toBe(other.detail.replace(/\d+/, ''));
  });

  it('is refused without the slider, and for what nothing can be sent to', async () => {
    expect(await ask({ slider: undefined })).toMatchObject({ msg: 'slider_required' });
    for (const wishes of [
      { identity: 'nobody' },
      { identity_kind: 'phone', identity: '12', area_code: '84' },
      { identity_kind: 'phone', identity: '909123457' },
      { identity_kind: 'phone', identity: '909123457', area_code: '0' },
      { identity_kind: 'phone', identity: '909123457', area_code: '0084' },
    ] as const)
      expect(await ask(wishes)).toMatchObject({ msg: 'message_address_wrong' });
  });

  it('is answered in the language that is asked in', async () => {
    dataOf(await ask({}, { language: 'vi' }));
    await eventually(() => expect(newest(address)?.language).toBe('vi'));
  });
});

describe('agreements in force', () => {
  it('are accepted in the versions that were shown, and kept with who, when and from where', async () => {
    for (const kind of AGREEMENT_KINDS)
      await publishTestContent(app, { kind, slug: standingSlug(kind), must_accept: true }, { en: textIn(kind, 'Be fair.') });
    const [agreement, policy] = [
      { kind: 'user_agreement', version: 1 },
      { kind: 'privacy_policy', version: 1 },
    ] as const;
    const code = await codeFor();
    expect(await register(code)).toMatchObject({ msg: 'agreement_required' });
    expect(await register(code, { agreements: [agreement] })).toMatchObject({ msg: 'agreement_required' });
    const another = { ...policy, version: 2 };
    expect(await register(code, { agreements: [agreement, another] })).toMatchObject({ msg: 'agreement_changed' });
    const { user_id } = dataOf(await register(code, { agreements: [agreement, policy] }));
    expect(await app.sql('select party, ip, language from content_acceptance where owner_id = $1', [user_id])).toEqual(
      Array.from({ length: 2 }, () => ({ party: 'user', ip, language: 'en' })),
    );
    await app.sql(`update content_version set must_accept = false`);
  });
});

describe('whether registration is open', () => {
  it('is the provider’s to say, with a code, in the audit log; closed, nobody gets a code or a wallet', async () => {
    const admin = await makeStaff(app, 'admin');
    const code = await codeFor();
    const set = async (is_open: boolean, by = admin) => by.call(registrationSet, { is_open, google_code: await by.code() });
    dataOf(await set(false));
    expect(dataOf(await admin.call(registrationGet, {}))).toEqual({ is_open: false });
    expect(await ask()).toMatchObject({ msg: 'registration_closed' });
    expect(await register(code)).toMatchObject({ msg: 'registration_closed' });
    expect(await set(true, await makeStaff(app, 'support'))).toMatchObject({ msg: 'staff_not_allowed' });
    dataOf(await set(true));
    expect(await register(code)).toMatchObject({ msg: 'ok' });
    const log = await app.sql(`select action from audit_log where owner_id = 1 and action like 'registration.%' order by sequence`);
    expect(log).toEqual([{ action: 'registration.close' }, { action: 'registration.open' }]);
  });

  it('is no, until somebody has said so', async () => {
    await app.sql('update system_setting set registration_open = default');
    expect(await ask()).toMatchObject({ msg: 'registration_closed' });
  });
});
