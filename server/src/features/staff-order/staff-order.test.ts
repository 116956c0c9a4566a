import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import {
  staffOrderCoins,
  staffOrderDetail,
  staffOrderQuery,
  staffTransferDetail,
  staffTransferQuery,
} from '@purser/contract/features/staff-order';
import { refundAdd } from '@purser/contract/features/refund';
import { transferAdd } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeOrder, type TestOrder } from '../checkout/testing/order.ts';
import { makePaidOrder } from '../refund/testing/paid-order.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let support: TestStaff;
let shop: TestMerchant;
let partner: TestMerchant;
let payer: TestUser;
let paid: TestOrder;
let unpaid: TestOrder;
let transfer: string;

/** Rows of each table beside those that are looked for, and how much of them a look may visit. */
const ROWS = 20_000;
const MOST_VISITED = 3_000;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, settings: { webhookAllow: [{ network: '127.0.0.0/8', port: undefined }] } });
  support = await makeStaff(app, 'support');
  [shop, partner] = [await makeMerchant(app, { name: 'Shop' }), await makeMerchant(app, { name: 'Partner', markets: ['USD', 'CNY'] })];
  payer = await makeUser(app, { nick: 'Ann' });
  await fund(app, payer.user_id, 'USDP', '100.00');
  await fund(app, shop.merchant_id, 'USDP', '100.00');
  await giveEndpoint(app, shop.merchant_id, { address: 'http://127.0.0.1:9/hook?secret=abc' });
  unpaid = await makeOrder(app, partner.merchant_id, { coin: 'CNYT' });
  paid = await makeOrder(app, shop.merchant_id);
  const { token } = paid;
  const authorise = { token, payment_password: payer.payment_password };
  const { payment_grant } = dataOf(await app.call(checkoutAuthorise, authorise, { payerToken: payer.token }));
  dataOf(await app.call(checkoutPay, { token, payment_grant, use_reward: false }, { payerToken: payer.token }));
  const sent = { receipt_merchant_id: partner.merchant_id, coin_name: 'USDP', amount: '10.00', remark: 'rent' };
  transfer = dataOf(
    await app.call(transferAdd, { ...sent, google_code: await googleCode(app, shop) }, { token: shop.token }),
  ).serial_number;
});
afterAll(() => app.close());

type Filters = Parameters<typeof support.call<typeof staffOrderQuery>>[1];
const ordersBy = async (filters: Filters) => dataOf(await support.call(staffOrderQuery, filters));
const numbersOf = ({ list }: { readonly list: readonly { readonly serial_number: string }[] }) => list.map((row) => row.serial_number);

describe('payment orders of all merchants', () => {
  it.each<[string, () => Filters, () => TestOrder[]]>([
    ['nothing', () => ({}), () => [paid, unpaid]],
    ['serial number', () => ({ serial_number: paid.serial_number }), () => [paid]],
    ["the merchant's order number", () => ({ order_id: unpaid.order_id }), () => [unpaid]],
    ['merchant', () => ({ merchant_id: partner.merchant_id }), () => [unpaid]],
    ['merchant and serial number of another', () => ({ merchant_id: partner.merchant_id, serial_number: paid.serial_number }), () => []],
    ['nobody', () => ({ merchant_id: 19_999_999 }), () => []],
    ['payer', () => ({ payment_id: payer.user_id }), () => [paid]],
    ['payer and coin', () => ({ payment_id: payer.user_id, coin_name: 'CNYT' }), () => []],
    ['coin', () => ({ coin_name: 'CNYT' }), () => [unpaid]],
    ['status', () => ({ order_status: 'paid' }), () => [paid]],
    ['merchant and status', () => ({ merchant_id: shop.merchant_id, order_status: 'paid' }), () => [paid]],
    ['source', () => ({ order_from: 'scan' }), () => []],
    ['time', () => ({ time_to: '2020-01-01T00:00:00Z' }), () => []],
  ])('are found by %s', async (_, filters, orders) => {
    const found = await ordersBy(filters());
    expect(numbersOf(found).toSorted()).toEqual(
      orders()
        .map((order) => order.serial_number)
        .toSorted(),
    );
    expect(found.total).toBe(orders().length);
  });

  it('say whose they are, and not how they are paid', async () => {
    const { list } = await ordersBy({ serial_number: paid.serial_number });
    expect(list).toMatchObject([
      {
        merchant_id: shop.merchant_id,
        merchant_name: 'Shop',
        payment_id: payer.user_id,
        nick: 'Ann',
        amount: '12.50',
        order_status: 'paid',
      },
    ]);
    expect(JSON.stringify(list)).not.toContain(paid.token);
  });

  it('are walked over page by page, each once', async () => {
    const first = await ordersBy({ page_size: 1 });
    const second = await ordersBy({ page_size: 1, cursor: first.next_cursor ?? '' });
    expect([...numbersOf(first), ...numbersOf(second)].toSorted()).toEqual([paid.serial_number, unpaid.serial_number].toSorted());
    expect(second.next_cursor).toBeNull();
  });

  it('are narrowed by the coins that there are', async () => {
    expect(dataOf(await support.call(staffOrderCoins, {})).list).toContainEqual({ coin_name: 'USDP' });
    expect(await support.call(staffOrderQuery, { coin_name: 'NONE' })).toMatchObject({ msg: 'coin_unknown' });
  });
});

