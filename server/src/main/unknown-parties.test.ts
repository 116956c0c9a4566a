import { accountDetail } from '@purser/contract/features/account';
import { adjustmentAdd } from '@purser/contract/features/adjustment';
import { openUserQuery } from '@purser/contract/features/open-look-up';
import { openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import { transferAdd } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../features/open-order/testing/key.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** Whom there is cannot be found out by asking for all numbers, whatever tells it. */

let app: TestApp;
let shop: TestMerchant;
let user: TestUser;
let signedWith: Awaited<ReturnType<typeof makeKey>>;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, user] = [await makeMerchant(app), await makeUser(app)];
  signedWith = await makeKey(app, shop);
  await fund(app, shop.merchant_id, 'USDP', '100.00');
});

const MOST = 100;
const MOST_UNKNOWN = { unknown_user: MOST, unknown_recipient: 300 };
const WAIT = { status: 429, msg: 'too_many_requests', headers: { 'retry-after': expect.stringMatching(/^(3\d{3}|5\d\d|600)$/) } };
let orders = 0;

/** Asks for a withdrawal to a user, for nothing unless an amount is given. */
function withdraw(payment_id: number, amount = '0') {
  const order_id = `W-${(orders += 1)}`;
  return app.call(openWithdrawalCreate, { order_id, payment_id, coin_name: 'USDP', amount }, { signedWith });
}
const look = (payment_id: number) => app.call(openUserQuery, { payment_id }, { signedWith });
const increase = (receipt_user_id: number, google_code = '000000', amount = '0.00', idempotencyKey?: string) =>
  app.call(
    adjustmentAdd,
    { receipt_user_id, coin_name: 'USDP', balance_type: 'available', amount, remark: 'Because', google_code },
    { token: shop.token, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );
const transfer = (receipt_merchant_id: number, google_code = '000000', amount = '0', idempotencyKey?: string) =>
  app.call(
    transferAdd,
    { receipt_merchant_id, coin_name: 'USDP', amount, remark: '', google_code },
    { token: shop.token, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );

/** All numbers but the last ones that may be asked for and are nobody's. */
async function useUp(scope: keyof typeof MOST_UNKNOWN, left = 1): Promise<void> {
  await app.sql(`insert into throttle (scope, subject, failures, locks, forget_at) values ($1, $2, $3, 0, now() + interval '1 hour')`, [
    scope,
    `merchant ${shop.merchant_id}`,
    MOST_UNKNOWN[scope] - left,
  ]);
}

describe('whether there is a wallet user', () => {
  it('a withdrawal that is refused tells a hundred times in an hour, counted together with look-ups', async () => {
    const half = Array.from({ length: MOST / 2 }, (_, n) => n + 1);
    for (const number of half) {
      expect(await withdraw(number)).toMatchObject({ msg: 'payee_unknown' });
      expect(await look(number)).toMatchObject({ msg: 'payee_unknown' });
    }
    for (const ask of [withdraw, look]) expect(await ask(1)).toMatchObject(WAIT);
    expect(await look(user.user_id)).toMatchObject(WAIT);
  });

  it.each(['a withdrawal', 'a look-up'])('nor by many at once: no more are told by %s that nobody has the number', async (asked) => {
    await useUp('unknown_user', 10);
    const ask = asked === 'a look-up' ? look : withdraw;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n + 1)));
    expect(answers.filter(({ msg }) => msg === 'payee_unknown')).toHaveLength(10);
    expect(answers.filter(({ msg }) => msg === 'too_many_requests')).toHaveLength(30);
  });

  it('any number of users who are there may be looked up at once, also when one who is not is among them', async () => {
    const many = (length: number) => Promise.all(Array.from({ length }, () => look(user.user_id)));
    expect(new Set((await many(150)).map(({ msg }) => msg))).toEqual(new Set(['ok']));
    await useUp('unknown_user', 2);
    const [found, unknown] = await Promise.all([many(40), look(1)]);
    expect(new Set(found.map(({ msg }) => msg))).toEqual(new Set(['ok']));
    expect(unknown).toMatchObject({ msg: 'payee_unknown' });
    expect(await look(user.user_id)).toMatchObject({ msg: 'ok' });
    expect(await look(1)).toMatchObject({ msg: 'payee_unknown' });
    expect(await look(user.user_id)).toMatchObject(WAIT);
  });

  it('is not told then by what is refused of one who is there either, while what can be done is done', async () => {
    await useUp('unknown_user');
    expect(await withdraw(user.user_id)).toMatchObject({ msg: 'fee_exceeds_amount' });
    expect(await withdraw(1)).toMatchObject({ msg: 'payee_unknown' });
    const [suspended, elsewhere] = [await makeUser(app, { status: 'suspended' }), await makeUser(app, { markets: ['CNY'] })];
    for (const number of [1, user.user_id, suspended.user_id, elsewhere.user_id]) expect(await withdraw(number)).toMatchObject(WAIT);
    for (const amount of ['1.001', '100.01']) expect(await withdraw(user.user_id, amount)).toMatchObject(WAIT);
    expect(await withdraw(user.user_id, '10.00')).toMatchObject({ msg: 'ok', data: { payment_id: user.user_id } });
    // What is no user's fault is told as ever.
    expect(
      await app.call(openWithdrawalCreate, { order_id: 'X', payment_id: 1, coin_name: 'XXXX', amount: '1' }, { signedWith }),
    ).toMatchObject({
      msg: 'coin_unknown',
    });
  });

  it('who was found costs nothing of the limit', async () => {
    await useUp('unknown_user');
    const counted = () => app.sql('select failures, xmin::text from throttle where subject = $1', [`merchant ${shop.merchant_id}`]);
    const before = await counted();
    for (let n = 0; n < 3; n += 1) expect(await withdraw(user.user_id)).toMatchObject({ msg: 'fee_exceeds_amount' });
    // Nothing is written, so nobody waits.
    expect(await counted()).toEqual(before);
    expect(await withdraw(user.user_id, '10.00')).toMatchObject({ msg: 'ok' });
    expect(await withdraw(1)).toMatchObject({ msg: 'payee_unknown' });
  });

  it('a refusal that is not told gives the key back, and one that was told stays', async () => {
    const ask = (amount: string, idempotencyKey: string) =>
      app.call(
        openWithdrawalCreate,
        { order_id: `of-${idempotencyKey}`, payment_id: user.user_id, coin_name: 'USDP', amount },
        { signedWith, idempotencyKey },
      );
    expect(await ask('100.01', 'told')).toMatchObject({ msg: 'insufficient_balance' });
    await useUp('unknown_user');
    expect(await withdraw(1)).toMatchObject({ msg: 'payee_unknown' });
    for (const key of ['told', 'untold', 'untold']) expect(await ask('100.01', key)).toMatchObject(WAIT);
    await fund(app, shop.merchant_id, 'USDP', '100.00');
    await app.sql('delete from throttle');
    expect(await ask('100.01', 'untold')).toMatchObject({ msg: 'ok' });
    expect(await ask('100.01', 'untold')).toMatchObject({ msg: 'already_done' });
    expect(await ask('100.01', 'told')).toMatchObject({ msg: 'insufficient_balance' });
  });

  it('an increase of a balance tells as often, whatever the code', async () => {
    await useUp('unknown_user');
    expect(await increase(user.user_id)).toMatchObject({ msg: 'amount_below_minimum' });
    expect(await increase(1)).toMatchObject({ msg: 'payee_unknown' });
    for (const number of [1, user.user_id]) expect(await increase(number)).toMatchObject(WAIT);
    expect(await increase(user.user_id, '000000', '150.00', 'k')).toMatchObject(WAIT);
    await fund(app, shop.merchant_id, 'USDP', '100.00');
    expect(await increase(user.user_id, await googleCode(app, shop), '150.00', 'k')).toMatchObject({ msg: 'ok' });
  });
});

