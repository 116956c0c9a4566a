import { accessKeyAdd, accessKeyUpdate } from '@purser/contract/features/access-key';
import { resetSelfPassword, updateGoogleSecret } from '@purser/contract/features/account-security';
import { fiatWithdrawalAdd, fiatWithdrawalDetail } from '@purser/contract/features/fiat-withdrawal';
import { openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import { reviewDetail } from '@purser/contract/features/review';
import { usdtWithdrawalAdd } from '@purser/contract/features/usdt-withdrawal';
import { userWithdrawalDetail } from '@purser/contract/features/user-withdrawal';
import { walletChallenge, walletLogin, walletPaymentPasswordSet } from '@purser/contract/features/wallet';
import { walletWithdrawalAdd } from '@purser/contract/features/wallet-withdrawal';
import { RISK_SIGNS } from '@purser/contract/risk';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAuthenticatorOf, passwordChange } from '../features/account-security/testing/worlds.ts';
import { signInAs } from '../features/auth/testing/sign-in.ts';
import { withdrawer as fiatWithdrawer } from '../features/fiat-withdrawal/testing/withdrawal.ts';
import { makeKey } from '../features/open-order/testing/key.ts';
import { NETWORK, openNetworks, RATE, walletWithdrawer, withdrawer } from '../features/usdt-withdrawal/testing/world.ts';
import { createCommand, submit } from '../features/user-withdrawal/testing/withdrawal.ts';
import { changePassword } from '../platform/security/party-access.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { answerOf } from '../features/wallet/testing/slider.ts';

/** What happens to an owner's access has withdrawals looked at by a person for a day, whatever the quota. */

const HOME = { ip: '203.0.113.1', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' } };
const AWAY = { ...HOME, ip: '198.51.100.7' };
const NEWER = { ...HOME, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.7.2 Safari/537.36' } };
const PHONE = { ...HOME, headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16; K) Chrome/141.0.0.0 Mobile Safari/537.36' } };
const BY = { actorKind: 'operator', actor: '1001', ip: '127.0.0.1' } as const;

let app: TestApp;
let shop: TestMerchant;
let user: TestUser;
let key: Awaited<ReturnType<typeof makeKey>>;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openNetworks(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  [shop, user] = [await makeMerchant(app), await makeUser(app)];
  key = await makeKey(app, shop);
  await fund(app, shop.merchant_id, 'USDP', '1000.00');
  await app.sql(
    `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, 10000, 50000)`,
    [shop.merchant_id],
  );
});

let number = 0;
/** Asks for a withdrawal within the quota, and answers why it is not approved by itself. */
async function because(from = HOME, signedWith = key): Promise<string[]> {
  number += 1;
  const wish = { order_id: `R-${number}`, payment_id: user.user_id, coin_name: 'USDP', amount: '10.00' };
  const made = dataOf(await app.call(openWithdrawalCreate, wish, { signedWith, ip: from.ip }));
  const detail = dataOf(await app.call(userWithdrawalDetail, { serial_number: made.serial_number }, { token: shop.token }));
  expect(made.order_status).toBe(detail.manual_because.length === 0 ? 'approved' : 'pending_review');
  return detail.manual_because;
}
const signIn = async (from: typeof HOME) => {
  await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [shop.merchant_id]);
  expect(await signInAs(app, shop, from)).toMatchObject({ code: 200 });
};
const aDayLater = async () => {
  await app.sql(`update risk_sign set noted_at = noted_at - interval '24 hours' where owner_id = $1`, [shop.merchant_id]);
  await app.sql(`update access_key set changed_at = changed_at - interval '24 hours' where merchant_id = $1`, [shop.merchant_id]);
  await app.sql(`update access_key_address set first_used_at = first_used_at - interval '24 hours' where merchant_id = $1`, [
    shop.merchant_id,
  ]);
};

