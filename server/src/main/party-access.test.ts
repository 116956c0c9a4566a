import type { AddressInfo } from 'node:net';
import type { Call } from '@purser/contract/call';
import { accessKeyDetail } from '@purser/contract/features/access-key';
import { accountDetail } from '@purser/contract/features/account';
import { checkoutAbandon, checkoutAuthorise, checkoutEvents, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { merchantEvents } from '@purser/contract/features/events';
import { partyDecideIdentity, partyRestore, partySuspend } from '@purser/contract/features/party';
import { partyAccessKeyRevoke, partySessionEnd } from '@purser/contract/features/party-detail';
import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { transferAdd } from '@purser/contract/features/transfer';
import { walletOverview } from '@purser/contract/features/wallet';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../features/auth/testing/sign-in.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { expireDueOrders } from '../features/open-order/jobs.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { changePassword, reinstate, suspend, withdrawIdentity } from '../platform/security/party-access.ts';
import { hashPassword } from '../platform/security/passwords.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { buildServer } from '../platform/http/server.ts';
import { Platform } from '../platform/platform.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, signIn, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

let app: TestApp;
/** The process of the operator's console: what it does must hold in the api's. */
let elsewhere: Platform;
let consoleElsewhere: FastifyInstance;
let baseUrl: string;
const opened: AbortController[] = [];
const by = { actorKind: 'operator', actor: '1001', ip: '192.0.2.1' } as const;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
  await elsewhere.start();
  consoleElsewhere = await buildServer(elsewhere, allRoutes(elsewhere), []);
});
afterEach(() => opened.splice(0).forEach((stream) => stream.abort()));
afterAll(async () => {
  await consoleElsewhere.close();
  await elsewhere.close();
  await app.close();
});

interface Stream {
  readonly ended: Promise<'ended'>;
}

async function open(path: string, headers: Record<string, string>): Promise<Stream> {
  const abort = new AbortController();
  opened.push(abort);
  const response = await fetch(baseUrl + path, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  const read = async (): Promise<'ended'> => {
    for await (const _ of response.body ?? []) continue;
    return 'ended';
  };
  return { ended: read() };
}

/** Every stream's session is asked about ten seconds after the first was opened: an end before that was told. */
const SOON_MS = 5_000;
const within = (stream: Stream, ms = SOON_MS) =>
  Promise.race([stream.ended, new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), ms))]);

async function keyOf(merchant: TestMerchant) {
  const key = { access_key: `pk_${merchant.merchant_id.toString(36)}_${'b'.repeat(24)}`, secret: 'sk_test' };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant.merchant_id,
    key.access_key,
    app.platform.secrets.seal('access-key', key.secret),
  ]);
  return key;
}

const merchantOf = ({ merchant_id }: TestMerchant) => ({ party: 'merchant', ownerId: merchant_id }) as const;
const userOf = ({ user_id }: TestUser) => ({ party: 'user', ownerId: user_id }) as const;
const lastAudit = async (ownerId: number) =>
  (await app.sql('select actor_kind, actor, action, ip from audit_log where owner_id = $1 order by sequence desc limit 1', [ownerId]))[0];

