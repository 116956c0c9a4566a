import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { verifyWebhook } from '@purser/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordOrderEvents, type OrderEventType, type PaymentOrder } from '../../platform/order-events.ts';
import { newOrderToken } from '../../platform/order-token.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { LEASE_S } from './deliveries.ts';
import { webhookAgent, WebhookDispatcher } from './dispatcher.ts';
import { pauseMs, retryAfterS } from './schedule.ts';
import { sendMessage } from './send.ts';
import { newWebhookSecret, rotateWebhookSecret, sealWebhookSecret } from './signing.ts';
import { TestEndpoint } from './testing/endpoint.ts';

const masterKey = randomBytes(32);
let app: TestApp;
let dispatcher: WebhookDispatcher;
let endpoint: TestEndpoint;
let merchantId = 0;
let secret = '';
const opened: TestEndpoint[] = [];

beforeAll(async () => {
  const webhookAllow = [{ network: '127.0.0.0/8', port: undefined }];
  app = await createTestApp({ routes: () => [], settings: { webhookAllow, masterKey } });
});
afterAll(() => app.close());

beforeEach(async () => {
  dispatcher = new WebhookDispatcher(app.platform);
  ({ merchantId, endpoint, secret } = await merchantWithEndpoint());
});
afterEach(async () => {
  await dispatcher.stop();
  await Promise.all(opened.splice(0).map((one) => one.stop()));
  // What a test leaves behind is no business of the next one.
  await app.sql("update webhook_delivery set state = 'failed', next_attempt_at = null where state = 'pending'");
});

async function merchantWithEndpoint() {
  const { merchant_id } = await makeMerchant(app);
  const started = await TestEndpoint.start();
  opened.push(started);
  const made = newWebhookSecret();
  await app.sql('update merchant set webhook_address = $2, webhook_secret = $3 where merchant_id = $1', [
    merchant_id,
    started.address,
    sealWebhookSecret(app.platform.secrets, made),
  ]);
  return { merchantId: merchant_id, endpoint: started, secret: made };
}

let orders = 0;
function orderOf(merchant: number): PaymentOrder {
  orders += 1;
  const now = new Date();
  return {
    merchant_id: BigInt(merchant),
    serial_number: `PO${orders}`,
    order_id: `A-${orders}`,
    token: newOrderToken(merchant),
    coin: 'USDP',
    amount: 1250n,
    handling_fee: 13n,
    settlement_amount: 1237n,
    from_reward: 0n,
    status: 'created',
    cancelled_by: null,
    order_from: 'api',
    external_account: '',
    description: 'Một năm thủy triều',
    return_address: '',
    payer_id: null,
    payer_nick: null,
    create_time: now,
    expire_time: now,
    paid_time: null,
    update_time: now,
  };
}

const record = (type: OrderEventType, order: PaymentOrder) =>
  app.platform.db.systemTransaction((client) => recordOrderEvents(client, 'http://localhost:8080', [{ type, order }]));

async function deliver(): Promise<void> {
  await dispatcher.look();
  await dispatcher.idle();
}
const makeDue = () => app.sql("update webhook_delivery set next_attempt_at = now() where state = 'pending'");
const deliveries = (merchant = merchantId) =>
  app.sql<{ state: string; attempts: number; wait: number; delivery_id: string }>(
    `select state, attempts, delivery_id, extract(epoch from next_attempt_at - now())::float8 as wait
     from webhook_delivery where merchant_id = $1 order by created_at, delivery_id`,
    [merchant],
  );
const attempts = (merchant = merchantId) =>
  app.sql<{ http_status: number | null; problem: string | null }>(
    'select http_status, problem from webhook_attempt where merchant_id = $1 order by created_at, attempt',
    [merchant],
  );

