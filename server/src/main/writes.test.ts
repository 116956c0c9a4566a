import type { Call } from '@purser/contract/call';
import { CALLS } from '@purser/contract/calls';
import { checkoutAuthorise } from '@purser/contract/features/checkout';
import type { StaffRole } from '@purser/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { accountSecurityWorlds } from '../features/account-security/testing/worlds.ts';
import { adjustmentWorlds } from '../features/adjustment/testing/worlds.ts';
import { chainDepositWorlds } from '../features/chain-deposit/testing/worlds.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { publishTestContent, textIn } from '../features/content/testing/content.ts';
import { keptFile } from '../features/file/testing/kept-file.ts';
import { makeKey } from '../features/open-order/testing/key.ts';
import { memberWorlds } from '../features/member/testing/worlds.ts';
import { messageWorlds } from '../features/message/testing/worlds.ts';
import { refundWorlds } from '../features/refund/testing/worlds.ts';
import { paymentLinkWorlds } from '../features/payment-link/testing/worlds.ts';
import { savedViewWorlds } from '../features/saved-view/testing/worlds.ts';
import { withdrawalWorlds } from '../features/user-withdrawal/testing/worlds.ts';
import { usdtWithdrawalWorlds } from '../features/usdt-withdrawal/testing/worlds.ts';
import { walletWorlds } from '../features/wallet/testing/worlds.ts';
import { TestEndpoint } from '../features/webhook/testing/endpoint.ts';
import { createTestApp, dataOf, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { everything } from './testing/everything.ts';
import { bankWorlds } from './testing/bank-worlds.ts';
import { identityWorlds } from './testing/identity-worlds.ts';
import { MARKET_WRITES } from './testing/market-writes.ts';
import { plannedMaintenance } from './testing/planned-maintenance.ts';
import { staffWorlds } from './testing/staff-worlds.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';

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
  await giveEndpoint(app, made.merchant.merchant_id, { address: endpoint.address });
  return made;
}

/** With whoever confirms the write by a code. */
interface World extends Case {
  readonly merchant?: TestMerchant;
  readonly member?: TestStaff;
  /** Another attempt at the same, where an attempt uses its input up: a password is encrypted for one use. */
  readonly again?: () => Promise<object>;
}

const codeOf = async ({ merchant, member }: World): Promise<string | undefined> => (merchant ? googleCode(app, merchant) : member?.code());

