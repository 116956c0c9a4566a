import {
  webhookDeliveryExport,
  webhookDeliveryQuery,
  webhookEndpointQuery,
  webhookRedeliver,
  webhookSettings,
  webhookUpdate,
} from '@purser/contract/features/webhook';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMember } from '../../platform/testing/members.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { writeCursor } from '../../platform/lists/cursor.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { WebhookDispatcher } from './dispatcher.ts';
import { webhookRoutes } from './routes.ts';
import { TestEndpoint } from './testing/endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let endpoint: TestEndpoint;

beforeAll(async () => {
  app = await createTestApp({ routes: webhookRoutes, settings: { webhookAllow: [{ network: '127.0.0.0/8', port: undefined }] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [merchant, endpoint] = [await makeMerchant(app), await TestEndpoint.start()];
});
afterEach(() => endpoint.stop());

const as = (who: TestMerchant = merchant, options: object = {}) => ({ token: who.token, ...options });
const update = async (change: object) => {
  const input = { return_address: '', order_lifetime_min: 15, ...change, google_code: await googleCode(app, merchant) };
  return app.call(webhookUpdate, input, as());
};
const set = () => giveEndpoint(app, merchant.merchant_id, { address: endpoint.address });

/** Puts an event into the log as if it had happened. */
async function event(state: 'pending' | 'delivered' | 'failed', type = 'order.paid', who = merchant): Promise<string> {
  const id = uuidv7();
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, address, state, next_attempt_at, give_up_at)
     values ($1, $2, $3, $4, 'PO1', $5, 'https://old.example', $6, case when $6 = 'pending' then now() + interval '1 hour' end, now() + interval '72 hours')`,
    [who.merchant_id, id, uuidv7(), type, JSON.stringify({ type, timestamp: new Date().toISOString(), data: {} }), state],
  );
  return id;
}

async function deliver(): Promise<void> {
  const dispatcher = new WebhookDispatcher(app.platform);
  await dispatcher.look();
  await dispatcher.idle();
  await dispatcher.stop();
}

describe('settings and update', () => {
  it('are what orders get that do not say otherwise, and are entered in the audit log', async () => {
    expect(dataOf(await app.call(webhookSettings, {}, as()))).toEqual({ return_address: '', order_lifetime_min: 15 });
    const change = { order_lifetime_min: 60, return_address: 'https://shop.example/back' };
    expect(dataOf(await update(change))).toEqual(change);
    expect(dataOf(await app.call(webhookSettings, {}, as()))).toEqual(change);
    const rows = await app.sql('select action, details from audit_log where owner_id = $1', [merchant.merchant_id]);
    expect(rows).toEqual([{ action: 'webhook.update', details: change }]);
  });

  it('invalid_input: a return address that runs code, and a lifetime beyond a day', async () => {
    for (const return_address of ['javascript:alert(1)', 'https://bank.example@evil.example/'])
      expect(await update({ return_address })).toMatchObject({ status: 400, data: { fields: [{ field: 'return_address' }] } });
    expect(await update({ order_lifetime_min: 1441 })).toMatchObject({ status: 400, data: { fields: [{ field: 'order_lifetime_min' }] } });
  });
});

describe('delivery/query', () => {
  it('lists the newest first, filters, and pages by cursor without loss or repetition', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 25; i += 1) ids.unshift(await event(i % 5 === 0 ? 'failed' : 'delivered', i % 2 ? 'order.paid' : 'order.created'));
    await event('failed', 'order.paid', await makeMerchant(app));
    const query = async (input: object) => dataOf(await app.call(webhookDeliveryQuery, input as never, as()));
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await query({ page_size: 10, cursor });
      seen.push(...page.list.map(({ delivery_id }) => delivery_id));
      expect([page.total, page.total_is_exact]).toEqual([25, true]);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await query({ page: 3, page_size: 10, sort_order: 'asc' })).list.map(({ delivery_id }) => delivery_id)).toEqual(
      ids.toReversed().slice(20),
    );
    expect((await query({ state: 'failed' })).total).toBe(5);
    expect((await query({ event_type: 'order.paid' })).total).toBe(12);
    await app.sql('update webhook_delivery set endpoint_id = 2 where delivery_id = $1', [ids[3]]);
    expect((await query({ endpoint_id: 2 })).list).toMatchObject([{ delivery_id: ids[3], endpoint_id: 2 }]);
    expect((await query({ endpoint_id: 1 })).total).toBe(24);
    expect((await query({ time_from: new Date(Date.now() + 60_000).toISOString() })).total).toBe(0);
  });
});

it('delivery/export has what the filters show, in words', async () => {
  const failed = await event('failed');
  await event('delivered');
  await event('failed', 'order.paid', await makeMerchant(app));
  const payload = JSON.stringify({ format: 'csv', state: 'failed' });
  const headers = headersOf(webhookDeliveryExport, payload, as());
  const answer = await app.fastify.inject({ method: 'POST', url: webhookDeliveryExport.path, payload, headers });
  const [head, ...rows] = readCsv(answer.body.replace(/^\ufeff/, ''));
  expect(head).toEqual(['Created (UTC)', 'Event', 'Serial number', 'Status', 'Sent to', 'Next attempt (UTC)', 'Delivery ID', 'Event ID']);
  expect(rows.map((row) => row.slice(1, 7))).toEqual([['Order paid', 'PO1', 'Failed', 'https://old.example', '', failed]]);
});

it('delivery/query tells who sees no endpoints what was told of one order, and of where to only the host', async () => {
  const told = await makeMerchant(app);
  const [finance, developer] = [await makeMember(app, told, { role: 'finance' }), await makeMember(app, told, { role: 'developer' })];
  await event('failed', 'order.paid', told);
  await app.sql(`update webhook_delivery set address = 'https://hooks.example/x?secret=s3cr3t' where merchant_id = $1`, [told.merchant_id]);
  const of = { serial_number: 'PO1' };
  expect(await finance.call(webhookDeliveryQuery, {})).toMatchObject({
    msg: 'invalid_input',
    detail: expect.stringContaining('serial_number'),
  });
  expect(dataOf(await finance.call(webhookDeliveryQuery, of)).list).toMatchObject([
    { serial_number: 'PO1', address: 'https://hooks.example' },
  ]);
  for (const filters of [{}, of])
    expect(dataOf(await developer.call(webhookDeliveryQuery, filters)).list).toMatchObject([
      { address: 'https://hooks.example/x?secret=s3cr3t' },
    ]);
});

describe('delivery/query refuses', () => {
  it.each([
    "'; drop table",
    uuidv7(),
    writeCursor(`${webhookDeliveryQuery.path} create_time.desc`, ['no uuid']),
    writeCursor(`${webhookDeliveryQuery.path} create_time.asc`, [uuidv7()]),
  ])('a cursor that is none: %s', async (cursor) => {
    expect(await app.call(webhookDeliveryQuery, { cursor }, as())).toMatchObject({
      status: 400,
      msg: 'invalid_input',
      data: { fields: [{ field: 'cursor' }] },
    });
  });
});

describe('delivery/redeliver', () => {
  const redeliver = (deliveryId: string, options: object = {}) =>
    app.call(webhookRedeliver, { delivery_id: deliveryId }, as(merchant, options));

  it('sends a finished event once more, under its own id, to the address set now', async () => {
    await set();
    const old = await event('failed');
    const again = dataOf(await redeliver(old)).delivery_id;
    expect(again).not.toBe(old);
    await deliver();
    const [first] = await app.sql<{ event_id: string }>('select event_id from webhook_delivery where delivery_id = $1', [old]);
    expect(endpoint.hits.map(({ id }) => id)).toEqual([first?.event_id]);
    expect(dataOf(await app.call(webhookDeliveryQuery, {} as never, as())).list[0]).toMatchObject({
      delivery_id: again,
      state: 'delivered',
      address: endpoint.address,
    });
  });

  it('brings a waiting event forward instead of doubling it', async () => {
    await set();
    const waiting = await event('pending');
    expect(dataOf(await redeliver(waiting)).delivery_id).toBe(waiting);
    const rows = await app.sql('select next_attempt_at <= now() as due from webhook_delivery where merchant_id = $1', [
      merchant.merchant_id,
    ]);
    expect(rows).toEqual([{ due: true }]);
  });

  it("sends an event that waits behind others of its order at once; these wait on, and are still its order's", async () => {
    await set();
    const [created, paid, refunded] = [
      await event('pending', 'order.created'),
      await event('pending', 'order.paid'),
      await event('pending', 'order.refunded'),
    ];
    await redeliver(paid);
    await deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.paid']);
    // One that was asked for holds up no other that is asked for, however it does.
    await app.sql("update webhook_delivery set state = 'pending', next_attempt_at = now() + interval '1 hour' where delivery_id = $1", [
      paid,
    ]);
    await redeliver(refunded);
    await deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.paid', 'order.refunded']);
    const { list } = dataOf(await app.call(webhookDeliveryQuery, { serial_number: 'PO1' }, as()));
    expect(list.map(({ delivery_id, serial_number }) => [delivery_id, serial_number])).toEqual(
      [refunded, paid, created].map((id) => [id, 'PO1']),
    );
  });

  it('sends those that waited behind an event after it, as soon as it is read', async () => {
    await set();
    const created = await event('pending', 'order.created');
    await event('pending', 'order.paid');
    await redeliver(created);
    await deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.created', 'order.paid']);
  });

  it('replays under an idempotency key', async () => {
    await set();
    const old = await event('delivered');
    const first = dataOf(await redeliver(old, { idempotencyKey: 'r1' }));
    expect(await redeliver(old, { idempotencyKey: 'r1' })).toMatchObject({ code: 42110, data: first });
  });

  it("not_found: no such delivery, or another merchant's", async () => {
    await set();
    const foreign = await event('failed', 'order.paid', await makeMerchant(app));
    for (const id of [foreign, uuidv7(), 'nonsense']) expect(await redeliver(id)).toMatchObject({ status: 404, msg: 'not_found' });
  });

  it('webhook_endpoint_off and webhook_endpoint_deleted', async () => {
    await set();
    const old = await event('failed');
    await app.sql('update webhook_endpoint set is_on = false where merchant_id = $1', [merchant.merchant_id]);
    expect(await redeliver(old)).toMatchObject({ code: 7551, msg: 'webhook_endpoint_off' });
    await app.sql('update webhook_endpoint set secret = null, deleted_at = now() where merchant_id = $1', [merchant.merchant_id]);
    expect(await redeliver(old)).toMatchObject({ code: 7552, msg: 'webhook_endpoint_deleted' });
    expect(await app.sql('select from webhook_delivery where merchant_id = $1', [merchant.merchant_id])).toHaveLength(1);
  });
});

it('unauthenticated: none of it is for strangers', async () => {
  for (const call of [webhookSettings, webhookEndpointQuery])
    expect(await app.send(call, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
});
