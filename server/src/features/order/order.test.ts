import { orderClose, orderDetail } from '@purser/contract/features/order';
import { webhookDeliveryQuery, webhookRedeliver } from '@purser/contract/features/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { webhookRoutes } from '../webhook/routes.ts';
import { orderRoutes } from './routes.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let stranger: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...orderRoutes(platform), ...webhookRoutes(platform)] });
  [merchant, stranger] = [await makeMerchant(app), await makeMerchant(app)];
  await giveEndpoint(app, merchant.merchant_id, { address: 'https://shop.example/events' });
});
afterAll(() => app.close());

const order = (wishes: object = {}) => makeOrder(app, merchant.merchant_id, wishes);
const detail = (serial_number: string, who = merchant) => app.call(orderDetail, { serial_number }, { token: who.token });
const close = (serial_number: string, options: object = {}) =>
  app.call(orderClose, { serial_number }, { token: merchant.token, ...options });
const deliveriesOf = async (serial_number: string) =>
  dataOf(await app.call(webhookDeliveryQuery, { serial_number }, { token: merchant.token })).list;

describe('detail', () => {
  it('says everything about the order, its payment page and when it was scanned', async () => {
    const { serial_number, order_id, token } = await order({ description: 'Two tickets', return_address: 'https://shop.example/back' });
    expect(dataOf(await detail(serial_number))).toMatchObject({
      order_id,
      amount: '12.50',
      handling_fee: '0.13',
      settlement_amount: '12.37',
      order_status: 'created',
      order_from: 'api',
      payment_id: null,
      nick: null,
      description: 'Two tickets',
      return_address: 'https://shop.example/back',
      payment_url: `http://localhost:8080/pay/${token}`,
      scanned_time: null,
      paid_time: null,
    });
  });

  it("another merchant's order is as unknown as one that is not there", async () => {
    const { serial_number } = await order();
    expect((await detail(serial_number, stranger)).msg).toBe('order_unknown');
    expect((await detail('PO0')).msg).toBe('order_unknown');
  });
});

describe('close', () => {
  it('cancels for the merchant, tells its system and is in the audit log; again, it was done before', async () => {
    const { serial_number } = await order();
    expect(dataOf(await close(serial_number))).toMatchObject({ order_status: 'cancelled', cancelled_by: 'merchant' });
    expect(await close(serial_number)).toMatchObject({ code: 42110, data: { order_status: 'cancelled' } });
    expect((await deliveriesOf(serial_number)).map(({ event_type }) => event_type)).toEqual(['order.cancelled']);
    const logged = await app.sql("select action from audit_log where owner_id = $1 and details ->> 'serial_number' = $2", [
      merchant.merchant_id,
      serial_number,
    ]);
    expect(logged).toEqual([{ action: 'order.close' }]);
  });

  it('replays under one key, and refuses the key for another order', async () => {
    const [one, other] = [await order(), await order()];
    expect((await close(one.serial_number, { idempotencyKey: 'close-1' })).msg).toBe('ok');
    expect((await close(one.serial_number, { idempotencyKey: 'close-1' })).msg).toBe('already_done');
    expect((await close(other.serial_number, { idempotencyKey: 'close-1' })).msg).toBe('idempotency_mismatch');
    expect(dataOf(await detail(other.serial_number)).order_status).toBe('created');
  });

  it('order_unknown, order_already_paid, order_expired', async () => {
    const [paid, late] = [await order(), await order({ lives_s: -1 })];
    await app.sql("update payment_order set status = 'paid', paid_time = now(), payer_id = 50000001 where serial_number = $1", [
      paid.serial_number,
    ]);
    expect((await close('PO0')).msg).toBe('order_unknown');
    expect((await app.call(orderClose, { serial_number: paid.serial_number }, { token: stranger.token })).msg).toBe('order_unknown');
    expect((await close(paid.serial_number)).msg).toBe('order_already_paid');
    expect((await close(late.serial_number)).msg).toBe('order_expired');
    expect(await deliveriesOf(paid.serial_number)).toEqual([]);
  });
});

it("an order's deliveries are found by its number, also what was sent again", async () => {
  const [one, other] = [await order(), await order()];
  await close(one.serial_number);
  await close(other.serial_number);
  await app.sql("update webhook_delivery set state = 'delivered', next_attempt_at = null where merchant_id = $1", [merchant.merchant_id]);
  const [sent] = await deliveriesOf(one.serial_number);
  await app.call(webhookRedeliver, { delivery_id: sent?.delivery_id ?? '' }, { token: merchant.token });
  const found = await deliveriesOf(one.serial_number);
  expect(found.map(({ event_id, serial_number }) => ({ event_id, serial_number }))).toEqual(
    Array.from({ length: 2 }, () => ({ event_id: sent?.event_id, serial_number: one.serial_number })),
  );
});
