import { accessKeyAdd } from '@purser/contract/features/access-key';
import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import { openOrderCreate } from '@purser/contract/features/open-order';
import { walletChallenge, walletLogin } from '@purser/contract/features/wallet';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { askForSecret, encryptedPassword, signInAs } from '../features/auth/testing/sign-in.ts';
import { logOptions } from '../platform/observe/log.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { totpOf } from '../platform/security/totp.ts';
import { allRoutes } from './features.ts';
import { answerOf } from '../features/wallet/testing/slider.ts';

/** Everything that is ever logged, at the most talkative level, while people sign in, make keys and pay, in luck and out of it. */
const lines: string[] = [];
const log = pino(
  logOptions('trace'),
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);
/** What must not be in any line; each with the name under which a failure is told. */
const secrets = new Map<string, string>();
const secret = (name: string, value: string): string => {
  secrets.set(name, value);
  return value;
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, log });
});
afterAll(() => app.close());
afterEach(() => {
  const written = lines.join('');
  for (const [name, value] of secrets) {
    expect(value.length, name).toBeGreaterThan(3);
    expect(written.includes(value), `${name} in the log`).toBe(false);
    expect(written.includes(JSON.stringify(value).slice(1, -1)), `${name} in the log`).toBe(false);
  }
});

/** Runs something while a table is missing, so that it fails on our side and is logged whole. */
async function without<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await app.sql(`alter table ${table} rename to ${table}_away`);
  try {
    return await work();
  } finally {
    await app.sql(`alter table ${table}_away rename to ${table}`);
  }
}

it('a sign-in leaves no password, code, secret or token in the log, also when it fails half way', async () => {
  const merchant = await makeMerchant(app, { password: secret('password', 'pa55-"word"-\\of-mine') });
  secret('authenticator secret', merchant.totpSecret);
  const code = secret('code', totpOf(merchant.totpSecret).generate());
  expect(await signInAs(app, merchant, { password: secret('wrong password', 'not-my-pa55word'), code })).toMatchObject({
    msg: 'wrong_credentials',
  });
  const message = await encryptedPassword(app, merchant.password);
  secret('encrypted password', message.password.slice(0, 60));
  expect(await without('session', () => signInAs(app, merchant, { code }))).toMatchObject({ status: 500 });
  expect(lines.some((line) => line.includes('a call failed'))).toBe(true);
  secret('token', dataOf(await signInAs(app, merchant, { code: await googleCode(app, merchant) })).token ?? '');
  const fresh = await makeMerchant(app, { authenticator: false });
  secret('new authenticator secret', dataOf(await askForSecret(app, fresh)).secret);
});

it('a new access key leaves no secret in the log, nor does what it signs', async () => {
  const merchant = await makeMerchant(app);
  secret('session token', merchant.token);
  const add = async () =>
    app.call(
      accessKeyAdd,
      { ip_permission: [], google_code: await googleCode(app, merchant) },
      { token: merchant.token, idempotencyKey: 'k' },
    );
  expect(await without('audit_log', add)).toMatchObject({ status: 500 });
  const added = dataOf(await add());
  const key = { ...added, secret: added.secret ?? '' };
  secret('key secret', key.secret);
  const order = { order_id: 'L-1', coin_name: 'USDP' as const, amount: '5.00' };
  expect(await without('payment_order', () => app.call(openOrderCreate, order, { signedWith: key }))).toMatchObject({ status: 500 });
  expect(await app.call(openOrderCreate, order, { signedWith: key })).toMatchObject({ code: 200 });
});

it('a payment leaves no payment password, grant or session in the log', async () => {
  const merchant = await makeMerchant(app);
  const user = await makeUser(app, {
    password: secret('login password', 'payer-pa55word'),
    payment_password: secret('payment password', '739154'),
  });
  await fund(app, user.user_id, 'USDP', '50.00');
  secret('payer token', user.token);
  const { challenge } = dataOf(await app.call(walletChallenge, {}));
  const login = {
    identity_kind: 'username' as const,
    identity: user.username,
    password: user.password,
    slider: answerOf(app.platform, challenge),
  };
  expect(await app.call(walletLogin, login)).toMatchObject({ code: 200 });
  const added = dataOf(
    await app.call(accessKeyAdd, { ip_permission: [], google_code: await googleCode(app, merchant) }, { token: merchant.token }),
  );
  const signedWith = { ...added, secret: added.secret ?? '' };
  const order = dataOf(await app.call(openOrderCreate, { order_id: 'L-2', coin_name: 'USDP', amount: '5.00' }, { signedWith }));
  const token = order.payment_url.split('/pay/')[1] ?? '';
  const options = { payerToken: user.token };
  const authorise = { token, payment_password: user.payment_password };
  expect(await without('payment_order', () => app.call(checkoutAuthorise, authorise, options))).toMatchObject({ status: 500 });
  const { payment_grant } = dataOf(await app.call(checkoutAuthorise, authorise, options));
  secret('payment grant', payment_grant);
  expect(await without('webhook_delivery', () => app.call(checkoutPay, { token, payment_grant }, options))).toMatchObject({});
  await app.call(checkoutPay, { token, payment_grant }, options);
});

it('what is logged under the name of a secret is left out, at any place', () => {
  lines.length = 0;
  const names = [
    'authorization',
    'cookie',
    'password',
    'secret',
    'token',
    'google_code',
    'payment_password',
    'payment_grant',
    'login_password',
  ];
  for (const name of names) log.info({ [name]: 'hidden', a: { [name]: 'hidden', b: { [name]: 'hidden' } } }, 'said');
  expect(lines).toHaveLength(names.length);
  expect(lines.join('')).not.toContain('hidden');
});