describe('whether there is a merchant', () => {
  const name = (merchant_id: number) => app.call(accountDetail, { merchant_id }, { token: shop.token });

  it('a transfer that is refused tells three hundred times in ten minutes', async () => {
    const other = await makeMerchant(app);
    await useUp('unknown_recipient');
    expect(await transfer(other.merchant_id)).toMatchObject({ msg: 'amount_below_minimum' });
    expect(await transfer(99_999_999)).toMatchObject({ msg: 'recipient_unknown' });
    for (const number of [99_999_999, other.merchant_id]) expect(await transfer(number)).toMatchObject(WAIT);
    expect(await transfer(other.merchant_id, '000000', '150.00', 'k')).toMatchObject(WAIT);
    await fund(app, shop.merchant_id, 'USDP', '100.00');
    expect(await transfer(other.merchant_id, await googleCode(app, shop), '150.00', 'k')).toMatchObject({ msg: 'ok' });
  });

  it('so does the look-up of a recipient, while whoever is signed in sees themselves as ever', async () => {
    const other = await makeMerchant(app);
    await useUp('unknown_recipient');
    expect(await name(other.merchant_id)).toMatchObject({ msg: 'ok', data: { merchant_id: other.merchant_id, own: null } });
    expect(await name(99_999_999)).toMatchObject({ msg: 'recipient_unknown' });
    for (const number of [99_999_999, other.merchant_id]) expect(await name(number)).toMatchObject(WAIT);
    expect(await name(shop.merchant_id)).toMatchObject({ msg: 'ok' });
  });
});
