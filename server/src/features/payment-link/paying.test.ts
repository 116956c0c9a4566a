import { checkoutAbandon, checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { orderQuery } from '@purser/contract/features/order';
import { paymentLinkClose, paymentLinkQuery, standingCodeList } from '@purser/contract/features/payment-link';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutRoutes } from '../checkout/routes.ts';
import { Checkout } from '../checkout/service.ts';
import { expireDueOrders } from '../open-order/jobs.ts';
import { orderRoutes } from '../order/routes.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { LinkPayments } from './paying.ts';
import { paymentLinkRoutes } from './routes.ts';
import { makeLink, tokenIn } from './testing/link.ts';

let app: TestApp;
let payments: LinkPayments;
let shop: TestMerchant;
let lan: TestUser;
let minh: TestUser;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...paymentLinkRoutes(platform), ...orderRoutes(platform), ...checkoutRoutes(platform, new Checkout(platform))],
  });
  payments = new LinkPayments(app.platform);
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, lan, minh] = [await makeMerchant(app), await makeUser(app, { nick: 'Lan' }), await makeUser(app, { nick: 'Minh' })];
  for (const { user_id } of [lan, minh]) await fund(app, user_id, 'USDP', '1000.00');
});

const open = async (token: string, { user_id }: TestUser, amount = '') =>
  (await payments.open(token, amount, { ownerId: user_id }, 'en')).token;
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { outcome?: string }) => error.outcome ?? error,
  );
const close = (serial_number: string) => app.call(paymentLinkClose, { serial_number }, { token: shop.token });
const link = async () => dataOf(await app.call(paymentLinkQuery, {}, { token: shop.token })).list[0];
const orders = async (filters = {}) => dataOf(await app.call(orderQuery, filters, { token: shop.token })).list;
const standing = async () => tokenIn(dataOf(await app.call(standingCodeList, {}, { token: shop.token })).list[0] ?? { payment_url: '' });
async function grant(token: string, { payment_password, token: payerToken }: TestUser): Promise<string> {
  return dataOf(await app.call(checkoutAuthorise, { token, payment_password }, { payerToken })).payment_grant;
}
async function pay(token: string, payer: TestUser, payment_grant?: string): Promise<string> {
  const given = payment_grant ?? (await grant(token, payer));
  return (await app.call(checkoutPay, { token, payment_grant: given }, { payerToken: payer.token })).msg;
}
const balance = async ({ merchant_id }: TestMerchant) =>
  (await app.sql(`select available::int from ledger.account where owner_id = $1 and purpose = 'main'`, [merchant_id]))[0]?.['available'];

it("returns payers of links and standing codes nowhere, whatever address the orders of the merchant's system get", async () => {
  await app.sql(`update merchant set return_address = 'https://shop.example/back' where merchant_id = $1`, [shop.merchant_id]);
  const once = tokenIn(await makeLink(app, shop, { link_uses: 'one' }));
  for (const token of [once, await open(tokenIn(await makeLink(app, shop)), lan), await open(await standing(), lan, '5.00')]) {
    expect(dataOf(await app.call(checkoutView, { token }, { payerToken: lan.token }))).toMatchObject({ order: { return_address: null } });
  }
});

