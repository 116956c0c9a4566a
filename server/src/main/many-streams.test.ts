import { checkoutEvents } from '@purser/contract/features/checkout';
import { merchantEvents } from '@purser/contract/features/events';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { announce } from '../platform/streams/hub.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { makeMerchant, signIn, type TestMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** However many streams show the same, a change is read once and written as text once. */

const STREAMS = 200;
let app: TestApp;
let base: string;
let merchant: TestMerchant;
let abort: AbortController;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  base = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  merchant = await makeMerchant(app);
});
afterEach(async () => {
  abort.abort();
  vi.restoreAllMocks();
  await eventually(() => expect([app.platform.streams.count, app.platform.hub.listeners]).toEqual([0, 0]));
});
afterAll(() => app.close());

/** Opens streams and collects what each is told. */
async function openStreams(path: string, tokens: readonly (string | undefined)[]): Promise<string[]> {
  abort = new AbortController();
  const { signal } = abort;
  const texts = tokens.map(() => '');
  await Promise.all(
    tokens.map(async (token, index) => {
      const response = await fetch(base + path, { signal, headers: token === undefined ? {} : { authorization: token } });
      expect(response.status).toBe(200);
      const read = async () => {
        for await (const chunk of response.body ?? []) texts[index] += new TextDecoder().decode(chunk);
      };
      void read().catch(() => {});
    }),
  );
  return texts;
}

const written = (stringify: { mock: { calls: unknown[][] } }, field: string) =>
  stringify.mock.calls.filter(([value]) => typeof value === 'object' && value !== null && field in value).length;

it('a change of an order is read once for all of its pages', async () => {
  const order = await makeOrder(app, merchant.merchant_id);
  const texts = await openStreams(
    `${checkoutEvents.path}?token=${order.token}`,
    Array.from({ length: STREAMS }, () => undefined),
  );
  await eventually(() => expect(texts.every((text) => text.includes('"created"'))).toBe(true));
  expect(app.platform.hub.listeners).toBe(1);
  const query = vi.spyOn(app.platform.db.system, 'query');
  const stringify = vi.spyOn(JSON, 'stringify');
  await app.sql(`update payment_order set status = 'cancelled', cancelled_by = 'payer' where token = $1`, [order.token]);
  await announce(app.platform.db.system, { orders: [order.token] });
  await eventually(() => expect(texts.every((text) => text.includes('"cancelled"'))).toBe(true));
  const reads = query.mock.calls.filter(([config]) => (config as unknown as { name?: string }).name === 'find-payable-orders');
  expect([reads.length, written(stringify, 'order_status')]).toEqual([1, 1]);
});

it("a change of a merchant's is written once for all of its consoles", async () => {
  const tokens = await Promise.all(Array.from({ length: 4 }, () => signIn(app, 'merchant', merchant.merchant_id)));
  const texts = await openStreams(
    merchantEvents.path,
    Array.from({ length: STREAMS }, (_, index) => tokens[index % tokens.length]),
  );
  expect([app.platform.streams.count, app.platform.hub.listeners]).toEqual([STREAMS, 1]);
  const stringify = vi.spyOn(JSON, 'stringify');
  await announce(app.platform.db.system, { merchants: [[merchant.merchant_id, ['orders']]] });
  await eventually(() => expect(texts.every((text) => text.includes('"orders"'))).toBe(true));
  expect(written(stringify, 'topics')).toBe(1);
});
