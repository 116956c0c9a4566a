import type { Envelope, InputOf, OutputOf, Sendable } from '@purser/contract/call';
import { IDEMPOTENCY_HEADER, REQUEST_TIMEOUT_MS } from '@purser/contract/wire';

/** An answer whose code refuses the call. `detail` is already in the user's language. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: number;
  /** The outcome's stable name. */
  readonly outcome: string;
  readonly http: number;
  readonly data: unknown;
  readonly requestId: string | undefined;

  constructor(envelope: Envelope<unknown>, http: number) {
    super(envelope.detail);
    this.code = envelope.code;
    this.outcome = envelope.msg;
    this.http = http;
    this.data = envelope.data;
    this.requestId = envelope.request_id;
  }
}

/** No answer came, or one that is none of ours; whether a write was carried out is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** `unavailable`: whoever stands before the server says that it is down or busy. */
  readonly reason: 'network' | 'timeout' | 'unreadable' | 'unavailable';

  constructor(reason: NoAnswer['reason'], cause?: unknown) {
    super(`no answer: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The request could not be made: nothing was sent. `message` is what kept it from being made. */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Is this how a call fails? All else that is caught beside a call comes from what was done with its answer. */
export function isCallFailure(error: unknown): boolean {
  return error instanceof CallRefused || error instanceof NoAnswer || error instanceof NotSent;
}

export interface UploadOptions extends RequestOptions {
  /** How much of the body has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Repeats of one user's act share a key, so that the act is done once. Made afresh when absent. */
  readonly idempotencyKey?: string;
}

export interface Reply<Data> {
  readonly http: number;
  /** Undefined when the body is no envelope; `data` is then the body as is. */
  readonly envelope: Envelope<Data> | undefined;
  readonly data: Data;
}

/** Sends a form, and tells how far it has come where it can. Rejects when no answer came. */
export type SendForm = (
  url: string,
  form: FormData,
  options: Pick<UploadOptions, 'signal' | 'onProgress'> & { readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>;

export interface TransportSettings {
  /** The origin in front of every path, without a slash at its end; empty for the page's own. */
  readonly host: () => string | Promise<string>;
  /** Headers of every request: authorization and languages. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** How forms with a file are sent; by fetch unless given, which tells nothing on the way. */
  readonly sendForm?: SendForm;
  readonly timeoutMs?: number;
  /** Whether the host's own cookies go along: where the session is one. Usually not. */
  readonly withCookies?: () => boolean;
}

export type Transport = ReturnType<typeof createTransport>;

/** Sends calls of the contract and reads their envelopes. It judges no code; that is the caller's. */
export function createTransport(settings: TransportSettings) {
  const doFetch: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init));

  /** Finds the host, sends a call and reads of the answer what `read` does; the time limit covers all of it. */
  async function sendAndRead<Read>(
    call: Sendable,
    input: unknown,
    options: RequestOptions,
    read: (response: Response, signal: AbortSignal) => Promise<Read>,
  ): Promise<Read> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), settings.timeoutMs ?? REQUEST_TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    try {
      const { url, headers, body } = prepared((await within(signal, settings.host())) + call.path + queryOf(call, input), () => ({
        headers: headersOf(call, settings.headers(), options),
        body: call.method === 'POST' ? JSON.stringify(input ?? {}) : undefined,
      }));
      const credentials = settings.withCookies?.() ? 'same-origin' : 'omit';
      return await read(await doFetch(url, { method: call.method, headers, body, signal, credentials }), signal);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (timeout.signal.aborted) throw new NoAnswer('timeout', error);
      throw error instanceof NotSent || error instanceof NoAnswer ? error : new NoAnswer('network', error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a call and answers with the response as soon as its head is there: a file or a stream takes as long as it takes. */
  function send(call: Sendable, input: unknown, options: RequestOptions = {}): Promise<Response> {
    return sendAndRead(call, input, options, async (response) => response);
  }

  function exchange<C extends Sendable>(call: C, input: InputOf<C>, options: RequestOptions = {}): Promise<Reply<OutputOf<C>>> {
    return sendAndRead(call, input, options, readReply<OutputOf<C>>);
  }

  /** Sends a call whose body is a form with a file, and tells how far it has come. Its time limit is the server's. */
  async function upload<C extends Sendable>(call: C, input: InputOf<C>, options: UploadOptions = {}): Promise<Reply<OutputOf<C>>> {
    const { url, body, headers } = prepared((await settings.host()) + call.path, () => {
      const { 'Content-Type': _, ...ours } = headersOf(call, settings.headers(), options);
      return { headers: ours, body: formOf(input as object) };
    });
    const byFetch: SendForm = async (to, body, { headers, signal }) =>
      doFetch(to, { method: 'POST', body, headers, signal: signal ?? null, credentials: 'omit' });
    try {
      return await readReply(await (settings.sendForm ?? byFetch)(url, body, { ...options, headers }), options.signal);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw error instanceof NoAnswer ? error : new NoAnswer('network', error);
    }
  }

  return { send, exchange, upload };
}

/** What is waited for, or the reason of the signal where that comes first. */
function within<Value>(signal: AbortSignal, waitedFor: Value | Promise<Value>): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  return Promise.race([waitedFor, aborted]);
}

/** Makes what is sent, and tells what is wrong with it by itself before any of it is. */
function prepared<Body>(url: string, make: () => { readonly headers: Record<string, string>; readonly body: Body }) {
  try {
    const made = make();
    // fetch takes neither an address nor a header that is none, and says so as if the network had failed.
    if (!URL.canParse(url, 'https://own.invalid')) throw new TypeError(`${url} is no address`);
    const taken = new Headers();
    for (const [name, value] of Object.entries(made.headers)) taken.append(name, value);
    return { url, ...made };
  } catch (error) {
    throw new NotSent(error);
  }
}

/** Reads a response's body as an envelope. A body without one is handed back as it is; of an error it is no answer of ours. */
export async function readReply<Data>(response: Response, signal?: AbortSignal): Promise<Reply<Data>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (response.status === 401) return { http: 401, envelope: undefined, data: undefined as Data };
    throw new NoAnswer(withoutAnswer(response), error);
  }
  const envelope = isEnvelope(body) ? (body as Envelope<Data>) : undefined;
  if (!envelope && !response.ok && response.status !== 401)
    throw new NoAnswer(withoutAnswer(response), new Error(`answered ${response.status}`));
  return { http: response.status, envelope, data: envelope ? envelope.data : (body as Data) };
}

/** What a response that is none of ours means. */
function withoutAnswer({ status }: Response): 'unavailable' | 'unreadable' {
  return status >= 502 && status <= 504 ? 'unavailable' : 'unreadable';
}

function isEnvelope(body: unknown): body is Envelope<unknown> {
  return typeof body === 'object' && body !== null && typeof (body as { code?: unknown }).code === 'number';
}

function queryOf(call: Sendable, input: unknown): string {
  if (call.method !== 'GET' || typeof input !== 'object' || input === null) return '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined && value !== null) query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}

function headersOf(call: Sendable, common: Readonly<Record<string, string>>, options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = { ...common };
  if (call.method === 'POST') headers['Content-Type'] = 'application/json';
  if (call.keyed) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey ?? newIdempotencyKey();
  return headers;
}

/** 128 random bits; not `randomUUID`, which browsers lack on a plain-HTTP address. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The fields first: the server knows what a file is for before it comes. */
function formOf(input: object): FormData {
  const form = new FormData();
  const fields = Object.entries(input).toSorted(([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob));
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