describe('a merchant who is suspended', () => {
  it('loses sessions, streams and signed calls at once, in every process, and gets none anew', async () => {
    const merchant = await makeMerchant(app);
    const signedWith = await keyOf(merchant);
    const order = await makeOrder(app, merchant.merchant_id);
    const stream = await open(merchantEvents.path, { authorization: merchant.token });
    const which = { serial_number: order.serial_number };
    expect(await app.call(openOrderQuery, which, { signedWith })).toMatchObject({ code: 200 });

    await suspend(elsewhere, merchantOf(merchant), by);
    expect(await within(stream)).toBe('ended');
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await app.call(openOrderQuery, which, { signedWith })).toMatchObject({ msg: 'merchant_suspended' });
    expect(await app.call(openOrderClose, which, { signedWith })).toMatchObject({ msg: 'merchant_suspended' });
    const wish = { order_id: 'after', coin_name: 'USDP' as const, amount: '1.00' };
    expect(await app.call(openOrderCreate, wish, { signedWith })).toMatchObject({ msg: 'merchant_suspended' });
    // Whoever does not have the key's secret learns nothing of it.
    const forged = { ...signedWith, secret: 'sk_other' };
    expect(await app.call(openOrderQuery, which, { signedWith: forged })).toMatchObject({ msg: 'signature_wrong' });
    expect(await signInAs(app, merchant)).toMatchObject({ msg: 'access_restricted' });
    expect(await lastAudit(merchant.merchant_id)).toEqual({
      actor_kind: 'operator',
      actor: '1001',
      action: 'party.suspend',
      ip: '192.0.2.1',
    });

    await reinstate(elsewhere, merchantOf(merchant), by);
    expect(await app.call(openOrderQuery, which, { signedWith })).toMatchObject({ code: 200 });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
  });

  it('by hand, in SQL, is refused at once as well', async () => {
    const merchant = await makeMerchant(app);
    const signedWith = await keyOf(merchant);
    await app.sql("update merchant set status = 'suspended' where merchant_id = $1", [merchant.merchant_id]);
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'merchant_suspended' });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ msg: 'access_restricted' });
  });

  it('while twenty transfers are on their way has none go through afterwards', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    await fund(app, merchant.merchant_id, 'USDP', '100.00');
    const google_code = await googleCode(app, merchant);
    const input = { receipt_merchant_id: other.merchant_id, coin_name: 'USDP' as const, amount: '1.00', remark: '', google_code };
    const sent = Array.from({ length: 20 }, () => app.call(transferAdd, input, { token: merchant.token }));
    await suspend(elsewhere, merchantOf(merchant), by);
    const [before] = await app.sql('select count(*)::int as made from merchant_transfer where merchant_id = $1', [merchant.merchant_id]);
    await Promise.all(sent);
    const answered = (await Promise.all(sent)).filter(({ msg }) => msg === 'ok').length;
    expect(answered).toBeLessThanOrEqual(1);
    const [after] = await app.sql('select count(*)::int as made from merchant_transfer where merchant_id = $1', [merchant.merchant_id]);
    expect(after).toEqual({ made: answered });
    expect([0, 1]).toContain((before as { made: number }).made);
    expect(await app.call(transferAdd, input, { token: merchant.token })).toMatchObject({ status: 401 });
  });
});

describe('a payer who is suspended', () => {
  it('loses sessions and streams at once, and pays with no grant from before', async () => {
    const [merchant, payer] = [await makeMerchant(app), await makeUser(app)];
    await fund(app, payer.user_id, 'USDP', '100.00');
    const order = await makeOrder(app, merchant.merchant_id);
    const path = `${checkoutEvents.path}?token=${order.token}`;
    const stream = await open(path, { cookie: `${PAYER_COOKIE}=${payer.token}` });
    const stranger = await open(path, {});
    const grant = app.platform.secrets.sign('payment-grant', { user: payer.user_id, order: order.token }, app.platform.clock.inS(60));

    await suspend(elsewhere, userOf(payer), by);
    expect(await within(stream)).toBe('ended');
    expect(await within(stranger, 100)).toBe('open');
    const paying = { token: order.token, payment_grant: grant, use_reward: false };
    expect(await app.call(checkoutPay, paying, { payerToken: payer.token })).toMatchObject({ status: 401 });
    expect(await app.call(walletOverview, {}, { payerToken: payer.token })).toMatchObject({ status: 401 });
    expect(await lastAudit(payer.user_id)).toMatchObject({ action: 'party.suspend' });
  });

  it('by hand, in SQL, is a stranger who may look at an order and no more', async () => {
    const [merchant, payer] = [await makeMerchant(app), await makeUser(app)];
    const order = await makeOrder(app, merchant.merchant_id);
    await app.sql("update wallet_user set status = 'suspended' where user_id = $1", [payer.user_id]);
    expect(await app.call(walletOverview, {}, { payerToken: payer.token })).toMatchObject({ msg: 'payer_suspended' });
    expect(await app.call(checkoutView, { token: order.token }, { payerToken: payer.token })).toMatchObject({ data: { payer: null } });
    expect(await app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token })).toMatchObject({ msg: 'payer_suspended' });
  });
});