describe('one payment order', () => {
  const detailOf = async ({ merchant_id, serial_number }: TestOrder) =>
    dataOf(await support.call(staffOrderDetail, { merchant_id, serial_number }));

  it('has its posting with what it did to each account, and how the merchant was told', async () => {
    const { postings, deliveries, paid_time } = await detailOf(paid);
    expect(paid_time).not.toBeNull();
    expect(postings).toHaveLength(1);
    expect(postings[0]).toMatchObject({ transaction_type: 'payment' });
    const changes = postings[0]?.entries.map((entry) => [entry.owner_name, entry.purpose, entry.transaction_number]);
    expect(changes).toEqual(
      expect.arrayContaining([
        ['Ann', 'main', '-12.50'],
        ['Shop', 'main', '12.37'],
      ]),
    );
    expect(deliveries).toMatchObject([{ event_type: 'order.paid', state: 'pending', attempts: 0, http_status: null }]);
  });

  it('shows of an address only the host, and of an event nothing that was sent', async () => {
    await app.sql("update webhook_delivery set address = 'https://user:word@shop.example/hook?secret=abc' where merchant_id = $1", [
      shop.merchant_id,
    ]);
    await app.sql(
      `insert into webhook_attempt (merchant_id, delivery_id, attempt, http_status, duration_ms)
       select merchant_id, delivery_id, n, 500 + n, 5 from webhook_delivery, generate_series(1, 2) n where merchant_id = $1`,
      [shop.merchant_id],
    );
    const { deliveries } = await detailOf(paid);
    expect(deliveries).toMatchObject([{ host: 'shop.example', http_status: 502 }]);
    expect(JSON.stringify(deliveries)).not.toMatch(/secret|word|payload/);
  });

  it('that nobody paid has no posting', async () => {
    expect(await detailOf(unpaid)).toMatchObject({ description: 'Two tickets', paid_time: null, postings: [], deliveries: [] });
  });

  it('tells what was given back of it, the latest first', async () => {
    const order = await makePaidOrder(app, shop.merchant_id, payer);
    expect(await detailOf(order)).toMatchObject({ refunded_amount: '0.00', refunds: [] });
    const given: { readonly serial_number: string; readonly amount: string; readonly create_time: string }[] = [];
    for (const amount of ['2.50', '1.00']) {
      const input = { order_serial_number: order.serial_number, amount, google_code: await googleCode(app, shop) };
      const { serial_number, create_time } = dataOf(await app.call(refundAdd, input, { token: shop.token }));
      given.unshift({ serial_number, amount, create_time });
    }
    expect(await detailOf(order)).toMatchObject({ refunded_amount: '3.50', refunds: given });
    expect(await detailOf(paid)).toMatchObject({ refunds: [] });
  });

  it('is of the merchant that is named', async () => {
    const { serial_number } = paid;
    const answer = await support.call(staffOrderDetail, { merchant_id: partner.merchant_id, serial_number });
    expect(answer).toMatchObject({ status: 404, msg: 'not_found' });
  });
});

describe('transfers', () => {
  const transfersBy = async (filters: Parameters<typeof support.call<typeof staffTransferQuery>>[1]) =>
    dataOf(await support.call(staffTransferQuery, filters));

  it.each([
    ['nothing', () => ({}), 1],
    ['serial number', () => ({ serial_number: transfer }), 1],
    ['sender', () => ({ merchant_id: shop.merchant_id }), 1],
    ['recipient', () => ({ merchant_id: partner.merchant_id }), 1],
    ['coin', () => ({ coin_name: 'USDP' }), 1],
    ['another coin', () => ({ coin_name: 'CNYT' }), 0],
    ['recipient and another coin', () => ({ merchant_id: partner.merchant_id, coin_name: 'CNYT' }), 0],
  ])('are there once each, by %s', async (_, filters, count) => {
    const { list, total } = await transfersBy(filters());
    expect(total).toBe(count);
    expect(list.map((row) => [row.payment_merchant_name, row.receipt_merchant_name, row.transfer_amount])).toEqual(
      Array.from({ length: count }, () => ['Shop', 'Partner', '10.00']),
    );
  });

  it('have their posting', async () => {
    const which = { merchant_id: shop.merchant_id, serial_number: transfer };
    const { postings } = dataOf(await support.call(staffTransferDetail, which));
    expect(postings).toMatchObject([{ transaction_type: 'transfer' }]);
    expect(await support.call(staffTransferDetail, { ...which, serial_number: 'TR0' })).toMatchObject({ msg: 'not_found' });
  });
});

