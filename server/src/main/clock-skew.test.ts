import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Call, Envelope, InputOf, OutputOf } from '@purser/contract/call';
import { getPubKey, login } from '@purser/contract/features/auth';
import { checkoutAbandon, checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { openOrderClose, openOrderCreate } from '@purser/contract/features/open-order';
import { transferAdd } from '@purser/contract/features/transfer';
import { walletChallenge, walletLogin } from '@purser/contract/features/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../features/auth/testing/sign-in.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { type CallOptions, createTestApp, headersOf, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { wallClockOffBy } from '../platform/testing/wall-clock.ts';
import { totpOf } from '../platform/security/totp.ts';
import { answerOf } from '../features/wallet/testing/slider.ts';

/** Two api processes on one database: the clock of one is two minutes fast, that of the other two minutes slow. */
let app: TestApp;
let fast: Node;
let slow: Node;
let merchant: TestMerchant;
let payer: TestUser;
let signedWith: { access_key: string; secret: string };
const children: ChildProcess[] = [];

class Node {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.#port}${path}`);
  }

  async call<C extends Call>(call: C, input: InputOf<C>, options: CallOptions = {}): Promise<Envelope<OutputOf<C>>> {
    const body = JSON.stringify(input);
    const headers = headersOf(call, body, options);
    const answer = await fetch(`http://127.0.0.1:${this.#port}${call.path}`, { method: 'POST', headers, body });
    return (await answer.json()) as Envelope<OutputOf<C>>;
  }
}

async function startNode(skewMs: number): Promise<Node> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./testing/bare-api.ts', import.meta.url))], {
    env: {
      NODE_OPTIONS: wallClockOffBy(skewMs),
      TEST_URL: app.platform.settings.databaseUrl,
      TEST_KEY: app.platform.settings.masterKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return new Node(Number(String(port)));
}

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  [fast, slow] = await Promise.all([startNode(120_000), startNode(-120_000)]);
  merchant = await makeMerchant(app);
  payer = await makeUser(app);
  await fund(app, payer.user_id, 'USDP', '1000.00');
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  signedWith = { access_key: `pk_${merchant.merchant_id.toString(36)}_${'a'.repeat(24)}`, secret: 'sk_test' };
  const secret = app.platform.secrets.seal('access-key', signedWith.secret);
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant.merchant_id,
    signedWith.access_key,
    secret,
  ]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await app.close();
});

const nodes = () => [fast, slow] as const;
/** The code of the step before, so that it stays a right one while the test runs. */
const codeOf = (of: TestMerchant, steps = 0) => totpOf(of.totpSecret).generate({ timestamp: Date.now() + steps * 30_000 });

async function signIn(on: Node, as: TestMerchant, code: string, keyFrom = on) {
  const { data } = await keyFrom.call(getPubKey, {});
  const password = await encrypt(data.public_key, { password: as.password, nonce: data.nonce });
  return on.call(login, { username: as.username, key_id: data.key_id, password, google_code: code });
}