describe('an identity that is withdrawn', () => {
  it('ends sessions and streams, and the keys that were given on the strength of it', async () => {
    const merchant = await makeMerchant(app);
    const signedWith = await keyOf(merchant);
    const stream = await open(merchantEvents.path, { authorization: merchant.token });
    await withdrawIdentity(elsewhere, merchantOf(merchant), by);
    expect(await within(stream)).toBe('ended');
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'access_key_unknown' });
    const { data } = await signInAs(app, merchant);
    expect(await app.call(accessKeyDetail, {}, { token: data.token })).toMatchObject({ data: { list: [], kyc_completed: false } });
  });

  it("of a payer ends the payer's sessions", async () => {
    const payer = await makeUser(app);
    await withdrawIdentity(elsewhere, userOf(payer), by);
    expect(await app.call(walletOverview, {}, { payerToken: payer.token })).toMatchObject({ status: 401 });
  });
});

describe('a password that is changed', () => {
  it.each([false, true])('ends sessions and streams; keys when they are to end: %s', async (endsKeys) => {
    const merchant = await makeMerchant(app);
    const signedWith = await keyOf(merchant);
    const stream = await open(merchantEvents.path, { authorization: merchant.token });
    const own = { actorKind: 'merchant', actor: String(merchant.merchant_id), ip: '192.0.2.1' } as const;
    await changePassword(elsewhere, merchantOf(merchant), own, { passwordHash: await hashPassword('another-1'), endsKeys });
    expect(await within(stream)).toBe('ended');
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({
      msg: endsKeys ? 'access_key_unknown' : 'order_unknown',
    });
    expect(await signInAs(app, merchant)).toMatchObject({ msg: 'wrong_credentials' });
    expect(await signInAs(app, merchant, { password: 'another-1' })).toMatchObject({ msg: 'ok' });
    expect(JSON.stringify(await app.sql('select details from audit_log where owner_id = $1', [merchant.merchant_id]))).not.toContain(
      'argon',
    );
  });

  it("of a payer ends the payer's sessions, and nobody else's", async () => {
    const [payer, other] = [await makeUser(app), await makeUser(app)];
    const own = { actorKind: 'user', actor: String(payer.user_id), ip: null } as const;
    await changePassword(elsewhere, userOf(payer), own, { passwordHash: await hashPassword('another-1'), endsKeys: false });
    expect(await app.call(walletOverview, {}, { payerToken: payer.token })).toMatchObject({ status: 401 });
    expect(await app.call(walletOverview, {}, { payerToken: other.token })).toMatchObject({ code: 200 });
  });
});

