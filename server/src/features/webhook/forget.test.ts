import { accountSetup } from '@purser/contract/features/account';
import { webhookDeliveryQuery, webhookEndpointQuery, webhookRedeliver } from '@purser/contract/features/webhook';
import { DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';
import { accountRoutes } from '../account/routes.ts';
import { WebhookDispatcher } from './dispatcher.ts';
import { forgetDeliveries } from './jobs.ts';
import { webhookRoutes } from './routes.ts';
import { TestEndpoint } from './testing/endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let endpoint: TestEndpoint;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...webhookRoutes(platform), ...accountRoutes(platform)],
    settings: { webhookAllow: [{ network: '127.0.0.0/8', port: undefined }] },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  [merchant, endpoint] = [await makeMerchant(app), await TestEndpoint.start()];
  await giveEndpoint(app, merchant.merchant_id, { address: endpoint.address });
});
afterEach(() => endpoint.stop());

const DAY_MS = 86_400_000;
/** A minute before and after an event's time is over. */
const [KEPT, OVER] = [DELIVERY_KEPT_DAYS * DAY_MS - 60_000, DELIVERY_KEPT_DAYS * DAY_MS + 60_000];

/** An event of so long ago, with two attempts to deliver it. */
async function event(state: 'pending' | 'delivered' | 'failed', agoMs: number): Promise<string> {
  const at = Date.now() - agoMs;
  const id = uuidv7At(at);
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, state, attempts, next_attempt_at, give_up_at, created_at)
     values ($1, $2, $3, 'order.paid', 'PO1', $4, $5, 2, case when $5 = 'pending' then now() end, now() + interval '1 hour', $6)`,
    [merchant.merchant_id, id, uuidv7(), JSON.stringify({ type: 'order.paid', timestamp: new Date(at), data: {} }), state, new Date(at)],
  );
  await app.sql(
    'insert into webhook_attempt (merchant_id, delivery_id, attempt, http_status, duration_ms) select $1, $2, n, 500, 1 from generate_series(1, 2) n',
    [merchant.merchant_id, id],
  );
  return id;
}

function uuidv7At(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`;
}

/** As many of the merchant's that were delivered, a second apart, the newest of them over. */
const many = (count: number) =>
  app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, next_attempt_at, give_up_at, created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'order.paid', '', 'delivered', null, now(), now() - make_interval(days => $2, secs => n)
     from generate_series(1, $3) n`,
    [merchant.merchant_id, DELIVERY_KEPT_DAYS, count],
  );

const left = async () =>
  (
    await app.sql<{ delivery_id: string; attempts: number }>(
      `select delivery_id, (select count(*)::int from webhook_attempt a where (a.merchant_id, a.delivery_id) = (d.merchant_id, d.delivery_id)) as attempts
       from webhook_delivery d where merchant_id = $1`,
      [merchant.merchant_id],
    )
  ).toSorted((a, b) => a.delivery_id.localeCompare(b.delivery_id));

const forget = () => forgetDeliveries(app.platform.db);
const redeliver = (delivery_id: string) => app.call(webhookRedeliver, { delivery_id }, { token: merchant.token });

it('forgets what was delivered or given up long ago with its attempts, and nothing that is pending', async () => {
  const kept = [
    await event('pending', 10 * OVER),
    await event('pending', OVER),
    await event('delivered', KEPT),
    await event('failed', KEPT),
  ];
  for (const state of ['delivered', 'failed'] as const) await event(state, OVER);
  await forget();
  expect(await left()).toEqual(kept.map((delivery_id) => ({ delivery_id, attempts: 2 })));
});

it('forgets in steps until nothing is left, also when two workers do it at once', async () => {
  await many(2_500);
  const young = await event('delivered', 0);
  await Promise.all([forget(), forget()]);
  await forget();
  expect(await left()).toEqual([{ delivery_id: young, attempts: 2 }]);
});

it('begins no further step when the worker stops', async () => {
  await many(1_500);
  await forgetDeliveries(app.platform.db, AbortSignal.abort());
  expect(await left()).toHaveLength(1_500);
});

it('sends nothing again of what it forgets, and goes on with what is tried again', async () => {
  await event('delivered', OVER);
  const retried = await event('pending', OVER);
  await forget();
  const dispatcher = new WebhookDispatcher(app.platform);
  await dispatcher.look();
  await dispatcher.idle();
  await dispatcher.stop();
  expect(endpoint.hits).toHaveLength(1);
  expect(await left()).toEqual([{ delivery_id: retried, attempts: 3 }]);
  await forget();
  expect(await left()).toEqual([]);
});

it('webhook_delivery_not_kept: one that is no longer kept cannot be sent again, and nothing is recorded', async () => {
  const [old, young] = [await event('delivered', OVER), await event('delivered', KEPT)];
  await forget();
  expect(await redeliver(old)).toMatchObject({ code: 7553, msg: 'webhook_delivery_not_kept' });
  expect(await redeliver(old.toUpperCase())).toMatchObject({ code: 7553 });
  expect(await redeliver(uuidv7At(Date.now() - KEPT))).toMatchObject({ msg: 'not_found' });
  expect(await left()).toHaveLength(1);
  dataOf(await redeliver(young));
  expect(await left()).toHaveLength(2);
});

it('leaves the step of a delivered event ticked, and the log and the endpoint without what is gone', async () => {
  const testEvent = async () => dataOf(await app.call(accountSetup, {}, { token: merchant.token })).test_event;
  await event('failed', OVER);
  await forget();
  expect(await testEvent()).toBe(false);
  await event('delivered', OVER);
  await forget();
  expect(await testEvent()).toBe(true);
  expect(dataOf(await app.call(webhookDeliveryQuery, { serial_number: 'PO1' }, { token: merchant.token })).list).toEqual([]);
  const [about] = dataOf(await app.call(webhookEndpointQuery, {}, { token: merchant.token })).list;
  expect(about?.last_delivery).toBeNull();
});

it.skipIf(onCluster)('finds what is over by an index, and reads no more than a step takes', async () => {
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, next_attempt_at, give_up_at, created_at)
     select 20000000 + n % 500, gen_random_uuid(), gen_random_uuid(), 'order.paid', '', case n % 10 when 0 then 'pending' else 'delivered' end,
       case n % 10 when 0 then now() end, now(), now() - make_interval(days => n % 89, secs => n)
     from generate_series(1, 30000) n`,
  );
  await app.sql(
    `insert into webhook_attempt (merchant_id, delivery_id, attempt, duration_ms) select merchant_id, delivery_id, 1, 1 from webhook_delivery where merchant_id >= 20000000`,
  );
  await app.sql('vacuum analyze webhook_delivery, webhook_attempt');
  await many(1_500);
  const watch = await PlanWatch.start(app);
  const seen = await watch.during(forget);
  watch.stop();
  const steps = seen.filter(({ text }) => text.includes('webhook_delivery') || text.includes('webhook_attempt'));
  expect(steps.flatMap(({ scanned }) => scanned)).toEqual([]);
  expect(steps.filter(({ reached }) => reached.includes('webhook_delivery: webhook_delivery_over'))).toHaveLength(2);
  expect(Math.max(...steps.map(({ visited }) => visited))).toBeLessThanOrEqual(2_000);
  expect(await left()).toEqual([]);
});
