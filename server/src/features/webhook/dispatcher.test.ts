import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../../platform/testing/app.ts';
import { claimDue, deferBlocked, endpointsDue, hurry, LEASE_S, settleAttempts } from './deliveries.ts';
import { WebhookDispatcher } from './dispatcher.ts';
import { pauseMs } from './schedule.ts';
import { DeliveryBench } from './testing/delivery-bench.ts';
import type { TestEndpoint } from './testing/endpoint.ts';

const masterKey = randomBytes(32);
let bench: DeliveryBench;
let app: TestApp;
let endpoint: TestEndpoint;
let merchantId = 0;

beforeAll(async () => {
  bench = await DeliveryBench.start(masterKey);
  ({ app } = bench);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ merchantId, endpoint } = await bench.receiver());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bench.clear();
});

/** Takes what is due. */
const claim = () => claimDue(app.platform.db.system, { merchantId, endpointId: 1 }, 8);
/** Notes how the endpoint answered one of the merchant's deliveries, of which the first is 0; a failure is tried again in an hour. */
async function settle(which: number, httpStatus: number): Promise<void> {
  const deliveryId = (await bench.deliveries(merchantId))[which]?.delivery_id ?? '';
  const problem = httpStatus === 204 ? null : 'status';
  const settled = { merchantId, deliveryId, httpStatus, durationMs: 1, problem, retryInS: 3_600 };
  await app.platform.db.systemTransaction((client) => settleAttempts(client, [settled]));
}

