import type { AddressInfo } from 'node:net';
import { accessKeyDetail } from '@purser/contract/features/access-key';
import { accountDetail } from '@purser/contract/features/account';
import { checkoutAbandon, checkoutEvents, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { merchantEvents } from '@purser/contract/features/events';
import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { transferAdd } from '@purser/contract/features/transfer';
import { walletOverview } from '@purser/contract/features/wallet';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../features/auth/testing/sign-in.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { changePassword, reinstate, suspend, withdrawIdentity } from '../platform/security/party-access.ts';
import { hashPassword } from '../platform/security/passwords.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { Platform } from '../platform/platform.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

let app: TestApp;
/** The process of the operator's console: what it does must hold in the api's. */
let elsewhere: Platform;
let baseUrl: string;
const opened: AbortController[] = [];
const by = { actorKind: 'operator', actor: '1001', ip: '192.0.2.1' } as const;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
});
afterEach(() => opened.splice(0).forEach((stream) => stream.abort()));
afterAll(async () => {
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

const within = (stream: Stream, ms: number) =>
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
    expect(await within(stream, 1_000)).toBe('ended');
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
    expect(await within(stream, 1_000)).toBe('ended');
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
    expect(await within(stream, 1_000)).toBe('ended');
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
    expect(await within(stream, 1_000)).toBe('ended');
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
