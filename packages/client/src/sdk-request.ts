import { IDEMPOTENCY_HEADER } from '@purser/contract/wire';
import { PurserError } from './sdk-error.ts';
import { facts } from './sdk-facts.ts';
import { signatureHeaders } from './sdk-sign.ts';

/** What the SDK needs of `fetch`; the global one fits, and so does undici's. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string;
  redirect: 'manual';
  signal: AbortSignal;
}

interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface Connection {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly secret: string;
  readonly language: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: Fetch;
  /** How far the server's clock is ahead of ours; learned from a refused timestamp. */
  clockOffsetMs: number;
}

export interface CallOptions {
  /**
   * Names this one intention. Give your own (for example derived from your order number) when a restarted program
   * must be able to repeat the call; else the SDK makes one for the call and its retries. It travels in a header: ASCII alone.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;
/** Asked to wait for longer, a call is not repeated: sooner it would be refused again, and nobody waits that long for an answer. */
const LONGEST_WAIT_S = 60;
/** The server gave up waiting for the request and has seen nothing of it: it may be sent again (RFC 9110, section 15.5.9). */
const REQUEST_TIMEOUT = 408;
const RETRIED_STATUSES: ReadonlySet<number> = new Set([REQUEST_TIMEOUT, 429, 500, 502, 503, 504]);
/** The same request is still being worked on: its answer is worth waiting for. */
const IN_PROGRESS = 'request_in_progress';

interface Attempted {
  readonly data?: unknown;
  readonly failure?: PurserError;
}

/** Throws a TypeError where no header can carry an option: `fetch` would throw as if nobody had answered. */
export function checkHeader(option: string, value: string): void {
  try {
    new Headers().set(IDEMPOTENCY_HEADER, value);
  } catch (cause) {
    throw new TypeError(`Purser: option ${option} has a character that no header can carry`, { cause });
  }
}

/** Makes one call: signs it, sends it, and repeats it under the same idempotency key while that can help. */
export async function send<Data>(connection: Connection, path: string, input: unknown, options: CallOptions): Promise<Data> {
  const body = JSON.stringify(input);
  const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
  checkHeader('idempotencyKey', idempotencyKey);
  let clockCorrected = false;
  for (let retries = 0; ;) {
    const attempted = await attempt(connection, path, body, idempotencyKey, options.signal);
    if (!attempted.failure) return attempted.data as Data;
    const { failure } = attempted;
    // One correction only, and free of charge: our clock is wrong, the request itself was never looked at.
    if (failure.name === 'timestamp_out_of_window' && !clockCorrected) {
      clockCorrected = true;
      continue;
    }
    if (!canRetry(failure) || retries >= connection.maxRetries) throw failure;
    await pause(pauseMs(failure, retries), options.signal);
    retries += 1;
  }
}

async function attempt(
  connection: Connection,
  path: string,
  body: string,
  idempotencyKey: string,
  signal: AbortSignal | undefined,
): Promise<Attempted> {
  const { href } = new URL(connection.baseUrl + path);
  const nowMs = Date.now() + connection.clockOffsetMs;
  const { accessKey, secret } = connection;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    language: connection.language,
    [IDEMPOTENCY_HEADER]: idempotencyKey,
    // A gateway takes the path of the base address off: it never reaches Purser.
    ...signatureHeaders({ method: 'POST', target: path, body, accessKey, secret, nowMs }),
  };
  const deadline = AbortSignal.timeout(connection.timeoutMs);
  const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    const answer = await connection.fetch(href, { method: 'POST', headers, body, redirect: 'manual', signal: stop });
    return read(connection, answer.status, answer.headers, await answer.text());
  } catch (cause) {
    return { failure: localFailure(cause, signal, deadline) };
  }
}

function read(connection: Connection, status: number, headers: FetchAnswer['headers'], text: string): Attempted {
  const retryAfterS = retryAfterSOf(headers.get('retry-after'));
  const envelope = parseEnvelope(text);
  if (!envelope && status === REQUEST_TIMEOUT) {
    return {
      failure: new PurserError({ code: 0, name: 'timeout', detail: 'The request did not reach Purser in time.', httpStatus: status }),
    };
  }
  if (!envelope) {
    const location = isRedirect(status) ? headers.get('location') : null;
    const what = location === null ? `HTTP ${status} without one of Purser's answers` : `HTTP ${status} leads to ${location}`;
    const detail = `${what}; is the base address right?`;
    return { failure: new PurserError({ code: 0, name: 'bad_answer', detail, httpStatus: status, retryAfterS }) };
  }
  if (facts.successCodes.includes(envelope.code)) return { data: envelope.data };
  if (envelope.msg === 'timestamp_out_of_window') {
    const serverMs = Date.parse(headers.get('date') ?? '');
    if (Number.isFinite(serverMs)) connection.clockOffsetMs = serverMs - Date.now();
  }
  const failure = new PurserError({
    code: envelope.code,
    name: envelope.msg,
    detail: envelope.detail,
    requestId: envelope.request_id,
    httpStatus: status,
    retryAfterS,
    data: envelope.data,
  });
  return { failure };
}

/** Signed for another address, a call is not sent on: the base address is to be the one that answers. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterSOf(header: string | null): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isFinite(atMs) ? Math.max(0, Math.ceil((atMs - Date.now()) / 1000)) : null;
}

interface AnyEnvelope {
  code: number;
  msg: string;
  detail: string;
  data: unknown;
  request_id: string;
}

function parseEnvelope(text: string): AnyEnvelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<AnyEnvelope> | null;
    return typeof value?.code === 'number' && typeof value.msg === 'string' ? (value as AnyEnvelope) : undefined;
  } catch {
    return undefined;
  }
}

function localFailure(cause: unknown, signal: AbortSignal | undefined, deadline: AbortSignal): PurserError {
  if (signal?.aborted) return new PurserError({ code: 0, name: 'aborted', detail: 'The call was aborted.', cause });
  if (deadline.aborted) return new PurserError({ code: 0, name: 'timeout', detail: 'Purser did not answer in time.', cause });
  return new PurserError({ code: 0, name: 'network_failure', detail: 'Purser could not be reached.', cause });
}

function canRetry(failure: PurserError): boolean {
  if (failure.name === 'aborted' || (failure.retryAfterS ?? 0) > LONGEST_WAIT_S) return false;
  if (failure.httpStatus === null || failure.name === IN_PROGRESS) return true;
  // What stands before Purser has statuses of its own, such as 520 to 524, which leave in doubt whether the call took effect.
  return RETRIED_STATUSES.has(failure.httpStatus) || (failure.name === 'bad_answer' && failure.httpStatus >= 500);
}

function pauseMs({ retryAfterS }: PurserError, retries: number): number {
  return retryAfterS === null ? backoffMs(retries) : retryAfterS * 1000;
}

/** Full jitter: clients that failed together do not come back together. */
function backoffMs(retries: number): number {
  return Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** retries, LONGEST_BACKOFF_MS);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new PurserError({ code: 0, name: 'aborted', detail: 'The call was aborted.', cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