/** A fresh world for each call, by its path. */
const WORLDS: Record<string, () => Promise<World>> = {
  ...messageWorlds(() => app, asMember),
  ...accountSecurityWorlds(() => app),
  ...identityWorlds(() => app),
  ...memberWorlds(() => app),
  ...adjustmentWorlds(() => app),
  ...staffWorlds(() => app),
  ...bankWorlds(() => app),
  ...withdrawalWorlds(() => app),
  ...usdtWithdrawalWorlds(() => app),
  ...chainDepositWorlds(() => app),
  ...refundWorlds(() => app),
  ...paymentLinkWorlds(() => app),
  ...savedViewWorlds(() => app),
  ...walletWorlds(() => app),
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
  '/v1/merchant/login_ip_white/add': () => asMerchant({}, { ip: '127.0.0.0/8' }, { ip: '127.0.0.1' }),
  '/v1/merchant/login_ip_white/delete': async () => {
    const made = await asMerchant({}, { ip: '203.0.113.7' }, { ip: '203.0.113.8' });
    await app.sql(`insert into login_ip_white (merchant_id, ip) values ($1, '127.0.0.1'), ($1, '203.0.113.7')`, [
      made.merchant.merchant_id,
    ]);
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
    const input = { return_address: '', order_lifetime_min: 15 };
    return asMerchant({}, input, { ...input, order_lifetime_min: 16 });
  },
  '/v1/merchant/webhook/endpoint/add': () => {
    const input = { name: 'Shop', address: endpoint.address, events: null };
    return asMerchant({}, input, { ...input, events: ['order.paid'] });
  },
  '/v1/merchant/webhook/endpoint/update': () => {
    const input = { endpoint_id: 1, name: 'Shop', address: endpoint.address, events: null, is_on: false };
    return withEndpoint(input, { ...input, is_on: true });
  },
  '/v1/merchant/webhook/endpoint/delete': () => withEndpoint({ endpoint_id: 1 }, { endpoint_id: 2 }),
  '/v1/merchant/webhook/endpoint/rotate_secret': () => withEndpoint({ endpoint_id: 1 }, { endpoint_id: 2 }),
  '/v1/merchant/webhook/endpoint/ping': () => withEndpoint({ endpoint_id: 1 }, { endpoint_id: 2 }),
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
    const input = { order_id: 'A-1', coin_name: 'USDP', amount: '12.50' };
    return { options: { signedWith: await makeKey(app, await makeMerchant(app)) }, input, other: { ...input, amount: '12.51' } };
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
  '/v1/merchant/announcement/read': async () => asMerchant({}, await publishedAnnouncement(), { slugs: ['another'] }),
  '/v1/merchant/agreement/accept': async () => {
    const input = await publishedAgreement();
    return asMerchant({}, input, { agreements: [...input.agreements, ...input.agreements] });
  },
  '/v1/wallet/announcement/read': async () => {
    const [input, user] = [await publishedAnnouncement(), await makeUser(app)];
    return { options: { payerToken: user.token }, input, other: { slugs: ['another'] } };
  },
  '/v1/wallet/agreement/accept': async () => {
    const [input, user] = [await publishedAgreement(), await makeUser(app)];
    return { options: { payerToken: user.token }, input, other: { agreements: [...input.agreements, ...input.agreements] } };
  },
  '/v1/operator/content/create': () => {
    const input = { kind: 'announcement', slug: `news-${uuidv7()}` };
    return asMember('support', input, { ...input, slug: `news-${uuidv7()}` });
  },
  '/v1/operator/content/save': async () => {
    const { content_id } = await draftedAnnouncement();
    const input = { content_id, revision: 1, texts: { en: wordsIn('News', 'Other words.') } };
    return asMember('support', input, { ...input, texts: {} });
  },
  '/v1/operator/content/publish': () => asEditor({ revision: 1 }, { note: 'other' }),
  '/v1/operator/content/schedule': () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    return asEditor({ revision: 1, publish_at: inMinutes(60) }, { publish_at: inMinutes(61) });
  },
  '/v1/operator/content/unschedule': async () => {
    const world = await asEditor({}, { content_id: uuidv7() });
    await app.sql(`update content_item set state = 'scheduled', publish_at = now() + interval '1 hour' where content_id = $1`, [
      (world.input as { content_id: string }).content_id,
    ]);
    return world;
  },
  '/v1/operator/content/withdraw': async () => {
    const { slugs } = await publishedAnnouncement();
    const [item] = await app.sql<{ content_id: string }>('select content_id from content_item where slug = $1', [slugs[0]]);
    return asMember('support', { content_id: item?.content_id }, { content_id: uuidv7() });
  },
  '/v1/operator/content/restore': async () => {
    const { slugs } = await publishedAnnouncement();
    const [item] = await app.sql<{ content_id: string }>('select content_id from content_item where slug = $1', [slugs[0]]);
    const input = { content_id: item?.content_id, revision: 1, version: 1 };
    return asMember('support', input, { ...input, version: 2 });
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
  ...Object.fromEntries(
    Object.entries(MARKET_WRITES).map(([path, inputs]) => [path, async () => asMember('finance', ...(await inputs(app)))]),
  ),
  '/v1/operator/session/sign_in_failures_seen': async () => {
    const world = await asMember('auditor', {});
    await app.sql(`insert into sign_in_failure (owner_id, kind, address) values ($1, 'password', '203.0.113.1')`, [world.member?.staffId]);
    return world;
  },
  '/v1/operator/maintenance/plan': () => asMember('admin', plannedMaintenance(), plannedMaintenance()),
  '/v1/operator/maintenance/end': async () => {
    const [maintenance_id, { starts_at, ends_at }] = [uuidv7(), plannedMaintenance()];
    await app.sql('insert into maintenance (maintenance_id, starts_at, ends_at) values ($1, $2, $3)', [maintenance_id, starts_at, ends_at]);
    return asMember('admin', { maintenance_id }, { maintenance_id: uuidv7() });
  },
  '/v1/merchant/logo/update': async () => {
    const made = await asMerchant({}, {}, { file_id: null });
    return { ...made, input: { file_id: await keptFile(app, made.merchant.merchant_id, 'logo') } };
  },
  '/v1/system/file/upload': () => asMerchant({}, { purpose: 'voucher', file: pdf('a') }, { purpose: 'voucher', file: pdf('b') }),
  '/v1/operator/file/upload': () => asMember('finance', { purpose: 'bank_file', file: pdf('a') }, { purpose: 'bank_file', file: pdf('b') }),
  '/v1/wallet/file/upload': async () => {
    const user = await makeUser(app);
    return {
      options: { payerToken: user.token },
      input: { purpose: 'voucher', file: pdf('a') },
      other: { purpose: 'voucher', file: pdf('b') },
    };
  },
};

