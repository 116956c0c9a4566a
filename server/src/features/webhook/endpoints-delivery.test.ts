import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../platform/testing/app.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';
import { claimDue, endpointsDue } from './deliveries.ts';
import { newWebhookSecret } from './signing.ts';
import { DeliveryBench } from './testing/delivery-bench.ts';
import type { TestEndpoint } from './testing/endpoint.ts';

let bench: DeliveryBench;
let app: TestApp;
let merchantId = 0;
let first: TestEndpoint;
let second: TestEndpoint;
const secret = newWebhookSecret();

beforeAll(async () => {
  bench = await DeliveryBench.start(randomBytes(32));
  ({ app } = bench);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ merchantId, endpoint: first } = await bench.receiver());
  second = await bench.endpoint();
});
afterEach(() => bench.clear());

const add = (wishes: object = {}) => giveEndpoint(app, merchantId, { address: second.address, secret, ...wishes });
const statesOf = (endpointId: number) =>
  app.sql<{ state: string; problem: string | null }>(
    `select state, (select problem from webhook_attempt a where a.merchant_id = $1 and a.delivery_id = d.delivery_id order by attempt desc limit 1) as problem
     from webhook_delivery d where merchant_id = $1 and endpoint_id = $2 order by delivery_id`,
    [merchantId, endpointId],
  );

describe('several endpoints of a merchant', () => {
  it('get the same event under the same id, each signed with its own secret', async () => {
    await add();
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const [one, other] = [first.hits[0], second.hits[0]];
    expect(one?.id).toBe(other?.id);
    expect(one?.body).toBe(other?.body);
    const verify = (hit: typeof one) => new Webhook(secret).verify(hit?.body ?? '', hit?.headers as Record<string, string>);
    expect(verify(other)).toMatchObject({ type: 'order.created' });
    expect(() => verify(one)).toThrow();
    const rows = await bench.deliveries(merchantId);
    expect(rows.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(new Set(rows.map(({ delivery_id }) => delivery_id)).size).toBe(2);
  });

  it('are told only of what they are subscribed to; what nobody is told of is not written', async () => {
    await app.sql(`update webhook_endpoint set events = '{order.expired}' where merchant_id = $1`, [merchantId]);
    await add({ events: ['order.paid', 'order.cancelled'] });
    const order = bench.orderOf(merchantId);
    for (const type of ['order.created', 'order.paid', 'order.expired'] as const) await bench.record(type, order);
    await bench.deliver();
    expect(first.hits.map(({ type }) => type)).toEqual(['order.expired']);
    expect(second.hits.map(({ type }) => type)).toEqual(['order.paid']);
    expect(await bench.deliveries(merchantId)).toHaveLength(2);
  });

  it('have sequences of their own: one that is down delays nobody, not even the next event of the same order', async () => {
    await add();
    first.answer = 503;
    const order = bench.orderOf(merchantId);
    for (const type of ['order.created', 'order.paid'] as const) await bench.record(type, order);
    await bench.deliver();
    expect(first.hits.map(({ type }) => type)).toEqual(['order.created']);
    expect(second.hits.map(({ type }) => type)).toEqual(['order.created', 'order.paid']);
    first.answer = 204;
    await bench.makeDue();
    await bench.deliver();
    expect(first.hits.map(({ type }) => type)).toEqual(['order.created', 'order.created', 'order.paid']);
    expect(second.hits).toHaveLength(2);
  });

  it('one that never answers holds its own lane only', async () => {
    await add();
    first.answer = () => undefined;
    for (let i = 0; i < 20; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    void bench.dispatcher.look();
    await second.received(20);
    expect(first.hits.length).toBeLessThanOrEqual(8);
    expect((await statesOf(1)).filter(({ state }) => state === 'pending')).toHaveLength(20);
  });

  it('are found one by one, and a claim for one takes nothing of another', async () => {
    await add();
    const other = await bench.receiver();
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.record('order.created', bench.orderOf(other.merchantId));
    const { system } = app.platform.db;
    expect(await endpointsDue(app.platform.db)).toEqual([
      { merchantId, endpointId: 1 },
      { merchantId, endpointId: 2 },
      { merchantId: other.merchantId, endpointId: 1 },
    ]);
    const [one, two] = await Promise.all([1, 2].map((endpointId) => claimDue(system, { merchantId, endpointId }, 8)));
    expect([one?.length, two?.length]).toEqual([1, 1]);
    expect(one?.[0]?.delivery_id).not.toBe(two?.[0]?.delivery_id);
  });
});

describe('what waits for an endpoint', () => {
  it.each([
    ['that is deleted', 'secret = null, deleted_at = now()', 'endpoint_deleted'],
    ['that is switched off', 'is_on = false', 'endpoint_off'],
  ])('%s ends without being sent, all of it, and another one goes on', async (_, change, problem) => {
    await add();
    second.answer = 500;
    for (let i = 0; i < 12; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const sent = second.hits.length;
    await app.sql(`update webhook_endpoint set ${change} where merchant_id = $1 and endpoint_id = 2`, [merchantId]);
    await bench.makeDue();
    // Another worker, which does not know that it was down.
    await bench.restart();
    await bench.deliver();
    expect(second.hits).toHaveLength(sent);
    expect(await statesOf(2)).toEqual(Array.from({ length: 12 }, () => ({ state: 'failed', problem })));
    expect((await statesOf(1)).map(({ state }) => state)).toEqual(Array(12).fill('delivered'));
  });

  it('that is deleted while an event is on its way: the attempt is noted, and it stays deleted', async () => {
    let answer: (() => void) | undefined;
    first.answer = (_hit, response) => {
      answer = () => response.writeHead(500).end();
    };
    await bench.record('order.created', bench.orderOf(merchantId));
    void bench.dispatcher.look();
    await first.received(1);
    await app.sql('update webhook_endpoint set secret = null, deleted_at = now() where merchant_id = $1', [merchantId]);
    answer?.();
    await bench.dispatcher.look();
    await bench.dispatcher.idle();
    expect(await statesOf(1)).toEqual([{ state: 'pending', problem: 'status' }]);
    await bench.makeDue();
    await bench.deliver();
    expect(await statesOf(1)).toEqual([{ state: 'failed', problem: 'endpoint_deleted' }]);
    expect(first.hits).toHaveLength(1);
  });

  it('that was switched off between an event and its recording is not written at all', async () => {
    await add();
    // The transaction has read that somebody is told; the endpoint is switched off before it writes.
    await app.sql('update webhook_endpoint set is_on = false where merchant_id = $1 and endpoint_id = 1', [merchantId]);
    await bench.record('order.created', bench.orderOf(merchantId));
    expect([await statesOf(1), (await statesOf(2)).length]).toEqual([[], 1]);
  });
});
