import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownCookieName } from './payer-cookie.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

/** What stands in the headers of an answer, and which headers of a request get one. */

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    pages: [
      (fastify) => {
        fastify.get('/page', async (_request, reply) => reply.type('text/html').send('<p>'));
      },
    ],
    settings: { publicUrl: 'https://pay.example.com', hosts: ['pay.internal'], demo: false, metricsToken: 'a-token-of-the-operator' },
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (app.fastify.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Asks over a socket, as a browser cannot set every header that this test must. */
function ask(
  path: string,
  headers: Record<string, string>,
  at = port,
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: at, host: '127.0.0.1', path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    request.on('error', reject);
    request.end();
  });
}

describe('the host that was asked', () => {
  it.each([
    'pay.example.com',
    'PAY.example.com',
    'pay.example.com:443',
    'pay.example.com.',
    'pay.internal:8443',
    'localhost',
    'localhost:3000',
    'shop.localhost',
    '127.0.0.1:3000',
    '10.1.2.3',
    '[::1]:3000',
    '[2001:db8::1]',
  ])('%s is answered', async (host) => {
    expect(await ask('/page', { host })).toMatchObject({ status: 200 });
  });

  it.each(['evil.example', 'pay.example.com.evil.example', 'evilpay.example.com', 'localhost.evil.example', '127.0.0.1.evil.example', 'x'])(
    '%s is not: somebody else could lead that name here',
    async (host) => {
      for (const path of ['/page', '/ready', '/metrics', '/v1/merchant/account/detail', '/nowhere']) {
        const { status, body, headers } = await ask(path, { host });
        expect([path, status, JSON.parse(body)]).toMatchObject([path, 421, { msg: 'host_unknown', data: null }]);
        expect(headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
      }
      expect(await ask('/healthy', { host })).toMatchObject({ status: 200, body: 'ok' });
    },
  );

  it('is not what a stranger says a proxy was asked', async () => {
    expect(await ask('/page', { host: 'evil.example', 'x-forwarded-host': 'pay.example.com' })).toMatchObject({ status: 421 });
    expect(await ask('/page', { host: 'pay.example.com', 'x-forwarded-host': 'evil.example' })).toMatchObject({ status: 200 });
  });
});

describe('behind a proxy that is trusted', () => {
  let trusting: TestApp;
  const [PAY, OPERATOR] = ['pay.example.com', 'operator.example.com'];
  beforeAll(async () => {
    trusting = await createTestApp({
      routes: () => [],
      pages: [
        (fastify) => {
          for (const path of ['/page', '/operator/']) fastify.get(path, async (_request, reply) => reply.type('text/html').send('<p>'));
        },
      ],
      settings: { publicUrl: `https://${PAY}`, operatorUrl: `https://${OPERATOR}`, trustedProxies: ['127.0.0.1/32'], demo: false },
    });
    await trusting.fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => trusting.close());

  it.each([
    [PAY, OPERATOR, '/operator/', 421],
    [PAY, `${PAY}, ${OPERATOR}`, '/operator/', 421],
    [PAY, OPERATOR, '/page', 200],
    [PAY, 'evil.example', '/page', 200],
    [OPERATOR, PAY, '/page', 421],
    [OPERATOR, PAY, '/operator/', 200],
    // The line in absolute form is what was asked.
    [OPERATOR, OPERATOR, `http://${PAY}/operator/`, 421],
    [PAY, PAY, `http://${OPERATOR}/operator/`, 200],
    // A proxy that asks by the address of this server says by the header what it was asked.
    ['127.0.0.1:3000', OPERATOR, '/operator/', 200],
    ['127.0.0.1:3000', PAY, '/operator/', 421],
    ['purser.internal', PAY, '/page', 200],
    ['purser.internal', 'evil.example', '/page', 421],
  ])('asked for %s, said to be %s, %s is answered %i', async (host, forwarded, path, status) => {
    const { port: at } = trusting.fastify.server.address() as AddressInfo;
    expect(await ask(path, { host, 'x-forwarded-host': forwarded }, at)).toMatchObject({ status });
  });
});

describe('metrics', () => {
  it('are for whoever has the token', async () => {
    const host = 'pay.example.com';
    for (const authorization of [
      '',
      'Bearer ',
      'Bearer a-token-of-the-operato',
      'a-token-of-the-operator',
      'bearer a-token-of-the-operator',
    ]) {
      expect(await ask('/metrics', { host, authorization })).toMatchObject({ status: 404 });
    }
    const right = await ask('/metrics', { host, authorization: 'Bearer a-token-of-the-operator' });
    expect([right.status, right.body]).toEqual([200, expect.stringContaining('purser_connections')]);
  });

  it('are for nobody without one, and for a demo, which listens on loopback only', async () => {
    for (const [demo, status] of [
      [false, 404],
      [true, 200],
    ] as const) {
      const other = await createTestApp({ routes: () => [], settings: { demo } });
      expect((await other.fastify.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(status);
      await other.close();
    }
  });
});

it('a page may send its forms to ourselves only, has one policy of Trusted Types, and is embedded by nobody', async () => {
  const { headers } = await app.fastify.inject({ method: 'GET', url: '/page' });
  const rules = String(headers['content-security-policy']).split('; ');
  for (const rule of ["form-action 'self'", 'trusted-types default', "require-trusted-types-for 'script'", "frame-ancestors 'none'"]) {
    expect(rules).toContain(rule);
  }
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect((await app.fastify.inject({ method: 'GET', url: '/healthy' })).headers['cross-origin-resource-policy']).toBe('cross-origin');
});

it('over TLS our cookies bear the prefix that keeps neighbouring hosts from setting them', () => {
  expect(ownCookieName('purser_wallet', 'https://pay.example.com')).toBe('__Host-purser_wallet');
  expect(ownCookieName('purser_wallet', 'http://localhost:3000')).toBe('purser_wallet');
});
