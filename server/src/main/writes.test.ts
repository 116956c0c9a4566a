import type { Call } from '@purser/contract/call';
import { CALLS } from '@purser/contract/calls';
import { checkoutAuthorise } from '@purser/contract/features/checkout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { makeKey } from '../features/open-order/testing/key.ts';
import { newWebhookSecret, sealWebhookSecret } from '../features/webhook/signing.ts';
import { TestEndpoint } from '../features/webhook/testing/endpoint.ts';
import { createTestApp, dataOf, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** Every call that takes an idempotency key, asked twice: it answers alike and acts once. */

let app: TestApp;
let endpoint: TestEndpoint;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, settings: { webhookAllow: [{ network: '127.0.0.0/8', port: undefined }] } });
  endpoint = await TestEndpoint.start();
});
afterAll(async () => {
  await app.close();
  await endpoint.stop();
});

interface Case {
  readonly options: CallOptions;
  /** What is asked for, without the code. */
  readonly input: object;
  /** Another content; undefined for a call that has only one. */
  readonly other?: object;
}

const asMerchant = async (wishes: object, input: object, other?: object): Promise<Case & { merchant: TestMerchant }> => {
  const merchant = await makeMerchant(app, wishes);
  return { merchant, options: { token: merchant.token }, input, ...(other && { other }) };
};

async function withEndpoint(input: object, other?: object) {
  const made = await asMerchant({}, input, other);
  await app.sql('update merchant set webhook_address = $2, webhook_secret = $3 where merchant_id = $1', [
    made.merchant.merchant_id,
    endpoint.address,
    sealWebhookSecret(app.platform.secrets, newWebhookSecret()),
  ]);
  return made;
}

/** A fresh world for each call, by its path. */
const WORLDS: Record<string, () => Promise<Case & { merchant?: TestMerchant }>> = {
  '/v1/merchant/account/sign_in_failures_seen': async () => {
    const made = await asMerchant({}, {});
    await app.sql(`insert into sign_in_failure (owner_id, kind, address) values ($1, 'password', '203.0.113.1')`, [
      made.merchant.merchant_id,
    ]);
    return made;
  },
  '/v1/merchant/events/seen': () => asMerchant({}, {}),
  '/v1/merchant/transfer/add': async () => {
    const recipient = await makeMerchant(app);
    const input = { coin_name: 'USDP', receipt_merchant_id: recipient.merchant_id, amount: '5.00' };
    const made = await asMerchant({}, input, { ...input, amount: '6.00' });
    await fund(app, made.merchant.merchant_id, 'USDP', '100.00');
    return made;
  },
  '/v1/merchant/access_key/add': () => asMerchant({}, { ip_permission: [] }, { ip_permission: ['10.0.0.1'] }),
  '/v1/merchant/access_key/update': async () => {
    const made = await asMerchant({}, {});
    const { access_key } = await makeKey(app, made.merchant);
    return { ...made, input: { access_key, ip_permission: ['10.0.0.1'] }, other: { access_key, ip_permission: [] } };
  },
  '/v1/merchant/access_key/delete': async () => {
    const made = await asMerchant({}, {});
    const { access_key } = await makeKey(app, made.merchant);
    return { ...made, input: { access_key }, other: { access_key: 'pk_other' } };
  },
  '/v1/merchant/webhook/update': () => {
    const input = { webhook_address: endpoint.address, return_address: '', order_lifetime_min: 15 };
    return asMerchant({}, input, { ...input, order_lifetime_min: 16 });
  },
  '/v1/merchant/webhook/rotate_secret': () => withEndpoint({}),
  '/v1/merchant/webhook/ping': () => withEndpoint({}),
  '/v1/merchant/webhook/delivery/redeliver': async () => {
    const made = await withEndpoint({});
    const delivery_id = uuidv7();
    await app.sql(
      `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, address, state, next_attempt_at, give_up_at)
       values ($1, $2, $3, 'order.paid', 'PO1', '{}', 'https://old.example', 'failed', null, now())`,
      [made.merchant.merchant_id, delivery_id, uuidv7()],
    );
    return { ...made, input: { delivery_id }, other: { delivery_id: uuidv7() } };
  },
  '/v1/merchant/order/close': async () => {
    const made = await asMerchant({}, {});
    const { serial_number } = await makeOrder(app, made.merchant.merchant_id);
    return { ...made, input: { serial_number }, other: { serial_number: 'PO2' } };
  },
  '/v1/open/order/create': async () => {
    const merchant = await makeMerchant(app);
    const input = { order_id: 'A-1', coin_name: 'USDP', amount: '12.50' };
    return { options: { signedWith: await makeKey(app, merchant) }, input, other: { ...input, amount: '12.51' } };
  },
  '/v1/open/order/close': async () => {
    const merchant = await makeMerchant(app);
    const { serial_number } = await makeOrder(app, merchant.merchant_id);
    return { options: { signedWith: await makeKey(app, merchant) }, input: { serial_number }, other: { order_id: 'A-2' } };
  },
  '/v1/checkout/authorise': async () => {
    const { options, token, payment_password } = await payerAndOrder();
    return { options, input: { token, payment_password }, other: { token, payment_password: '000000' } };
  },
  '/v1/checkout/pay': async () => {
    const { options, token, payment_password } = await payerAndOrder();
    const { payment_grant } = dataOf(await app.call(checkoutAuthorise, { token, payment_password }, options));
    return { options, input: { token, payment_grant }, other: { token, payment_grant, use_reward: true } };
  },
  '/v1/checkout/abandon': async () => {
    const [{ options, token }, another] = [await payerAndOrder(), await payerAndOrder()];
    return { options, input: { token }, other: { token: another.token } };
  },
  '/v1/wallet/payment_password/set': async () => {
    const user = await makeUser(app);
    const to = (password: string) => ({
      login_password: user.password,
      payment_password: password,
      payment_password_again: password,
    });
    return { options: { payerToken: user.token }, input: to('271829'), other: to('271830') };
  },
};

