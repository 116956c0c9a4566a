import type { InputOf } from '@purser/contract/call';
import { orderDetail } from '@purser/contract/features/order';
import { openRefundCreate, openRefundQuery, refundAdd, refundQuery } from '@purser/contract/features/refund';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutRoutes } from '../checkout/routes.ts';
import { Checkout } from '../checkout/service.ts';
import { makeOrder, type TestOrder } from '../checkout/testing/order.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { orderRoutes } from '../order/routes.ts';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, takeFees, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { refundRoutes } from './routes.ts';
import { Refunds } from './service.ts';
import { makePaidOrder } from './testing/paid-order.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let shop: TestMerchant;
let payer: TestUser;
let key: Awaited<ReturnType<typeof makeKey>>;
let order: TestOrder;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...refundRoutes(platform), ...orderRoutes(platform), ...checkoutRoutes(platform, new Checkout(platform))],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, payer] = [await makeMerchant(app), await makeUser(app)];
  key = await makeKey(app, shop);
  await fund(app, payer.user_id, 'USDP', '100.00');
  await fund(app, payer.user_id, 'USDP', '4.00', 'reward');
  order = await makePaidOrder(app, shop.merchant_id, payer, '10.00');
});

let next = 0;
const create = (wish: Partial<InputOf<typeof openRefundCreate>> = {}) => {
  const input = { refund_id: `R-${(next += 1)}`, order_id: order.order_id, amount: '1.00', ...wish };
  return app.call(openRefundCreate, input, { signedWith: key });
};
const outcomes = (answers: readonly { readonly msg: string }[]) => answers.map(({ msg }) => msg).toSorted();
const change = async (serial: string) => {
  const rows = await app.sql<{ owner: string; purpose: string; change: number; charge: number; type: string }>(
    `select entry.owner_id::text as owner, purpose, (available_after - available_before)::int as change, charge::int, posting.type
     from ledger.entry join ledger.posting using (posting_id) where posting.serial_number = $1 order by purpose, change`,
    [serial],
  );
  return rows.map(({ owner, purpose, change: by, charge, type }) => [
    Number(owner) === shop.merchant_id ? 'shop' : Number(owner) === payer.user_id ? 'payer' : 'provider',
    purpose,
    by,
    charge,
    type,
  ]);
};
const refunded = async () =>
  dataOf(await app.call(orderDetail, { serial_number: order.serial_number }, { token: shop.token })).refunded_amount;