describe('a message', () => {
  it('is verified by the reference implementation of Standard Webhooks and by our SDK', async () => {
    const order = orderOf(merchantId);
    await record('order.created', order);
    await deliver();
    const [hit] = endpoint.hits;
    const headers = hit?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(hit?.body ?? '', headers)).toMatchObject({ type: 'order.created' });
    expect(verifyWebhook(hit?.body ?? '', headers, secret)).toMatchObject({
      id: hit?.id,
      type: 'order.created',
      data: { order_id: order.order_id, amount: '12.50', description: 'Một năm thủy triều', order_status: 'created' },
    });
    expect(() => new Webhook(newWebhookSecret()).verify(hit?.body ?? '', headers)).toThrow();
    expect(headers['content-type']).toBe('application/json');
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('is signed with the old secret as well for a day after a change', async () => {
    const next = newWebhookSecret();
    const nowS = Math.floor(Date.now() / 1000);
    const rotate = async (at: number) => {
      const sealed = rotateWebhookSecret(app.platform.secrets, sealWebhookSecret(app.platform.secrets, secret), next, at);
      await app.sql('update merchant set webhook_secret = $2 where merchant_id = $1', [merchantId, sealed]);
      await record('order.created', orderOf(merchantId));
      await deliver();
      return endpoint.hits.at(-1);
    };
    const fresh = await rotate(nowS);
    const verify = (hit: typeof fresh, key: string) => new Webhook(key).verify(hit?.body ?? '', hit?.headers as Record<string, string>);
    expect(verify(fresh, secret)).toMatchObject({ type: 'order.created' });
    expect(verify(fresh, next)).toMatchObject({ type: 'order.created' });
    const late = await rotate(nowS - 24 * 3600 - 1);
    expect(() => verify(late, secret)).toThrow();
    expect(verify(late, next)).toMatchObject({ type: 'order.created' });
  });
});

describe('a failure', () => {
  it('is tried again under the same id with the same bytes, later and later, and every attempt is logged', async () => {
    endpoint.answer = 500;
    await record('order.created', orderOf(merchantId));
    for (const [low, high] of [
      [4, 6],
      [8, 12],
      [16, 24],
    ] as const) {
      await makeDue();
      await deliver();
      const [delivery] = await deliveries();
      expect(delivery?.state).toBe('pending');
      expect(delivery?.wait).toBeGreaterThan(low - 0.5);
      expect(delivery?.wait).toBeLessThan(high + 0.5);
    }
    endpoint.answer = 204;
    await makeDue();
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 4 }]);
    expect((await attempts()).map(({ http_status, problem }) => [http_status, problem])).toEqual([
      [500, 'status'],
      [500, 'status'],
      [500, 'status'],
      [204, null],
    ]);
    expect(new Set(endpoint.hits.map(({ id, body }) => id + body)).size).toBe(1);
  });

  it('is final three days after the event', async () => {
    endpoint.answer = 500;
    await record('order.created', orderOf(merchantId));
    await app.sql("update webhook_delivery set give_up_at = now() + interval '1 second'");
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 1, wait: null }]);
  });

  it('a redirect is one, and is not followed', async () => {
    const elsewhere = await merchantWithEndpoint();
    endpoint.answer = (_, response) => response.writeHead(307, { location: elsewhere.endpoint.address }).end();
    await record('order.created', orderOf(merchantId));
    await deliver();
    expect(await attempts()).toEqual([{ http_status: 307, problem: 'redirect' }]);
    expect(elsewhere.endpoint.hits).toHaveLength(0);
  });

  it('an endpoint that is not there, one that breaks off, and one at a private address', async () => {
    await endpoint.stop();
    const breaks = await merchantWithEndpoint();
    breaks.endpoint.answer = (_, response) => response.destroy();
    const inside = await merchantWithEndpoint();
    await app.sql("update merchant set webhook_address = 'http://169.254.169.254/latest' where merchant_id = $1", [inside.merchantId]);
    for (const merchant of [merchantId, breaks.merchantId, inside.merchantId]) await record('order.created', orderOf(merchant));
    await deliver();
    expect(await attempts()).toEqual([{ http_status: null, problem: 'connection' }]);
    expect(await attempts(breaks.merchantId)).toEqual([{ http_status: null, problem: 'connection' }]);
    expect(await attempts(inside.merchantId)).toEqual([{ http_status: null, problem: 'private_address' }]);
  });

  it('no answer in time is one, and so is an answer without an end of its headers', async () => {
    const agent = webhookAgent(app.platform);
    const message = {
      id: 'evt',
      body: '{"type":"ping"}',
      address: endpoint.address,
      sealedSecret: sealWebhookSecret(app.platform.secrets, secret),
    };
    const send = () => sendMessage(agent, app.platform.secrets, message, { timeoutMs: 150 });
    endpoint.answer = () => undefined;
    expect(await send()).toMatchObject({ httpStatus: null, problem: 'timeout' });
    endpoint.answer = (_, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
    expect(await send()).toMatchObject({ httpStatus: null, problem: 'timeout' });
    await agent.destroy();
  });

  it('a status counts although the body never ends, and little of the body is read', async () => {
    let sent = 0;
    endpoint.answer = (_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await record('order.created', orderOf(merchantId));
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }]);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('the address that is set now counts, and none at all ends the matter', async () => {
    endpoint.answer = 500;
    await record('order.created', orderOf(merchantId));
    await deliver();
    const moved = await TestEndpoint.start();
    opened.push(moved);
    await app.sql('update merchant set webhook_address = $2 where merchant_id = $1', [merchantId, moved.address]);
    await makeDue();
    await deliver();
    expect(moved.hits).toHaveLength(1);
    await record('order.created', orderOf(merchantId));
    await app.sql("update merchant set webhook_address = '' where merchant_id = $1", [merchantId]);
    await deliver();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'failed']);
  });
});

