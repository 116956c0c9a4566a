import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coinList } from '@purser/contract/features/coin';
import { merchantSetUp, merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffSession } from '@purser/contract/features/staff';
import { coinRoutes } from '../features/coin/routes.ts';
import { merchantSetUpRoutes } from '../features/merchant-set-up/routes.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { consolePages } from '../platform/http/console-pages.ts';
import type { Platform } from '../platform/platform.ts';

const [FIRST, SECOND, STRANGER] = ['https://api-1.example.com', 'https://api-2.example.com:8443', 'https://elsewhere.example'];
let folder: string;
let app: TestApp;
let alone: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-hosts-'));
  await writeFile(join(folder, 'index.html'), 'the console');
  const pages = [consolePages(folder)];
  const routes = (platform: Platform) => [...coinRoutes(platform), ...merchantSetUpRoutes(platform)];
  app = await createTestApp({ routes, pages, settings: { apiHosts: [FIRST, SECOND] } });
  alone = await createTestApp({ routes: coinRoutes, pages });
});
afterAll(async () => {
  await app.close();
  await alone.close();
  await rm(folder, { recursive: true });
});

const asked = (of: TestApp, method: 'GET' | 'POST' | 'OPTIONS', url: string, origin?: string) =>
  of.fastify.inject({ method, url, headers: { ...(origin && { origin }) }, ...(method === 'POST' && { payload: {} }) });

it('tells the console which hosts there are, and lets its pages reach these and no others', async () => {
  const config = await asked(app, 'GET', '/config.json');
  expect([config.json<object>(), config.headers['cache-control']]).toEqual([{ hosts: [FIRST, SECOND] }, 'no-store']);
  const policy = String((await asked(app, 'GET', '/Login')).headers['content-security-policy']);
  expect(policy).toContain(`connect-src 'self' ${FIRST} ${SECOND};`);
});

it('has its own host alone where none is configured', async () => {
  expect((await asked(alone, 'GET', '/config.json')).json<object>()).toEqual({ hosts: [''] });
  expect(String((await asked(alone, 'GET', '/Login')).headers['content-security-policy'])).toContain("connect-src 'self';");
  expect((await asked(alone, 'POST', coinList.path, FIRST)).headers).not.toHaveProperty('access-control-allow-origin');
});

it('answers a call from the pages of a configured host, and tells a browser so before', async () => {
  const before = await asked(app, 'OPTIONS', coinList.path, SECOND);
  expect(before.statusCode).toBe(204);
  expect(before.headers).toMatchObject({ 'access-control-allow-origin': SECOND, 'access-control-allow-methods': 'GET, POST' });
  expect(String(before.headers['access-control-allow-headers'])).toContain('authorization');
  const answer = await asked(app, 'POST', coinList.path, SECOND);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': SECOND, vary: 'Origin' });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});

it.each([merchantSetUpLook.path, merchantSetUp.path])(
  'a link of an invitation is used from the pages of any of its hosts, and no others: %s',
  async (url) => {
    // The page of the link is there on each of them, and may reach the others.
    const page = await asked(app, 'GET', '/SetUp');
    expect(page.body).toBe('the console');
    expect(String(page.headers['content-security-policy'])).toContain(`connect-src 'self' ${FIRST} ${SECOND};`);
    for (const origin of [FIRST, SECOND, app.platform.settings.publicUrl]) {
      expect((await asked(app, 'OPTIONS', url, origin)).statusCode).toBe(204);
      expect((await asked(app, 'POST', url, origin)).headers).toMatchObject({ 'access-control-allow-origin': origin });
    }
    expect((await asked(app, 'OPTIONS', url, STRANGER)).statusCode).not.toBe(204);
    expect((await asked(app, 'POST', url, STRANGER)).headers).not.toHaveProperty('access-control-allow-origin');
  },
);

it.each([
  [coinList.path, STRANGER],
  [coinList.path, undefined],
  ['/v1/operator/auth/session', FIRST],
  ['/v1/%6fperator/auth/session', FIRST],
  [staffSession.path.replace('operator', '%6fperator'), FIRST],
  ['/Login', FIRST],
])('%s from %s may be read by no other page', async (url, origin) => {
  for (const method of ['OPTIONS', 'POST'] as const) {
    const { statusCode, headers } = await asked(app, method, url, origin);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    if (method === 'OPTIONS') expect(statusCode).not.toBe(204);
  }
});
