import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a node behaves: as it should, or refusing, or with an error, saying the key that it was sent. */
export type Bad = 'well' | 'refuses' | 'says_error' | 'breaks_off' | 'redirects' | 'endless' | 'endless_logs';

export interface BadNode {
  readonly url: string;
  readonly host: string;
  /** How many questions came with a key, and without. */
  readonly sent: number;
  readonly sentWithout: number;
  /** Of how many blocks the logs were asked for at once, as they were asked. */
  readonly ranges: number[];
  is(how: Bad): void;
  stop(): Promise<void>;
}

const CHUNK = Buffer.alloc(256 * 1024, '[');

/** A node that passes everything on to another one while it is well. */
export async function startBadNode(url: string): Promise<BadNode> {
  let how: Bad = 'well';
  let [sent, sentWithout] = [0, 0];
  const ranges: number[] = [];
  const server = createServer(async (request, response) => {
    const key = request.headers['tron-pro-api-key'];
    if (key === undefined) sentWithout += 1;
    else sent += 1;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params?: [{ fromBlock?: string; toBlock?: string }] };
    const { fromBlock, toBlock } = (method === 'eth_getLogs' && params?.[0]) || {};
    if (fromBlock && toBlock) ranges.push(Number(toBlock) - Number(fromBlock) + 1);
    response.setHeader('content-type', 'application/json');
    const endless = (): void => {
      if (response.destroyed) return;
      if (response.write(CHUNK)) setImmediate(endless);
      else response.once('drain', endless);
    };
    if (how === 'refuses') response.writeHead(401).end(JSON.stringify({ error: `the key ${key} is not known` }));
    else if (how === 'breaks_off') response.destroy();
    else if (how === 'redirects') response.writeHead(307, { location: url }).end();
    else if (how === 'endless' || (how === 'endless_logs' && fromBlock)) endless();
    else if (how === 'says_error' && method === 'eth_getLogs')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_005, message: `${key} asks for too much` } }));
    else {
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      response.end(await answer.text());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    get sent() {
      return sent;
    },
    get sentWithout() {
      return sentWithout;
    },
    ranges,
    is: (next) => {
      how = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
