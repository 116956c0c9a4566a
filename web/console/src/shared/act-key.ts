import { CallRefused, newIdempotencyKey, NoAnswer } from '@purser/client/transport';
import { isFinal, OUTCOMES, type OutcomeName } from '@purser/contract/errors';

interface Act {
  readonly contents: string;
  readonly key: string;
  /** Whether an attempt may have been carried out without our knowing. */
  open: boolean;
}

/**
 * The idempotency keys of one place where the user acts. An act keeps its key until what became of it is known for good, through
 * lost answers and passing refusals alike: an attempt that was given up as lost may still arrive. So trying the very same
 * again never does it twice. Other contents are another act.
 */
export class ActKeys {
  #act: Act | undefined;

  /** The key for an attempt to do what `contents` says. */
  keyFor(contents: string): string {
    if (this.#act?.contents !== contents) this.#act = { contents, key: newIdempotencyKey(), open: false };
    return this.#act.key;
  }

  /** An attempt ended without our knowing whether it was carried out. */
  leaveOpen(): void {
    if (this.#act) this.#act.open = true;
  }

  /** Whether an earlier attempt at exactly this may have been carried out. */
  isOpen(contents: string): boolean {
    return this.#act?.contents === contents && this.#act.open;
  }

  /** It is done, or refused for good under its key; the same contents would be a new act. */
  end(): void {
    this.#act = undefined;
  }
}

/**
 * Whether an act that failed so may have been carried out all the same: no answer came, the server broke on the
 * way, or an earlier attempt is still under way there.
 */
export function mayHaveBeenDone(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  return error instanceof CallRefused && (error.http >= 500 || error.outcome === 'request_in_progress');
}

/** Whether the server has refused the act for good: it keeps the refusal under the act's key, also for earlier attempts that still arrive. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof CallRefused && error.outcome in OUTCOMES && isFinal(error.outcome as OutcomeName);
}
