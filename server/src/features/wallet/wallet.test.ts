import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import * as calls from '@purser/contract/features/wallet';
import type { InputOf } from '@purser/contract/call';
import { isWeakPaymentPassword } from '@purser/contract/payment-password';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type CallOptions, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, signIn, type TestUser } from '../../platform/testing/parties.ts';
import { checkoutRoutes } from '../checkout/routes.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { Checkout } from '../checkout/service.ts';
import { normaliseIdentity } from './identity.ts';
import { walletRoutes } from './routes.ts';
import { answerOf } from './testing/slider.ts';

let app: TestApp;
let user: TestUser;
let lastIp = 0;
/** Every test knocks from an address of its own, so that one test's failures throttle no other. */
let ip: string;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...walletRoutes(platform), ...checkoutRoutes(platform)] });
});
afterAll(() => app.close());
beforeEach(async () => {
  lastIp += 1;
  ip = `203.0.113.${lastIp}`;
  user = await makeUser(app);
});

type LoginInput = InputOf<typeof calls.walletLogin>;

async function slider(): Promise<NonNullable<LoginInput['slider']>> {
  const { challenge } = dataOf(await app.call(calls.walletChallenge, {}));
  return answerOf(app.platform, challenge);
}

async function login(wishes: Partial<LoginInput> = {}, options: CallOptions = {}) {
  const input: LoginInput = {
    identity_kind: 'username',
    identity: user.username,
    password: user.password,
    slider: await slider(),
    ...wishes,
  };
  return app.call(calls.walletLogin, input, { ip, ...options });
}