describe('what staff decide about a party', () => {
  let support: TestStaff;
  beforeAll(async () => {
    support = await makeStaff(app, 'support');
  });
  /** Makes a call of staff in the other process. */
  const askElsewhere = async (call: Call, input: object) => {
    const payload = JSON.stringify({ ...input, google_code: await support.code() });
    const headers = headersOf(call, payload, { staffToken: support.token });
    return (await consoleElsewhere.inject({ method: 'POST', url: call.path, payload, headers })).json() as { code: number };
  };
  const reason = 'Stolen cards';
  const deed = async (ownerId: number) =>
    (
      await app.sql('select actor_kind, actor, action, details from audit_log where owner_id = $1 order by sequence desc limit 1', [
        ownerId,
      ])
    )[0];

  it('suspends a merchant: sessions, streams and keys end at once, and all but the sessions is back when restored', async () => {
    const merchant = await makeMerchant(app);
    const signedWith = await keyOf(merchant);
    const { serial_number } = await makeOrder(app, merchant.merchant_id);
    const stream = await open(merchantEvents.path, { authorization: merchant.token });
    const which = { owner_id: merchant.merchant_id, reason };

    expect(await support.call(partySuspend, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await within(stream)).toBe('ended');
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await app.call(openOrderQuery, { serial_number }, { signedWith })).toMatchObject({ msg: 'merchant_suspended' });
    expect(await signInAs(app, merchant)).toMatchObject({ msg: 'access_restricted' });
    expect(await deed(merchant.merchant_id)).toMatchObject({
      actor_kind: 'operator',
      actor: String(support.staffId),
      action: 'party.suspend',
      details: { reason, request_id: expect.any(String) },
    });

    expect(await support.call(partyRestore, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await app.call(openOrderQuery, { serial_number }, { signedWith })).toMatchObject({ code: 200 });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await deed(merchant.merchant_id)).toMatchObject({ action: 'party.reinstate' });
  });

  it('in another process ends a merchant’s streams soon, and what the session and the keys may do at once', async () => {
    const merchant = await makeMerchant(app);
    const signedWith = await keyOf(merchant);
    const stream = await open(merchantEvents.path, { authorization: merchant.token });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'order_unknown' });
    expect(await askElsewhere(partySuspend, { owner_id: merchant.merchant_id, reason })).toMatchObject({ code: 200 });
    expect(await within(stream)).toBe('ended');
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'merchant_suspended' });
  });

  it('in another process ends a wallet user’s streams, one session by itself, and an access key', async () => {
    const [merchant, payer] = [await makeMerchant(app), await makeUser(app)];
    const signedWith = await keyOf(merchant);
    const order = await makeOrder(app, merchant.merchant_id);
    const path = `${checkoutEvents.path}?token=${order.token}`;
    const kept = await signIn(app, 'user', payer.user_id);
    const [one, other] = [
      await open(path, { cookie: `${PAYER_COOKIE}=${payer.token}` }),
      await open(path, { cookie: `${PAYER_COOKIE}=${kept}` }),
    ];
    const [session] = await app.sql<{ session_id: string }>(
      'select session_id from session where owner_id = $1 order by created_at limit 1',
      [payer.user_id],
    );
    const { user_id: owner_id } = payer;
    expect(await askElsewhere(partySessionEnd, { owner_id, session_id: session?.session_id, reason })).toMatchObject({ code: 200 });
    expect(await within(one)).toBe('ended');
    expect(await within(other, 100)).toBe('open');
    expect(await askElsewhere(partySuspend, { owner_id, reason })).toMatchObject({ code: 200 });
    expect(await within(other)).toBe('ended');
    const which = { merchant_id: merchant.merchant_id, access_key: signedWith.access_key, reason };
    expect(await askElsewhere(partyAccessKeyRevoke, which)).toMatchObject({ code: 200 });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'access_key_unknown' });
  });

  it('leaves a suspended merchant’s open orders as they are: unpaid while it lasts, paid after, and over in their time', async () => {
    const [merchant, payer] = [await makeMerchant(app), await makeUser(app)];
    await fund(app, payer.user_id, 'USDP', '100.00');
    const [order, short] = [await makeOrder(app, merchant.merchant_id), await makeOrder(app, merchant.merchant_id, { lives_s: -1 })];
    const which = { owner_id: merchant.merchant_id, reason };
    const payerToken = payer.token;
    const authorised = { token: order.token, payment_password: payer.payment_password };
    const grant = async () => dataOf(await app.call(checkoutAuthorise, authorised, { payerToken })).payment_grant;
    const [before, payment_grant] = [await app.sql('select * from payment_order where token = $1', [order.token]), await grant()];
    const pay = (given: string) => app.call(checkoutPay, { token: order.token, payment_grant: given, use_reward: false }, { payerToken });

    expect(await support.call(partySuspend, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await pay(payment_grant)).toMatchObject({ msg: 'merchant_suspended' });
    expect(await app.sql('select * from payment_order where token = $1', [order.token])).toEqual(before);
    expect(await app.call(checkoutView, { token: order.token }, { payerToken })).toMatchObject({
      data: { order: { order_status: 'created' } },
    });
    await expireDueOrders(app.platform);
    expect(await app.sql('select status from payment_order where token = $1', [short.token])).toEqual([{ status: 'expired' }]);

    expect(await support.call(partyRestore, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await pay(await grant())).toMatchObject({ code: 200 });
    expect(await app.sql(`select available from ledger.account where owner_id = $1 and purpose = 'main'`, [merchant.merchant_id])).toEqual([
      { available: '1237' },
    ]);
  });

  it('lets a suspended wallet user’s open payment page show the order to nobody signed in, and gives back everything when restored', async () => {
    const [merchant, payer] = [await makeMerchant(app), await makeUser(app)];
    await fund(app, payer.user_id, 'USDP', '100.00');
    const order = await makeOrder(app, merchant.merchant_id);
    const which = { owner_id: payer.user_id, reason };
    const payerToken = payer.token;
    const view = async (token = payerToken) => app.call(checkoutView, { token: order.token }, { payerToken: token });
    expect(await view()).toMatchObject({ data: { payer: { available_asset: '100.00' } } });
    expect(await support.call(partySuspend, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await view()).toMatchObject({ code: 200, data: { payer: null, order: { order_status: 'created' } } });
    expect(
      await app.call(checkoutAuthorise, { token: order.token, payment_password: payer.payment_password }, { payerToken }),
    ).toMatchObject({
      status: 401,
    });
    expect(await support.call(partyRestore, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    const anew = await signIn(app, 'user', payer.user_id);
    expect(await view(anew)).toMatchObject({ data: { payer: { available_asset: '100.00', has_payment_password: true } } });
  });

  it('suspends a wallet user, who is told by mail', async () => {
    const payer = await makeUser(app, { email: 'payer@example.com' });
    const which = { owner_id: payer.user_id, reason };
    expect(await support.call(partySuspend, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await app.call(walletOverview, {}, { payerToken: payer.token })).toMatchObject({ status: 401 });
    expect(await app.sql('select kind, recipient from message where owner_id = $1', [payer.user_id])).toEqual([
      { kind: 'account_suspended', recipient: 'payer@example.com' },
    ]);
    expect(await support.call(partyRestore, { ...which, google_code: await support.code() })).toMatchObject({ code: 200 });
    expect(await app.sql('select status from wallet_user where user_id = $1', [payer.user_id])).toEqual([{ status: 'normal' }]);
  });

  it("approves a merchant's identity, and with its rejection takes the access keys and sessions", async () => {
    const merchant = await makeMerchant(app, { authentication_status: 'pending' });
    const signedWith = await keyOf(merchant);
    const { merchant_id } = merchant;
    const decide = async (decision: 'approved' | 'rejected', authentication_status: 'pending' | 'approved') =>
      support.call(partyDecideIdentity, { merchant_id, authentication_status, decision, reason, google_code: await support.code() });
    expect(await decide('approved', 'pending')).toMatchObject({ code: 200 });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({
      data: { own: { authentication_status: 'approved' } },
    });
    expect(await deed(merchant_id)).toMatchObject({ action: 'party.approve_identity', details: { reason } });

    // Whoever has not seen that takes nothing back.
    expect(await decide('rejected', 'pending')).toMatchObject({ msg: 'identity_decided' });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ code: 200 });
    expect(await decide('rejected', 'approved')).toMatchObject({ code: 200 });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ status: 401 });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).not.toMatchObject({ code: 200 });
    expect(await app.sql('select from access_key where merchant_id = $1', [merchant_id])).toEqual([]);
    expect(await deed(merchant_id)).toMatchObject({ action: 'party.withdraw_identity' });
  });

  it('is refused for nobody and with a wrong code, and nothing is changed', async () => {
    const [merchant, payer] = [await makeMerchant(app), await makeUser(app)];
    for (const owner_id of [1, support.staffId, 49_999_999]) {
      expect(await support.call(partySuspend, { owner_id, reason, google_code: await support.code() })).toMatchObject({ msg: 'not_found' });
      expect(await support.call(partyRestore, { owner_id, reason, google_code: await support.code() })).toMatchObject({ msg: 'not_found' });
    }
    const identity = { merchant_id: payer.user_id, authentication_status: 'pending' as const, decision: 'rejected' as const, reason };
    expect(await support.call(partyDecideIdentity, { ...identity, google_code: await support.code() })).toMatchObject({ msg: 'not_found' });
    const code = await support.code();
    const google_code = code === '000000' ? '000001' : '000000';
    expect(await support.call(partySuspend, { owner_id: merchant.merchant_id, reason, google_code })).not.toMatchObject({ code: 200 });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ data: { status: 'normal' } });
    expect(await support.call(partySuspend, { owner_id: merchant.merchant_id, reason: ' ', google_code: code })).toMatchObject({
      code: 400,
    });
  });
});