function pdf(text: string): File {
  return new File([`%PDF-1.4 ${text} %%EOF`], 'a.pdf');
}

/** A world of a member of staff, who confirms with a code where the call asks for one. */
async function asMember(role: StaffRole, input: object, other?: object): Promise<World> {
  const member = await makeStaff(app, role);
  return { member, options: { staffToken: member.token }, input, ...(other && { other }) };
}

/** The first version of an agreement, published by whoever asks first. */
async function publishedAgreement() {
  const item = { kind: 'user_agreement', slug: 'user-agreement', must_accept: true } as const;
  agreement ??= publishTestContent(app, item, { en: textIn('User agreement', 'Be fair.') });
  await agreement;
  return { agreements: [{ kind: item.kind, version: 1 }] };
}
let agreement: Promise<string> | undefined;

async function publishedAnnouncement() {
  const slug = `news-${uuidv7()}`;
  await publishTestContent(app, { kind: 'announcement', slug }, { en: textIn('News', 'There are some.') });
  return { slugs: [slug] };
}

/** An announcement that was written and never published. */
async function draftedAnnouncement() {
  const content_id = uuidv7();
  const draft = { en: textIn('News', 'There are some.') };
  await app.sql(
    `insert into content_item (content_id, kind, slug, draft, has_changes, saved_by) values ($1, 'announcement', $2, $3, true, 'test')`,
    [content_id, `news-${content_id}`, JSON.stringify(draft)],
  );
  return { content_id };
}

async function asEditor(input: object, other: object): Promise<World> {
  const which = { ...(await draftedAnnouncement()), ...input };
  return asMember('support', which, { ...which, ...other });
}

const wordsIn = (title: string, words: string) => ({ title, body: textIn(title, words).body });

async function payerAndOrder() {
  const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
  await fund(app, user.user_id, 'USDP', '100.00');
  const { token } = await makeOrder(app, merchant.merchant_id);
  return { options: { payerToken: user.token }, token, payment_password: user.payment_password };
}

/** Changes nothing but a counter that a right password leaves as it was. */
const UNSEEN = new Set(['/v1/checkout/authorise', '/v1/checkout/authorise_passkey']);
/** In the first answer and never again. */
const withoutSecret = (data: unknown) =>
  typeof data === 'object' && data !== null ? { ...data, secret: null, link: null, codes: null, request: null, answer: null } : data;
/** A view says what time it is. */
const withoutTime = (data: unknown) =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) => (key === 'server_time' ? null : value)) as unknown;

const keyed = CALLS.filter((call) => call.keyed);

