import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { eventually } from '../platform/testing/eventually.ts';

/** What anybody can send without a login, against an api process that has little of everything. */

let database: TestDatabase;
const started: ChildProcess[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => database.drop());

interface Api {
  readonly port: number;
  readonly child: ChildProcess;
}

/** The program alone takes some 55 MB of its heap, of which a few are what turns TypeScript into JavaScript. */
async function startApi({ descriptors = 1024, heapMb = 256 }): Promise<Api> {
  const program = join(import.meta.dirname, 'testing/bare-api.ts');
  const child = spawn('sh', ['-c', `ulimit -n ${descriptors}; exec "$0" --max-old-space-size=${heapMb} "$1"`, process.execPath, program], {
    env: { PATH: process.env['PATH'] ?? '', TEST_URL: database.appUrl, TEST_KEY: randomBytes(32).toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
  return { child, port: Number(line.toString()) };
}

function hold(port: number, from: string, text = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  if (text !== '') socket.write(text);
  sockets.push(socket);
  return socket;
}

/** Asked over a connection of its own: those that `fetch` keeps may be ones that the api is just closing. */
async function isReady({ port }: Api): Promise<number | undefined> {
  const [answer] = (await once(get({ host: '127.0.0.1', port, path: '/ready', agent: false }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('an api process', () => {
  it('with 160 descriptors goes on under 600 idle sockets of one address and of many', async () => {
    const api = await startApi({ descriptors: 160 });
    for (let n = 0; n < 300; n += 1) hold(api.port, '127.0.0.2');
    await eventually(async () => expect(await isReady(api)).toBe(200));
    for (let n = 0; n < 300; n += 1) hold(api.port, `127.0.1.${1 + (n % 250)}`);
    expect(api.child.exitCode).toBeNull();
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(async () => expect(await isReady(api)).toBe(200));
    expect(api.child.exitCode).toBeNull();
  });

  it('with a heap of 80 MB, of which the program takes most, does not mind 40 anonymous bodies of a mebibyte at once, nor deep ones', async () => {
    const api = await startApi({ heapMb: 80 });
    const bodies = ['['.repeat(1_048_576), JSON.stringify({ text: 'x'.repeat(1_048_000) }), '{"a":'.repeat(200_000)];
    const paths = ['/v1/merchant/transfer/add', '/v1/open/order/create', '/v1/merchant/auth/login', '/v1/checkout/pay'];
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          fetch(`http://127.0.0.1:${api.port}${paths[index % paths.length]}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: bodies[index % bodies.length] as string,
          }).then(
            ({ status }) => status,
            // The answer may come, and the connection end, before all of the body was sent.
            () => 'cut',
          ),
        ),
      );
      for (const answer of answers) expect([401, 413, 'cut']).toContain(answer);
      expect(await isReady(api)).toBe(200);
    }
    expect(api.child.exitCode).toBeNull();
  });

  it('lives through what is no HTTP at all', async () => {
    const api = await startApi({});
    for (const text of [
      '\0'.repeat(70_000),
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(20_000)}`,
      'PRI * HTTP/2.0\r\n\r\n',
      'GET //? HTTP/1.1\r\nhost: a\r\n\r\n',
      'GET /\\? HTTP/1.1\r\nhost: a\r\n\r\n',
    ]) {
      hold(api.port, '127.0.0.1', text);
    }
    await eventually(async () => expect(await isReady(api)).toBe(200));
    expect(api.child.exitCode).toBeNull();
  });
});
