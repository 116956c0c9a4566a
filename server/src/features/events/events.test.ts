import { logout } from '@purser/contract/features/auth';
import { merchantEvents, merchantEventsSeen, type MerchantTopic } from '@purser/contract/features/events';
import { request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { announce } from '../../platform/streams/hub.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, signIn, type TestMerchant } from '../../platform/testing/parties.ts';
import { accountRoutes } from '../account/routes.ts';
import { authRoutes } from '../auth/routes.ts';
import { eventsRoutes } from './routes.ts';
import { endMaintenance, startMaintenance } from '../../platform/testing/maintenance.ts';
import { eventually } from '../../platform/testing/eventually.ts';

let app: TestApp;
let merchant: TestMerchant;
let port: number;
const opened: AbortController[] = [];

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...eventsRoutes(platform, { sessionCheckedEveryMs: 100 }), ...accountRoutes(platform), ...authRoutes(platform)],
  });
  merchant = await makeMerchant(app);
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (app.fastify.server.address() as AddressInfo).port;
});
afterEach(() => opened.splice(0).forEach((stream) => stream.abort()));
afterAll(() => app.close());

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  text: string;
  ended: boolean;
}

async function open(token: string): Promise<Stream> {
  const abort = new AbortController();
  opened.push(abort);
  const response = await fetch(`http://127.0.0.1:${port}${merchantEvents.path}`, {
    headers: { authorization: token },
    signal: abort.signal,
  });
  const stream: Stream = { status: response.status, headers: response.headers, text: '', ended: false };
  void (async () => {
    try {
      for await (const chunk of response.body ?? []) stream.text += new TextDecoder().decode(chunk);
    } catch {
      // Aborted by the test.
    }
    stream.ended = true;
  })();
  return stream;
}

const tell = (merchantId: number, topics: readonly MerchantTopic[]) =>
  announce(app.platform.db.system, { merchants: [[merchantId, topics]] });
const streams = () => app.platform.streams.count;

describe('the stream of events', () => {
  it('says what changed for its merchant and nothing of others', async () => {
    const stream = await open(merchant.token);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    await tell((await makeMerchant(app)).merchant_id, ['orders']);
    await tell(merchant.merchant_id, ['transfers', 'balances']);
    await eventually(() => expect(stream.text).toContain('event: changed\ndata: {"topics":["transfers","balances"]}\n\n'));
    expect(stream.text.match(/event:/g)).toHaveLength(1);
    expect(stream.text).toContain('retry: 2000\n\n');
  });

  it('says first what changed shortly before, after the page had asked for what it shows', async () => {
    const one = await makeMerchant(app);
    const early = await open(one.token);
    await tell(one.merchant_id, ['transfers', 'balances']);
    await eventually(() => expect(early.text).toContain('event: changed'));
    const late = await open(one.token);
    await eventually(() => expect(late.text).toContain('event: changed\ndata: {"topics":["balances","transfers"]}\n\n'));
    expect(early.text.match(/event:/g)).toHaveLength(1);
  });

  it('unauthenticated in an envelope, like any other call', async () => {
    const stream = await open('');
    expect(stream.status).toBe(401);
    await eventually(() => expect(JSON.parse(stream.text)).toMatchObject({ code: 401, msg: 'unauthenticated' }));
  });

  it('ends soon after a logout', async () => {
    const token = await signIn(app, 'merchant', merchant.merchant_id);
    const stream = await open(token);
    await app.call(logout, {}, { token });
    await eventually(() => expect(stream.ended).toBe(true));
  });

  it('ends soon after its merchant is suspended', async () => {
    const other = await makeMerchant(app);
    const stream = await open(other.token);
    await app.sql("update merchant set status = 'suspended' where merchant_id = $1", [other.merchant_id]);
    await eventually(() => expect(stream.ended).toBe(true));
  });

  it('does not by itself keep the session alive', async () => {
    const other = await makeMerchant(app);
    const stream = await open(other.token);
    await app.sql("update session set last_seen_at = now() - interval '30 minutes' where owner_id = $1", [other.merchant_id]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(stream.ended).toBe(false);
    const [row] = await app.sql("select last_seen_at < now() - interval '29 minutes' as idle from session where owner_id = $1", [
      other.merchant_id,
    ]);
    expect(row).toEqual({ idle: true });
    await app.sql("update session set last_seen_at = now() - interval '61 minutes' where owner_id = $1", [other.merchant_id]);
    await eventually(() => expect(stream.ended).toBe(true));
  });

  it('ends when maintenance begins', async () => {
    const stream = await open(merchant.token);
    await startMaintenance(app);
    try {
      await eventually(() => expect(stream.ended).toBe(true));
    } finally {
      await endMaintenance(app);
    }
  });

  it('leaves no listener behind, however it ended', async () => {
    expect(streams()).toBe(0);
    const all = await Promise.all(Array.from({ length: 20 }, () => open(merchant.token)));
    expect(streams()).toBe(20);
    opened.splice(0, 10).forEach((stream) => stream.abort());
    await eventually(() => expect(streams()).toBe(10));
    app.platform.streams.endAll();
    await eventually(() => expect(streams()).toBe(0));
    expect(app.platform.hub.listeners).toBe(0);
    await eventually(() => expect(all.every(({ ended }) => ended)).toBe(true));
  });

  it('leaves none behind for a client that was gone before it was let in', async () => {
    const find = vi.spyOn(app.platform.sessions, 'find');
    let seen = 0;
    const slow = find.getMockImplementation();
    find.mockImplementation(async (...asked) => {
      seen += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
      find.mockRestore();
      return app.platform.sessions.find(...asked);
    });
    expect(slow).toBeUndefined();
    const request = httpRequest({ port, host: '127.0.0.1', path: merchantEvents.path, headers: { authorization: merchant.token } });
    request.on('error', () => {});
    request.end();
    await eventually(() => expect(seen).toBe(1));
    request.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([streams(), app.platform.hub.listeners]).toEqual([0, 0]);
  });
});

it('seen resets the count of unread events', async () => {
  expect(await app.call(merchantEventsSeen, {}, { token: merchant.token })).toMatchObject({ code: 200, data: null });
  expect(await app.call(merchantEventsSeen, {})).toMatchObject({ code: 401 });
});

it('the server stops although a client holds a connection on which it has said nothing', async () => {
  const other = await createTestApp({ routes: eventsRoutes });
  await other.fastify.listen({ port: 0, host: '127.0.0.1' });
  const silent = connect((other.fastify.server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => silent.once('connect', resolve));
  const before = performance.now();
  await other.close();
  expect(performance.now() - before).toBeLessThan(8_000);
  silent.destroy();
});
