import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOrder, type TestOrder } from '../features/checkout/testing/order.ts';
import { apiDocsPages } from '../platform/http/api-docs-pages.ts';
import { consolePages } from '../platform/http/console-pages.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestUser } from '../platform/testing/parties.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** Whatever stands in a page's address, cookies or form: a page is answered, and never as a fault of ours. */

const RUNS = Number(process.env['PURSER_TEST_RUNS'] ?? 40);

let app: TestApp;
let folder: string;
let user: TestUser;
let order: TestOrder;
const found: { method: string; url: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-pages-'));
  await writeFile(join(folder, 'index.html'), '<script nonce="{{CSP_NONCE}}"></script>');
  app = await createTestApp({
    routes: () => [],
    pages: [
      (fastify) => {
        fastify.addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat()) found.push({ method: one, url });
        });
      },
      payerPagesOfSource,
      apiDocsPages,
      consolePages(folder),
    ],
  });
  const merchant = await makeMerchant(app);
  user = await makeUser(app);
  await fund(app, user.user_id, 'USDP', '100.00');
  order = await makeOrder(app, merchant.merchant_id);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Texts as they go over the wire, so that broken escapes are among them. */
const NASTY = [
  '',
  '%',
  '%0',
  '%00',
  '%%0000x',
  '%25%30%30',
  '%zz',
  '%c0%80',
  '%ff%fe',
  '%ed%a0%80',
  '%F0%9F%92%A9',
  '+',
  '-1',
  '0',
  '1e308',
  '9'.repeat(300),
  '-9223372036854775809',
  'NaN',
  'Infinity',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '9999-12-31T23:59:59Z',
  '..%2f..%2fetc%2fpasswd',
  '//evil.example/',
  '%5c%5cevil.example',
  'javascript:alert(1)',
  '%0d%0aset-cookie:%20a=b',
  '%E2%80%AE',
  '"><script>',
  'x'.repeat(3_000),
];
const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 30 }).map((value) => encodeURIComponent(value.toWellFormed())),
  fc.string({ unit: fc.constantFrom(...'%0aA{}[]"\'=&;+,:/\\'), maxLength: 12 }).map((value) => value.replaceAll(/[&=#]/g, '')),
);
const NAMES = ['via', 'step', 'done', 'stay', 'next', 'kind', 'coin', 'page', 'saved', 'back', 'language', 'theme', 'identity', 'username'];
const FIELDS = [
  ...NAMES,
  'area_code',
  'password',
  'login_password',
  'payment_password',
  'payment_password_again',
  'use_reward',
  'slider',
  'challenge',
];
const pairs = (names: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names, '__proto__', 'constructor') }, { weight: 1, arbitrary: text }),
        text,
      ),
      {
        maxLength: 6,
      },
    )
    .map((all) => all.map(([name, value]) => `${name}=${value}`).join('&'));

