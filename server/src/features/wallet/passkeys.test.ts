import { checkoutPay } from '@purser/contract/features/checkout';
import { walletLogout, walletOverview } from '@purser/contract/features/wallet';
import * as calls from '@purser/contract/features/wallet-passkey';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, signIn, type TestUser } from '../../platform/testing/parties.ts';
import { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { addPayerPasskey, orderConfirmation } from '../../platform/testing/payer-passkey.ts';
import { checkoutRoutes } from '../checkout/routes.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { walletRoutes } from './routes.ts';

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
  user = await makeUser(app, { email: `keys-${lastIp}@example.com` });
});

const mine = () => ({ payerToken: user.token });
const asked = async () => dataOf(await app.call(calls.walletPasskeyRequest, {}));
const kept = async () => dataOf(await app.call(calls.walletPasskeyList, {}, mine())).list;
const creation = (payment_password = user.payment_password) => app.call(calls.walletPasskeyCreation, { payment_password }, mine());
const told = async () =>
  (await app.sql<{ kind: string }>('select kind from message where owner_id = $1 order by message_id', [user.user_id])).map(
    ({ kind }) => kind,
  );

type Wishes = Parameters<SoftwareAuthenticator['answer']>[1];
async function login({ authenticator, user_handle }: Awaited<ReturnType<typeof addPayerPasskey>>, wishes: Wishes = {}) {
  return app.call(calls.walletPasskeyLogin, { passkey: authenticator.answer(await asked(), wishes), user_handle }, { ip });
}

describe('adding a passkey', () => {
  it('is done by who knows the payment password; it is named, listed, told by mail and in the audit log', async () => {
    const { passkey_id } = await addPayerPasskey(app, user, 'My phone');
    expect(await kept()).toEqual([
      { passkey_id, name: 'My phone', synced: false, create_time: expect.stringMatching(/Z$/), last_used_time: null },
    ]);
    expect(await told()).toEqual(['passkey_added']);
    const log = await app.sql('select action, details from audit_log where owner_id = $1', [user.user_id]);
    expect(log).toEqual([{ action: 'passkey.add', details: { passkey_id, name: 'My phone' } }]);
  });

  it('without the payment password nothing is asked of the browser, and guesses are counted: payment_password_wrong, _locked, _not_set', async () => {
    for (let left = 4; left > 0; left -= 1) expect(await creation('000000')).toMatchObject({ msg: 'payment_password_wrong' });
    expect(await creation('000000')).toMatchObject({ msg: 'payment_password_locked' });
    expect(await creation()).toMatchObject({ msg: 'payment_password_locked' });
    user = await makeUser(app, { payment_password: null });
    expect(await creation('271828')).toMatchObject({ msg: 'payment_password_not_set' });
  });

  it('by what another session, another user or nobody was asked for: new_passkey_refused', async () => {
    const request = dataOf(await creation());
    const add = (payerToken: string, wishes: Wishes = {}) =>
      app.call(calls.walletPasskeyAdd, { passkey: new SoftwareAuthenticator().create(request, wishes) }, { payerToken });
    const refused = { msg: 'new_passkey_refused' };
    expect(await add(await signIn(app, 'user', user.user_id))).toMatchObject(refused);
    expect(await add((await makeUser(app)).token)).toMatchObject(refused);
    expect(await add(user.token, { origin: 'https://elsewhere.example' })).toMatchObject(refused);
    expect(await add(user.token, { rpId: 'elsewhere.example' })).toMatchObject(refused);
    expect(await add(user.token, { userVerified: false })).toMatchObject(refused);
    const signInRequest = await asked();
    expect(await add(user.token, { challenge: signInRequest.challenge })).toMatchObject(refused);
    expect(await add(user.token)).toMatchObject({ msg: 'ok' });
    // What was asked for is good once.
    expect(await add(user.token)).toMatchObject(refused);
    expect(await kept()).toHaveLength(1);
  });

  it('twice the same: passkey_taken; the same of another user is another passkey', async () => {
    const { authenticator } = await addPayerPasskey(app, user);
    const again = async (by: TestUser) => {
      const request = dataOf(
        await app.call(calls.walletPasskeyCreation, { payment_password: by.payment_password }, { payerToken: by.token }),
      );
      return app.call(calls.walletPasskeyAdd, { passkey: authenticator.create(request) }, { payerToken: by.token });
    };
    expect(await again(user)).toMatchObject({ msg: 'passkey_taken' });
    expect(await again(await makeUser(app))).toMatchObject({ msg: 'ok' });
  });

  it('beyond twenty: passkeys_full', async () => {
    const request = dataOf(await creation());
    await app.sql(
      `insert into payer_passkey (user_id, passkey_id, credential_id, public_key, counter, synced, name)
       select $1, gen_random_uuid(), int4send(n), 'x', 0, false, n::text from generate_series(1, 20) as n`,
      [user.user_id],
    );
    expect(await creation()).toMatchObject({ msg: 'passkeys_full' });
    expect(await app.call(calls.walletPasskeyAdd, { passkey: new SoftwareAuthenticator().create(request) }, mine())).toMatchObject({
      msg: 'passkeys_full',
    });
  });
});

