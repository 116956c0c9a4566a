import { randomBytes } from 'node:crypto';
import { verifyWebhook } from '@purser/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standardSignature } from '../../platform/security/standard-webhooks.ts';
import type { TestApp } from '../../platform/testing/app.ts';
import { webhookAgent } from './dispatcher.ts';
import { settleAttempts } from './deliveries.ts';
import { retryAfterS } from './schedule.ts';
import { sendMessage } from './send.ts';
import { newWebhookSecret, rotateWebhookSecret, sealWebhookSecret, webhookSignature } from './signing.ts';
import { DeliveryBench } from './testing/delivery-bench.ts';
import type { TestEndpoint } from './testing/endpoint.ts';

let bench: DeliveryBench;
let app: TestApp;
let endpoint: TestEndpoint;
let merchantId = 0;
let secret = '';

beforeAll(async () => {
  bench = await DeliveryBench.start(randomBytes(32));
  ({ app } = bench);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ merchantId, endpoint, secret } = await bench.receiver());
});
afterEach(() => bench.clear());

describe('a message', () => {
  it('is verified by the reference implementation of Standard Webhooks and by our SDK', async () => {
    const order = bench.orderOf(merchantId);
    await bench.record('order.created', order);
    await bench.deliver();
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
    expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('is signed with the old secret as well for a day after a change', async () => {
    const next = newWebhookSecret();
    const nowS = Math.floor(Date.now() / 1000);
    const rotate = async (at: number) => {
      const sealed = rotateWebhookSecret(app.platform.secrets, sealWebhookSecret(app.platform.secrets, secret), next, at);
      await app.sql('update webhook_endpoint set secret = $2 where merchant_id = $1', [merchantId, sealed]);
      await bench.record('order.created', bench.orderOf(merchantId));
      await bench.deliver();
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

  it('is signed with the last five secrets, however often they are changed within a day', () => {
    const { secrets } = app.platform;
    const nowS = Math.floor(Date.now() / 1000);
    const made = Array.from({ length: 7 }, newWebhookSecret);
    const sealed = made.reduce((held, next) => rotateWebhookSecret(secrets, held, next, nowS), sealWebhookSecret(secrets, secret));
    const message = { id: 'evt_1', timestampS: nowS, body: '{}' };
    const expected = made.slice(-5).map((key) => standardSignature(key, message));
    expect(webhookSignature(secrets, sealed, message).split(' ')).toEqual(expected.toReversed());
  });

  it('is signed with each of them for a day of its own', () => {
    const { secrets } = app.platform;
    const nowS = Math.floor(Date.now() / 1000);
    const [first, second] = [newWebhookSecret(), newWebhookSecret()];
    const once = rotateWebhookSecret(secrets, sealWebhookSecret(secrets, secret), first, nowS - 23 * 3600);
    const twice = rotateWebhookSecret(secrets, once, second, nowS);
    const message = { id: 'evt_1', timestampS: nowS + 2 * 3600, body: '{}' };
    expect(webhookSignature(secrets, twice, message).split(' ')).toEqual([second, first].map((key) => standardSignature(key, message)));
  });
});

describe('a failure', () => {
  it('is tried again under the same id with the same bytes, later and later, and every attempt is logged', async () => {
    endpoint.answer = 500;
    await bench.record('order.created', bench.orderOf(merchantId));
    for (const [low, high] of [
      [4, 6],
      [8, 12],
      [16, 24],
    ] as const) {
      await bench.makeDue();
      await bench.deliver();
      expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'pending' }]);
      // The next attempt is told by the moment of the last one, which is the same transaction's.
      const [last] = await app.sql<{ pause: number }>(
        `select extract(epoch from next_attempt_at - webhook_attempt.created_at)::float8 as pause
         from webhook_attempt join webhook_delivery using (merchant_id, delivery_id) where merchant_id = $1 order by attempt desc limit 1`,
        [merchantId],
      );
      expect(last?.pause).toBeGreaterThanOrEqual(low);
      expect(last?.pause).toBeLessThanOrEqual(high);
    }
    endpoint.answer = 204;
    await bench.makeDue();
    await bench.deliver();
    expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'delivered', attempts: 4 }]);
    expect((await bench.attempts(merchantId)).map(({ http_status, problem }) => [http_status, problem])).toEqual([
      [500, 'status'],
      [500, 'status'],
      [500, 'status'],
      [204, null],
    ]);
    expect(new Set(endpoint.hits.map(({ id, body }) => id + body)).size).toBe(1);
  });

  it('is final three days after the event', async () => {
    endpoint.answer = 500;
    await bench.record('order.created', bench.orderOf(merchantId));
    await app.sql("update webhook_delivery set give_up_at = now() + interval '1 second'");
    await bench.deliver();
    expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'failed', attempts: 1, wait: null }]);
  });

  it('a redirect is one, and is not followed', async () => {
    const elsewhere = await bench.receiver();
    endpoint.answer = (_, response) => response.writeHead(307, { location: elsewhere.endpoint.address }).end();
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    expect(await bench.attempts(merchantId)).toEqual([{ http_status: 307, problem: 'redirect' }]);
    expect(elsewhere.endpoint.hits).toHaveLength(0);
  });

  it('an endpoint that is not there, one that breaks off, and one at a private address', async () => {
    await endpoint.stop();
    const breaks = await bench.receiver();
    breaks.endpoint.answer = (_, response) => response.destroy();
    const inside = await bench.receiver();
    const platformOfAzure = await bench.receiver();
    const moveTo = (address: string, whose: number) =>
      app.sql('update webhook_endpoint set address = $2 where merchant_id = $1', [whose, address]);
    await moveTo('http://169.254.169.254/latest', inside.merchantId);
    await moveTo('http://168.63.129.16/', platformOfAzure.merchantId);
    for (const merchant of [merchantId, breaks.merchantId, inside.merchantId, platformOfAzure.merchantId])
      await bench.record('order.created', bench.orderOf(merchant));
    await bench.deliver();
    expect(await bench.attempts(merchantId)).toEqual([{ http_status: null, problem: 'connection' }]);
    expect(await bench.attempts(breaks.merchantId)).toEqual([{ http_status: null, problem: 'connection' }]);
    for (const { merchantId: whose } of [inside, platformOfAzure])
      expect(await bench.attempts(whose)).toEqual([{ http_status: null, problem: 'private_address' }]);
  });

  it('no answer in time is one, and so is an answer without an end of its headers', async () => {
    const agent = webhookAgent(app.platform);
    const message = {
      id: 'evt',
      body: '{"type":"ping"}',
      address: endpoint.address,
      sealedSecret: sealWebhookSecret(app.platform.secrets, secret),
    };
    const stop = new AbortController();
    const send = () => sendMessage(agent, app.platform, message, { timeoutMs: 150, stop: stop.signal });
    endpoint.answer = () => undefined;
    expect(await send()).toMatchObject({ httpStatus: null, problem: 'timeout' });
    endpoint.answer = (_, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
    expect(await send()).toMatchObject({ httpStatus: null, problem: 'timeout' });
    await agent.destroy();
  });

  it('waits as long as the receiver asks for, in seconds', async () => {
    endpoint.answer = (_, response) => response.writeHead(503, { 'retry-after': '90' }).end();
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const [delivery] = await bench.deliveries(merchantId);
    expect(delivery?.wait).toBeGreaterThan(85);
    expect(delivery?.wait).toBeLessThanOrEqual(90);
    // A date, or anything else that is no number of seconds, asks for nothing.
    endpoint.answer = (_, response) => response.writeHead(503, { 'retry-after': 'Infinity' }).end();
    await bench.makeDue();
    await bench.deliver();
    expect((await bench.deliveries(merchantId))[0]?.wait).toBeLessThan(13);
  });

  it('is final when it comes, and an attempt that ends late changes nothing of it', async () => {
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const [delivery] = await bench.deliveries(merchantId);
    const late = { merchantId, deliveryId: delivery?.delivery_id ?? '', httpStatus: 500, durationMs: 1, problem: 'status', retryInS: 5 };
    await app.platform.db.systemTransaction((client) => settleAttempts(client, [late]));
    expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'delivered', attempts: 1, wait: null }]);
    expect(await bench.attempts(merchantId)).toHaveLength(1);
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
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'delivered' }]);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('the address that is set now counts', async () => {
    endpoint.answer = 500;
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const moved = await bench.endpoint();
    await app.sql('update webhook_endpoint set address = $2 where merchant_id = $1', [merchantId, moved.address]);
    await bench.makeDue();
    await bench.deliver();
    expect(moved.hits).toHaveLength(1);
    expect((await bench.deliveries(merchantId)).map(({ state }) => state)).toEqual(['delivered']);
  });
});

describe('the schedule', () => {
  it('doubles from five seconds to six hours, a fifth earlier or later, and respects a longer wish within an hour', () => {
    expect([1, 2, 3, 13, 14, 30].map((count) => retryAfterS(count, 0, 0.5))).toEqual([5, 10, 20, 20_480, 21_600, 21_600]);
    expect([retryAfterS(1, 0, 0), retryAfterS(1, 0, 1)].map(Math.round)).toEqual([4, 6]);
    expect([retryAfterS(1, 120, 0.5), retryAfterS(1, 1e9, 0.5), retryAfterS(10, 1, 0.5)]).toEqual([120, 3_600, 2_560]);
  });
});
