import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { expect, test } from 'vitest';
import { createTransport, NoAnswer } from './transport.ts';

const read = { ...assetFlowQuery, path: '/v1/read' };
const write = { ...read, path: '/v1/write', write: true, keyed: true };
const get = { ...read, path: '/v1/get', method: 'GET' as const };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function transportWith(answer: (init: RequestInit) => Promise<Response> | Response, timeoutMs?: number) {
  const sent: Sent[] = [];
  const transport = createTransport({
    host: () => 'https://api.example',
    headers: () => ({ Authorization: 'token-1', 'Accept-Language': 'vi', Language: 'vi' }),
    timeoutMs,
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return answer(init);
    },
  });
  return { transport, sent, headers: () => sent.at(-1)?.init.headers as Record<string, string> };
}

const enveloped = () => Response.json({ code: 200, msg: 'ok', detail: 'Operation successful', data: { a: 1 }, request_id: 'r' });

test('posts JSON with the token and the languages', async () => {
  const { transport, sent, headers } = transportWith(enveloped);
  const reply = await transport.exchange(read, { page: 2 });
  expect(reply.data).toEqual({ a: 1 });
  expect(sent[0]?.url).toBe('https://api.example/v1/read');
  expect(sent[0]?.init.body).toBe('{"page":2}');
  expect(headers()).toEqual({ Authorization: 'token-1', 'Accept-Language': 'vi', Language: 'vi', 'Content-Type': 'application/json' });
});

test('takes cookies along only where the session is one', async () => {
  const sent: unknown[] = [];
  const transport = (withCookies?: () => boolean) =>
    createTransport({
      host: () => '',
      headers: () => ({}),
      withCookies,
      fetch: async (_url, init) => {
        sent.push(init?.credentials);
        return enveloped();
      },
    });
  await transport().exchange(read, {});
  await transport(() => true).exchange(read, {});
  expect(sent).toEqual(['omit', 'same-origin']);
});

test('a write carries an idempotency key: its own each time, or the one it is given', async () => {
  const { transport, headers } = transportWith(enveloped);
  await transport.exchange(write, { page: 1 });
  const first = headers()['idempotency-key'];
  await transport.exchange(write, { page: 1 });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(headers()['idempotency-key']).not.toBe(first);
  await transport.exchange(write, { page: 1 }, { idempotencyKey: 'mine' });
  expect(headers()['idempotency-key']).toBe('mine');
  await transport.exchange({ ...write, keyed: false }, { page: 1 });
  expect(headers()).not.toHaveProperty('idempotency-key');
});

test('a GET call travels in the query, without a body', async () => {
  const { transport, sent } = transportWith(enveloped);
  await transport.exchange(get, { page: 3 });
  expect(sent[0]?.url).toBe('https://api.example/v1/get?page=3');
  expect(sent[0]?.init.body).toBeUndefined();
});

test('a body without a code is handed back as it is', async () => {
  const { transport } = transportWith(() => Response.json({ hosts: [] }));
  expect(await transport.exchange(read, { page: 1 })).toEqual({ http: 200, envelope: undefined, data: { hosts: [] } });
});

test('tells a lost network, a timeout and an unreadable answer apart', async () => {
  const reasonOf = (error: unknown) => (error instanceof NoAnswer ? error.reason : error);
  const lost = transportWith(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await lost.transport.exchange(read, { page: 1 }).catch(reasonOf)).toBe('network');

  const never = (init: RequestInit) =>
    new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  expect(await transportWith(never, 5).transport.exchange(read, { page: 1 }).catch(reasonOf)).toBe('timeout');

  // The head of an answer has come, and the rest of it never does.
  const stalls = ({ signal }: RequestInit) =>
    new Response(new ReadableStream({ start: (body) => signal?.addEventListener('abort', () => body.error(signal.reason)) }));
  expect(await transportWith(stalls, 5).transport.exchange(read, { page: 1 }).catch(reasonOf)).toBe('timeout');

  // Which host to send to is not known in time.
  const hostless = createTransport({
    host: () => new Promise<string>(() => {}),
    headers: () => ({}),
    timeoutMs: 5,
    fetch: enveloped as never,
  });
  expect(await hostless.exchange(read, { page: 1 }).catch(reasonOf)).toBe('timeout');

  const garbled = transportWith(() => new Response('<html>'));
  expect(await garbled.transport.exchange(read, { page: 1 }).catch(reasonOf)).toBe('unreadable');

  // What stands before a server that is down or busy answers by itself.
  for (const status of [502, 503, 504])
    for (const body of ['<h1>Busy</h1>', '{}']) {
      const away = transportWith(() => new Response(body, { status }));
      expect(await away.transport.exchange(read, { page: 1 }).catch(reasonOf)).toBe('unavailable');
    }
});

test('whoever cancels gets the cancellation, not a failure of the network', async () => {
  const cancel = new AbortController();
  const { transport } = transportWith((init) => {
    cancel.abort();
    return Promise.reject(init.signal?.reason as Error);
  });
  const error: unknown = await transport.exchange(read, { page: 1 }, { signal: cancel.signal }).catch((reason: unknown) => reason);
  expect(error).not.toBeInstanceOf(NoAnswer);
  expect((error as Error).name).toBe('AbortError');
});
