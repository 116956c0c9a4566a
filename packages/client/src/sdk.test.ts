import { createHash, createHmac } from 'node:crypto';
import { textToSign } from '@purser/contract/signature';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Purser } from './sdk.ts';
import { PurserError } from './sdk-error.ts';
import type { Fetch } from './sdk-request.ts';

type Sent = { url: string; headers: Record<string, string>; body: string };
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A Purser that gives the answers in turn and keeps what it was sent. */
function purserAnswering(answers: Answer[], options: { baseUrl?: string; maxRetries?: number; timeoutMs?: number } = {}) {
  const sent: Sent[] = [];
  const fetch: Fetch = (url, init) => {
    sent.push({ url, headers: init.headers, body: init.body });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (!answer || answer instanceof Error) return Promise.reject(answer ?? new Error('no answer left'));
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return Promise.resolve({ status: answer.status ?? 200, headers: new Headers(answer.headers), text: () => Promise.resolve(text) });
  };
  const purser = new Purser({ baseUrl: 'https://pay.example/', accessKey: 'ak_1', secret: 'shh', fetch, ...options });
  return { purser, sent };
}

const order = { serial_number: 'PO1', order_id: 'A-1', order_status: 'created' };
const ok = { body: { code: 200, msg: 'ok', detail: 'Operation successful', data: order, request_id: 'r1' } };
const refusal = (code: number, msg: string) => ({ code, msg, detail: `about ${msg}`, data: null, request_id: 'r2' });
const wish = { order_id: 'A-1', coin_name: 'USDP', amount: '12.50' } as const;

/** The signature that Purser expects of a request that reaches it under a path. */
function signatureOf(request: Sent | undefined, path: string): string {
  const { body = '', headers = {} } = request ?? {};
  const text = textToSign({
    method: 'POST',
    path,
    query: '',
    bodyHash: createHash('sha256').update(body).digest('hex'),
    timestamp: headers['purser-timestamp'] ?? '',
    nonce: headers['purser-nonce'] ?? '',
  });
  return createHmac('sha256', 'shh').update(text).digest('hex');
}

describe('a signed call', () => {
  test('carries key, time, nonce and an HMAC over the canonical text', async () => {
    const { purser, sent } = purserAnswering([ok]);
    expect(await purser.orders.create(wish)).toEqual(order);
    const [request] = sent;
    expect(request?.url).toBe('https://pay.example/v1/open/order/create');
    expect(JSON.parse(request?.body ?? '')).toEqual(wish);
    expect(request?.headers['purser-key']).toBe('ak_1');
    expect(request?.headers['purser-signature']).toBe(signatureOf(request, '/v1/open/order/create'));
    expect(JSON.stringify(sent)).not.toContain('shh"');
  });

  test('goes to a base address that has a path, and is signed over the path that reaches Purser behind it', async () => {
    const { purser, sent } = purserAnswering([ok], { baseUrl: 'https://gateway.example/purser/' });
    await purser.orders.create(wish);
    expect(sent[0]?.url).toBe('https://gateway.example/purser/v1/open/order/create');
    expect(sent[0]?.headers['purser-signature']).toBe(signatureOf(sent[0], '/v1/open/order/create'));
  });

  test('takes "already done" as success: it is the first answer again', async () => {
    const { purser } = purserAnswering([{ body: { ...ok.body, code: 42110, msg: 'already_done' } }]);
    expect(await purser.orders.close({ order_id: 'A-1' })).toEqual(order);
  });

  test('asks for the order that it is asked for', async () => {
    const { purser, sent } = purserAnswering([ok]);
    await purser.orders.query({ serial_number: 'PO1' });
    expect(sent[0]?.url).toBe('https://pay.example/v1/open/order/query');
    expect(sent[0]?.body).toBe('{"serial_number":"PO1"}');
  });

  test('is refused at once, by the name of the option, where no header can carry a value', async () => {
    const { purser, sent } = purserAnswering([ok]);
    const key = await purser.orders.create(wish, { idempotencyKey: '退款-1' }).catch((error: unknown) => error);
    expect(key).toBeInstanceOf(TypeError);
    expect(key).toMatchObject({ message: expect.stringContaining('idempotencyKey') });
    expect(sent).toHaveLength(0);
    expect(() => new Purser({ baseUrl: 'https://pay.example', accessKey: 'pk_1…', secret: 'shh' })).toThrow(/^Purser: option accessKey /);
  });
});

