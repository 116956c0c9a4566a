import type { PurserOutcome } from './sdk-types.ts';

/**
 * Why a call failed before Purser could answer it:
 * - `network_failure`: no connection, or it broke; after the retries nobody knows whether the call took effect;
 * - `timeout`: no answer in time; same doubt;
 * - `bad_answer`: something answered that does not speak Purser's protocol (a proxy, a wrong base address);
 * - `aborted`: your own signal stopped it.
 */
export type LocalFailure = 'network_failure' | 'timeout' | 'bad_answer' | 'aborted';

// The catalogue grows: a program must expect names it does not know. `& {}` keeps the known ones completing in editors.
export type PurserErrorName = PurserOutcome | LocalFailure | (string & {});

interface Failure {
  readonly code: number;
  readonly name: PurserErrorName;
  readonly detail: string;
  readonly requestId?: string | null;
  readonly httpStatus?: number | null;
  readonly retryAfterS?: number | null;
  readonly data?: unknown;
  readonly cause?: unknown;
}

/** Every failure of every call. Decide by `name` (or `code`); show `detail` to people; quote `requestId` to support. */
export class PurserError extends Error {
  /** The outcome's stable name, for example `merchant_order_duplicate`. */
  override readonly name: PurserErrorName;
  /** The outcome's stable number; 0 when Purser did not answer. */
  readonly code: number;
  /** The outcome in the client's language. */
  readonly detail: string;
  /** Names this one request in Purser's logs; null when Purser did not answer. */
  readonly requestId: string | null;
  /** HTTP status of the answer; null when there was none. */
  readonly httpStatus: number | null;
  /** For how many seconds Purser asks to wait before the same call again; null when it names no time. */
  readonly retryAfterS: number | null;
  /** What the outcome carries besides its text, usually null. */
  readonly data: unknown;

  constructor(failure: Failure) {
    super(failure.detail, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.name = failure.name;
    this.code = failure.code;
    this.detail = failure.detail;
    this.requestId = failure.requestId ?? null;
    this.httpStatus = failure.httpStatus ?? null;
    this.retryAfterS = failure.retryAfterS ?? null;
    this.data = failure.data ?? null;
  }
}