describe('with one clock two minutes fast and the other two minutes slow', () => {
  it('each says so, and is ready', async () => {
    for (const [node, words, skewS] of [
      [fast, 'ahead of', 120],
      [slow, 'behind', -120],
    ] as const) {
      const ready = await node.get('/ready');
      expect(ready.status).toBe(200);
      expect(await ready.text()).toMatch(
        new RegExp(`^ready; the wall clock of this machine is 1(19|20)\\.\\d s ${words} the database's(;|$)`),
      );
      const told = /^purser_clock_skew_seconds (\S+)$/m.exec(await (await node.get('/metrics')).text())?.[1];
      expect(Math.abs(Number(told) - skewS)).toBeLessThan(2);
    }
  });

  it('a code works at each of them, and once in all', async () => {
    for (const [first, second] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      const one = await makeMerchant(app);
      const code = codeOf(one);
      expect((await signIn(first, one, code)).msg).toBe('ok');
      expect((await signIn(second, one, code)).msg).toBe('google_code_used');
      expect((await signIn(second, one, codeOf(one, 4))).msg).toBe('wrong_google_code');
      expect((await signIn(second, one, codeOf(one, -4))).msg).toBe('wrong_google_code');
    }
  });

  it('of twenty uses of one code at both at once exactly one passes', async () => {
    const one = await makeMerchant(app);
    const code = codeOf(one);
    const input = { receipt_merchant_id: merchant.merchant_id, coin_name: 'USDP' as const, amount: '5.00', remark: '', google_code: code };
    await fund(app, one.merchant_id, 'USDP', '1000.00');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? fast : slow).call(transferAdd, input, { token: one.token })),
    );
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(answers.filter(({ msg }) => msg === 'google_code_used')).toHaveLength(19);
  });

  it('a session lasts as long from either, and a password message made by one is read by the other', async () => {
    for (const [first, second] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      const one = await makeMerchant(app);
      const { data } = await signIn(second, one, codeOf(one), first);
      const lastsMs = Date.parse('expires_at' in data ? data.expires_at : '') - Date.now();
      expect(Math.abs(lastsMs - 12 * 3_600_000)).toBeLessThan(30_000);
    }
  });

  it('a signature is taken by both within its window', async () => {
    for (const node of nodes()) {
      const input = { order_id: `S-${Math.random()}`, coin_name: 'USDP' as const, amount: '2.00', lifetime_min: 1 };
      const { data, msg } = await node.call(openOrderCreate, input, { signedWith });
      expect(msg).toBe('ok');
      expect(Date.parse(data.expire_time) - Date.parse(data.create_time)).toBe(60_000);
    }
  });

  it('close and abandon do what pay would: open until the last second, and then no more', async () => {
    for (const node of nodes()) {
      const closing = { serial_number: (await makeOrder(app, merchant.merchant_id, { lives_s: 60 })).serial_number };
      expect((await node.call(openOrderClose, closing, { signedWith })).msg).toBe('ok');
      const abandoned = await makeOrder(app, merchant.merchant_id, { lives_s: 60 });
      expect((await node.call(checkoutAbandon, { token: abandoned.token }, { payerToken: payer.token })).msg).toBe('ok');

      const late = await makeOrder(app, merchant.merchant_id, { lives_s: -60 });
      expect((await node.call(checkoutView, { token: late.token })).data.order.order_status).toBe('expired');
      expect((await node.call(openOrderClose, { serial_number: late.serial_number }, { signedWith })).msg).toBe('order_expired');
      expect((await node.call(checkoutAbandon, { token: late.token }, { payerToken: payer.token })).msg).toBe('order_expired');
      const grant = app.platform.secrets.sign('payment-grant', { user: payer.user_id, order: late.token }, app.platform.clock.inS(60));
      const paying = { token: late.token, payment_grant: grant, use_reward: false };
      expect((await node.call(checkoutPay, paying, { payerToken: payer.token })).msg).toBe('order_expired');
    }
  });

  it('a grant of one pays at the other, and none outlives its time', async () => {
    for (const [first, second] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      const order = await makeOrder(app, merchant.merchant_id);
      const asked = { token: order.token, payment_password: payer.payment_password };
      const { data } = await first.call(checkoutAuthorise, asked, { payerToken: payer.token });
      expect(Math.abs(Date.parse(data.expires_at) - Date.now() - 300_000)).toBeLessThan(30_000);
      const paying = { token: order.token, payment_grant: data.payment_grant, use_reward: false };
      expect((await second.call(checkoutPay, paying, { payerToken: payer.token })).msg).toBe('ok');

      const other = await makeOrder(app, merchant.merchant_id);
      const over = app.platform.secrets.sign('payment-grant', { user: payer.user_id, order: other.token }, app.platform.clock.inS(-2));
      const late = { token: other.token, payment_grant: over, use_reward: false };
      expect((await second.call(checkoutPay, late, { payerToken: payer.token })).msg).toBe('payment_grant_refused');
    }
  });

  it("a slider's challenge of one is answered at the other", async () => {
    const { data } = await slow.call(walletChallenge, {});
    const slider = answerOf(app.platform, data.challenge);
    const signingIn = { identity_kind: 'username' as const, identity: payer.username, password: payer.password, slider };
    expect((await fast.call(walletLogin, signingIn)).msg).toBe('ok');
  });
});