describe('a user withdrawal within the quota is approved by itself', () => {
  it('but not for a day after a sign-in from a new address or with a new device; the first ones and newer versions are not new', async () => {
    await signIn(HOME);
    expect(await because()).toEqual([]);
    await signIn(NEWER);
    expect(await because()).toEqual([]);
    await signIn(AWAY);
    expect(await because()).toEqual(['new_address']);
    await signIn(PHONE);
    expect(await because()).toEqual(['new_device', 'new_address']);
    await aDayLater();
    expect(await because()).toEqual([]);
    await signIn(AWAY);
    await signIn(PHONE);
    expect(await because()).toEqual([]);
  });

  it('nor where all that was known has been forgotten, as somebody else may come back', async () => {
    await signIn(HOME);
    await app.sql('delete from known_address where owner_id = $1', [shop.merchant_id]);
    await app.sql('delete from known_device where owner_id = $1', [shop.merchant_id]);
    await signIn(AWAY);
    expect(await because()).toEqual(['new_device', 'new_address']);
  });

  it('nor after the password or the authenticator was changed', async () => {
    const { token } = shop;
    const change = { ...(await passwordChange(app, shop.password, 'another-horse-1')), google_code: await googleCode(app, shop) };
    dataOf(await app.call(resetSelfPassword, change, { token }));
    expect(await because()).toEqual(['password_changed']);
    await aDayLater();
    const { secret: _, ...wanted } = await newAuthenticatorOf(app, shop);
    dataOf(await app.call(updateGoogleSecret, { ...wanted, google_code: await googleCode(app, shop) }, { token }));
    expect(await because()).toEqual(['code_changed']);
  });

  it('nor after its password was changed by the provider, or an authenticator was bound', async () => {
    await changePassword(app.platform, { party: 'merchant', ownerId: shop.merchant_id }, BY, { passwordHash: '-', endsKeys: false });
    shop = { ...shop, token: (await app.platform.sessions.open('merchant', shop.merchant_id, { ip: '127.0.0.1', userAgent: '' })).token };
    expect(await because()).toEqual(['password_changed']);
    const bare = await makeMerchant(app);
    await app.sql('update merchant set totp_pending_secret = totp_secret, totp_secret = null where merchant_id = $1', [bare.merchant_id]);
    expect(await signInAs(app, bare, HOME)).toMatchObject({ code: 200 });
    expect(await app.sql(`select sign from risk_sign where owner_id = $1 and noted_at > '-infinity'`, [bare.merchant_id])).toEqual([
      { sign: 'code_changed' },
    ]);
  });

  it('nor with an access key that was made or changed, or comes from elsewhere', async () => {
    expect(await because()).toEqual([]);
    expect(await because(AWAY)).toEqual(['key_new_address']);
    expect(await because()).toEqual([]);
    const google_code = await googleCode(app, shop);
    dataOf(
      await app.call(accessKeyUpdate, { access_key: key.access_key, ip_permission: ['0.0.0.0/0'], google_code }, { token: shop.token }),
    );
    expect(await because()).toEqual(['key_changed']);
    expect(await because(AWAY)).toEqual(['key_changed', 'key_new_address']);
    await aDayLater();
    expect(await because(AWAY)).toEqual([]);

    await app.sql('delete from access_key where merchant_id = $1', [shop.merchant_id]);
    const made = dataOf(
      await app.call(accessKeyAdd, { ip_permission: [], google_code: await googleCode(app, shop) }, { token: shop.token }),
    );
    const fresh = { access_key: made.access_key, secret: made.secret ?? '' };
    expect(await because(AWAY, fresh)).toEqual(['key_changed']);
    await aDayLater();
    expect(await because(AWAY, fresh)).toEqual([]);
    expect(await because(HOME, fresh)).toEqual(['key_new_address']);
  });

  it('nor from an address that cannot be noted yet, as the key’s use is being noted elsewhere', async () => {
    expect(await because()).toEqual([]);
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from access_key where access_key = $1 for no key update', [key.access_key]);
      expect(await because(AWAY)).toEqual(['key_new_address']);
      expect(await because()).toEqual([]);
    } finally {
      await holder.end();
    }
    const addresses = await app.sql<{ ip: string }>('select host(ip) as ip from access_key_address where access_key = $1', [
      key.access_key,
    ]);
    expect(addresses).toEqual([{ ip: HOME.ip }]);
  });

  it('and its reasons stand beside those of the quota; what is another merchant’s is no reason', async () => {
    const other = await makeMerchant(app);
    await note(other.merchant_id, 'password_changed');
    expect(await because()).toEqual([]);
    await note(shop.merchant_id, 'code_changed');
    await app.sql('update withdrawal_limit set single_limit = 1 where merchant_id = $1', [shop.merchant_id]);
    expect(await because()).toEqual(['single_limit', 'code_changed']);
  });

  it('of a batch by the key of each', async () => {
    const changed = await makeKey(app, shop);
    await because();
    await because(HOME, changed);
    await app.sql('update access_key set changed_at = now() where access_key = $1', [changed.access_key]);
    const command = (accessKey: string) => ({
      ...createCommand(app, shop.merchant_id, user.user_id),
      caller: { merchantId: shop.merchant_id, accessKey, ip: HOME.ip, nonce: '' },
    });
    const made = await submit(app, [command(key.access_key), command(changed.access_key)]);
    expect(made).toMatchObject([{ review_mode: 'automatic' }, { review_mode: 'manual' }]);
  });

  it('of a batch each by itself: nothing is planned again for a reason that stays', async () => {
    await note(shop.merchant_id, 'new_device');
    const command = (merchantId: number) => createCommand(app, merchantId, user.user_id, { amount: '100.00' });
    const other = await makeMerchant(app);
    await fund(app, other.merchant_id, 'USDP', '1000.00');
    await app.sql(
      `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, 10000, 10000)`,
      [other.merchant_id],
    );
    expect(await submit(app, [command(shop.merchant_id), command(other.merchant_id), command(shop.merchant_id)])).toMatchObject([
      { review_mode: 'manual' },
      { review_mode: 'automatic' },
      { review_mode: 'manual' },
    ]);
  });
});