/** A cookie's value as the flash is kept: JSON in base64url, of all kinds. */
const flash = fc
  .oneof(
    fc.record(
      {
        outcome: fc.constantFrom<unknown>(
          'ok',
          'constructor',
          '__proto__',
          'toString',
          'insufficient_balance',
          'too_many_requests',
          7,
          null,
        ),
        values: fc.oneof(fc.jsonValue(), fc.constant({ seconds: { toString: 1 } }), fc.constant(JSON.parse('{"__proto__":null}'))),
        typed: fc.oneof(
          fc.jsonValue(),
          fc.record({ identity_kind: fc.constantFrom('phone', 'constructor'), identity: fc.jsonValue(), area_code: fc.jsonValue() }),
        ),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  )
  .map((value) => Buffer.from(JSON.stringify(value)).toString('base64url').slice(0, 3_000));
const cookies = fc
  .record(
    {
      purser_flash: fc.oneof({ weight: 4, arbitrary: flash }, { weight: 1, arbitrary: text }),
      purser_wallet: fc.oneof(fc.constant('SESSION'), text),
      purser_language: fc.oneof(fc.constantFrom('en', 'vi', 'constructor'), text),
      purser_page_language: fc.oneof(fc.constantFrom('vi', '__proto__'), text),
      purser_theme: fc.oneof(fc.constantFrom('day', 'night'), text),
      __proto__x: text,
    },
    { requiredKeys: [] },
  )
  .map((all) =>
    Object.entries(all)
      .map(([name, value]) => `${name}=${value === 'SESSION' ? user.token : value}`)
      .join('; '),
  );
const header = (value: string) => value.replaceAll(/[^\x20-\x7e]/g, '');

function expectNoFault(what: string, response: { statusCode: number; body: string }): void {
  expect(response.statusCode, `${what} answered ${response.body.slice(0, 300)}`).toBeLessThan(500);
}

/** The addresses of a route: its parameters filled with what exists and with what does not. */
const addressOf = (url: string, filling: string) => url.replaceAll(/:\w+/g, filling).replaceAll('*', filling);
const filling = fc.oneof(
  fc.constant('ORDER'),
  text.map((value) => value.replaceAll(/[?#]/g, '')),
);

it('finds the pages that it is to try', () => {
  const all = found.map(({ method, url }) => `${method} ${url}`);
  for (const one of [
    'GET /pay/:token',
    'GET /pay/:token/qr.png',
    'POST /pay/:token/pay',
    'GET /wallet',
    'GET /wallet/receipt/:token',
    'POST /wallet/login',
    'GET /openapi.json',
  ]) {
    expect(all).toContain(one);
  }
});

describe('GET', () => {
  it('each page by what the database cannot look for', async () => {
    for (const { url } of found.filter(({ method }) => method === 'GET')) {
      const address = `${addressOf(url, '%00')}?coin=%00&next=%00&open=%00`;
      const response = await app.fastify.inject({ method: 'GET', url: address, headers: { cookie: `purser_wallet=${user.token}` } });
      expectNoFault(`GET ${address}`, response);
    }
  });

  it('any address of any page, with any cookies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), filling, pairs(NAMES), cookies, async (which, filled, query, cookie) => {
        const pages = found.filter(({ method }) => method === 'GET');
        const { url } = pages[which % pages.length] as { url: string };
        const address = `${addressOf(url, filled === 'ORDER' ? order.token : filled)}?${query}`;
        // What no URL begins with ("//", "/\\") cannot be injected; hostile.test.ts sends such lines over a socket.
        fc.pre(URL.canParse(header(address), 'http://localhost'));
        const response = await app.fastify.inject({ method: 'GET', url: header(address), headers: { cookie: header(cookie) } });
        expectNoFault(`GET ${address} with ${cookie}`, response);
      }),
      { numRuns: 12 * RUNS },
    );
  });
});

describe('POST', () => {
  it('any form to any page, with any cookies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), filling, pairs(FIELDS), cookies, async (which, filled, payload, cookie) => {
        const pages = found.filter(({ method }) => method === 'POST');
        const { url } = pages[which % pages.length] as { url: string };
        const address = addressOf(url, filled === 'ORDER' ? order.token : filled);
        const response = await app.fastify.inject({
          method: 'POST',
          url: header(address),
          headers: { cookie: header(cookie), origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' },
          payload,
        });
        expectNoFault(`POST ${address} with ${payload} and ${cookie}`, response);
      }),
      { numRuns: 12 * RUNS },
    );
  });

  it.each(['%%0000x', '%', '%00%00', 'username=%%0000x&password=%%0000x', `username=${'%ed%a0%80'}`, '__proto__=a&constructor=b'])(
    'the form %j',
    async (payload) => {
      for (const url of ['/wallet/login', `/pay/${order.token}/login`]) {
        const response = await app.fastify.inject({
          method: 'POST',
          url,
          headers: { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' },
          payload,
        });
        expectNoFault(payload, response);
      }
    },
  );
});

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('a flash cookie that names the outcome %s', async (outcome) => {
  const cookie = `purser_flash=${Buffer.from(JSON.stringify({ outcome })).toString('base64url')}`;
  for (const url of ['/wallet', `/pay/${order.token}`]) {
    const response = await app.fastify.inject({ method: 'GET', url, headers: { cookie } });
    expect(response.statusCode).toBe(200);
  }
});