async function payerAndOrder() {
  const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
  await fund(app, user.user_id, 'USDP', '100.00');
  const { token } = await makeOrder(app, merchant.merchant_id);
  return { options: { payerToken: user.token }, token, payment_password: user.payment_password };
}

/** What a repeated request may change: what is only remembered of requests. */
const REMEMBERED = new Set(['idempotency_key', 'throttle', 'session', 'change', 'api_nonce', 'single_use', 'installation']);

/** All that the database holds, told by one text for each table; totp_last_step is the test's own to move. */
async function everything(): Promise<Record<string, string | null>> {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'ledger') and tablename <> all ($1)`,
    [[...REMEMBERED]],
  );
  const texts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg((to_jsonb(t) - 'totp_last_step')::text, '' order by t::text)) as digest from ${name} t`,
  );
  const rows = await app.sql<{ name: string; digest: string | null }>(texts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** Changes nothing but a counter that a right password leaves as it was. */
const UNSEEN = new Set(['/v1/checkout/authorise']);
/** In the first answer and never again. */
const withoutSecret = (data: unknown) => (typeof data === 'object' && data !== null ? { ...data, secret: null } : data);
/** A view says what time it is. */
const withoutTime = (data: unknown) =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) => (key === 'server_time' ? null : value)) as unknown;

const keyed = CALLS.filter((call) => call.keyed);

describe.each(keyed.map((call) => [call.path, call] as const))('%s', (path, call: Call) => {
  const worldOf = async () => {
    const world = await (WORLDS[path] as NonNullable<(typeof WORLDS)[string]>)();
    const { merchant, options } = world;
    const send = async (content: object, idempotencyKey: string, code?: string) => {
      const google_code = call.confirm && merchant ? (code ?? (await googleCode(app, merchant))) : undefined;
      return app.send(call, { ...content, ...(google_code !== undefined && { google_code }) }, { ...options, idempotencyKey });
    };
    return { ...world, send };
  };

  it('asked twice with one key answers alike and acts once', async () => {
    const { input, send } = await worldOf();
    const before = await everything();
    const first = await send(input, 'key-1');
    expect(first).toMatchObject({ code: 200 });
    const after = await everything();
    if (!UNSEEN.has(path)) expect(after).not.toEqual(before);
    const again = await send(input, 'key-1');
    expect(again).toMatchObject({ code: 42110 });
    expect(withoutTime(withoutSecret(again.data))).toEqual(withoutTime(withoutSecret(first.data)));
    expect(await everything()).toEqual(after);
  });

  it('at the same moment with one key acts once', async () => {
    const { input, send, merchant } = await worldOf();
    const code = call.confirm && merchant ? await googleCode(app, merchant) : undefined;
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(input, 'key-1', code)));
    const outcomes = answers.map(({ msg }) => msg);
    expect(outcomes.filter((msg) => msg === 'ok')).toHaveLength(1);
    for (const msg of outcomes) expect(['ok', 'already_done', 'request_in_progress', 'google_code_used', 'not_ready']).toContain(msg);
  });

  it('refuses another content under the same key', async () => {
    const { input, other, send } = await worldOf();
    if (other === undefined) return;
    expect(await send(input, 'key-1')).toMatchObject({ code: 200 });
    const after = await everything();
    expect(await send(other, 'key-1')).toMatchObject({ msg: 'idempotency_mismatch', data: null });
    expect(await everything()).toEqual(after);
  });

  it('keeps neither a secret nor a password under the key', async () => {
    const { input, send } = await worldOf();
    const { data } = await send(input, 'key-1');
    const kept = JSON.stringify(await app.sql('select answer from idempotency_key'));
    const secrets = [data, input].flatMap((value) => Object.entries(value ?? {}).filter(([name]) => /secret|password|grant/.test(name)));
    for (const [, secret] of secrets) if (typeof secret === 'string') expect(kept).not.toContain(secret);
  });
});

describe.each(CALLS.filter(({ confirm }) => confirm).map((call) => [call.path, call] as const))('%s', (path, call) => {
  it('takes the code last: with a wrong one nothing is done, and the right one is still good', async () => {
    const { merchant, options, input } = await (WORLDS[path] as NonNullable<(typeof WORLDS)[string]>)();
    const google_code = await googleCode(app, merchant as TestMerchant);
    const wrong = String((Number(google_code) + 1) % 1_000_000).padStart(6, '0');
    const { 'public.sign_in_failure': _, 'public.audit_log': __, ...before } = await everything();
    expect(await app.send(call, { ...input, google_code: wrong }, { ...options, idempotencyKey: 'key-1' })).toMatchObject({
      msg: 'wrong_google_code',
    });
    expect(await everything()).toMatchObject(before);
    expect(await app.send(call, { ...input, google_code }, { ...options, idempotencyKey: 'key-1' })).toMatchObject({ code: 200 });
  });
});

it('every call that takes a key is asked here', () => {
  expect(Object.keys(WORLDS).toSorted()).toEqual(keyed.map(({ path }) => path).toSorted());
});