describe('the events of one order', () => {
  it('arrive in sequence, whatever happens to the first; another order does not wait', async () => {
    const [order, other] = [bench.orderOf(merchantId), bench.orderOf(merchantId)];
    endpoint.answer = ({ body }, response) => response.writeHead(body.includes(order.order_id) ? 503 : 204).end();
    await bench.record('order.created', order);
    await bench.record('order.paid', order);
    await bench.record('order.created', other);
    await bench.deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.created', 'order.created']);
    endpoint.answer = 204;
    await bench.makeDue();
    await bench.deliver();
    const ofOrder = endpoint.hits.filter(({ body }) => body.includes(order.serial_number) && body.includes(`"${order.order_id}"`));
    expect(ofOrder.map(({ type }) => type)).toEqual(['order.created', 'order.created', 'order.paid']);
  });

  it('wait together without being looked at in vain, and go together', async () => {
    const order = bench.orderOf(merchantId);
    endpoint.answer = 500;
    await bench.record('order.created', order);
    await bench.deliver();
    await bench.record('order.paid', order);
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const [created, paid] = await bench.deliveries(merchantId);
    expect(paid?.wait).toBeCloseTo(created?.wait ?? 0, 0);
    expect(await endpointsDue(app.platform.db)).toEqual([]);
    endpoint.answer = 204;
    await app.sql('update webhook_delivery set next_attempt_at = now() where delivery_id = $1', [created?.delivery_id]);
    await bench.deliver();
    expect((await bench.deliveries(merchantId)).slice(0, 2).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it.each([
    [400, ['order.created', 'order.paid']],
    [404, ['order.created', 'order.paid']],
    [408, ['order.created']],
    [429, ['order.created']],
    [500, ['order.created']],
  ])('after a first event was answered %i, these have arrived: %j', async (status, arrived) => {
    const order = bench.orderOf(merchantId);
    endpoint.answer = ({ type }, response) => response.writeHead(type === 'order.created' ? status : 204).end();
    await bench.record('order.created', order);
    await bench.record('order.paid', order);
    await bench.deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(arrived);
  });

  it('wait for none that was refused, whatever becomes of it at its next attempts', async () => {
    const order = bench.orderOf(merchantId);
    await bench.record('order.created', order);
    await claim();
    await settle(0, 400);
    await bench.record('order.paid', order);
    await deferBlocked(app.platform.db.system, { merchantId, endpointId: 1 });
    expect((await bench.deliveries(merchantId)).map(({ wait }) => wait > 0)).toEqual([true, false]);
    // A worker holds the second; what becomes of the first takes it from nobody.
    await claim();
    for (const status of [400, 204]) {
      await settle(0, status);
      const [, paid] = await bench.deliveries(merchantId);
      expect(paid?.wait, String(status)).toBeGreaterThan(1);
      expect(await claim(), String(status)).toEqual([]);
    }
  });

  it.each([
    [204, true],
    [400, true],
    [429, false],
    [500, false],
  ])('that wait for one on its way go as soon as it is answered, if that was %i: %s', async (status, goes) => {
    const order = bench.orderOf(merchantId);
    await bench.record('order.created', order);
    await claim();
    await bench.record('order.paid', order);
    await deferBlocked(app.platform.db.system, { merchantId, endpointId: 1 });
    expect((await bench.deliveries(merchantId))[1]?.wait).toBeGreaterThan(1);
    await settle(0, status);
    const [, paid] = await bench.deliveries(merchantId);
    expect((paid?.wait ?? 0) <= 0).toBe(goes);
    expect(await claim()).toHaveLength(goes ? 1 : 0);
  });

  it('stay in sequence when several workers deliver at once', async () => {
    const others = Array.from({ length: 3 }, () => new WebhookDispatcher(app.platform));
    const delivered: string[] = [];
    endpoint.answer = ({ body, type }, response) => {
      delivered.push(`${(JSON.parse(body) as { data: { order_id: string } }).data.order_id} ${type}`);
      setTimeout(() => response.writeHead(204).end(), Math.random() * 5);
    };
    const many = Array.from({ length: 40 }, () => bench.orderOf(merchantId));
    for (const order of many) await bench.record('order.created', order);
    for (const order of many) await bench.record('order.paid', order);
    await Promise.all(
      [bench.dispatcher, ...others].map(async (one) => {
        await one.look();
        await one.idle();
      }),
    );
    // On a busy machine an attempt may come too late and be made again after its pause.
    for (const patience = Date.now() + 20_000; delivered.length < 80 && Date.now() < patience;) await bench.deliver();
    await Promise.all(others.map((one) => one.stop()));
    expect(delivered).toHaveLength(80);
    for (const { order_id } of many) {
      expect(delivered.indexOf(`${order_id} order.created`)).toBeLessThan(delivered.indexOf(`${order_id} order.paid`));
    }
  }, 30_000);
});

describe('isolation', () => {
  it('endpoints that hang and endpoints that are dead delay nobody else, with a backlog of their own', async () => {
    const hanging = await Promise.all(Array.from({ length: 5 }, () => bench.receiver()));
    for (const one of hanging) one.endpoint.answer = () => undefined;
    await hanging[0]?.endpoint.stop();
    for (const one of hanging) for (let i = 0; i < 30; i += 1) await bench.record('order.created', bench.orderOf(one.merchantId));
    bench.dispatcher.start();
    await Promise.all(hanging.slice(1).map((one) => one.endpoint.received(1)));
    const before = Date.now();
    for (let i = 0; i < 20; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    await endpoint.received(20);
    expect(Date.now() - before).toBeLessThan(10_000);
    // And a hanging endpoint is given a bounded number of connections, not one for every event.
    for (const one of hanging) expect(one.endpoint.hits.length).toBeLessThanOrEqual(8);
  });

  it('an endpoint that is down is asked about one event at a time, and gets the rest at once when it is back', async () => {
    endpoint.answer = 500;
    for (let i = 0; i < 30; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    expect(endpoint.hits.length).toBe(8);
    await bench.deliver();
    expect(endpoint.hits.length).toBe(8);
    endpoint.answer = 204;
    await app.sql("update webhook_delivery set next_attempt_at = now() + interval '2 hours' where attempts > 0 and state = 'pending'");
    const monotonic = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + pauseMs(8));
    await bench.deliver();
    vi.restoreAllMocks();
    expect((await bench.deliveries(merchantId)).every(({ state }) => state === 'delivered')).toBe(true);
    // One event found out that it is back, then eight at a time went out.
    expect(endpoint.hits.length).toBe(8 + 30);
    expect([pauseMs(5), pauseMs(6), pauseMs(20)]).toEqual([2_000, 4_000, 60_000]);
  });

  it('an endpoint that is still down after its pause is asked about one event', async () => {
    endpoint.answer = 500;
    for (let i = 0; i < 20; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    expect(endpoint.hits.length).toBe(8);
    const monotonic = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + pauseMs(8));
    await bench.deliver();
    vi.restoreAllMocks();
    expect(endpoint.hits.length).toBe(9);
  });

  it('an endpoint that was down once counts failures anew after it came back', async () => {
    endpoint.answer = 500;
    for (let i = 0; i < 8; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const monotonic = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + pauseMs(8));
    endpoint.answer = 204;
    await bench.makeDue();
    await bench.deliver();
    endpoint.answer = 500;
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    // One failure is not being down: what comes now goes out at once.
    endpoint.answer = 204;
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    vi.restoreAllMocks();
    expect((await bench.deliveries(merchantId)).map(({ state }) => state)).toEqual([...Array(8).fill('delivered'), 'pending', 'delivered']);
  });

  it('an endpoint that refuses single events is up: nobody waits for a pause', async () => {
    const refused = new Set(Array.from({ length: 7 }, () => bench.orderOf(merchantId)));
    const refusedNumbers = [...refused].map(({ order_id }) => `"${order_id}"`);
    endpoint.answer = ({ body }, response) => response.writeHead(refusedNumbers.some((number) => body.includes(number)) ? 400 : 204).end();
    for (const order of refused) await bench.record('order.created', order);
    for (let i = 0; i < 3; i += 1) await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    const states = (await bench.deliveries(merchantId)).map(({ state }) => state);
    expect(states.filter((state) => state === 'delivered')).toHaveLength(4);
  });

  it('an endpoint that refuses the types it has no use for is up: what comes next arrives at once', async () => {
    endpoint.answer = ({ type }, response) => response.writeHead(type === 'order.created' ? 400 : 204).end();
    const orders = Array.from({ length: 8 }, () => bench.orderOf(merchantId));
    for (const order of orders) await bench.record('order.created', order);
    await bench.deliver();
    for (const order of orders) await bench.record('order.paid', order);
    await bench.deliver();
    expect(endpoint.hits.filter(({ type }) => type === 'order.paid')).toHaveLength(8);
  });

  it('an endpoint that refuses an event after it was down is asked about the next one at once, and gets the rest when it takes one', async () => {
    const monotonic = performance.now.bind(performance);
    endpoint.answer = 500;
    for (let i = 0; i < 8; i += 1) await bench.record('order.paid', bench.orderOf(merchantId));
    await bench.deliver();
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + pauseMs(8));
    await app.sql("update webhook_delivery set next_attempt_at = now() + interval '2 hours' where state = 'pending'");
    endpoint.answer = ({ type }, response) => response.writeHead(type === 'order.created' ? 400 : 204).end();
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.deliver();
    // A refusal takes nothing, so nothing that waits is sent for it.
    expect(endpoint.hits.at(-1)?.type).toBe('order.created');
    await bench.record('order.paid', bench.orderOf(merchantId));
    await bench.deliver();
    vi.restoreAllMocks();
    expect((await bench.deliveries(merchantId)).map(({ state }) => state)).toEqual([...Array(8).fill('delivered'), 'pending', 'delivered']);
  });

  it('an endpoint that has refused everything for a quarter of an hour is asked about one event at a time, and soon about the next', async () => {
    const monotonic = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + ahead);
    const waitFor = (time: string) =>
      app.sql(`update webhook_delivery set next_attempt_at = now() + $1::interval where state = 'pending'`, [time]);
    // Meanwhile none falls due by itself.
    const deliverAll = async () => {
      await waitFor('0 s');
      await bench.deliver();
      await waitFor('2 h');
    };
    endpoint.answer = 404;
    for (let i = 0; i < 4; i += 1) await bench.record('order.paid', bench.orderOf(merchantId));
    await deliverAll();
    ahead += 15 * 60_000;
    await deliverAll();
    const before = endpoint.hits.length;
    await deliverAll();
    expect(endpoint.hits.length).toBeGreaterThan(before);
    // By now it has failed often enough to be left alone for long, if it did not answer.
    for (let i = 0; i < 4; i += 1) {
      ahead += pauseMs(5);
      const asked = endpoint.hits.length;
      await deliverAll();
      expect(endpoint.hits).toHaveLength(asked + 1);
    }

    endpoint.answer = 204;
    await bench.record('order.paid', bench.orderOf(merchantId));
    ahead += pauseMs(5);
    await bench.deliver();
    expect((await bench.deliveries(merchantId)).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
  });

  it('what another worker holds is neither waited for nor sent twice when the endpoint is back', async () => {
    await bench.record('order.created', bench.orderOf(merchantId));
    await bench.record('order.created', bench.orderOf(merchantId));
    const { db } = app.platform;
    const held = await db.systemTransaction(async (client) => {
      const [first] = await claimDue(client, { merchantId, endpointId: 1 }, 1);
      // The other worker's transaction is open: its row is passed over, not waited for.
      const others = await claimDue(db.system, { merchantId, endpointId: 1 }, 8);
      expect(others).toHaveLength(1);
      expect(others[0]?.delivery_id).not.toBe(first?.delivery_id);
      return first;
    });
    expect(held).toBeDefined();
    await hurry(db.system, { merchantId, endpointId: 1 });
    expect(await claimDue(db.system, { merchantId, endpointId: 1 }, 8)).toEqual([]);
  });
});

describe('a worker that is killed', () => {
  it('half way through a delivery loses nothing: the next one delivers the same event again', async () => {
    endpoint.answer = () => undefined;
    const order = bench.orderOf(merchantId);
    await bench.record('order.created', order);
    await bench.record('order.paid', order);
    const worker = spawn(process.execPath, [fileURLToPath(new URL('./testing/worker.ts', import.meta.url))], {
      env: { TEST_URL: app.platform.settings.databaseUrl, TEST_KEY: masterKey.toString('base64') },
    });
    await endpoint.received(1);
    worker.kill('SIGKILL');
    const [lost] = await bench.deliveries(merchantId);
    expect(lost).toMatchObject({ state: 'pending', attempts: 0 });
    expect(lost?.wait).toBeLessThanOrEqual(LEASE_S);
    endpoint.answer = 204;
    // Nobody takes it while the dead worker's lease lasts, and nothing of the order overtakes it.
    await bench.deliver();
    expect(endpoint.hits).toHaveLength(1);
    await bench.makeDue();
    await bench.deliver();
    expect(endpoint.hits.map(({ type }) => type)).toEqual(['order.created', 'order.created', 'order.paid']);
    expect(endpoint.hits[1]?.id).toBe(endpoint.hits[0]?.id);
    expect((await bench.deliveries(merchantId)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('a worker that is stopped in good order abandons what hangs, and does not wait for it', async () => {
    endpoint.answer = () => undefined;
    await bench.record('order.created', bench.orderOf(merchantId));
    bench.dispatcher.start();
    await endpoint.received(1);
    const before = Date.now();
    await bench.dispatcher.stop();
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(await bench.deliveries(merchantId)).toMatchObject([{ state: 'pending', attempts: 0 }]);
  });
});
