import type { Envelope, InputOf, OutputOf, Sendable } from '@purser/contract/call';
import { common } from '@purser/contract/outcomes/common';
import { SUCCESS_CODES } from '@purser/contract/success-codes';
import {
  CallRefused,
  NoAnswer,
  NotSent,
  createTransport,
  readReply,
  type Reply,
  type RequestOptions,
  type TransportSettings,
  type UploadOptions,
} from './transport.ts';

/** What the console does about an answer; the codes are those of the specification's error catalogue. */
export type Verdict = 'as_is' | 'success' | 'advice' | 'login' | 'maintenance' | 'restricted' | 'refused';

export function judge(http: number, code: number | undefined): Verdict {
  if (http === 401 || code === common.unauthenticated.code) return 'login';
  if (code === undefined) return 'as_is';
  if (SUCCESS_CODES.includes(code)) return 'success';
  if (code === common.advice.code) return 'advice';
  if (code === common.maintenance.code) return 'maintenance';
  if (code === common.login_ip_refused.code || code === common.access_restricted.code) return 'restricted';
  return 'refused';
}

/** What is restricted: the address that asks, or the account. */
export type Restricted = 'address' | 'account';

/** What the client asks of the app around it. */
export interface ConsoleSurroundings extends TransportSettings {
  /** Which login it is that calls are made under: another one after each. Undefined where nobody is logged in. */
  readonly login: () => string | undefined;
  /** The session has ended: forget it and go to /Login. */
  readonly onLogin: () => void;
  /** Go to /Login and say that the system is under maintenance, with what the provider says of it. */
  readonly onMaintenance: (text: string | undefined) => void;
  /** Keep the login address, if the answer names it, and go to /Restricted. `why`: it is refused from this address, or this account is. */
  readonly onRestricted: (loginIp: string | undefined, why: Restricted) => void;
  /** What was asked for is not allowed to whoever asks, who may have been allowed it before; the caller is told besides. */
  readonly onNotAllowed: () => void;
  readonly onAdvice: (detail: string) => void;
  readonly onRefused: (detail: string) => void;
  readonly onNoAnswer: (error: NoAnswer) => void;
  /** What to say of a refusal that comes without words. */
  readonly wordless: () => string;
}

export interface ConsoleRequestOptions extends RequestOptions {
  /** The caller shows refusals and failures itself: no toast. */
  readonly quiet?: boolean;
}

export interface ConsoleClient {
  /** Makes a call. Resolves with its data; rejects with CallRefused or NoAnswer after the user was told. */
  request<C extends Sendable>(call: C, input: InputOf<C>, options?: ConsoleRequestOptions): Promise<OutputOf<C>>;
  /** Makes a call whose answer is a file; resolves with the response, its body still to be read. */
  file<C extends Sendable>(call: C, input: InputOf<C>, options?: ConsoleRequestOptions): Promise<Response>;
  /** Makes a call with a file; resolves and rejects as `request` does. */
  upload<C extends Sendable>(call: C, input: InputOf<C>, options?: ConsoleRequestOptions & UploadOptions): Promise<OutputOf<C>>;
  /** Opens a call whose answer is an event stream. An answer in its place that sends the user elsewhere does so as everywhere. */
  events(call: Sendable, options: { readonly signal: AbortSignal }): Promise<Response>;
}

/** The typed client of the merchant console: every answer is handled by the one table in `judge`. */
export function createConsoleClient(surroundings: ConsoleSurroundings): ConsoleClient {
  const transport = createTransport(surroundings);

  /** Whether there has been another login, in another tab say, since something was asked: a refusal of the earlier one does not end it. */
  function loggedInSince(asked: string | undefined): boolean {
    const now = surroundings.login();
    return now !== undefined && now !== asked;
  }

  function settle<Data>(reply: Reply<Data>, quiet: boolean, asked: string | undefined): Data {
    const { envelope } = reply;
    const verdict = judge(reply.http, envelope?.code);
    if (verdict === 'as_is' || verdict === 'success') return reply.data;
    if (verdict === 'advice') {
      const advice = wordsOf(envelope);
      if (advice !== '') surroundings.onAdvice(advice);
      return reply.data;
    }
    const late = verdict === 'login' && loggedInSince(asked);
    if (verdict === 'login' && !late) surroundings.onLogin();
    if (verdict === 'maintenance') surroundings.onMaintenance(textOf(reply.data));
    if (verdict === 'restricted')
      surroundings.onRestricted(loginIpOf(reply.data), envelope?.code === common.login_ip_refused.code ? 'address' : 'account');
    const detail = wordsOf(envelope) || (verdict === 'refused' ? surroundings.wordless() : '');
    if (verdict === 'refused' && reply.http === 403) surroundings.onNotAllowed();
    if ((verdict === 'refused' || (late && detail !== '')) && !quiet) surroundings.onRefused(detail);
    throw new CallRefused({ ...(envelope ?? bareUnauthenticated), detail }, reply.http);
  }

  /** Asks under the login of this moment, settles the reply, and tells a failure unless it is to be quiet. */
  async function telling<T>(
    { quiet = false }: { readonly quiet?: boolean | undefined },
    work: (settled: <Data>(reply: Reply<Data>) => Data) => Promise<T>,
  ): Promise<T> {
    const asked = surroundings.login();
    try {
      return await work((reply) => settle(reply, quiet, asked));
    } catch (error) {
      if (error instanceof NoAnswer && !quiet) surroundings.onNoAnswer(error);
      if (error instanceof NotSent && !quiet) surroundings.onRefused(error.message);
      throw error;
    }
  }

  return {
    request: (call, input, options = {}) => telling(options, async (settled) => settled(await transport.exchange(call, input, options))),

    file: (call, input, options = {}) =>
      telling(options, async (settled) => {
        const response = await transport.send(call, input, options);
        if (response.ok && !isJson(response)) return response;
        settled(await readReply(response, options.signal));
        throw new NoAnswer('unreadable');
      }),

    upload: (call, input, options = {}) => telling(options, async (settled) => settled(await transport.upload(call, input, options))),

    async events(call, { signal }) {
      let asked = surroundings.login();
      let response = await transport.send(call, {}, { signal });
      while (response.status === 401 && loggedInSince(asked)) {
        asked = surroundings.login();
        response = await transport.send(call, {}, { signal });
      }
      if (response.status === 401) surroundings.onLogin();
      else if (isJson(response)) settle(await readReply(response, signal), true, asked);
      return response;
    },
  };
}

/** What an answer says in words; whoever stands between may have left them out. */
function wordsOf(envelope: Envelope<unknown> | undefined): string {
  return typeof envelope?.detail === 'string' ? envelope.detail.trim() : '';
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

/** Stands for a 401 that came without a body. */
const bareUnauthenticated: Envelope<null> = {
  code: common.unauthenticated.code,
  msg: 'unauthenticated',
  detail: '',
  data: null,
  request_id: '',
};

/** What the provider says of the maintenance, if anything. */
function textOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('text' in data)) return undefined;
  return typeof data.text === 'string' ? data.text : undefined;
}

function loginIpOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('login_ip' in data)) return undefined;
  return typeof data.login_ip === 'string' ? data.login_ip : undefined;
}
