import { openApiDocument } from '@purser/contract/openapi';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocsPages } from './api-docs-pages.ts';
import { consolePages } from './console-pages.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-console-'));
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'outside');
  await writeFile(join(folder, 'dist', 'index.html'), '<script nonce="{{CSP_NONCE}}"></script><style nonce="{{CSP_NONCE}}"></style>');
  await writeFile(join(folder, 'dist', 'assets', 'main-1a2b.js'), 'console.log(1)');
  await mkdir(join(folder, 'dist', 'sdk'));
  await writeFile(join(folder, 'dist', 'sdk', 'integrate.md'), '# Integrate');
  await writeFile(join(folder, 'dist', 'sdk', 'purser-client-0.1.0-1a2b.tgz'), 'archive');
  app = await createTestApp({ routes: () => [], pages: [apiDocsPages, consolePages(join(folder, 'dist'))] });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, method: 'GET' | 'POST' | 'PUT' = 'GET') => app.fastify.inject({ method, url, headers: { language: 'en' } });

describe('the console', () => {
  it.each(['/', '/Login', '/payment/InstrumentPanel', '/any/path?with=a.query', '/.git/config'])(
    '%s is its page, with a nonce of its own',
    async (url) => {
      const [first, second] = [await get(url), await get(url)];
      expect(first.statusCode).toBe(200);
      expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(first.headers['cache-control']).toBe('no-cache');
      const nonces = [first, second].map(({ body, headers }) => {
        const [nonce = '', ...others] = new Set([...body.matchAll(/nonce="([^"]+)"/g)].map(([, value]) => value ?? ''));
        expect(others).toEqual([]);
        expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
        return nonce;
      });
      expect(nonces[0]).not.toBe(nonces[1]);
    },
  );

  it('serves its files for ever, because their names change with their content', async () => {
    const { statusCode, headers, body } = await get('/assets/main-1a2b.js');
    expect([statusCode, headers['cache-control'], body]).toEqual([200, 'public, max-age=31536000, immutable', 'console.log(1)']);
  });

  it('is served as it is now after it was built anew', async () => {
    await writeFile(join(folder, 'dist', 'index.html'), 'built anew');
    expect((await get('/')).body).toBe('built anew');
  });

  it.each(['/assets/main-0000.js', '/assets/', '/sdk/', '/favicon.png', '/.env', '/v1/merchant/none', '/v2/none'])(
    '%s is not found, in an envelope',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.json<object>()]).toEqual([
        404,
        expect.objectContaining({ code: 404, msg: 'not_found', detail: 'Not found' }),
      ]);
    },
  );

  it.each(['/sdk/purser-client-0.1.0.tgz', '/sdk/purser-client-0.1.0-0000.tgz?from=a.lock', '/sdk/%2e%2e.tgz'])(
    '%s says where the SDK is that is served, and does not lead there by itself',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['location'], headers['cache-control']]).toEqual([404, undefined, 'no-store']);
      const { msg, detail, error } = JSON.parse(body) as Record<string, unknown>;
      expect(msg).toBe('not_found');
      expect(detail).toContain('/sdk/purser-client-0.1.0-1a2b.tgz');
      expect(error).toBe(detail);
    },
  );

  it('no other method finds a page', async () => {
    expect((await get('/Login', 'POST')).statusCode).toBe(404);
    expect((await get('/', 'PUT')).statusCode).toBe(404);
  });

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/%2e%2e%5c%2e%2e%5csecret.txt', '//secret.txt'])(
    '%s leads nowhere outside',
    async (url) => {
      expect((await get(url)).body).not.toContain('outside');
    },
  );
});

describe('every page', () => {
  it('may run its own scripts only, be framed by nobody, and hand no markup to a script', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|script-src[^;]*\*/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('is kept to TLS where the public address is', async () => {
    const secure = await createTestApp({ routes: () => [], settings: { publicUrl: 'https://pay.example.com' } });
    try {
      expect((await secure.fastify.inject('/healthy')).headers['strict-transport-security']).toContain('max-age=');
    } finally {
      await secure.close();
    }
  });
});

describe('health', () => {
  it('/healthy is plain and may be asked from anywhere; /ready asks the database', async () => {
    const healthy = await get('/healthy');
    expect([healthy.statusCode, healthy.body, healthy.headers['access-control-allow-origin']]).toEqual([200, 'ok', '*']);
    const ready = await get('/ready');
    expect([ready.statusCode, ready.body]).toEqual([200, 'ready']);
  });

  it('/ready says that the programs log in as the owner of the tables, and is ready', async () => {
    const asOwner = await createTestApp({
      routes: () => [],
      settings: { databaseUrl: app.ownerUrl, masterKey: app.platform.settings.masterKey },
    });
    try {
      const ready = await asOwner.fastify.inject('/ready');
      expect([ready.statusCode, ready.body]).toEqual([
        200,
        expect.stringMatching(/^ready; DATABASE_URL logs in as the owner of the tables/),
      ]);
    } finally {
      await asOwner.close();
    }
  });
});

describe('the documentation', () => {
  it('is a page at /docs and a document at /openapi.json', async () => {
    expect((await get('/docs')).statusCode).toBe(200);
    expect((await get('/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(openApiDocument('http://localhost:8080'))));
    const docs = await get('/docs');
    expect(String(docs.headers['content-security-policy'])).toContain("default-src 'self'");
    expect(docs.body).toContain('<title>Purser API</title>');
    expect(docs.body).toContain('name="viewport"');
    expect(docs.body).not.toMatch(/favicon-\d+x\d+\.png/);
  });
});
