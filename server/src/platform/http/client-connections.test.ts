import Fastify from 'fastify';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { affordableLimits, Connections, USUAL_LIMITS, type Timeouts } from './client-connections.ts';
import { Metrics } from '../observe/metrics.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';

const sockets: Socket[] = [];
const servers: Server[] = [];
let app: TestApp | undefined;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  await app?.close();
  app = undefined;
});

async function listen(settings: TestAppOptions['settings']): Promise<number> {
  app = await createTestApp({ routes: () => [], settings: settings ?? {} });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  return (app.fastify.server.address() as AddressInfo).port;
}

/** A server without an app: it answers `/refused` at once, and everything else when it has come whole. What comes to `/upload` is one. */
async function listenPlainly(timeouts?: Timeouts) {
  const connections = new Connections(USUAL_LIMITS, [], {
    log: pino({ level: 'silent' }),
    refused: new Metrics().refusedConnections,
    ...(timeouts && { timeouts }),
  });
  const server = createServer(connections.serverOptions, (request, response) => {
    if (request.url === '/upload') connections.letUpload(request);
    if (request.url === '/refused') return response.end('refused');
    request.resume().once('end', () => response.end('whole'));
  });
  servers.push(server);
  connections.guard(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { connections, server, port: (server.address() as AddressInfo).port };
}

const postHead = (path: string, bytes: number): string => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n\r\n`;

interface Client {
  readonly socket: Socket;
  text: string;
  closed: boolean;
}

function open(port: number, from = '127.0.0.1'): Client {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  const client: Client = { socket, text: '', closed: false };
  socket.on('data', (chunk: Buffer) => (client.text += chunk.toString()));
  socket.on('error', () => {});
  socket.on('close', () => (client.closed = true));
  return client;
}

async function isServed(client: Client): Promise<void> {
  client.socket.write('GET /healthy HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await eventually(() => expect(client.text).toContain('200 OK'));
}

describe('too many connections', () => {
  const limits = { ...USUAL_LIMITS, connections: 20, connectionsPerAddress: 5 };

  it('of one address are closed as they come, and others get through', async () => {
    const port = await listen({ limits });
    const greedy = Array.from({ length: 15 }, () => open(port, '127.0.0.2'));
    await eventually(() => expect(greedy.filter(({ closed }) => closed)).toHaveLength(10));
    await isServed(open(port, '127.0.0.3'));
    const metrics = await app?.fastify.inject({ method: 'GET', url: '/metrics' });
    expect(metrics?.body).toContain('purser_connections_refused_total{reason="address"} 10');
    expect(metrics?.body).toContain('purser_connections 6');
    // A place that is given back is there for the next.
    greedy.find(({ closed }) => !closed)?.socket.destroy();
    await eventually(async () => {
      const again = open(port, '127.0.0.2');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(again.closed).toBe(false);
      again.socket.destroy();
    });
  });

  it('in all are closed as they come, until there is room again', async () => {
    const port = await listen({ limits });
    const crowd = Array.from({ length: 30 }, (_, index) => open(port, `127.0.0.${10 + index}`));
    await eventually(() => expect(crowd.filter(({ closed }) => closed)).toHaveLength(10));
    for (const { socket } of crowd) socket.destroy();
    await eventually(() => expect(app?.platform.connections.open).toBe(0));
    await isServed(open(port));
  });

  it('of a trusted proxy are not counted, as many stand behind it', async () => {
    const port = await listen({ limits, trustedProxies: ['127.0.0.0/29'] });
    const proxy = Array.from({ length: 15 }, () => open(port, '127.0.0.2'));
    await isServed(proxy[14] as Client);
    expect(proxy.some(({ closed }) => closed)).toBe(false);
  });
});

it('the limits keep a quarter of the descriptors, and half of the connections, for others', () => {
  expect(affordableLimits(USUAL_LIMITS, 1_000_000)).toEqual(USUAL_LIMITS);
  expect(affordableLimits(USUAL_LIMITS, 1_024)).toEqual({ connections: 768, connectionsPerAddress: 384, streamsPerAddress: 384 });
  expect(affordableLimits(USUAL_LIMITS, 128)).toEqual({ connections: 64, connectionsPerAddress: 32, streamsPerAddress: 32 });
  expect(affordableLimits(USUAL_LIMITS, 32).connections).toBe(1);
});

describe('who says nothing, or says it slowly', () => {
  const timeouts: Timeouts = { headersMs: 300, requestMs: 900, uploadBytesPerS: 1_000, keepAliveMs: 300, silenceMs: 60_000 };

  it('is let go: without a request, amid the headers, amid the body, and between requests', async () => {
    const port = await listen({ timeouts });
    const [silent, slowHead, slowBody, idle] = [open(port), open(port), open(port), open(port)];
    slowHead.socket.write('GET /healthy HTTP/1.1\r\nhost: localhost\r\n');
    const drip = setInterval(() => slowHead.socket.write('x-a: b\r\n'), 50);
    slowBody.socket.write(
      'POST /v1/test HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":',
    );
    const dripBody = setInterval(() => slowBody.socket.write('1'), 50);
    await isServed(idle);
    try {
      await eventually(() => expect([silent, slowHead, slowBody, idle].map(({ closed }) => closed)).toEqual([true, true, true, true]));
    } finally {
      clearInterval(drip);
      clearInterval(dripBody);
    }
    expect(app?.platform.connections.open).toBe(0);
  });

  it('is let go amid an upload that drips, and heard to its end where the upload comes steadily', async () => {
    // The first kilobyte comes in time also where the machine is busy.
    const { port } = await listenPlainly({ ...timeouts, requestMs: 3_000 });
    const bytes = 1_000_000;
    const begun = (path: string): Client => {
      const client = open(port);
      client.socket.write(postHead(path, bytes));
      return client;
    };
    const usual = open(port);
    usual.socket.write(`${postHead('/', 1)}1`);
    await eventually(() => expect(usual.text).toContain('whole'));
    const [steady, dripping, noUpload, refused] = [begun('/upload'), begun('/upload'), begun('/'), begun('/refused')];
    let sent = 0;
    const pieces = setInterval(() => {
      sent += 1_000;
      for (const { socket } of [steady, noUpload, refused]) socket.write(Buffer.alloc(1_000));
      dripping.socket.write('1');
    }, 20);
    try {
      await eventually(() => expect([dripping.closed, noUpload.closed, refused.closed]).toEqual([true, true, true]));
    } finally {
      clearInterval(pieces);
    }
    steady.socket.write(Buffer.alloc(bytes - sent));
    await eventually(() => expect(steady.text).toContain('whole'));
  });

  it('is let go amid the second of two bodies that came at once', async () => {
    const { port } = await listenPlainly(timeouts);
    const client = open(port);
    client.socket.write(`${postHead('/', 1)}1${postHead('/', 1_000)}`);
    await eventually(() => expect(client.closed).toBe(true));
    expect(client.text).toContain('whole');
  });
});

describe('of bodies that are waited for', () => {
  it('nothing is kept when their client leaves, also where it was answered before', async () => {
    const { connections, port } = await listenPlainly();
    const [amid, refused] = [open(port), open(port)];
    amid.socket.write(postHead('/', 1_000));
    refused.socket.write(postHead('/refused', 1_000));
    await eventually(() => expect(refused.text).toContain('refused'));
    await eventually(() => expect(connections.awaitedBodies).toBe(2));
    amid.socket.destroy();
    refused.socket.destroy();
    await eventually(() => expect(connections.awaitedBodies).toBe(0));
  });

  it('nothing gathers on a connection that stays', async () => {
    const { connections, server, port } = await listenPlainly();
    const listeners: number[] = [];
    server.on('request', ({ socket }: IncomingMessage) => listeners.push(socket.listenerCount('close')));
    const client = open(port);
    for (let count = 1; count <= 12; count += 1) {
      client.socket.write(`${postHead('/', 1)}1`);
      await eventually(() => expect(client.text.split('whole')).toHaveLength(count + 1));
    }
    expect(listeners.at(-1)).toBe(listeners.at(1));
    await eventually(() => expect(connections.awaitedBodies).toBe(0));
    expect(client.closed).toBe(false);
  });
});

it('localhost is listened on at both loopback addresses, with one count for both', async () => {
  const fastify = Fastify();
  fastify.get('/', async () => 'here');
  const connections = new Connections({ ...USUAL_LIMITS, connections: 2 }, [], {
    log: pino({ level: 'silent' }),
    refused: new Metrics().refusedConnections,
  });
  connections.guard(fastify.server);
  await connections.listen(fastify, { host: 'localhost', port: 0 });
  const { port } = fastify.server.address() as AddressInfo;
  const ask = (host: string) => fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } }).then((response) => response.text());
  expect([await ask('127.0.0.1'), await ask('[::1]')]).toEqual(['here', 'here']);
  await eventually(() => expect(connections.open).toBe(0));
  const held = [open(port), open(port)];
  await eventually(() => expect(connections.open).toBe(2));
  await expect(ask('[::1]')).rejects.toThrow();
  for (const { socket } of held) socket.destroy();
  connections.stopListening();
  await fastify.close();
  await expect(ask('[::1]')).rejects.toThrow();
});