describe('the events of one order', () => {
  it('arrive in sequence, whatever happens to the first; another order does not wait', async () => {
    const [order, other] = [orderOf(merchantId), orderOf(merchantId)];
    endpoint.answer = ({ body }, response) => response.writeHead(body.includes(order.order_id) ? 503 : 204).end();
    await record('order.created', order);
    await record('order.paid', order);
    await record('order.created', other);
    await deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.created', 'order.created']);
    endpoint.answer = 204;
    await makeDue();
    await deliver();
    const ofOrder = endpoint.hits.filter(({ body }) => body.includes(order.serial_number) && body.includes(`"${order.order_id}"`));
    expect(ofOrder.map(({ type }) => type)).toEqual(['order.created', 'order.created', 'order.paid']);
  });

  it.each([
    [400, ['order.created', 'order.paid']],
    [404, ['order.created', 'order.paid']],
    [408, ['order.created']],
    [429, ['order.created']],
    [500, ['order.created']],
  ])('after a first event was answered %i, these have arrived: %j', async (status, arrived) => {
    const order = orderOf(merchantId);
    endpoint.answer = ({ type }, response) => response.writeHead(type === 'order.created' ? status : 204).end();
    await record('order.created', order);
    await record('order.paid', order);
    await deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(arrived);
  });

  it('stay in sequence when several workers deliver at once', async () => {
    const others = Array.from({ length: 3 }, () => new WebhookDispatcher(app.platform));
    const delivered: string[] = [];
    endpoint.answer = ({ body, type }, response) => {
      delivered.push(`${(JSON.parse(body) as { data: { order_id: string } }).data.order_id} ${type}`);
      setTimeout(() => response.writeHead(204).end(), Math.random() * 5);
    };
    const many = Array.from({ length: 40 }, () => orderOf(merchantId));
    for (const order of many) await record('order.created', order);
    for (const order of many) await record('order.paid', order);
    await Promise.all(
      [dispatcher, ...others].map(async (one) => {
        await one.look();
        await one.idle();
      }),
    );
    for (let round = 0; round < 5 && delivered.length < 80; round += 1) await deliver();
    await Promise.all(others.map((one) => one.stop()));
    expect(delivered).toHaveLength(80);
    for (const { order_id } of many) {
      expect(delivered.indexOf(`${order_id} order.created`)).toBeLessThan(delivered.indexOf(`${order_id} order.paid`));
    }
  });
});

