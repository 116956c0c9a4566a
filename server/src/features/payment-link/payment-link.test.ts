import { orderClose, orderDetail, orderQuery } from '@purser/contract/features/order';
import {
  paymentLinkAdd,
  paymentLinkClose,
  paymentLinkExport,
  paymentLinkQuery,
  standingCodeList,
} from '@purser/contract/features/payment-link';
import { PAYMENT_LINK_STATES } from '@purser/contract/payment-link';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutRoutes } from '../checkout/routes.ts';
import { Checkout } from '../checkout/service.ts';
import { orderRoutes } from '../order/routes.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { paymentLinkRoutes } from './routes.ts';
import { standingCodeOf } from './standing-code.ts';
import { LINK, makeLink, tokenIn } from './testing/link.ts';

let app: TestApp;
let shop: TestMerchant;
let stranger: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...paymentLinkRoutes(platform), ...orderRoutes(platform), ...checkoutRoutes(platform, new Checkout(platform))],
  });
  stranger = await makeMerchant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  shop = await makeMerchant(app);
});

const add = (wish: Partial<typeof LINK> = {}, { token } = shop) => app.call(paymentLinkAdd, { ...LINK, ...wish }, { token });
const close = (serial_number: string, { token } = shop) => app.call(paymentLinkClose, { serial_number }, { token });
const links = async (filters = {}, { token } = shop) => dataOf(await app.call(paymentLinkQuery, filters, { token })).list;
const orders = async (filters = {}) => dataOf(await app.call(orderQuery, filters, { token: shop.token })).list;
const over = (serial: string) =>
  app.sql(
    `with link as (update payment_link set expire_time = now() - interval '1 second' where serial_number = $1 returning order_serial_number)
     update payment_order set expire_time = now() - interval '1 second' from link where serial_number = link.order_serial_number`,
    [serial],
  );

