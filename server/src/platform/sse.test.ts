import { call } from '@purser/contract/call';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoute } from './route.ts';
import { type EventStream, openEventStream } from './sse.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { eventually } from './testing/eventually.ts';

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
    routes: () => [
      publicRoute(events, async (_input, { reply }) => {
        stream = openEventStream(reply, () => (closed += 1));
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
  lazy.write(`GET ${events.path} HTTP/1.1\r\nhost: x\r\n\r\n`);
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
