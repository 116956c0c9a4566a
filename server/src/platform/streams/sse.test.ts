import { call } from '@purser/contract/call';
import { USUAL_LIMITS } from '../http/client-connections.ts';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoute } from '../http/route.ts';
import type { EventStream } from './sse.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';

const events = call({
  method: 'GET',
  path: '/v1/test/events',
  caller: 'public',
  answer: 'events',
  summary: 'Events',
  input: z.strictObject({}),
  output: z.unknown(),
});

let app: TestApp;
let stream: EventStream;
let closed = 0;
let port: number;

beforeAll(async () => {
  app = await createTestApp({
    routes: ({ streams }) => [
      publicRoute(events, async (_input, { reply }) => {
        stream = streams.open(reply, { key: 'test', most: 5 }, () => (closed += 1));
        return null;
      }),
    ],
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (app.fastify.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const open = () => fetch(`http://127.0.0.1:${port}${events.path}`);

it('sends events as they come, in UTF-8, one line of data each', async () => {
  const response = await open();
  stream.send('news', { text: 'Hai cốc\n☕', n: 1 });
  stream.end();
  expect(await response.text()).toBe('retry: 2000\n\nevent: news\ndata: {"text":"Hai cốc\\n☕","n":1}\n\n');
});

it('what is sent after the end is dropped, and ends nothing else', async () => {
  const response = await open();
  const before = closed;
  stream.send('a', 1);
  stream.end();
  stream.end();
  stream.send('b', 2);
  expect(await response.text()).not.toContain('event: b');
  stream.send('c', 3);
  await eventually(() => expect(closed).toBe(before + 1));
  stream.send('d', 4);
  stream.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(closed).toBe(before + 1);
});

it('a client that takes nothing in is let go before it costs more than a mebibyte', async () => {
  const before = closed;
  const lazy = connect(port, '127.0.0.1');
  lazy.on('error', () => {});
  lazy.write(`GET ${events.path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await new Promise((resolve) => lazy.once('data', resolve));
  lazy.pause();
  const lazyStream = stream;
  for (let n = 0; n < 400; n += 1) {
    lazyStream.send('much', 'x'.repeat(64_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => expect(closed).toBe(before + 1));
  lazy.destroy();
});

it('one more of an owner than it may have is refused, until one is closed', async () => {
  const aborts: AbortController[] = [];
  const openOne = async () => {
    const abort = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}${events.path}`, { signal: abort.signal });
    if (response.status === 200) aborts.push(abort);
    return response;
  };
  await eventually(() => expect(app.platform.streams.count).toBe(0));
  for (let n = 0; n < 5; n += 1) expect((await openOne()).status).toBe(200);
  const refused = await openOne();
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '10',
    { msg: 'too_many_requests' },
  ]);
  aborts.pop()?.abort();
  await eventually(() => expect(app.platform.streams.count).toBe(4));
  expect((await openOne()).status).toBe(200);
  for (const abort of aborts) abort.abort();
});

it('one address has its share of the streams, and streams half of the connections', async () => {
  const other = await createTestApp({
    settings: { limits: { ...USUAL_LIMITS, connections: 12, streamsPerAddress: 4 } },
    routes: ({ streams }) => [
      publicRoute(events, async (_input, { reply, requestId }) => {
        streams.open(reply, { key: requestId, most: 1 }, () => {});
        return null;
      }),
    ],
  });
  await other.fastify.listen({ port: 0, host: '127.0.0.1' });
  const otherPort = (other.fastify.server.address() as AddressInfo).port;
  const from = (localAddress: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port: otherPort, host: '127.0.0.1', localAddress });
      socket.write(`GET ${events.path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString().slice(9, 12)));
    });
  const answers: string[] = [];
  for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3', '127.0.0.3']) {
    answers.push(await from(address));
  }
  expect(answers).toEqual(['200', '200', '200', '200', '429', '200', '200', '429']);
  await other.close();
});
