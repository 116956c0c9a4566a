import { checkoutAbandon, checkoutAuthorise, checkoutPay, checkoutScan, checkoutView } from '@purser/contract/features/checkout';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { checkoutRoutes } from './routes.ts';
import { makeOrder, type TestOrder } from './testing/order.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: checkoutRoutes });
  merchant = await makeMerchant(app, { name: 'Blue Bottle' });
});
afterAll(() => app.close());
beforeEach(async () => {
  payer = await makeUser(app);
  await fund(app, payer.user_id, 'USDP', '100.00');
});

async function authorise(order: TestOrder, by: TestUser = payer): Promise<string> {
  const input = { token: order.token, payment_password: by.payment_password };
  return dataOf(await app.call(checkoutAuthorise, input, { payerToken: by.token })).payment_grant;
}

async function pay(order: TestOrder, by: TestUser = payer, use_reward = false) {
  const payment_grant = await authorise(order, by);
  return app.call(checkoutPay, { token: order.token, payment_grant, use_reward }, { payerToken: by.token });
}

async function available(ownerId: number, purpose = 'main'): Promise<string> {
  const [row] = await app.sql<{ available: string }>('select available::text from ledger.account where owner_id = $1 and purpose = $2', [
    ownerId,
    purpose,
  ]);
  return row?.available ?? '0';
}

const statusOf = async ({ serial_number }: TestOrder) =>
  (await app.sql<{ status: string }>('select status from payment_order where serial_number = $1', [serial_number]))[0]?.status;

describe('looking at an order', () => {
  it('shows a visitor the order and no payer', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { return_address: 'https://shop.example/back?cart=7' });
    const { order: seen, payer: nobody } = dataOf(await app.call(checkoutView, { token: order.token }));
    expect(seen).toMatchObject({
      merchant_name: 'Blue Bottle',
      amount: '12.50',
      coin_name: 'USDP',
      order_status: 'created',
      paid_by_me: false,
      paid_time: null,
      from_reward: null,
    });
    expect(seen.return_address).toBe(
      `https://shop.example/back?cart=7&order_id=${order.order_id}&serial_number=${order.serial_number}&order_status=created`,
    );
    expect(nobody).toBeNull();
  });

  it("shows a signed-in payer their own balance in the order's coin", async () => {
    await fund(app, payer.user_id, 'USDP', '3.00', 'reward');
    const order = await makeOrder(app, merchant.merchant_id);
    const view = dataOf(await app.call(checkoutView, { token: order.token }, { payerToken: payer.token }));
    expect(view.payer).toMatchObject({
      nick: payer.nick,
      market_enabled: true,
      available_asset: '100.00',
      reward_asset: '3.00',
      has_payment_password: true,
      has_passkey: false,
      missing_verifications: [],
      payment_password_locked_until: null,
      payment_password_held_until: null,
    });
  });

  it('refuses a token that no order has: order_unknown', async () => {
    expect(await app.call(checkoutView, { token: 'A'.repeat(30) })).toMatchObject({ msg: 'order_unknown' });
  });

  it('shows an order whose time is over as expired before any job came round', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { lives_s: -1 });
    expect(dataOf(await app.call(checkoutView, { token: order.token })).order.order_status).toBe('expired');
  });

  it('notes a scan once, and not on a closed order', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    expect(dataOf(await app.call(checkoutScan, { token: order.token })).order.order_status).toBe('scanned');
    expect(dataOf(await app.call(checkoutScan, { token: order.token })).order.order_status).toBe('scanned');
    await app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token });
    expect(dataOf(await app.call(checkoutScan, { token: order.token })).order.order_status).toBe('cancelled');
  });

  it('never gives away a return address that is no web page', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { return_address: 'javascript:alert(1)' });
    expect(dataOf(await app.call(checkoutView, { token: order.token })).order.return_address).toBeNull();
  });
});

