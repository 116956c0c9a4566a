import type { z } from 'zod';
import type { OutcomeName } from './errors.ts';
import { codeOrRecovery, googleCode } from './fields.ts';
import { staffConfirmation } from './passkey.ts';
import type { Permission } from './staff.ts';
import { USUAL_BODY_LIMIT } from './wire.ts';

/**
 * Who may make a call:
 * - `public`: anyone;
 * - `merchant`: a merchant signed in at the console (Authorization header);
 * - `access_key`: a merchant's own system, by a signed request;
 * - `payer_maybe`: a checkout page, by its order token, signed in or not;
 * - `payer`: a signed-in wallet user (session cookie);
 * - `staff`: a signed-in member of the provider's staff (session cookie) whose role has the call's permission.
 */
export type Caller = 'public' | 'merchant' | 'access_key' | 'payer_maybe' | 'payer' | 'staff';

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
  /** What a member of staff must be allowed to do; of other callers' calls undefined. */
  readonly permission: Permission | undefined;
  readonly answer: Answer;
  /** Whether the call changes anything. */
  readonly write: boolean;
  /**
   * Whether a repeated request is known by its idempotency key and gets the first answer again: every write whose caller is known, but for
   * those that end the session by which the caller is known, and those that only count a guess and answer with a challenge.
   */
  readonly keyed: boolean;
  /**
   * Whether the write says how something is to be: the last one counts, and done twice it is as done once. Where something else may have been
   * set since an attempt without an answer, it is done anew under a new key: under the same one it would only get the first answer.
   */
  readonly sets: boolean;
  /**
   * What the caller confirms the write with: a field of the input, and the last thing that is checked. It holds the code of an authenticator app;
   * of staff, a passkey's assertion may stand in its place.
   */
  readonly confirm: 'google_code' | undefined;
  /** What the body of a POST is: JSON, or a form with fields and one file, as `multipart/form-data`. */
  readonly body: 'json' | 'multipart';
  /** The largest body that is read, in bytes. */
  readonly bodyLimit: number;
  /** One line for the API's readers. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Every refusal that is the call's own, in order of precedence. */
  readonly errors: readonly OutcomeName[];
  /** The field of the input that a refusal is about, where it is about one: a form tells it there. */
  readonly fields: Readonly<Partial<Record<OutcomeName, string>>>;
}

interface Declared<I extends z.ZodType, O extends z.ZodType> extends Pick<Call<I, O>, 'path' | 'caller' | 'summary' | 'input' | 'output'> {
  readonly method?: Call['method'];
  readonly answer?: Answer;
  /** Of every call of staff, and of no other. */
  readonly permission?: Permission | undefined;
  readonly write?: boolean;
  /** Only to say that a write takes no key although its caller is known. */
  readonly keyed?: false;
  readonly sets?: true;
  /** Adds the field to the input and its refusals behind the call's own. */
  readonly confirm?: 'google_code';
  /** A recovery code may stand in the place of the code, for who has lost the authenticator. */
  readonly recoverable?: true;
  /** The write is done together with others, which may make it wait: adds the refusals of waiting. */
  readonly batched?: boolean;
  readonly body?: Call['body'];
  readonly bodyLimit?: number;
  /** The call's own refusals, in order of precedence; `write`, `confirm` and `batched` add theirs. */
  readonly errors?: readonly OutcomeName[];
  /** Which of them are about which field. */
  readonly fields?: Readonly<Partial<Record<OutcomeName, keyof z.input<I> & string>>>;
}

type AnyDeclared = Omit<Declared<z.ZodType, z.ZodType>, 'fields'> & { readonly fields?: Call['fields'] };

type WithCode<I extends z.ZodType, Code extends z.ZodType> =
  I extends z.ZodObject<infer Shape, infer Config> ? z.ZodObject<Shape & { google_code: Code }, Config> : never;

