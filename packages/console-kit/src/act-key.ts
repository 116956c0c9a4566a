import { CallRefused, newIdempotencyKey, NoAnswer } from '@purser/client/transport';
import type { Call } from '@purser/contract/call';
import { FINAL_OUTCOMES } from '@purser/contract/final-outcomes';

interface Act {
  readonly key: string;
  /** Whether an attempt may have been carried out without our knowing. */
  open: boolean;
}

/**
 * The idempotency keys of one place where the user acts. An act keeps its key until what became of it is known for good, through
 * lost answers, passing refusals and other acts alike: an attempt that was given up as lost may still arrive. So trying the very same
 * again never does it twice. Other contents are another act.
 */
export class ActKeys {
  /** By their contents. */
  readonly #acts = new Map<string, Act>();

  /**
   * Attempts by `send` what `contents` says, under the act's key, and ends the act when it is done, or refused for good under its key:
   * the same contents would be a new act then.
   */
  async attempt<Answer>(contents: string, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> {
    const act = this.#acts.get(contents) ?? { key: newIdempotencyKey(), open: false };
    this.#acts.set(contents, act);
    try {
      const answer = await send(act.key);
      this.#end(contents, act);
      return answer;
    } catch (error) {
      if (isRefusedForGood(error)) this.#end(contents, act);
      else if (mayHaveBeenDone(error)) act.open = true;
      throw error;
    }
  }

  /** Whether an earlier attempt at exactly this may have been carried out. */
  isOpen(contents: string): boolean {
    return this.#acts.get(contents)?.open === true;
  }

  /** Whether an earlier attempt at contents that differ from these in some fields alone, and in one at least, may have been carried out. */
  isOpenApartFrom(fields: readonly string[], contents: string): boolean {
    const rest = without(fields, contents);
    return [...this.#acts].some(([other, { open }]) => open && other !== contents && without(fields, other) === rest);
  }

  /** What differs from contents that are done in some fields alone is no longer told of: they were warned of it. It keeps its key, so that the very same is still done once. */
  endApartFrom(fields: readonly string[], contents: string): void {
    const rest = without(fields, contents);
    for (const [other, act] of this.#acts) if (without(fields, other) === rest) act.open = false;
  }

  /** Ends every act: what is tried next is a new one. */
  forget(): void {
    this.#acts.clear();
  }

  #end(contents: string, act: Act): void {
    if (this.#acts.get(contents) === act) this.#acts.delete(contents);
  }
}

/** Contents less some of their fields. */
function without(fields: readonly string[], contents: string): string {
  return JSON.stringify(JSON.parse(contents), (name, value: unknown) => (fields.includes(name) ? undefined : value));
}

/** The keys outlive the page: whoever looks elsewhere after a lost answer and comes back still acts once. */
const keysOfCalls = new Map<string, ActKeys>();

export function keysOf({ path }: Call): ActKeys {
  const keys = keysOfCalls.get(path) ?? new ActKeys();
  keysOfCalls.set(path, keys);
  return keys;
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
  return error instanceof CallRefused && FINAL_OUTCOMES.includes(error.outcome);
}