describe.each(keyed.map((call) => [call.path, call] as const))('%s', (path, call: Call) => {
  const worldOf = async () => {
    const world = await (WORLDS[path] as NonNullable<(typeof WORLDS)[string]>)();
    const { options } = world;
    const send = async (content: object, idempotencyKey: string, code?: string) => {
      const google_code = call.confirm && (code ?? (await codeOf(world)));
      return app.send(call, { ...content, ...(google_code !== undefined && { google_code }) }, { ...options, idempotencyKey });
    };
    return { ...world, send };
  };

  it('asked twice with one key answers alike and acts once', async () => {
    const { input, send } = await worldOf();
    const before = await everything(app);
    const first = await send(input, 'key-1');
    expect(first).toMatchObject({ code: 200 });
    const after = await everything(app);
    if (!UNSEEN.has(path)) expect(after).not.toEqual(before);
    // What staff do is told, whatever it is.
    if (call.caller === 'staff') expect(after['public.audit_log']).not.toEqual(before['public.audit_log']);
    const again = await send(input, 'key-1');
    expect(again).toMatchObject({ code: 42110 });
    expect(withoutTime(withoutSecret(again.data))).toEqual(withoutTime(withoutSecret(first.data)));
    expect(await everything(app)).toEqual(after);
  });

  it('at the same moment with one key acts once', async () => {
    const { input, send, ...world } = await worldOf();
    const code = call.confirm && (await codeOf({ input, ...world }));
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(input, 'key-1', code)));
    const outcomes = answers.map(({ msg }) => msg);
    expect(outcomes.filter((msg) => msg === 'ok')).toHaveLength(1);
    // A code that was mailed is used up as well, and is found so by whoever looks at it a moment later.
    const told = /^(ok|already_done|request_in_progress|google_code_used|verification_code_wrong|password_message_refused|not_ready)$/;
    for (const msg of outcomes) expect(msg).toMatch(told);
  });

  it('refuses another content under the same key', async () => {
    const { input, other, send } = await worldOf();
    if (other === undefined) return;
    expect(await send(input, 'key-1')).toMatchObject({ code: 200 });
    const after = await everything(app);
    expect(await send(other, 'key-1')).toMatchObject({ msg: 'idempotency_mismatch', data: null });
    expect(await everything(app)).toEqual(after);
  });

  it('keeps neither a secret nor a password under the key', async () => {
    const { input, send } = await worldOf();
    const { data } = await send(input, 'key-1');
    const kept = JSON.stringify(await app.sql('select answer from idempotency_key'));
    const secrets = [data, input].flatMap((value) =>
      Object.entries(value ?? {}).filter(([name]) => /secret|password|grant|codes/.test(name)),
    );
    for (const [, secret] of secrets) for (const one of [secret].flat()) if (typeof one === 'string') expect(kept).not.toContain(one);
  });
});

describe.each(CALLS.filter(({ confirm }) => confirm).map((call) => [call.path, call] as const))('%s', (path, call) => {
  it('takes the code last: with a wrong one nothing is done, and the right one is still good', async () => {
    const world = await (WORLDS[path] as NonNullable<(typeof WORLDS)[string]>)();
    const { options, input } = world;
    const google_code = await codeOf(world);
    const wrong = String((Number(google_code) + 1) % 1_000_000).padStart(6, '0');
    const { 'public.sign_in_failure': _, 'public.audit_log': __, ...before } = await everything(app);
    expect(await app.send(call, { ...input, google_code: wrong }, { ...options, idempotencyKey: 'key-1' })).toMatchObject({
      msg: 'wrong_google_code',
    });
    expect(await everything(app)).toMatchObject(before);
    const again = (await world.again?.()) ?? input;
    expect(await app.send(call, { ...again, google_code }, { ...options, idempotencyKey: 'key-1' })).toMatchObject({ code: 200 });
  });
});

it('every call that takes a key is asked here', () => {
  expect(Object.keys(WORLDS).toSorted()).toEqual(keyed.map(({ path }) => path).toSorted());
});