describe('paying', () => {
  it('moves the amount from payer to merchant less the fee, and closes the order', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { amount: '12.51' });
    const before = BigInt(await available(merchant.merchant_id));
    const receipt = dataOf(await pay(order));
    expect(receipt).toMatchObject({ serial_number: order.serial_number, amount: '12.51', from_reward: '0.00' });
    expect(await available(payer.user_id)).toBe('8749');
    // One percent of 1251 is 12.51: the fee rounds up to 13.
    expect(BigInt(await available(merchant.merchant_id)) - before).toBe(1_238n);
    const view = dataOf(await app.call(checkoutView, { token: order.token }, { payerToken: payer.token }));
    expect(view.order).toMatchObject({ order_status: 'paid', paid_by_me: true, paid_time: receipt.paid_time, from_reward: '0.00' });
    const { order: asOthersSee } = dataOf(await app.call(checkoutView, { token: order.token }));
    expect(asOthersSee).toMatchObject({ order_status: 'paid', paid_by_me: false, paid_time: null, from_reward: null });
  });

  it('takes reward funds first when chosen', async () => {
    await fund(app, payer.user_id, 'USDP', '3.00', 'reward');
    const order = await makeOrder(app, merchant.merchant_id);
    expect(dataOf(await pay(order, payer, true))).toMatchObject({ from_reward: '3.00' });
    expect(await available(payer.user_id)).toBe('9050');
    expect(await available(payer.user_id, 'reward')).toBe('0');
  });

  it('two orders paid at once from the same reward funds take them once each', async () => {
    await fund(app, payer.user_id, 'USDP', '15.00', 'reward');
    const orders = await Promise.all([makeOrder(app, merchant.merchant_id), makeOrder(app, merchant.merchant_id)]);
    const answers = await Promise.all(orders.map((order) => pay(order, payer, true)));
    expect(answers.map((answer) => dataOf(answer).from_reward).sort()).toEqual(['12.50', '2.50']);
    expect(await available(payer.user_id, 'reward')).toBe('0');
    expect(await available(payer.user_id)).toBe('9000');
  });

  it('answers the payer who asks again with the first answer: already_done', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const first = dataOf(await pay(order));
    expect(await pay(order)).toMatchObject({ code: 42110, data: first });
    expect(await available(payer.user_id)).toBe('8750');
  });

  it('pays once when the same payment arrives many times at once', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const payment_grant = await authorise(order);
    const input = { token: order.token, payment_grant, use_reward: false };
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(checkoutPay, input, { payerToken: payer.token })));
    expect(answers.map(({ msg }) => msg).sort()).toEqual([...Array.from({ length: 19 }, () => 'already_done'), 'ok']);
    expect(await available(payer.user_id)).toBe('8750');
  });

  it('lets exactly one of two racing payers pay, every time', async () => {
    const rival = await makeUser(app);
    await fund(app, rival.user_id, 'USDP', '1000.00');
    await fund(app, payer.user_id, 'USDP', '900.00');
    for (let round = 0; round < 30; round += 1) {
      const order = await makeOrder(app, merchant.merchant_id, { amount: '1.00' });
      const answers = await Promise.all([pay(order, payer), pay(order, rival)]);
      expect(answers.map(({ msg }) => msg).sort()).toEqual(['ok', 'order_already_paid']);
    }
    expect(BigInt(await available(payer.user_id)) + BigInt(await available(rival.user_id))).toBe(200_000n - 3_000n);
  });

  it('lets a payer pay when the one before in the same batch could not', async () => {
    const poor = await makeUser(app);
    const order = await makeOrder(app, merchant.merchant_id);
    const grants = await Promise.all([authorise(order, poor), authorise(order, payer)]);
    const answers = await Promise.all(
      [poor, payer].map((by, index) =>
        app.call(checkoutPay, { token: order.token, payment_grant: grants[index] ?? '' }, { payerToken: by.token }),
      ),
    );
    expect(answers.map(({ msg }) => msg)).toEqual(['insufficient_balance', 'ok']);
  });

  it('writes the webhook of the payment in the same transaction', async () => {
    const shop = await makeMerchant(app);
    await giveEndpoint(app, shop.merchant_id);
    const order = await makeOrder(app, shop.merchant_id);
    await pay(order);
    const rows = await app.sql('select event_type, subject from webhook_delivery where merchant_id = $1', [shop.merchant_id]);
    expect(rows).toEqual([{ event_type: 'order.paid', subject: order.serial_number }]);
  });
});

