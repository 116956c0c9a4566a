import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staffSession } from '@purser/contract/features/staff';
import { accountDetail } from '@purser/contract/features/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from './features.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { consolePages } from '../platform/http/console-pages.ts';
import { operatorPages } from '../platform/http/operator-pages.ts';
import { OPERATOR_COOKIE } from '../platform/http/operator-cookie.ts';

let folder: string;
const apps: TestApp[] = [];
const start = async (settings: object): Promise<TestApp> => {
  const pages = [operatorPages(join(folder, 'operator')), consolePages(join(folder, 'console'))];
  const app = await createTestApp({ routes: allRoutes, pages, settings });
  apps.push(app);
  return app;
};
const get = (app: TestApp, host: string, url: string) => app.fastify.inject({ url, headers: { host } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-operator-'));
  for (const name of ['operator', 'console']) {
    await mkdir(join(folder, name, 'assets'), { recursive: true });
    await writeFile(join(folder, name, 'index.html'), `<script nonce="{{CSP_NONCE}}">${name}</script>`);
    await writeFile(join(folder, name, 'assets', 'app.js'), `"${name}"`);
  }
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await rm(folder, { recursive: true });
});

describe('the operator console', () => {
  it('is one page for every path below /operator, with a nonce of its own, and files that are kept', async () => {
    const app = await start({});
    for (const url of ['/operator', '/operator/', '/operator/merchants/10000001?a=b.js']) {
      const { statusCode, body, headers } = await get(app, 'localhost', url);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
      const [, nonce] = /nonce="([^"]{20,})">operator/.exec(body) ?? [];
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    }
    const file = await get(app, 'localhost', '/operator/assets/app.js');
    expect([file.body, file.headers['cache-control']]).toEqual(['"operator"', 'public, max-age=31536000, immutable']);
    for (const url of ['/operator/assets/gone.js', '/operator/index.css']) expect((await get(app, 'localhost', url)).statusCode).toBe(404);
    expect((await app.fastify.inject({ method: 'POST', url: '/operator/x' })).statusCode).toBe(404);
    expect((await get(app, 'localhost', '/operators')).body).toContain('console');
  });

  it('is not there while it is not built', async () => {
    const app = await createTestApp({
      routes: allRoutes,
      pages: [operatorPages(join(folder, 'none')), consolePages(join(folder, 'console'))],
    });
    apps.push(app);
    expect((await get(app, 'localhost', '/operator/')).statusCode).toBe(404);
  });
});

describe('with a host of its own', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start({ publicUrl: 'https://pay.example.com', operatorUrl: 'https://staff.example.com', demo: false });
  });

  it('pages and calls of staff are answered there and nowhere else, however the path is written', async () => {
    for (const host of ['pay.example.com', 'localhost', '127.0.0.1', 'a.staff.example.com']) {
      for (const url of ['/operator', '/operator/', '/operator/assets/app.js', '/%6fperator/', '/operator/a/%2e%2e/b']) {
        expect((await get(app, host, url)).statusCode, `${host} ${url}`).toBe(421);
      }
      for (const url of [staffSession.path, '/v1/%6fperator/session']) {
        expect((await app.fastify.inject({ method: 'POST', url, headers: { host }, payload: {} })).statusCode, `${host} ${url}`).toBe(421);
      }
    }
    expect((await get(app, 'staff.example.com', '/operator/')).body).toContain('operator');
    expect((await get(app, 'STAFF.example.com:443', '/operator/assets/app.js')).body).toBe('"operator"');
    const answer = await app.fastify.inject({
      method: 'POST',
      url: staffSession.path,
      headers: { host: 'staff.example.com' },
      payload: {},
    });
    expect(answer.statusCode).toBe(401);
  });

  it('nothing else is answered there, but for those who watch over the processes', async () => {
    for (const url of ['/', '/Login', '/assets/app.js', '/wallet'])
      expect((await get(app, 'staff.example.com', url)).statusCode, url).toBe(421);
    const { path } = accountDetail;
    const merchant = await app.fastify.inject({ method: 'POST', url: path, headers: { host: 'staff.example.com' }, payload: {} });
    expect(merchant.statusCode).toBe(421);
    for (const url of ['/healthy', '/ready']) expect((await get(app, 'staff.example.com', url)).statusCode, url).toBe(200);
    expect((await get(app, 'pay.example.com', '/Login')).body).toContain('console');
  });

  it('the session is a cookie that only this host may set', async () => {
    const { token } = await makeStaff(app, 'admin');
    const ask = (cookie: string) =>
      app.fastify.inject({ method: 'POST', url: staffSession.path, headers: { host: 'staff.example.com', cookie }, payload: {} });
    expect((await ask(`__Host-${OPERATOR_COOKIE}=${token}`)).statusCode).toBe(200);
    expect((await ask(`${OPERATOR_COOKIE}=${token}`)).statusCode).toBe(401);
  });
});

it('calls of staff wait for a login of their own, and nothing else does', async () => {
  const app = await start({});
  // The application's login may not take on the role of staff.
  const { databaseUrl } = app.platform.settings;
  const without = await createTestApp({ routes: allRoutes, settings: { operatorDatabaseUrl: databaseUrl } });
  apps.push(without);
  expect(await without.call(staffSession, {}, { staffToken: 'x'.repeat(43) })).toMatchObject({ status: 503, msg: 'not_ready' });
  expect((await get(without, 'localhost', '/ready')).body).toMatch(/^ready; there is no operator console: .*PURSER_OPERATOR_DATABASE_URL/);
});