describe.skipIf(onCluster)('among very many', () => {
  let watch: PlanWatch;
  beforeAll(async () => {
    await app.sql(
      `insert into merchant (name, username, password_hash) select 'Many ' || n, 'many-' || n, '-' from generate_series(1, 300) as n`,
    );
    await app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status,
         payer_id, payer_nick, create_time, expire_time, paid_time)
       select $1::bigint + n % 100, 'POX' || n, 'X-' || n, 'X-' || n, 'USDP', 100, 1, 99, 'paid', 70000000 + n % 5000, 'P',
         now() - n * interval '1 second', now(), now() from generate_series(1, ${ROWS}) as n`,
      [shop.merchant_id],
    );
    await app.sql(
      `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
         transfer_amount, transfer_fee, settlement_amount, create_time)
       select $1::bigint + n % 100, 'TRX' || n, 'transfer', 1, 'A', 'B', 'USDP', 100, 1, 99, now() - n * interval '1 second'
       from generate_series(1, ${ROWS}) as n`,
      [shop.merchant_id],
    );
    await app.sql(
      `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, state, next_attempt_at, give_up_at)
       select $1::bigint, gen_random_uuid(), gen_random_uuid(), 'order.paid', 'POX' || n, '{}', 'delivered', null, now()
       from generate_series(1, ${ROWS}) as n`,
      [shop.merchant_id],
    );
    await app.sql('vacuum analyze payment_order, merchant_transfer, webhook_delivery, merchant');
    watch = await PlanWatch.start(app);
  }, 120_000);
  afterAll(() => watch?.stop());

  const SMALL = new Set(['coin', 'merchant', 'market', 'staff', 'staff_session', 'system_setting', 'maintenance']);

  async function look(work: () => Promise<unknown>): Promise<void> {
    const seen = await watch.during(work);
    const reads = seen.filter(({ text }) =>
      /order_of_all|transfer_of_all|payment_order|merchant_transfer|webhook_delivery|ledger\.entry/.test(text),
    );
    expect(reads.length).toBeGreaterThan(0);
    for (const { scanned, visited, plan, text } of reads) {
      expect(
        scanned.filter((table) => !SMALL.has(table)),
        plan,
      ).toEqual([]);
      // Totals are counted up to their bound.
      if (!/as counted|"counted"/.test(text)) expect(visited, plan).toBeLessThan(MOST_VISITED);
    }
  }

  it.each<[string, () => Filters]>([
    ['nothing', () => ({})],
    ['a coin that has few', () => ({ coin_name: 'CNYT' })],
    ['a state that few are in', () => ({ order_status: 'created' })],
    ['state, coin and source', () => ({ order_status: 'paid', coin_name: 'USDP', order_from: 'api' })],
    ['a time', () => ({ time_to: new Date(Date.now() - 3_600_000).toISOString() })],
    ['serial number', () => ({ serial_number: 'POX77' })],
    ['order number', () => ({ order_id: 'X-77' })],
    ['a number that is none', () => ({ order_id: 'none' })],
    ['payer', () => ({ payment_id: 70_000_007 })],
    ['payer and state', () => ({ payment_id: 70_000_007, order_status: 'paid' })],
    ['merchant', () => ({ merchant_id: shop.merchant_id })],
    ['merchant and state', () => ({ merchant_id: shop.merchant_id, order_status: 'expired' })],
  ])('payment orders are found by %s without reading a table whole', async (_, filters) => {
    await look(() => ordersBy(filters()));
  });

  it('the page after a cursor is found as the first is', async () => {
    const { next_cursor } = await ordersBy({});
    await look(() => ordersBy({ cursor: next_cursor ?? '' }));
  });

  it.each([
    ['nothing', () => ({})],
    ['a coin that has few', () => ({ coin_name: 'CNYT' })],
    ['serial number', () => ({ serial_number: 'TRX77' })],
    ['merchant', () => ({ merchant_id: shop.merchant_id })],
  ])('transfers are found by %s without reading a table whole', async (_, filters) => {
    await look(() => support.call(staffTransferQuery, filters()));
  });

  it('an order is shown with its posting and deliveries without reading a table whole', async () => {
    const { merchant_id, serial_number } = paid;
    await look(() => support.call(staffOrderDetail, { merchant_id, serial_number }));
  });
});
