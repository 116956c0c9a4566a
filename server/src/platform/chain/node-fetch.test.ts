import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { faultIn, MOST_ANSWER_BYTES } from './node-fetch.ts';
import { sendToNodes } from './node-headers.ts';
import { providersOf } from './providers.ts';
import { tronProvidersOf } from './tron-node.ts';

const SECRET = 'k3y-0f-the-provider';
const servers: Server[] = [];
afterEach(async () => {
  sendToNodes(new Map());
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(
  answers: RequestListener,
): Promise<{ readonly url: string; readonly host: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answers(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/v3/p4th-key`, host, asked };
}
const answer =
  (body: object, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
const chainOne = answer({ jsonrpc: '2.0', id: 1, result: '0x1' });
/** Sends again and again until it is broken off; says how much went out. */
function endless(chunk: Buffer, pauseMs = 0): { readonly says: RequestListener; sent: number; broken: boolean } {
  const one = {
    sent: 0,
    broken: false,
    says: ((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const go = (): void => {
        if (response.destroyed) return;
        one.sent += chunk.byteLength;
        const goesOn = response.write(chunk);
        if (pauseMs > 0) setTimeout(go, pauseMs);
        else if (goesOn) setImmediate(go);
        else response.once('drain', go);
      };
      response.on('close', () => {
        one.broken = true;
      });
      go();
    }) as RequestListener,
  };
  return one;
}
function providerAt(url: string, timeoutMs = 5_000) {
  const [provider] = providersOf([url], { timeoutMs });
  if (!provider) throw new Error('one endpoint is one provider');
  return provider;
}
const keyFor = (host: string, name = 'TRON-PRO-API-KEY', value = SECRET) => sendToNodes(new Map([[host, new Map([[name, value]])]]));
const failure = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  );
/** Everything that a log could write of an error. */
const toldOf = (error: unknown): string =>
  inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error) + String((error as Error).stack);

describe('a header for nodes', () => {
  it('is sent to the node of its host, by JSON-RPC and by the HTTP API of TRON, and to no other', async () => {
    const [one, other] = [await serve(chainOne), await serve(chainOne)];
    keyFor(one.host);
    expect(await providerAt(one.url).client.getChainId()).toBe(1);
    expect(await providerAt(other.url).client.getChainId()).toBe(1);
    expect(one.asked.map(({ url, headers }) => [url, headers['tron-pro-api-key'], headers['content-type']])).toEqual([
      ['/v3/p4th-key', SECRET, 'application/json'],
    ]);
    expect(other.asked.map(({ headers }) => headers['tron-pro-api-key'])).toEqual([undefined]);
    const tron = await serve(answer({ balance: 1 }));
    keyFor(tron.host, 'Authorization', `Bearer ${SECRET}`);
    const [provider] = tronProvidersOf([`http://${tron.host}/jsonrpc`]);
    await provider?.node.meansOf('0x0000000000000000000000000000000000000001');
    expect(tron.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`]);
  });

  it.each([301, 302, 303, 307, 308])('is not sent on where the node redirects by %i', async (status) => {
    const other = await serve(chainOne);
    const one = await serve((_, response) => {
      response.writeHead(status, { location: other.url });
      response.end();
    });
    keyFor(one.host);
    const error = await failure(providerAt(one.url).client.getChainId());
    expect(faultIn(error)?.message).toBe(`${one.host} redirects to another address, which is not followed`);
    expect(other.asked).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['a refusal', answer({ error: `the key ${SECRET} is not known` }, 401)],
    ['an error of JSON-RPC', answer({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: `the key ${SECRET} has no credit` } })],
    ['words that are no answer', (_, response) => response.end(`hello ${SECRET}`)],
    [
      'the headers of an answer',
      (_, response) => {
        response.writeHead(500, `no ${SECRET}`, { 'x-key': SECRET });
        response.end();
      },
    ],
    ['an answer that is broken off', (_, response) => response.destroy()],
    ['an answer that is too large', endless(Buffer.alloc(1_000_000, SECRET)).says],
  ])('is in no error, though the node says it in %s; nor is the path of the node', async (_, says) => {
    const one = await serve(says);
    keyFor(one.host, 'Authorization', `Bearer ${SECRET}`);
    const error = await failure(providerAt(one.url).client.getChainId());
    expect(error).toBeInstanceOf(Error);
    expect(toldOf(error)).not.toContain(SECRET);
    expect(toldOf(error)).not.toContain('p4th-key');
    // That the address alone is told shows that something is.
    expect(toldOf(error)).toContain(one.host);
  });
});

describe('an answer of a node', () => {
  it('that does not end is broken off, and told as the fault of that node', async () => {
    const body = endless(Buffer.alloc(64 * 1024, ' '));
    const one = await serve(body.says);
    const error = await failure(providerAt(one.url, 60_000).client.getChainId());
    expect(faultIn(error)).toMatchObject({ what: 'answer_too_large', node: one.host });
    await expect.poll(() => body.broken).toBe(true);
    // What lies between the two, in the buffers of either side, is beyond the bound.
    expect(body.sent).toBeLessThan(3 * MOST_ANSWER_BYTES);
    const [tron] = tronProvidersOf([`http://${one.host}/jsonrpc`], { timeoutMs: 60_000 });
    expect(faultIn(await failure(tron?.node.newest('wallet') ?? Promise.resolve()))).toMatchObject({ what: 'answer_too_large' });
  });

  it('that says beforehand to be too large is not read', async () => {
    const one = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(MOST_ANSWER_BYTES + 1) });
      response.write('{');
    });
    expect(faultIn(await failure(providerAt(one.url).client.getChainId()))).toMatchObject({ what: 'answer_too_large' });
  });

  it('that is as large as it may be is read', async () => {
    const said = JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' });
    const one = await serve((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(said + ' '.repeat(MOST_ANSWER_BYTES - said.length));
    });
    expect(await providerAt(one.url).client.getChainId()).toBe(1);
  });

  it('that comes a little at a time has no longer than any other', async () => {
    const body = endless(Buffer.from(' '), 20);
    const one = await serve(body.says);
    await expect(providerAt(one.url, 300).client.getChainId()).rejects.toThrow('took too long');
    await expect.poll(() => body.broken).toBe(true);
  });
});