describe('a link for many payments', () => {
  it('makes an order for each payer, who pays it like any other', async () => {
    const token = tokenIn(await makeLink(app, shop));
    for (const payer of [lan, minh]) expect(await pay(await open(token, payer), payer)).toBe('ok');
    expect(await link()).toMatchObject({ link_status: 'open', payment_count: 2, payment_sum: '25.00' });
    expect(await orders({ order_type: 'collection' })).toMatchObject(
      [minh, lan].map(({ user_id, nick }) => ({
        order_type: 'collection',
        order_from: 'scan',
        order_status: 'paid',
        payment_id: user_id,
        nick,
        external_account: '',
      })),
    );
    expect(await balance(shop)).toBe(2 * (1250 - 13));
  });

  it('goes on with the order that its payer has not paid, however often and at once it is opened', async () => {
    const token = tokenIn(await makeLink(app, shop));
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(token, lan)));
    expect(new Set(opened).size).toBe(1);
    expect(await orders()).toHaveLength(1);
    expect(await pay(opened[0] ?? '', lan)).toBe('ok');
    expect(await open(token, lan)).not.toBe(opened[0]);
  });

  it('is paid until it ends: an order lives no longer than its link', async () => {
    const made = await makeLink(app, shop, { lifetime_min: 10 });
    await open(tokenIn(made), lan);
    expect(await orders()).toMatchObject([{ expire_time: made.expire_time }]);
    await app.sql(`update payment_link set expire_time = now() where serial_number = $1`, [made.serial_number]);
    expect(await outcomeOf(open(tokenIn(made), minh))).toBe('link_expired');
  });

  it('closed, stops every payment at once, also of orders that are open', async () => {
    const made = await makeLink(app, shop);
    const [hers, his] = [await open(tokenIn(made), lan), await open(tokenIn(made), minh)];
    expect(await pay(hers, lan)).toBe('ok');
    const given = await grant(his, minh);
    expect((await close(made.serial_number)).msg).toBe('ok');
    expect(await pay(his, minh, given)).toBe('order_cancelled');
    expect(await outcomeOf(open(tokenIn(made), minh))).toBe('link_closed');
    expect(await link()).toMatchObject({ link_status: 'closed', payment_count: 1 });
  });

  it('closed while payers open and pay: whatever was not paid before is cancelled, and nothing can be paid after', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const made = await makeLink(app, shop, { amount: '1.00' });
      const hers = await open(tokenIn(made), lan);
      const given = await grant(hers, lan);
      const [paid, opened, closed] = await Promise.all([
        pay(hers, lan, given),
        outcomeOf(open(tokenIn(made), minh)),
        close(made.serial_number),
      ]);
      seen.add(`${paid} ${opened}`);
      expect(closed.msg).toBe('ok');
      expect(['ok', 'order_cancelled']).toContain(paid);
      expect(['ok', 'link_closed']).toContain(opened);
      const states = (await orders({ link_number: made.serial_number })).map(({ order_status }) => order_status).toSorted();
      const cancelled = Array.from({ length: Number(paid !== 'ok') + Number(opened === 'ok') }, () => 'cancelled');
      expect(states).toEqual([...cancelled, ...(paid === 'ok' ? ['paid'] : [])]);
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe('a link for one payment', () => {
  it('is paid once, by whichever of two payers is faster', async () => {
    const made = await makeLink(app, shop, { link_uses: 'one' });
    const token = tokenIn(made);
    const given = [await grant(token, lan), await grant(token, minh)];
    const answers = await Promise.all([pay(token, lan, given[0]), pay(token, minh, given[1])]);
    expect(answers.toSorted()).toEqual(['ok', 'order_already_paid']);
    expect(await link()).toMatchObject({ link_status: 'paid', payment_count: 1, payment_sum: '12.50' });
    expect(await balance(shop)).toBe(1250 - 13);
    expect((await close(made.serial_number)).msg).toBe('link_paid');
  });

  it('closed while it is paid: one of the two happens', async () => {
    for (let round = 0; round < 8; round += 1) {
      const made = await makeLink(app, shop, { link_uses: 'one', amount: '1.00' });
      const given = await grant(tokenIn(made), lan);
      const [paid, closed] = await Promise.all([pay(tokenIn(made), lan, given), close(made.serial_number)]);
      expect([`${paid} ${closed.msg}`]).toEqual([expect.stringMatching(/^(ok link_paid|order_cancelled ok)$/)]);
      expect((await link())?.link_status).toBe(paid === 'ok' ? 'paid' : 'closed');
    }
  });

  it('is not cancelled for others by a payer who leaves', async () => {
    const made = await makeLink(app, shop, { link_uses: 'one' });
    expect((await app.call(checkoutAbandon, { token: tokenIn(made) }, { payerToken: lan.token })).msg).toBe('order_of_link');
    expect(await pay(tokenIn(made), minh)).toBe('ok');
  });

  it('expires with its order', async () => {
    const made = await makeLink(app, shop, { link_uses: 'one' });
    const given = await grant(tokenIn(made), lan);
    await app.sql(`update payment_order set expire_time = now() where link_number = $1`, [made.serial_number]);
    expect(await pay(tokenIn(made), lan, given)).toBe('order_expired');
    expect(await link()).toMatchObject({ link_status: 'expired' });
    await expireDueOrders(app.platform);
    expect(await link()).toMatchObject({ link_status: 'expired', payment_count: 0 });
  });
});

describe('a standing code', () => {
  it('asks the payer for the amount, and makes an order of it', async () => {
    const token = await open(await standing(), lan, '7.25');
    expect(await orders({ order_type: 'transfer' })).toMatchObject([{ order_type: 'transfer', order_from: 'scan', amount: '7.25' }]);
    expect(await pay(token, lan)).toBe('ok');
    expect(await orders({ order_type: 'deposit' })).toEqual([]);
  });

  it('keeps one unpaid order of a payer: another amount takes its place', async () => {
    const code = await standing();
    const first = await open(code, lan, '7.25');
    expect(await open(code, lan, '7.25')).toBe(first);
    const second = await open(code, lan, '8');
    expect(second).not.toBe(first);
    expect((await orders()).map(({ amount, order_status, cancelled_by }) => [amount, order_status, cancelled_by])).toEqual([
      ['8.00', 'created', null],
      ['7.25', 'cancelled', 'payer'],
    ]);
    await app.sql(`update payment_order set expire_time = now() where merchant_id = $1 and status = 'created'`, [shop.merchant_id]);
    await open(code, lan, '8');
    expect((await orders()).map(({ order_status }) => order_status)).toEqual(['created', 'expired', 'cancelled']);
  });

  it.each([
    ['invalid_input', ''],
    ['invalid_input', '1,500'],
    ['invalid_input', '¥1'],
    ['invalid_input', '-1'],
    ['invalid_input', '1.005'],
    ['order_amount_out_of_range', '0.00'],
    ['order_amount_out_of_range', '999999999999'],
  ])('refuses with %s the amount "%s"', async (outcome, amount) => {
    expect(await outcomeOf(open(await standing(), lan, amount))).toBe(outcome);
    expect(await outcomeOf(payments.check(await standing(), amount))).toBe(outcome);
    expect(await orders()).toEqual([]);
  });

  it('bounds how often a payer opens orders, not how often others do', async () => {
    const code = await standing();
    const answers = [];
    for (let n = 1; n <= 21; n += 1) answers.push(await outcomeOf(open(code, lan, `${n}.00`)));
    expect(answers.filter((answer) => answer !== 'ok')).toEqual(['too_many_requests']);
    expect(await outcomeOf(open(code, minh, '1.00'))).toBe('ok');
    expect((await orders({ order_status: 'created' })).length).toBe(2);
  });
});

it('nothing is opened at a merchant who is suspended, in a market that is off, or where there is nothing', async () => {
  const [token, code] = [tokenIn(await makeLink(app, shop)), await standing()];
  const state = async (text: string) => (await payments.shown(text, 'en'))?.state;
  const both = async () => [
    await outcomeOf(open(token, lan)),
    await outcomeOf(open(code, lan, '5.00')),
    await state(token),
    await state(code),
  ];
  expect([await state(token), await state(code)]).toEqual(['open', 'open']);
  const marketOf = (markets: string[]) => app.sql('update merchant set markets = $2 where merchant_id = $1', [shop.merchant_id, markets]);
  await marketOf(['CNY']);
  expect(await both()).toEqual(['market_not_enabled', 'market_not_enabled', 'off', 'off']);
  await marketOf(['USD']);
  await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [shop.merchant_id]);
  expect(await both()).toEqual(['merchant_suspended', 'merchant_suspended', 'suspended', 'suspended']);
  expect(await outcomeOf(open('A'.repeat(30), lan))).toBe('link_unknown');
  expect(await payments.shown('A'.repeat(30), 'en')).toBeUndefined();
  expect(await app.sql('select from payment_order where merchant_id = $1', [shop.merchant_id])).toEqual([]);
});