describe('isolation', () => {
  it('endpoints that hang and endpoints that are dead delay nobody else, with a backlog of their own', async () => {
    const hanging = await Promise.all(Array.from({ length: 5 }, merchantWithEndpoint));
    for (const one of hanging) one.endpoint.answer = () => undefined;
    await hanging[0]?.endpoint.stop();
    for (const one of hanging) for (let i = 0; i < 30; i += 1) await record('order.created', orderOf(one.merchantId));
    dispatcher.start();
    await Promise.all(hanging.slice(1).map((one) => one.endpoint.received(1)));
    const before = Date.now();
    for (let i = 0; i < 20; i += 1) await record('order.created', orderOf(merchantId));
    await endpoint.received(20);
    expect(Date.now() - before).toBeLessThan(3_000);
    // And a hanging endpoint is given a bounded number of connections, not one for every event.
    for (const one of hanging) expect(one.endpoint.hits.length).toBeLessThanOrEqual(8);
  });

  it('an endpoint that is down is asked about one event at a time, and gets the rest at once when it is back', async () => {
    endpoint.answer = 500;
    for (let i = 0; i < 30; i += 1) await record('order.created', orderOf(merchantId));
    await deliver();
    expect(endpoint.hits.length).toBe(8);
    await deliver();
    expect(endpoint.hits.length).toBe(8);
    endpoint.answer = 204;
    await app.sql("update webhook_delivery set next_attempt_at = now() + interval '2 hours' where attempts > 0 and state = 'pending'");
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + pauseMs(8) });
    await deliver();
    vi.useRealTimers();
    expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
    // One event found out that it is back, then eight at a time went out.
    expect(endpoint.hits.length).toBe(8 + 30);
    expect([pauseMs(5), pauseMs(6), pauseMs(20)]).toEqual([2_000, 4_000, 60_000]);
  });
});

describe('a worker that is killed', () => {
  it('half way through a delivery loses nothing: the next one delivers the same event again', async () => {
    endpoint.answer = () => undefined;
    const order = orderOf(merchantId);
    await record('order.created', order);
    await record('order.paid', order);
    const worker = spawn(process.execPath, [fileURLToPath(new URL('./testing/worker.ts', import.meta.url))], {
      env: { TEST_URL: app.platform.settings.databaseUrl, TEST_KEY: masterKey.toString('base64') },
    });
    await endpoint.received(1);
    worker.kill('SIGKILL');
    const [lost] = await deliveries();
    expect(lost).toMatchObject({ state: 'pending', attempts: 0 });
    expect(lost?.wait).toBeLessThanOrEqual(LEASE_S);
    endpoint.answer = 204;
    // Nobody takes it while the dead worker's lease lasts, and nothing of the order overtakes it.
    await deliver();
    expect(endpoint.hits).toHaveLength(1);
    await makeDue();
    await deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.created', 'order.created', 'order.paid']);
    expect(endpoint.hits[1]?.id).toBe(endpoint.hits[0]?.id);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('a worker that is stopped in good order abandons what hangs, and does not wait for it', async () => {
    endpoint.answer = () => undefined;
    await record('order.created', orderOf(merchantId));
    dispatcher.start();
    await endpoint.received(1);
    const before = Date.now();
    await dispatcher.stop();
    expect(Date.now() - before).toBeLessThan(1_000);
    expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  });
});

describe('the schedule', () => {
  it('doubles from five seconds to six hours, a fifth earlier or later, and respects a longer wish within an hour', () => {
    expect([1, 2, 3, 13, 14, 30].map((count) => retryAfterS(count, 0, 0.5))).toEqual([5, 10, 20, 20_480, 21_600, 21_600]);
    expect([retryAfterS(1, 0, 0), retryAfterS(1, 0, 1)].map(Math.round)).toEqual([4, 6]);
    expect([retryAfterS(1, 120, 0.5), retryAfterS(1, 1e9, 0.5), retryAfterS(10, 1, 0.5)]).toEqual([120, 3_600, 2_560]);
  });
});