describe('a refund', () => {
  it('of one order is made in turn where many are asked for at once', async () => {
    const large = await makePaidOrder(app, shop.merchant_id, payer, '50.00');
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ order_id: large.order_id })));
    expect(outcomes(answers)).toEqual(Array.from({ length: 12 }, () => 'ok'));
    const detail = dataOf(await app.call(orderDetail, { serial_number: large.serial_number }, { token: shop.token }));
    expect(detail.refunded_amount).toBe('12.00');
  });

  it('goes from the merchant to the payer at once, and nobody bears a fee', async () => {
    const made = dataOf(await create({ refund_id: 'R-first', amount: '2.50', remark: 'Too small' }));
    expect(made).toMatchObject({
      refund_id: 'R-first',
      order_serial_number: order.serial_number,
      order_id: order.order_id,
      payment_id: payer.user_id,
      nick: payer.nick,
      coin_name: 'USDP',
      amount: '2.50',
      to_reward: '0.00',
      fee_returned: '0.00',
      remark: 'Too small',
      refund_from: 'api',
    });
    expect(await change(made.serial_number)).toEqual([
      ['shop', 'main', -250, 0, 'refund'],
      ['payer', 'main', 250, 0, 'refund'],
    ]);
    expect(await refunded()).toBe('2.50');
    expect(dataOf(await app.call(openRefundQuery, { refund_id: 'R-first' }, { signedWith: key }))).toEqual(made);
    expect(dataOf(await app.call(openRefundQuery, { serial_number: made.serial_number }, { signedWith: key }))).toEqual(made);
  });

  it('gives reward funds back last, as they were spent first', async () => {
    await fund(app, shop.merchant_id, 'USDP', '1.00');
    const parts = [];
    for (const amount of ['5.00', '2.00', '3.00']) parts.push(dataOf(await create({ amount })));
    expect(parts.map(({ to_reward }) => to_reward)).toEqual(['0.00', '1.00', '3.00']);
    expect(await change(parts[1]?.serial_number ?? '')).toEqual([
      ['shop', 'main', -200, 0, 'refund'],
      ['payer', 'main', 100, 0, 'refund'],
      ['payer', 'reward', 100, 0, 'refund'],
    ]);
    expect(await refunded()).toBe('10.00');
  });

  it('is never more than what is left of the order, also by many at once', async () => {
    await fund(app, shop.merchant_id, 'USDP', '50.00');
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ amount: '3.00' })));
    expect(outcomes(answers)).toEqual(
      [...Array.from({ length: 3 }, () => 'ok'), ...Array.from({ length: 9 }, () => 'refund_above_rest')].toSorted(),
    );
    expect(await refunded()).toBe('9.00');
    expect(await create({ amount: '1.01' })).toMatchObject({ msg: 'refund_above_rest', detail: expect.stringContaining('1.00 USDP') });
  });

  it('nor by several servers at once', async () => {
    await fund(app, shop.merchant_id, 'USDP', '50.00');
    const by = { merchantId: shop.merchant_id, idempotencyKey: undefined, requestHash: Buffer.alloc(32) } as never;
    const wish = (refund_id: string) => ({ refund_id, order_id: order.order_id, amount: '3.00', remark: '' });
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, server) => new Refunds(app.platform).create(wish(`S-${server}`), by)),
    );
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? 'ok' : String(answer.reason.outcome))).toSorted()).toEqual(
      ['ok', 'refund_above_rest'].flatMap((outcome) => Array.from({ length: 3 }, () => outcome)),
    );
    expect(await refunded()).toBe('9.00');
  });

  describe('where the provider gives the fee back', () => {
    /** What is charged of the order of 10.00 in the coin: 1.00 %, unless the merchant has terms of its own. */
    const returning = (own: boolean | null, usual: boolean) =>
      Promise.all([
        app.sql(`update coin set refund_returns_fee = $1 where code = 'USDP'`, [usual]),
        app.sql(
          `insert into merchant_terms (merchant_id, coin, refund_returns_fee) values ($1, 'USDP', $2)
           on conflict (merchant_id, coin) do update set refund_returns_fee = excluded.refund_returns_fee`,
          [shop.merchant_id, own],
        ),
      ]);
    afterEach(() => returning(null, false));

    it('brings the merchant its part, rounded down, and the whole of it once all is refunded', async () => {
      await fund(app, shop.merchant_id, 'USDP', '1.00');
      await returning(true, false);
      const parts = [];
      for (const amount of ['3.33', '3.33', '3.34']) parts.push(dataOf(await create({ amount })));
      expect(parts.map(({ fee_returned }) => fee_returned)).toEqual(['0.03', '0.03', '0.04']);
      expect(await change(parts[2]?.serial_number ?? '')).toEqual([
        ['provider', 'fees', -4, 0, 'refund'],
        ['shop', 'main', -330, 0, 'refund'],
        ['payer', 'reward', 334, 0, 'refund'],
      ]);
      expect(await breaksOf(app)).toEqual([]);
    });

    it('gives nothing of refunds from before, and follows the merchant’s own terms before the coin’s', async () => {
      await fund(app, shop.merchant_id, 'USDP', '1.00');
      expect(dataOf(await create({ amount: '5.00' }))).toMatchObject({ fee_returned: '0.00' });
      await returning(null, true);
      expect(dataOf(await create({ amount: '2.00' }))).toMatchObject({ fee_returned: '0.02' });
      await returning(false, true);
      expect(dataOf(await create({ amount: '3.00' }))).toMatchObject({ fee_returned: '0.00' });
    });

    it('is refused to the console where it is otherwise than was shown, before the code is looked at', async () => {
      await fund(app, shop.merchant_id, 'USDP', '1.00');
      const input = { order_serial_number: order.serial_number, amount: '5.00', remark: '', returns_fee: true };
      expect((await app.call(refundAdd, { ...input, google_code: '000000' }, { token: shop.token })).msg).toBe('fee_changed');
      expect((await app.call(refundAdd, { ...input, google_code: await googleCode(app, shop) }, { token: shop.token })).msg).toBe(
        'fee_changed',
      );
      expect(await refunded()).toBe('0.00');
      const shown = { ...input, returns_fee: false, google_code: await googleCode(app, shop) };
      expect(dataOf(await app.call(refundAdd, shown, { token: shop.token }))).toMatchObject({ amount: '5.00', fee_returned: '0.00' });
    });

    it('is refused and told so when the provider has taken the fees out', async () => {
      await returning(true, false);
      await takeFees(app, shop.merchant_id, 'USDP');
      expect((await create({ amount: '5.00' })).msg).toBe('refund_fee_short');
      expect(await refunded()).toBe('0.00');
    });
  });

  it('is made by the console with a code', async () => {
    const input = { order_serial_number: order.serial_number, amount: '1.00', remark: '' };
    const wrong = await app.call(refundAdd, { ...input, google_code: '000000' }, { token: shop.token });
    expect(wrong.msg).toBe('wrong_google_code');
    const made = await app.call(refundAdd, { ...input, google_code: await googleCode(app, shop) }, { token: shop.token });
    expect(dataOf(made)).toMatchObject({ refund_id: '', refund_from: 'console', amount: '1.00' });
    const { list } = dataOf(await app.call(refundQuery, { order_id: order.order_id }, { token: shop.token }));
    expect(list).toEqual([dataOf(made)]);
  });

  it('tells the merchant’s system among the events of its order', async () => {
    await giveEndpoint(app, shop.merchant_id, { address: 'https://shop.example.com/hook' });
    const made = dataOf(await create());
    const [event] = await app.sql<{ payload: string; event_type: string }>(
      `select payload, event_type from webhook_delivery where merchant_id = $1 and subject = $2 order by delivery_id desc limit 1`,
      [shop.merchant_id, order.serial_number],
    );
    expect(event?.event_type).toBe('order.refunded');
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({ type: 'order.refunded', data: made });
  });
});

