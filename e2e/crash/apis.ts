import { setTimeout as sleep } from 'node:timers/promises';
import { PurserError } from '@purser/client';
import type { Envelope } from '@purser/contract/call';
import type { SeededRandom } from './random.ts';

const PAUSE_MS = 30;
/** A write that nobody answers for so long, however often it is repeated, is a failure by itself. */
const PATIENCE_MS = 90_000;

/** There was no answer, or one that says "ask again": nobody knows whether the write took effect. */
class Unanswered extends Error {}

/** The answers that mean "ask again". */
const ASK_AGAIN: ReadonlySet<string> = new Set([
  'request_in_progress',
  'google_code_used',
  'busy',
  'too_many_requests',
  'too_late',
  'outcome_unknown',
]);

export interface Answered<Answer> {
  readonly answer: Answer;
  /** The api that answered. */
  readonly api: string;
}

/** The apis, as clients see them: any of them may be asked, and no answer means asking again, at whichever. */
export class Apis {
  readonly addresses: readonly string[];
  /** Answers of 500: they are never right. 503, broken connections and time-outs are, while something is broken. */
  readonly faults: string[] = [];

  constructor(addresses: readonly string[]) {
    this.addresses = addresses;
  }

  /** One of the others than this one. */
  besides(api: string, random: SeededRandom): string {
    return random.pick(this.addresses.filter((address) => address !== api));
  }

  /** Repeats a write at one api or another until there is an answer; a refusal is an answer. */
  async untilAnswered<Answer>(random: SeededRandom, write: (api: string) => Promise<Answer>): Promise<Answered<Answer>> {
    const began = Date.now();
    for (;;) {
      const api = random.pick(this.addresses);
      try {
        return { answer: await write(api), api };
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        if (Date.now() - began > PATIENCE_MS) throw new Error(`no answer for ${PATIENCE_MS / 1000} s`, { cause: error });
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Asks once; undefined when there is no answer. */
  async once<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (isUnanswered(error)) return undefined;
      throw error;
    }
  }

  /** The global fetch, with an eye on answers of 500. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (response.status === 500) this.faults.push(`500 from ${url}: ${await response.clone().text()}`);
    return response;
  };

  /** Sends a call that is not signed. Throws `Unanswered` where asking again is the thing to do. */
  async post(url: string, body: unknown, headers: Record<string, string>, timeoutMs: number): Promise<Envelope<unknown>> {
    const response = await this.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language: 'en', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Unanswered('no answer', { cause: error });
    });
    if (response.status >= 500 || response.status === 429) throw new Unanswered(`HTTP ${response.status}`);
    const text = await response.text().catch((error: unknown) => {
      throw new Unanswered('the answer broke off', { cause: error });
    });
    // The HTTP server itself gives up a request that did not arrive in time, as when its process was paused in between.
    if (response.status === 408) throw new Unanswered('HTTP 408');
    const envelope = JSON.parse(text) as Envelope<unknown>;
    if (typeof envelope.msg !== 'string') throw new TypeError(`HTTP ${response.status} without an envelope: ${text}`);
    if (ASK_AGAIN.has(envelope.msg)) throw new Unanswered(envelope.msg);
    return envelope;
  }
}

function isUnanswered(error: unknown): boolean {
  if (error instanceof Unanswered) return true;
  if (!(error instanceof PurserError)) return false;
  return error.httpStatus === null || error.httpStatus === 408 || error.httpStatus >= 429 || ASK_AGAIN.has(error.name);
}