/** Declares a call; POST, read-only, enveloped and without refusals of its own unless said otherwise. */
export function call<I extends z.ZodObject, O extends z.ZodType>(
  declared: Declared<I, O> & { readonly write: true; readonly confirm: 'google_code'; readonly caller: 'staff' },
): Call<WithCode<I, typeof staffConfirmation>, O>;
export function call<I extends z.ZodObject, O extends z.ZodType>(
  declared: Declared<I, O> & { readonly write: true; readonly confirm: 'google_code'; readonly recoverable: true },
): Call<WithCode<I, typeof codeOrRecovery>, O>;
export function call<I extends z.ZodObject, O extends z.ZodType>(
  declared: Declared<I, O> & { readonly write: true; readonly confirm: 'google_code' },
): Call<WithCode<I, typeof googleCode>, O>;
export function call<I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O> & { readonly confirm?: never }): Call<I, O>;
export function call(declared: AnyDeclared): Call {
  const { method = 'POST', write = false, answer = 'envelope', body = 'json', bodyLimit = USUAL_BODY_LIMIT, confirm } = declared;
  const { path, caller, permission, summary, output, sets = false } = declared;
  if ((caller === 'staff') !== (permission !== undefined))
    throw new Error(`${path}: a call of staff names a permission, and no other does`);
  const keyed = write && (KNOWN_CALLERS as readonly Caller[]).includes(caller) && declared.keyed !== false;
  const derived = { input: confirmed(declared), errors: errorsOf(declared, keyed), fields: fieldsOf(declared) };
  return { method, path, caller, permission, answer, write, keyed, sets, confirm, body, bodyLimit, summary, output, ...derived };
}

/** Callers in whose name an idempotency key is kept. */
const KNOWN_CALLERS = ['merchant', 'access_key', 'payer', 'staff'] as const satisfies readonly Caller[];
/** Found out before the body is read, and with it before the key is looked at. */
const BEFORE_THE_KEY: ReadonlySet<OutcomeName> = new Set(['maintenance']);
const OF_THE_CODE = ['too_many_requests', 'wrong_google_code', 'google_code_used'] as const;
const OF_A_RECOVERY_CODE = ['recovery_code_wrong'] as const;
const OF_A_PASSKEY = ['passkey_required', 'passkey_refused'] as const;

function ofTheConfirmation({ confirm, caller, recoverable }: AnyDeclared): readonly OutcomeName[] {
  if (!confirm) return [];
  if (recoverable) return [...OF_THE_CODE, ...OF_A_RECOVERY_CODE];
  return caller === 'staff' ? [...OF_A_PASSKEY, ...OF_THE_CODE] : OF_THE_CODE;
}

/** Refusals in order of precedence. The code comes last: a refusal for another reason must not use it up. */
function errorsOf(declared: AnyDeclared, keyed: boolean): OutcomeName[] {
  const { errors = [], write = false, batched = false } = declared;
  return [
    ...errors.filter((name) => BEFORE_THE_KEY.has(name)),
    ...(keyed ? (['idempotency_mismatch'] as const) : []),
    ...(batched && keyed ? (['request_in_progress'] as const) : []),
    ...errors.filter((name) => !BEFORE_THE_KEY.has(name)),
    ...ofTheConfirmation(declared),
    ...(batched ? (['busy', 'too_late'] as const) : []),
    ...(write ? (['outcome_unknown'] as const) : []),
  ];
}

function fieldsOf(declared: AnyDeclared): Call['fields'] {
  const { fields = {}, confirm } = declared;
  return confirm ? { ...fields, ...Object.fromEntries(ofTheConfirmation(declared).map((name) => [name, confirm])) } : fields;
}

function confirmed({ input, confirm, caller, recoverable }: AnyDeclared): z.ZodType {
  const google_code = caller === 'staff' ? staffConfirmation : recoverable ? codeOrRecovery : googleCode;
  return confirm ? (input as z.ZodObject).extend({ google_code }) : input;
}

/** What a client goes by when it makes a call. */
type Sending = Pick<Call, 'method' | 'path' | 'keyed' | 'fields'>;

/** A call without its schemas: what is left of them are the types of its input and output. */
export interface SentCall<C extends Call = Call> extends Sending {
  /** Never there. */
  readonly of?: C;
}

/** A call as it is sent. */
export function sent<C extends Call>({ method, path, keyed, fields }: C): SentCall<C> {
  return { method, path, keyed, fields };
}

/** What can be sent: a call, with its schemas or without them. */
export type Sendable = Sending & { readonly of?: Call };
type Whole<C extends Sendable> = C extends Call ? C : C extends SentCall<infer Of> ? Of : never;

export type InputOf<C extends Sendable> = z.input<Whole<C>['input']>;
export type ParsedInputOf<C extends Call> = z.output<C['input']>;
export type OutputOf<C extends Sendable> = z.output<Whole<C>['output']>;

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