describe('signing in', () => {
  it('by username gives a session in a cookie that no script reads and no other site sends', async () => {
    const answer = await login();
    expect(dataOf(answer)).toEqual({ user_id: user.user_id, nick: user.nick });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    // A device whose clock is wrong keeps it as long as any other.
    const keptS = Number(/; Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(keptS).toBeGreaterThan(86_400 - 60);
    expect(keptS).toBeLessThanOrEqual(86_400);
    const token = new RegExp(`${PAYER_COOKIE}=([^;]+)`).exec(cookie)?.[1];
    expect(dataOf(await app.call(calls.walletOverview, {}, { payerToken: token }))).toMatchObject({ user_id: user.user_id });
    expect(await app.sql(`select 1 from session where encode(token_hash, 'escape') like '%' || $1 || '%'`, [token])).toEqual([]);
  });

  it('works by phone with its area code, however the number is spaced, and by email in any case', async () => {
    const digits = String(Math.floor(Math.random() * 9_000_000) + 1_000_000);
    user = await makeUser(app, { phone: `+8490${digits}`, email: `lan.${digits}@example.com` });
    expect(
      await login({ identity_kind: 'phone', area_code: '84', identity: `090 ${digits.slice(0, 3)}-${digits.slice(3)}` }),
    ).toMatchObject({ msg: 'ok' });
    expect(await login({ identity_kind: 'email', identity: `LAN.${digits}@Example.com` })).toMatchObject({ msg: 'ok' });
    expect(await login({ identity_kind: 'phone', area_code: '86', identity: `90${digits}` })).toMatchObject({ msg: 'wrong_credentials' });
    // No country has this one.
    expect(await login({ identity_kind: 'phone', area_code: '0', identity: `90${digits}` })).toMatchObject({ msg: 'wrong_credentials' });
  });

  it('without the slider, or with it left at its start: slider_required', async () => {
    expect(await login({ slider: undefined })).toMatchObject({ msg: 'slider_required' });
    expect(await login({ slider: { ...(await slider()), position: 0 } })).toMatchObject({ msg: 'slider_required' });
  });

  it('with the slider elsewhere, forged or used before: slider_failed', async () => {
    const { challenge, position } = await slider();
    expect(await login({ slider: { challenge, position: position > 100 ? position - 10 : position + 10 } })).toMatchObject({
      msg: 'slider_failed',
    });
    expect(await login({ slider: { challenge, position } })).toMatchObject({ msg: 'slider_failed' });
    expect(await login({ slider: { challenge: `${challenge}x`, position } })).toMatchObject({ msg: 'slider_failed' });
  });

  it('with a wrong password or an unknown name: the same answer', async () => {
    const [wrong, unknown] = [await login({ password: 'nope' }), await login({ identity: 'nobody-of-that-name' })];
    expect(wrong).toMatchObject({ msg: 'wrong_credentials' });
    expect({ ...unknown, request_id: '', headers: {} }).toEqual({ ...wrong, request_id: '', headers: {} });
  });

  it('five times wrong from one address: too_many_requests there, and the owner still comes in from elsewhere', async () => {
    for (let i = 0; i < 5; i += 1) await login({ password: 'nope' });
    expect(await login()).toMatchObject({ status: 429, msg: 'too_many_requests' });
    expect(await login({}, { ip: '198.51.100.7' })).toMatchObject({ msg: 'ok' });
  });

  it('counts failures for the account, whichever of its names was used', async () => {
    const email = `${user.username}@example.org`;
    await app.sql("insert into login_directory (kind, identity, owner_id) values ('user_email', $1, $2)", [email, user.user_id]);
    const byEmail = { identity_kind: 'email', identity: email } as const;
    for (let n = 0; n < 5; n += 1) {
      expect(await login({ password: 'nope', ...(n % 2 === 0 && byEmail) })).toMatchObject({ msg: 'wrong_credentials' });
    }
    expect(await login()).toMatchObject({ msg: 'too_many_requests' });
    expect(await login(byEmail)).toMatchObject({ msg: 'too_many_requests' });
  });

  it('takes no more than 300 sliders of an address in ten minutes', async () => {
    await app.sql("insert into throttle (scope, subject, failures, forget_at) values ('slider', $1, 298, now() + interval '9 min')", [ip]);
    expect([await login(), await login(), await login()].map(({ msg }) => msg)).toEqual(['ok', 'ok', 'too_many_requests']);
  });

  it('bears any number of sliders of an address while no more than 300 come in ten minutes', async () => {
    expect(await login()).toMatchObject({ msg: 'ok' });
    const set = (to: string) => app.sql(`update throttle set ${to} where scope = 'slider' and subject = $1`, [ip]);
    await set("failures = 298, forget_at = now() + interval '1 min'");
    expect(await login()).toMatchObject({ msg: 'ok' });
    const counted = () =>
      app.sql("select failures, forget_at <= now() + interval '1 min' as ends_soon from throttle where scope = 'slider' and subject = $1", [
        ip,
      ]);
    expect(await counted()).toEqual([{ failures: 299, ends_soon: true }]);
    await set('forget_at = now()');
    expect(await login()).toMatchObject({ msg: 'ok' });
    expect(await counted()).toEqual([{ failures: 1, ends_soon: false }]);
  });

  it('floods of failures from many addresses do not lock out an address that is known', async () => {
    await login();
    await app.sql(
      `insert into throttle (scope, subject, failures, locked_until, forget_at) values ('sign-in:account', $1, 50, now() + interval '10 min', now() + interval '10 min')
       on conflict (scope, subject) do update set failures = 50, forget_at = excluded.forget_at`,
      [`user ${user.user_id}`],
    );
    expect(await login()).toMatchObject({ msg: 'ok' });
    expect(await login({}, { ip: '198.51.100.8' })).toMatchObject({ msg: 'too_many_requests' });
  });

  it('as a suspended user: payer_suspended, and only with the right password', async () => {
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    expect(await login({ password: 'nope' })).toMatchObject({ msg: 'wrong_credentials' });
    expect(await login()).toMatchObject({ msg: 'payer_suspended' });
  });

  it("from another site's page: forbidden", async () => {
    expect(await login({}, { headers: { origin: 'https://evil.example' } })).toMatchObject({ msg: 'forbidden' });
  });

  it('ends at once with logout, for this session alone', async () => {
    const other = await signIn(app, 'user', user.user_id);
    await app.call(calls.walletLogout, {}, { payerToken: user.token });
    expect(await app.call(calls.walletOverview, {}, { payerToken: user.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.call(calls.walletOverview, {}, { payerToken: other })).toMatchObject({ msg: 'ok' });
  });
});

describe('the payment password', () => {
  const set = (payment_password: string, wishes: Partial<InputOf<typeof calls.walletPaymentPasswordSet>> = {}) =>
    app.call(
      calls.walletPaymentPasswordSet,
      { login_password: user.password, payment_password, payment_password_again: payment_password, ...wishes },
      { payerToken: user.token, ip },
    );

  it('is set with the login password, unlocks, and is written down in the audit log', async () => {
    await app.sql(
      `update wallet_user set payment_password_failures = 5, payment_password_locked_until = now() + interval '1 h' where user_id = $1`,
      [user.user_id],
    );
    expect(await set('529471')).toMatchObject({ msg: 'ok' });
    const [row] = await app.sql(
      'select payment_password_failures as failures, payment_password_locked_until as locked from wallet_user where user_id = $1',
      [user.user_id],
    );
    expect(row).toEqual({ failures: 0, locked: null });
    expect(await app.sql('select action from audit_log where owner_id = $1', [user.user_id])).toEqual([
      { action: 'payment_password.change' },
    ]);
  });

  it('ends all other sessions when it is changed, and so what the old one has granted there; not when it is the first', async () => {
    const elsewhere = await signIn(app, 'user', user.user_id);
    const overview = () => app.call(calls.walletOverview, {}, { payerToken: elsewhere });
    await app.sql('update wallet_user set payment_password_hash = null where user_id = $1', [user.user_id]);
    expect(await set('529471')).toMatchObject({ msg: 'ok' });
    expect(await overview()).toMatchObject({ msg: 'ok' });
    await fund(app, user.user_id, 'USDP', '100.00');
    const { token } = await makeOrder(app, (await makeMerchant(app)).merchant_id);
    const granted = await app.call(checkoutAuthorise, { token, payment_password: '529471' }, { payerToken: elsewhere });
    const { payment_grant } = dataOf(granted);
    expect(await set('529472')).toMatchObject({ msg: 'ok' });
    const pay = app.call(checkoutPay, { token, payment_grant, use_reward: false }, { payerToken: elsewhere });
    expect(await pay).toMatchObject({ msg: 'unauthenticated' });
    expect(await overview()).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.call(calls.walletOverview, {}, { payerToken: user.token })).toMatchObject({ msg: 'ok' });
  });

  it('refused: wrong login password, two that differ, one too easy to guess, in this order', async () => {
    expect(await set('111111', { login_password: 'nope', payment_password_again: '222222' })).toMatchObject({ msg: 'wrong_credentials' });
    expect(await set('111111', { payment_password_again: '222222' })).toMatchObject({
      msg: 'passwords_differ',
      detail: 'Passwords do not match',
    });
    expect(await set('123456')).toMatchObject({ msg: 'payment_password_weak' });
    expect(await set('12345')).toMatchObject({ msg: 'invalid_input' });
  });

  it('lets nobody guess the login password through it: too_many_requests', async () => {
    for (let i = 0; i < 5; i += 1) await set('529471', { login_password: 'nope' });
    expect(await set('529471')).toMatchObject({ msg: 'too_many_requests' });
  });

  it('knows the ones that a thief tries first', () => {
    for (const weak of ['000000', '123456', '654321', '890123', '121212', '123123', '112233', '123321'])
      expect(isWeakPaymentPassword(weak), weak).toBe(true);
    for (const fine of ['529471', '271828', '135790', '102938']) expect(isWeakPaymentPassword(fine), fine).toBe(false);
  });
});

describe('balances and records', () => {
  it("shows every enabled market with balance and reward funds, and no other user's", async () => {
    await fund(app, user.user_id, 'USDP', '20.00');
    await fund(app, user.user_id, 'USDP', '1.50', 'reward');
    const { balances } = dataOf(await app.call(calls.walletOverview, {}, { payerToken: user.token }));
    expect(balances).toEqual([
      { market: 'USD', coin_name: 'USDP', available_asset: '20.00', freeze_asset: '0.00', pending_asset: '0.00', reward_asset: '1.50' },
    ]);
  });

  it("lists the wallet's entries newest first, with the merchant's name, and pages without gap or double", async () => {
    const merchant = await makeMerchant(app, { name: 'Blue Bottle' });
    await fund(app, user.user_id, 'USDP', '20.00');
    const checkout = new Checkout(app.platform);
    const session = await app.platform.sessions.find('user', user.token);
    if (!session) throw new Error('no session');
    for (let i = 0; i < 5; i += 1) {
      const { token } = await makeOrder(app, merchant.merchant_id, { amount: '1.00' });
      const { payment_grant } = await checkout.authorise({ token, payment_password: user.payment_password }, session);
      await checkout.pay({ token, payment_grant, use_reward: false }, session);
    }
    const ask = (input: Partial<InputOf<typeof calls.walletRecordQuery>>) =>
      app.call(calls.walletRecordQuery, { page_size: 4, ...input }, { payerToken: user.token });
    const first = dataOf(await ask({}));
    expect(first).toMatchObject({ total: 6, total_is_exact: true });
    expect(first.list[0]).toMatchObject({
      transaction_type: 'payment',
      merchant_name: 'Blue Bottle',
      description: 'Two tickets',
      order_token: expect.stringMatching(/^[\w-]{30}$/),
      transaction_number: '-1.00',
      available_after_number: '15.00',
      purpose: 'main',
    });
    const [second, byCursor] = [dataOf(await ask({ page: 2 })), dataOf(await ask({ cursor: first.next_cursor ?? '' }))];
    expect(second.list).toEqual(byCursor.list);
    const all = [...first.list, ...second.list].map(({ serial_number }) => serial_number);
    expect(new Set(all).size).toBe(6);
    expect(second.next_cursor).toBeNull();
    expect(dataOf(await ask({ sort_order: 'asc' })).list[0]).toMatchObject({
      transaction_type: 'issuance',
      order_token: null,
      description: null,
    });
    expect(dataOf(await ask({ coin_name: 'VNDT' })).list).toEqual([]);
    expect(dataOf(await ask({ time_to: first.list[3]?.time ?? '' })).total).toBe(2);
    expect(await ask({ cursor: 'nonsense' })).toMatchObject({ msg: 'invalid_input' });
  });

  it('without a session: unauthenticated', async () => {
    for (const call of [calls.walletOverview, calls.walletRecordQuery, calls.walletLogout, calls.walletPaymentPasswordSet]) {
      expect(await app.send(call, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
    }
  });
});

it('keeps identities in one form, and something that is no phone number as something that is never found', () => {
  expect(normaliseIdentity('username', ' Lan ', undefined)).toBe('lan');
  expect(normaliseIdentity('phone', '0912 345 678', '84')).toBe('+84912345678');
  expect(normaliseIdentity('phone', 'abc', '84')).toBe('+84abc');
});
