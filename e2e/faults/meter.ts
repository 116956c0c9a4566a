import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Purser, PurserError } from '@purser/client';
import type { Envelope } from '@purser/contract/call';
import { checkoutPay } from '@purser/contract/features/checkout';
import { PAYER_COOKIE } from '../../server/src/platform/http/payer-cookie.ts';
import type { Platform } from '../../server/src/platform/platform.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';

const PAUSE_MS = 20;
const TIMEOUT_MS = 2_000;

/** One order that was to be created and paid; it succeeded when `status` is 200. */
interface Attempt {
  readonly api: string;
  readonly merchantId: number;
  readonly endedAt: number;
  /** The HTTP status, 0 for no answer. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly what: string;
}

export interface Filter {
  readonly api?: string;
  readonly merchantId?: number;
  readonly notMerchantId?: number;
}

/** Pays for orders steadily, for each merchant at each api, and remembers what came of it: by that, waits are measured. */
export class Meter {
  readonly attempts: Attempt[] = [];
  readonly #platform: Platform;
  #running = true;
  #loops: Promise<void>[] = [];

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  start(apis: ReadonlyMap<string, string>, merchants: readonly LoadMerchant[], users: readonly LoadUser[]): void {
    let payer = 0;
    for (const [api, address] of apis) {
      for (const merchant of merchants) {
        const user = users[payer % users.length] as LoadUser;
        payer += 1;
        this.#loops.push(this.#repeat(api, address, merchant, user));
      }
    }
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  /** How many orders were paid in a span of time. */
  paid(filter: Filter, from: number, to: number): number {
    return this.#of(filter, from, to).filter(({ status }) => status === 200).length;
  }

  /** The longest time without a payment in a span, in milliseconds: what a fault cost whoever wanted to pay. */
  longestGapMs(filter: Filter, from: number, to: number): number {
    const ends = this.#of(filter, from, to).flatMap(({ status, endedAt }) => (status === 200 ? [endedAt] : []));
    let gap = 0;
    let last = from;
    for (const end of [...ends.toSorted((a, b) => a - b), to]) {
      gap = Math.max(gap, end - last);
      last = end;
    }
    return gap;
  }

  /** Answers that are wrong whatever the fault: 500, and 503 without a time to come back. */
  wrongAnswers(from: number, to: number): string[] {
    return this.#of({}, from, to).flatMap(({ status, retryAfter, what }) =>
      status === 500 || (status === 503 && retryAfter === null) ? [`${status} ${what}`] : [],
    );
  }

  #of({ api, merchantId, notMerchantId }: Filter, from: number, to: number): Attempt[] {
    return this.attempts.filter(
      (attempt) =>
        attempt.endedAt >= from &&
        attempt.endedAt <= to &&
        (api === undefined || attempt.api === api) &&
        (merchantId === undefined || attempt.merchantId === merchantId) &&
        attempt.merchantId !== notMerchantId,
    );
  }

  async #repeat(api: string, address: string, merchant: LoadMerchant, user: LoadUser): Promise<void> {
    while (this.#running) {
      const came = await this.#buy(address, merchant, user);
      this.attempts.push({ api, merchantId: merchant.merchantId, endedAt: performance.now(), ...came });
      await sleep(PAUSE_MS);
    }
  }

  async #buy(address: string, merchant: LoadMerchant, user: LoadUser): Promise<Pick<Attempt, 'status' | 'retryAfter' | 'what'>> {
    let seen = { status: 0, retryAfter: null as string | null, what: 'no answer' };
    const look = async (url: string, init?: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      seen = { status: response.status, retryAfter: response.headers.get('retry-after'), what: await response.clone().text() };
      return response;
    };
    try {
      const sdk = new Purser({
        baseUrl: address,
        accessKey: merchant.accessKey,
        secret: merchant.secret,
        timeoutMs: TIMEOUT_MS,
        maxRetries: 0,
        fetch: look,
      });
      const order = await sdk.orders.create({ order_id: randomUUID(), coin_name: 'USDP', amount: '1.00' });
      const token = order.payment_url.split('/').at(-1) ?? '';
      const { secrets, clock } = this.#platform;
      seen = { status: 0, retryAfter: null, what: 'no answer' };
      const answer = await look(address + checkoutPay.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', language: 'en', cookie: `${PAYER_COOKIE}=${user.token}` },
        body: JSON.stringify({ token, payment_grant: secrets.sign('payment-grant', { user: user.userId, order: token }, clock.inS(300)) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { msg } = (await answer.json()) as Envelope<unknown>;
      return { ...seen, status: answer.status === 200 && msg !== 'ok' && msg !== 'already_done' ? -1 : answer.status };
    } catch (error) {
      // A refusal in an answer of 200 is no success either.
      const refused = error instanceof PurserError && seen.status === 200;
      return refused ? { ...seen, status: -1 } : { ...seen, status: seen.status === 200 ? 0 : seen.status };
    }
  }
}