describe('paying is refused', () => {
  it('without a session: unauthenticated', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    expect(await app.call(checkoutPay, { token: order.token, payment_grant: 'x' })).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });

  it("with a forged grant, another payer's grant or another order's: payment_grant_refused", async () => {
    const [order, other] = await Promise.all([makeOrder(app, merchant.merchant_id), makeOrder(app, merchant.merchant_id)]);
    const rival = await makeUser(app);
    const grant = await authorise(order);
    for (const [token, payment_grant, by] of [
      [order.token, `${grant.slice(0, -2)}xx`, payer],
      [order.token, 'nonsense', payer],
      [order.token, grant, rival],
      [other.token, grant, payer],
    ] as const) {
      expect(await app.call(checkoutPay, { token, payment_grant }, { payerToken: by.token })).toMatchObject({
        msg: 'payment_grant_refused',
      });
    }
    expect(await statusOf(order)).toBe('created');
  });

  it('of a paid order by someone else: order_already_paid', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    await pay(order);
    const late = await makeUser(app);
    await fund(app, late.user_id, 'USDP', '100.00');
    expect(await pay(order, late)).toMatchObject({ msg: 'order_already_paid' });
    expect(await available(late.user_id)).toBe('10000');
  });

  it('of a cancelled order: order_cancelled', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    await app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token });
    expect(await pay(order)).toMatchObject({ msg: 'order_cancelled' });
  });

  it('after the latest payment time, also before the job marked it: order_expired', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { lives_s: -0.001 });
    expect(await pay(order)).toMatchObject({ msg: 'order_expired' });
    expect(await available(payer.user_id)).toBe('10000');
  });

  it('of or by a suspended party: payer_suspended, merchant_suspended', async () => {
    const shop = await makeMerchant(app);
    const [order, other] = await Promise.all([makeOrder(app, shop.merchant_id), makeOrder(app, merchant.merchant_id)]);
    const [grant, otherGrant] = [await authorise(order), await authorise(other)];
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [shop.merchant_id]);
    expect(await app.call(checkoutPay, { token: order.token, payment_grant: grant }, { payerToken: payer.token })).toMatchObject({
      msg: 'merchant_suspended',
    });
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [payer.user_id]);
    expect(await app.call(checkoutPay, { token: other.token, payment_grant: otherGrant }, { payerToken: payer.token })).toMatchObject({
      msg: 'payer_suspended',
    });
    expect(
      await app.call(checkoutAuthorise, { token: other.token, payment_password: payer.payment_password }, { payerToken: payer.token }),
    ).toMatchObject({
      msg: 'payer_suspended',
    });
  });

  it('in a market that the payer has not enabled: market_not_enabled', async () => {
    const shop = await makeMerchant(app, { markets: ['USD', 'CNY'] });
    const order = await makeOrder(app, shop.merchant_id, { coin: 'CNYT' });
    expect(await pay(order)).toMatchObject({ msg: 'market_not_enabled' });
  });

  it('beyond the balance, whole: insufficient_balance', async () => {
    const order = await makeOrder(app, merchant.merchant_id, { amount: '100.01' });
    expect(await pay(order)).toMatchObject({ msg: 'insufficient_balance' });
    expect(await available(payer.user_id)).toBe('10000');
    expect(await statusOf(order)).toBe('created');
  });

  it("to another site's page: forbidden", async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const payment_grant = await authorise(order);
    const headers = { origin: 'https://evil.example' };
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, { payerToken: payer.token, headers })).toMatchObject({
      msg: 'forbidden',
    });
  });

  it('with fields that the call does not know: invalid_input', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    expect(
      await app.send(checkoutPay, { token: order.token, payment_grant: 'x', amount: '0.01' }, { payerToken: payer.token }),
    ).toMatchObject({ msg: 'invalid_input' });
  });
});