describe('a refund is refused', () => {
  it.each([
    ['order_unknown', { order_id: 'nothing' }],
    ['amount_below_minimum', { amount: '0.00' }],
    ['refund_above_rest', { amount: '10.01' }],
    ['invalid_input', { amount: '1.001' }],
    // The fee of the order is not there any more.
    ['insufficient_balance', { amount: '10.00' }],
  ])('%s', async (outcome, wish) => {
    expect((await create(wish)).msg).toBe(outcome);
    expect(await refunded()).toBe('0.00');
  });

  it('when the order is not paid', async () => {
    const open = await makeOrder(app, shop.merchant_id);
    expect((await create({ order_id: open.order_id })).msg).toBe('order_not_paid');
  });

  it('when the order is another merchant’s', async () => {
    const signedWith = await makeKey(app, await makeMerchant(app));
    const answer = await app.call(openRefundCreate, { refund_id: 'R-x', order_id: order.order_id, amount: '1.00' }, { signedWith });
    expect(answer.msg).toBe('order_unknown');
    expect((await app.call(openRefundQuery, { refund_id: 'R-x' }, { signedWith })).msg).toBe('refund_unknown');
  });

  it('when its number was given before, to the same order or to another, also at once', async () => {
    const other = await makePaidOrder(app, shop.merchant_id, payer, '10.00');
    const both = { refund_id: 'R-same', amount: '1.00' };
    const answers = await Promise.all([create(both), create({ ...both, order_id: other.order_id })]);
    expect(outcomes(answers)).toEqual(['merchant_refund_duplicate', 'ok']);
    expect((await create({ ...both, amount: '2.00' })).msg).toBe('merchant_refund_duplicate');
  });

  it('when the merchant is suspended', async () => {
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [shop.merchant_id]);
    expect((await create()).msg).toBe('merchant_suspended');
  });
});