describe('signing in by a passkey', () => {
  it('opens a session in the cookie without name, password or slider, and notes the use', async () => {
    const made = await addPayerPasskey(app, user);
    const answer = await login(made);
    expect(dataOf(answer)).toEqual({ user_id: user.user_id, nick: user.nick });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    const token = new RegExp(`${PAYER_COOKIE}=([^;]+)`).exec(cookie)?.[1];
    expect(dataOf(await app.call(walletOverview, {}, { payerToken: token }))).toMatchObject({ user_id: user.user_id });
    expect((await kept())[0]?.last_used_time).not.toBeNull();
  });

  it.each([
    ['of another site', { origin: 'https://elsewhere.example' }],
    ['for another name', { rpId: 'elsewhere.example' }],
    ['within a page of another site', { crossOrigin: true }],
    ['of somebody whom the authenticator did not know', { userVerified: false }],
    ['to a challenge that we did not make', { challenge: Buffer.from('made up').toString('base64url') }],
    ['that makes a passkey', { type: 'webauthn.create' }],
  ] as const)('by an answer %s: passkey_refused', async (_what, wishes) => {
    expect(await login(await addPayerPasskey(app, user), wishes)).toMatchObject({ msg: 'passkey_refused' });
  });

  it('by an answer that was used, of a copied passkey, under a made-up or another handle, or after it was removed: passkey_refused', async () => {
    const refused = { msg: 'passkey_refused' };
    const made = await addPayerPasskey(app, user);
    const { authenticator, user_handle } = made;
    authenticator.counter = 7;
    const input = { passkey: authenticator.answer(await asked()), user_handle };
    expect(await app.call(calls.walletPasskeyLogin, input, { ip })).toMatchObject({ msg: 'ok' });
    expect(await app.call(calls.walletPasskeyLogin, input, { ip })).toMatchObject(refused);
    expect(await login(made, { counter: 7 })).toMatchObject(refused);
    authenticator.counter = 8;
    const other = await addPayerPasskey(app, await makeUser(app));
    expect(await login({ ...made, user_handle: other.user_handle })).toMatchObject(refused);
    const forged = Buffer.from(user_handle, 'base64url');
    forged.writeUInt8((forged.at(-1) ?? 0) ^ 1, forged.length - 1);
    expect(await login({ ...made, user_handle: forged.toString('base64url') })).toMatchObject(refused);
    expect(await login(made)).toMatchObject({ msg: 'ok' });
    const removal = { passkey_id: made.passkey_id, payment_password: user.payment_password };
    expect(await app.call(calls.walletPasskeyRemove, removal, mine())).toMatchObject({ msg: 'ok' });
    authenticator.counter = 9;
    expect(await login(made)).toMatchObject(refused);
  });

  it('of a suspended user: payer_suspended; from a page of another site: forbidden', async () => {
    const made = await addPayerPasskey(app, user);
    const input = { passkey: made.authenticator.answer(await asked()), user_handle: made.user_handle };
    expect(await app.call(calls.walletPasskeyLogin, input, { ip, headers: { origin: 'https://elsewhere.example' } })).toMatchObject({
      msg: 'forbidden',
    });
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    expect(await login(made)).toMatchObject({ msg: 'payer_suspended' });
  });

  it('again and again with what is refused, from one address: too_many_requests', async () => {
    const made = await addPayerPasskey(app, user);
    const tries = [];
    for (let count = 0; count < 12; count += 1) tries.push((await login(made, { userVerified: false })).msg);
    expect(tries[0]).toBe('passkey_refused');
    expect(tries.at(-1)).toBe('too_many_requests');
  });
});

describe('removing a passkey', () => {
  it('is confirmed by the payment password, and told by mail', async () => {
    const { passkey_id } = await addPayerPasskey(app, user);
    const remove = (wishes: object) =>
      app.call(calls.walletPasskeyRemove, { passkey_id, payment_password: user.payment_password, ...wishes }, mine());
    expect(await remove({ payment_password: '000000' })).toMatchObject({ msg: 'payment_password_wrong' });
    const { passkey_id: others } = await addPayerPasskey(app, await makeUser(app));
    expect(await remove({ passkey_id: others })).toMatchObject({ msg: 'not_found' });
    expect(await kept()).toHaveLength(1);
    expect(await remove({})).toMatchObject({ msg: 'ok' });
    expect(await kept()).toEqual([]);
    expect(await told()).toEqual(['passkey_added', 'passkey_removed']);
  });

  it('ends all other sessions, and so what it has granted there', async () => {
    const { passkey_id, authenticator } = await addPayerPasskey(app, user);
    const lost = { ...user, token: await signIn(app, 'user', user.user_id) };
    await fund(app, user.user_id, 'USDP', '100.00');
    const order = await makeOrder(app, (await makeMerchant(app)).merchant_id);
    const passkey = await orderConfirmation(app, lost, order.token, authenticator);
    const { payment_grant } = dataOf(
      await app.call(calls.checkoutAuthorisePasskey, { token: order.token, passkey }, { payerToken: lost.token }),
    );
    dataOf(await app.call(calls.walletPasskeyRemove, { passkey_id, payment_password: user.payment_password }, mine()));
    const pay = (payerToken: string) => app.call(checkoutPay, { token: order.token, payment_grant, use_reward: false }, { payerToken });
    expect(await pay(lost.token)).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.call(calls.walletPasskeyList, {}, mine())).toMatchObject({ msg: 'ok' });
  });

  it('nothing of it is open to who is not signed in', async () => {
    await app.call(walletLogout, {}, mine());
    expect(await creation()).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.call(calls.walletPasskeyList, {}, mine())).toMatchObject({ msg: 'unauthenticated' });
  });
});