describe('a payment link', () => {
  it('is in the file of those that the list shows, of its merchant alone', async () => {
    const link = dataOf(await add({ description: '=cmd()' }));
    const { serial_number } = dataOf(await add({ link_uses: 'one' }));
    dataOf(await close(serial_number));
    const fileOf = (filters: object, { token } = shop) => exportedFile(app, paymentLinkExport, { token }, filters);
    expect((await fileOf({})).map((row) => row['Serial number'])).toEqual((await links()).map((row) => row.serial_number));
    expect(await fileOf({ link_status: 'open' })).toMatchObject([
      { Status: 'Open', Amount: '12.50', Payments: 'Many', Received: '0.00', Address: link.payment_url, 'Text for the payer': "'=cmd()" },
    ]);
    expect(await fileOf({}, stranger)).toEqual([]);
  });

  it('for many payments has a page of its own, and no order before somebody opens one', async () => {
    const link = dataOf(await add());
    expect(link).toMatchObject({
      coin_name: 'USDP',
      amount: '12.50',
      description: 'Evening class',
      link_uses: 'many',
      link_status: 'open',
      payment_count: 0,
      payment_sum: '0.00',
    });
    expect(link.serial_number).toMatch(/^PL/);
    expect(link.payment_url).toMatch(/^http:\/\/localhost:8080\/collect\/[\w-]{30}$/);
    expect(Date.parse(link.expire_time) - Date.parse(link.create_time)).toBe(60 * 60_000);
    expect(await links()).toEqual([link]);
    expect(await orders()).toEqual([]);
  });

  it('for one payment is an order, which whoever has the address can pay until the link ends', async () => {
    const link = dataOf(await add({ link_uses: 'one', lifetime_min: 90 * 1440 }));
    expect(link.payment_url).toMatch(/^http:\/\/localhost:8080\/pay\//);
    const [order] = await orders({ link_number: link.serial_number });
    expect(order).toMatchObject({
      order_type: 'collection',
      order_from: 'scan',
      order_status: 'created',
      amount: '12.50',
      handling_fee: '0.13',
      expire_time: link.expire_time,
      order_id: order?.serial_number,
    });
    const detail = dataOf(await app.call(orderDetail, { serial_number: order?.serial_number ?? '' }, { token: shop.token }));
    expect(detail).toMatchObject({
      link_number: link.serial_number,
      description: 'Evening class',
      return_address: '',
      payment_url: link.payment_url,
    });
  });

  it('says each of its states, and is found by it', async () => {
    const made = {
      open: await makeLink(app, shop),
      paid: await makeLink(app, shop, { link_uses: 'one' }),
      closed: await makeLink(app, shop),
      expired: await makeLink(app, shop),
    };
    const one = { closed: await makeLink(app, shop, { link_uses: 'one' }), expired: await makeLink(app, shop, { link_uses: 'one' }) };
    for (const { serial_number } of [made.closed, one.closed]) dataOf(await close(serial_number));
    for (const { serial_number } of [made.expired, one.expired]) await over(serial_number);
    await app.sql(
      `update payment_order set status = 'paid', payer_id = 50000000, payer_nick = 'Lan', paid_time = now() where link_number = $1`,
      [made.paid.serial_number],
    );
    const number = ({ serial_number }: { serial_number: string }) => serial_number;
    for (const state of PAYMENT_LINK_STATES) {
      const wanted = [made[state], ...(state === 'closed' || state === 'expired' ? [one[state]] : [])].map(number);
      const found = await links({ link_status: state });
      expect(new Set(found.map(number)), state).toEqual(new Set(wanted));
      expect(new Set(found.map(({ link_status }) => link_status))).toEqual(new Set([state]));
    }
    expect(await links({ serial_number: made.paid.serial_number })).toMatchObject([{ payment_count: 1, payment_sum: '12.50' }]);
    expect(await links({ link_uses: 'one' })).toHaveLength(3);
  });

  it.each([
    ['invalid_input', { amount: '12.505' }],
    ['invalid_input', { description: 'two\nlines' }],
    ['invalid_input', { lifetime_min: 9 }],
    ['invalid_input', { lifetime_min: 90 * 1440 + 1 }],
    ['order_amount_out_of_range', { amount: '0.00' }],
    ['coin_unknown', { coin_name: 'NONE' }],
    ['market_not_enabled', { coin_name: 'CNYT' }],
    ['market_not_enabled', { coin_name: 'USDT' }],
  ])('is refused: %s of %o', async (outcome, wish) => {
    for (const link_uses of ['one', 'many'] as const) expect((await add({ ...wish, link_uses })).msg).toBe(outcome);
    expect([await links(), await orders()]).toEqual([[], []]);
  });

  it('names the field whose value is none', async () => {
    expect(await add({ amount: '12.505' })).toMatchObject({ data: { fields: [{ field: 'amount' }] } });
  });
});

describe('closing a link', () => {
  it('ends it, and says so of one that is closed', async () => {
    for (const link_uses of ['one', 'many'] as const) {
      const { serial_number } = await makeLink(app, shop, { link_uses });
      expect(await close(serial_number)).toMatchObject({ msg: 'ok', data: { link_status: 'closed' } });
      expect(await close(serial_number)).toMatchObject({ msg: 'already_done', data: { link_status: 'closed' } });
    }
    expect((await orders()).map(({ order_status, cancelled_by }) => [order_status, cancelled_by])).toEqual([['cancelled', 'merchant']]);
    const actions = await app.sql('select action from audit_log where owner_id = $1 order by sequence', [shop.merchant_id]);
    expect(actions.map(({ action }) => action)).toEqual(['add', 'close', 'add', 'close'].map((act) => `payment_link.${act}`));
  });

  it('is the same as cancelling its one order', async () => {
    const link = await makeLink(app, shop, { link_uses: 'one' });
    const [order] = await orders();
    dataOf(await app.call(orderClose, { serial_number: order?.serial_number ?? '' }, { token: shop.token }));
    expect(await links({ serial_number: link.serial_number })).toMatchObject([{ link_status: 'closed' }]);
  });

  it('is refused for one that is over', async () => {
    for (const link_uses of ['one', 'many'] as const) {
      const { serial_number } = await makeLink(app, shop, { link_uses });
      await over(serial_number);
      expect((await close(serial_number)).msg).toBe('link_expired');
    }
    expect((await close('PL0')).msg).toBe('link_unknown');
  });
});

it('a merchant sees and closes its own links only', async () => {
  const { serial_number } = await makeLink(app, shop);
  expect(await links({}, stranger)).toEqual([]);
  expect((await close(serial_number, stranger)).msg).toBe('link_unknown');
  expect(await links()).toMatchObject([{ link_status: 'open' }]);
});

it('a merchant has one standing code in each of its markets, always the same, which nobody else can make', async () => {
  const both = await makeMerchant(app, { markets: ['USD', 'VND'] });
  const codes = async ({ token }: TestMerchant) => dataOf(await app.call(standingCodeList, {}, { token })).list;
  const list = await codes(both);
  expect(list.map(({ coin_name, market, is_on }) => [coin_name, market, is_on])).toEqual([
    ['VNDT', 'VND', true],
    ['USDP', 'USD', true],
  ]);
  expect(await codes(both)).toEqual(list);
  const { db, secrets } = app.platform;
  const whose = (token: string) => standingCodeOf(secrets, token, db.coins.all);
  for (const code of list) expect(whose(tokenIn(code))).toMatchObject({ merchantId: both.merchant_id, coin: { code: code.coin_name } });
  const token = tokenIn(list[0] ?? { payment_url: '' });
  const another = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
  for (const text of [another, token.slice(1), '', tokenIn(await makeLink(app, shop))]) expect(whose(text)).toBeUndefined();
});