describe('a repeated call', () => {
  afterEach(() => vi.useRealTimers());

  test('keeps its idempotency key and gets a new nonce after a network failure, busy, or a server error', async () => {
    const busy = { status: 429, body: refusal(4290, 'busy'), headers: { 'retry-after': '0' } };
    const { purser, sent } = purserAnswering([new TypeError('reset'), busy, { status: 502, body: '<html>' }, ok]);
    await purser.orders.create(wish);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map((one) => one.headers['idempotency-key'])).size).toBe(1);
    expect(new Set(sent.map((one) => one.headers['purser-nonce'])).size).toBe(4);
  });

  test.each([501, 505, 511, 520, 524])('is made after HTTP %d of something that stands before Purser', async (status) => {
    const { purser, sent } = purserAnswering([{ status, body: '<html>' }, ok]);
    expect(await purser.orders.create(wish)).toEqual(order);
    expect(sent).toHaveLength(2);
  });

  test('is not made after a redirect: where it leads to is told, as the base address is wrong', async () => {
    const moved = { status: 301, body: '', headers: { location: 'https://pay.example/v1/open/order/create' } };
    const { purser, sent } = purserAnswering([moved], { baseUrl: 'http://pay.example' });
    const told = { name: 'bad_answer', httpStatus: 301, detail: expect.stringContaining('leads to https://pay.example/v1/open') };
    await expect(purser.orders.create(wish)).rejects.toMatchObject(told);
    expect(sent).toHaveLength(1);
  });

  test('waits until the date that it is asked to wait for, and as usual where nothing is asked', async () => {
    const at = (text: string) => ({ status: 503, body: '<html>', headers: { 'retry-after': text } });
    const later = new Date(Date.now() + 3_000_000).toUTCString();
    const { purser, sent } = purserAnswering([at(later)]);
    await expect(purser.orders.create(wish)).rejects.toMatchObject({ retryAfterS: expect.closeTo(3_000, -1) });
    expect(sent).toHaveLength(1);
    for (const text of ['', 'soon']) {
      const { purser: other } = purserAnswering([at(text)], { maxRetries: 0 });
      await expect(other.orders.create(wish)).rejects.toMatchObject({ retryAfterS: null });
    }
  });

  test('is made after a server that gave up waiting for the request', async () => {
    const late = { status: 408, body: '{"error":"Request Timeout","message":"Client Timeout","statusCode":408}' };
    const { purser, sent } = purserAnswering([late, ok]);
    await purser.orders.create(wish);
    expect(sent).toHaveLength(2);
    const { purser: impatient } = purserAnswering([late], { maxRetries: 0 });
    await expect(impatient.orders.create(wish)).rejects.toMatchObject({ name: 'timeout', httpStatus: 408 });
  });

  test('is not made where Purser asks to wait for longer than a minute: the wait is told instead', async () => {
    const wait = { status: 429, body: refusal(429, 'too_many_requests'), headers: { 'retry-after': '3600' } };
    const { purser, sent } = purserAnswering([wait]);
    await expect(purser.user({ payment_id: 1 })).rejects.toMatchObject({ name: 'too_many_requests', retryAfterS: 3600 });
    expect(sent).toHaveLength(1);
  });

  test.each([9, 60])('is not made before the %d seconds are over that Purser asks to wait for', async (seconds) => {
    vi.useFakeTimers();
    const wait = { status: 429, body: refusal(4290, 'busy'), headers: { 'retry-after': String(seconds) } };
    const { purser, sent } = purserAnswering([wait, ok]);
    const made = purser.orders.create(wish);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await made).toEqual(order);
    expect(sent).toHaveLength(2);
  });

  test('waits for the first of two same requests to finish', async () => {
    const { purser, sent } = purserAnswering([{ body: refusal(6102, 'request_in_progress') }, ok]);
    await purser.orders.create(wish, { idempotencyKey: 'mine' });
    expect(sent.map((one) => one.headers['idempotency-key'])).toEqual(['mine', 'mine']);
  });

  test('gives up after the allowed repetitions and says what happened', async () => {
    const { purser, sent } = purserAnswering([new TypeError('reset')], { maxRetries: 2 });
    const failure = await purser.orders.create(wish).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PurserError);
    expect(failure).toMatchObject({ name: 'network_failure', code: 0, requestId: null, httpStatus: null, retryAfterS: null });
    expect(sent).toHaveLength(3);
  });

  test('is not made for a refusal: the same request would be refused again', async () => {
    const { purser, sent } = purserAnswering([{ body: refusal(6305, 'merchant_order_duplicate') }]);
    const failure = await purser.orders.create(wish).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'merchant_order_duplicate',
      code: 6305,
      detail: 'about merchant_order_duplicate',
      requestId: 'r2',
    });
    expect(sent).toHaveLength(1);
  });

  test('corrects a wrong clock once, from the time of the refusing answer', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const refused = { status: 401, body: refusal(6513, 'timestamp_out_of_window'), headers: { date: inAnHour.toUTCString() } };
    const { purser, sent } = purserAnswering([refused, ok], { maxRetries: 0 });
    await purser.orders.create(wish);
    expect(Math.abs(Number(sent[1]?.headers['purser-timestamp']) - inAnHour.getTime() / 1000)).toBeLessThan(5);
    const stubborn = purserAnswering([refused]);
    await expect(stubborn.purser.orders.create(wish)).rejects.toMatchObject({ name: 'timestamp_out_of_window' });
    expect(stubborn.sent).toHaveLength(2);
  });
});

test('a call can be aborted, also while it waits to be repeated', async () => {
  const { purser } = purserAnswering([new TypeError('reset')]);
  await expect(purser.orders.create(wish, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'aborted' });
  const stop = new AbortController();
  const waiting = purserAnswering([{ status: 503, body: refusal(503, 'not_ready'), headers: { 'retry-after': '8' } }]);
  const call = waiting.purser.orders.create(wish, { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await expect(call).rejects.toMatchObject({ name: 'aborted' });
});

test('something that is not Purser is named as such', async () => {
  const { purser } = purserAnswering([{ status: 200, body: '<html>hello' }]);
  await expect(purser.orders.query({ order_id: 'A-1' })).rejects.toMatchObject({ name: 'bad_answer', httpStatus: 200 });
});

test('missing options are refused at once, by name', () => {
  expect(() => new Purser({ baseUrl: 'https://x', accessKey: '', secret: 's' })).toThrow(/accessKey/);
  expect(() => new Purser({ baseUrl: 'ftp://x', accessKey: 'a', secret: 's' })).toThrow(/baseUrl/);
});
