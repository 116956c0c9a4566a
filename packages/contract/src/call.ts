import type { z } from 'zod';
import type { OutcomeName } from './errors.ts';

/**
 * Who may make a call:
 * - `public`: anyone;
 * - `merchant`: a merchant signed in at the console (Authorization header);
 * - `access_key`: a merchant's own system, by a signed request;
 * - `payer_maybe`: a checkout page, by its order token, signed in or not;
 * - `payer`: a signed-in wallet user (session cookie).
 */
export type Caller = 'public' | 'merchant' | 'access_key' | 'payer_maybe' | 'payer';

/** What the answer's body is: an envelope, a file, or a stream of server-sent events. */
export type Answer = 'envelope' | 'file' | 'events';

/**
 * One call, declared once. The server's route, the OpenAPI document, the typed client and the SDK all derive
 * from this value.
 */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly caller: Caller;
  readonly answer: Answer;
  /** Whether the call changes anything; such a call accepts an idempotency key. */
  readonly write: boolean;
  /** The largest body that is read, in bytes. */
  readonly bodyLimit: number;
  /** One line for the API's readers. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Every refusal that is the call's own, in order of precedence. */
  readonly errors: readonly OutcomeName[];
}

type Declared<I extends z.ZodType, O extends z.ZodType> = Pick<Call<I, O>, 'path' | 'caller' | 'summary' | 'input' | 'output'> &
  Partial<Pick<Call, 'method' | 'write' | 'answer' | 'bodyLimit' | 'errors'>>;

/** The largest body of a call that does not say otherwise, in bytes: no input of ours comes near it. */
export const USUAL_BODY_LIMIT = 16_384;
/** How deep arrays and objects of a body may stand within each other. */
export const DEEPEST_NESTING = 32;

/** Declares a call; POST, read-only, enveloped and without refusals of its own unless said otherwise. */
export function call<I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Call<I, O> {
  return { method: 'POST', write: false, answer: 'envelope', bodyLimit: USUAL_BODY_LIMIT, errors: [], ...declared };
}

export type InputOf<C extends Call> = z.input<C['input']>;
export type ParsedInputOf<C extends Call> = z.output<C['input']>;
export type OutputOf<C extends Call> = z.output<C['output']>;

/** The answer around every call's data. */
export interface Envelope<Data> {
  readonly code: number;
  /** The outcome's stable name, for programs and logs. */
  readonly msg: string;
  /** The outcome in the request's language, for people. */
  readonly detail: string;
  readonly data: Data;
  readonly request_id: string;
}

/** Idempotency keys travel in this header (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const LONGEST_IDEMPOTENCY_KEY = 128;
/** How long an idempotency key is remembered, in hours. */
export const IDEMPOTENCY_KEPT_H = 48;
/** How long a client waits for an answer. */
export const REQUEST_TIMEOUT_MS = 60_000;