async function note(ownerId: number, ...signs: readonly (typeof RISK_SIGNS)[number][]): Promise<void> {
  await app.sql(`insert into risk_sign (owner_id, sign, noted_at) select $1, unnest($2::text[]), now()`, [ownerId, signs]);
}

describe('whoever decides on a withdrawal is shown what happened', () => {
  it('to a merchant who withdraws to a bank account, as the merchant is', async () => {
    const { merchant, wish } = await fiatWithdrawer(app);
    await note(merchant.merchant_id, 'new_address', 'password_changed');
    const asked = { ...wish, google_code: await googleCode(app, merchant) };
    const { order_no } = dataOf(await app.call(fiatWithdrawalAdd, asked, { token: merchant.token }));
    const staff = await makeStaff(app, 'finance');
    const which = { owner_id: merchant.merchant_id, serial_number: order_no };
    const manual_because = ['new_address', 'password_changed'];
    expect(dataOf(await staff.call(reviewDetail, which)).order).toMatchObject({ manual_because });
    expect(dataOf(await app.call(fiatWithdrawalDetail, { order_no }, { token: merchant.token }))).toMatchObject({ manual_because });
  });

  it('to one who withdraws USDT, and stays as it was when it was asked for', async () => {
    const merchant = await withdrawer(app);
    const wish = { coin_id: 'USDP', withdrawal_count: '200.00', network: NETWORK, address: merchant.address, rate: RATE };
    const ask = async () =>
      dataOf(await app.call(usdtWithdrawalAdd, { ...wish, google_code: await googleCode(app, merchant) }, { token: merchant.token }));
    const before = await ask();
    await note(merchant.merchant_id, ...RISK_SIGNS);
    expect(before.manual_because).toEqual([]);
    expect((await ask()).manual_because).toEqual([...RISK_SIGNS]);
    const staff = await makeStaff(app, 'finance');
    const which = { owner_id: merchant.merchant_id, serial_number: before.order_no };
    expect(dataOf(await staff.call(reviewDetail, which)).order).toMatchObject({ manual_because: [] });
  });

  it('to a wallet user: a payment password that was set, and a sign-in with another device from elsewhere', async () => {
    const owner = await walletWithdrawer(app);
    const login = async (from: typeof HOME) => {
      const { challenge } = dataOf(await app.call(walletChallenge, {}));
      const who = { identity_kind: 'username', identity: owner.username, password: owner.password } as const;
      dataOf(await app.call(walletLogin, { ...who, slider: answerOf(app.platform, challenge) }, from));
    };
    await login(HOME);
    await login({ ...PHONE, ip: AWAY.ip });
    const payment_password = '846213';
    const passwords = { login_password: owner.password, payment_password, payment_password_again: payment_password };
    dataOf(await app.call(walletPaymentPasswordSet, passwords, { payerToken: owner.token }));
    const wish = { coin_id: 'USDP', withdrawal_count: '200.00', network: NETWORK, address: owner.address, rate: RATE };
    const asked = await app.call(walletWithdrawalAdd, { ...wish, payment_password }, { payerToken: owner.token });
    expect(dataOf(asked).manual_because).toEqual(['new_device', 'new_address', 'payment_password_changed']);
  });
});