describe('the payment password', () => {
  it('of another payer than the page shows is not looked at: another_signed_in', async () => {
    const { token } = await makeOrder(app, merchant.merchant_id);
    const another = await makeUser(app);
    const input = { token, user_id: payer.user_id, payment_password: another.payment_password };
    expect(await app.call(checkoutAuthorise, input, { payerToken: another.token })).toMatchObject({ msg: 'another_signed_in' });
    expect(await app.call(checkoutAuthorise, input, { payerToken: payer.token })).toMatchObject({ msg: 'ok' });
  });

  const tryPassword = (order: TestOrder, payment_password: string) =>
    app.call(checkoutAuthorise, { token: order.token, payment_password }, { payerToken: payer.token });

  it('counts failures, locks after five for half an hour, and then refuses the right one too', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    for (const left of [4, 3, 2, 1]) {
      expect(await tryPassword(order, '000000')).toMatchObject({
        msg: 'payment_password_wrong',
        detail: expect.stringContaining(String(left)),
      });
    }
    expect(await tryPassword(order, '000000')).toMatchObject({ msg: 'payment_password_locked', detail: expect.stringContaining('30') });
    expect(await tryPassword(order, payer.payment_password)).toMatchObject({ msg: 'payment_password_locked' });
  });

  it('says until when it is locked to whoever looks at the order, and says it no more when that has passed', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const lockedUntil = async () =>
      dataOf(await app.call(checkoutView, { token: order.token }, { payerToken: payer.token })).payer?.payment_password_locked_until;
    for (let i = 0; i < 4; i += 1) await tryPassword(order, '000000');
    expect(await lockedUntil()).toBeNull();
    await tryPassword(order, '000000');
    const [row] = await app.sql<{ until: Date }>('select payment_password_locked_until as until from wallet_user where user_id = $1', [
      payer.user_id,
    ]);
    expect(await lockedUntil()).toBe(row?.until.toISOString());
    await app.sql(`update wallet_user set payment_password_locked_until = now() where user_id = $1`, [payer.user_id]);
    expect(await lockedUntil()).toBeNull();
  });

  it('locks twice as long the next time, and the right password gives all attempts back', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const unlock = () => app.sql(`update wallet_user set payment_password_locked_until = now() where user_id = $1`, [payer.user_id]);
    for (let i = 0; i < 5; i += 1) await tryPassword(order, '000000');
    await unlock();
    for (let i = 0; i < 4; i += 1) expect(await tryPassword(order, '000000')).toMatchObject({ msg: 'payment_password_wrong' });
    expect(await tryPassword(order, '000000')).toMatchObject({ msg: 'payment_password_locked', detail: expect.stringContaining('60') });
    await unlock();
    dataOf(await tryPassword(order, payer.payment_password));
    expect(await tryPassword(order, '000000')).toMatchObject({ msg: 'payment_password_wrong', detail: expect.stringContaining('4') });
  });

  it('gives guesses made at the same time no more attempts than guesses made in turn', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, guess) => tryPassword(order, String(guess).padStart(6, '0'))));
    expect(answers.filter(({ msg }) => msg === 'payment_password_wrong')).toHaveLength(4);
    expect(answers.filter(({ msg }) => msg === 'payment_password_locked')).toHaveLength(16);
  });

  it('that was never set: payment_password_not_set', async () => {
    payer = await makeUser(app, { payment_password: null });
    const order = await makeOrder(app, merchant.merchant_id);
    expect(await tryPassword(order, '271828')).toMatchObject({ msg: 'payment_password_not_set' });
  });
});

describe('abandoning', () => {
  it('cancels the order for the payer, and doing so again changes nothing: already_done', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    expect(dataOf(await app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token })).order).toMatchObject({
      order_status: 'cancelled',
      cancelled_by: 'payer',
    });
    expect(await app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token })).toMatchObject({ msg: 'already_done' });
  });

  it('is for a signed-in payer: whoever only has the address changes nothing', async () => {
    const order = await makeOrder(app, merchant.merchant_id);
    expect(await app.call(checkoutAbandon, { token: order.token })).toMatchObject({ status: 401, msg: 'unauthenticated' });
    expect(await app.call(checkoutAbandon, { token: order.token }, { payerToken: 'x'.repeat(51) })).toMatchObject({
      msg: 'unauthenticated',
    });
    expect(dataOf(await app.call(checkoutView, { token: order.token })).order.order_status).toBe('created');
  });

  it('of a paid order, an expired one, an unknown one: order_already_paid, order_expired, order_unknown', async () => {
    const [paid, expired] = [await makeOrder(app, merchant.merchant_id), await makeOrder(app, merchant.merchant_id, { lives_s: -1 })];
    await pay(paid);
    expect(await app.call(checkoutAbandon, { token: paid.token }, { payerToken: payer.token })).toMatchObject({
      msg: 'order_already_paid',
    });
    expect(await app.call(checkoutAbandon, { token: expired.token }, { payerToken: payer.token })).toMatchObject({ msg: 'order_expired' });
    expect(await app.call(checkoutAbandon, { token: 'A'.repeat(30) }, { payerToken: payer.token })).toMatchObject({ msg: 'order_unknown' });
  });

  it('racing a payment leaves the order either paid or cancelled, with the money to match', async () => {
    for (let round = 0; round < 15; round += 1) {
      const order = await makeOrder(app, merchant.merchant_id, { amount: '1.00' });
      const before = BigInt(await available(payer.user_id));
      const payment_grant = await authorise(order);
      const [paid, abandoned] = await Promise.all([
        app.call(checkoutPay, { token: order.token, payment_grant }, { payerToken: payer.token }),
        app.call(checkoutAbandon, { token: order.token }, { payerToken: payer.token }),
      ]);
      expect([paid.msg, abandoned.msg]).toSatisfy(
        ([pay, abandon]: string[]) => (pay === 'ok' && abandon === 'order_already_paid') || (pay === 'order_cancelled' && abandon === 'ok'),
      );
      expect(before - BigInt(await available(payer.user_id))).toBe(paid.msg === 'ok' ? 100n : 0n);
    }
  });
});
