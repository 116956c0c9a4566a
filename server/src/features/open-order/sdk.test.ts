import { randomBytes } from 'node:crypto';
import { Purser, PurserError, type CreateOrder } from '@purser/client';
import { openOrderCreate } from '@purser/contract/features/open-order';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { openOrderRoutes } from './routes.ts';

/** The SDK that merchants install, against the server: neither knows the other but by the contract. */
let app: TestApp;
let purser: Purser;
/** Changes what the SDK sends on its way, as an attacker on the line would. */
let tamper = (request: { url: string; headers: Record<string, string>; body: string }) => request;

beforeAll(async () => {
  app = await createTestApp({ routes: openOrderRoutes });
  const { merchant_id } = await makeMerchant(app);
  const accessKey = `pk_${merchant_id.toString(36)}_${randomBytes(10).toString('hex')}`;
  const secret = randomBytes(24).toString('base64url');
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant_id,
    accessKey,
    app.platform.secrets.seal('access-key', secret),
  ]);
  purser = new Purser({
    baseUrl: 'http://purser.test',
    accessKey,
    secret,
    maxRetries: 2,
    fetch: async (url, init) => {
      const sent = tamper({ url, headers: init.headers, body: init.body });
      const { pathname, search } = new URL(sent.url);
      const answer = await app.fastify.inject({ method: 'POST', url: pathname + search, headers: sent.headers, payload: sent.body });
      return { status: answer.statusCode, headers: new Headers(answer.headers as Record<string, string>), text: async () => answer.body };
    },
  });
});
afterAll(() => app.close());

let made = 0;
const { description: shown } = openOrderCreate.input.shape;
/** What of a text may be shown: hidden characters and line breaks are refused. */
const visible = (text: string) => Array.from(text, (character) => (shown.safeParse(character).success ? character : '')).join('');
const wishes = fc.record({
  order_id: fc.stringMatching(/^[\w.:-]{1,40}$/).map((text) => `${text}-${(made += 1)}`),
  coin_name: fc.constant('USDP' as const),
  amount: fc.integer({ min: 2, max: 10 ** 9 }).map((minor) => (minor / 100).toFixed(2)),
  description: fc.string({ unit: 'binary', maxLength: 90 }).map(visible),
  external_account: fc.string({ unit: 'grapheme', maxLength: 15 }).map(visible),
});

it('whatever a merchant writes, in any script, the server finds the signature right and the text unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(wishes, fc.stringMatching(/^[!-~]{1,40}$/), async (wish, key) => {
      const idempotencyKey = `${key}-${(made += 1)}`;
      const order = await purser.orders.create(wish, { idempotencyKey });
      expect(order).toMatchObject(wish);
      expect(await purser.orders.create(wish, { idempotencyKey })).toEqual(order);
      expect(await purser.orders.query({ order_id: wish.order_id })).toEqual(order);
    }),
    { numRuns: 60 },
  );
});

it('whatever byte of a signed request is changed, it is refused', async () => {
  const wish: CreateOrder = { order_id: 'T-1', coin_name: 'USDP', amount: '12.50', description: 'Hai cốc' };
  const flip = (text: string, at: number) => {
    const bytes = Buffer.from(text);
    const index = at % bytes.length;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    return bytes.toString('latin1');
  };
  const parts = fc.constantFrom('body', 'purser-key', 'purser-timestamp', 'purser-nonce', 'purser-signature', 'query');
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(), async (part, at) => {
      tamper = (request) => {
        if (part === 'body') return { ...request, body: flip(request.body, at) };
        if (part === 'query') return { ...request, url: `${request.url}?a=${at}` };
        return { ...request, headers: { ...request.headers, [part]: flip(request.headers[part] ?? '', at) } };
      };
      const failure = await purser.orders.create(wish).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(PurserError);
      expect((failure as PurserError).httpStatus).toBeGreaterThanOrEqual(400);
    }),
    { numRuns: 100 },
  );
  tamper = (request) => request;
  expect((await purser.orders.create(wish)).order_id).toBe('T-1');
});

it('an answer that is lost on the way is asked for again, and makes no second order', async () => {
  let calls = 0;
  tamper = (request) => {
    calls += 1;
    return request;
  };
  const lossy = purser.orders.create({ order_id: 'L-1', coin_name: 'USDP', amount: '1.00' }, { idempotencyKey: 'lost' });
  const first = await lossy;
  expect(await purser.orders.create({ order_id: 'L-1', coin_name: 'USDP', amount: '1.00' }, { idempotencyKey: 'lost' })).toEqual(first);
  expect(calls).toBe(2);
});

it('refusals arrive with their name, number, text and request id', async () => {
  tamper = (request) => request;
  await purser.orders.create({ order_id: 'D-1', coin_name: 'USDP', amount: '1.00' });
  const failure = await purser.orders.create({ order_id: 'D-1', coin_name: 'USDP', amount: '1.00' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'merchant_order_duplicate', code: 6305, detail: 'This merchant order number already exists.' });
  expect((failure as PurserError).requestId).toMatch(/^[\da-f-]{36}$/);
});
