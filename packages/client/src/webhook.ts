import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookBody } from './sdk-types.ts';

/** An event Purser told you of. `id` is the same at every attempt: keep it, and do nothing the second time. */
export type WebhookEvent = WebhookBody & { readonly id: string };

/** The request's headers, as Node's http, Express, Fastify or `fetch` give them. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old, or how far in the future, a message may be; 300 s unless said otherwise. */
  toleranceSeconds?: number;
  /** The time to check against, in milliseconds; for tests. */
  nowMs?: number;
}

/** The message is not Purser's, not whole, or too old. Answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const TOLERANCE_S = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Checks a webhook as Standard Webhooks 1.0 says (HMAC-SHA256 over id, timestamp and body) and reads it. `body` must be
 * the bytes as they came, not JSON read and written again. `secret` may be a list while you change secrets.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  checkGiven(body, secret);
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  const given = required(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is no Unix time');
  const nowS = (options.nowMs ?? Date.now()) / 1000;
  if (Math.abs(nowS - Number(timestamp)) > (options.toleranceSeconds ?? TOLERANCE_S)) {
    throw new WebhookError('webhook-timestamp is too far from now');
  }
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const signed = given.split(' ').flatMap((part) => (part.startsWith('v1,') ? [Buffer.from(part.slice(3), 'base64')] : []));
  const matches = secrets.some((one) => {
    const expected = signatureOf(one, id, timestamp, body);
    return signed.some((candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected));
  });
  if (!matches) throw new WebhookError('webhook-signature does not match');
  return { ...parse(body), id };
}

/** A program that was set up wrongly is told so, and not that a message is not Purser's. */
function checkGiven(body: unknown, secret: unknown): void {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('verifyWebhook: body is to be the text or the bytes as they came, not JSON that was read');
  }
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0 || !secrets.every((one) => typeof one === 'string' && one !== ''))
    throw new TypeError('verifyWebhook: secret is missing');
}

function signatureOf(secret: string, id: string, timestamp: string, body: string | Uint8Array): Buffer {
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new TypeError('verifyWebhook: the secret is empty');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

function required(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : headerOf(headers, name);
  if (!value) throw new WebhookError(`${name} is missing`);
  return value;
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function headerOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string): string | undefined {
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'object' ? value[0] : value;
}

function parse(body: string | Uint8Array): WebhookBody {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as WebhookBody;
  } catch (cause) {
    throw new WebhookError('the body is no JSON', { cause });
  }
}
