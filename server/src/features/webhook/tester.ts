import type { OutputOf } from '@purser/contract/call';
import { SHOWN_ANSWER_CHARS, type webhookEndpointPing, type webhookEndpointPreview } from '@purser/contract/features/webhook';
import type { Language } from '@purser/contract/language';
import type { Agent } from 'undici';
import { uuidv7 } from 'uuidv7';
import { keyedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { LEASE_S, settleAttempts } from './deliveries.ts';
import { webhookAgent } from './dispatcher.ts';
import { problemText } from './problems.ts';
import { type EndpointRow, findEndpoint, firstAttemptOf, insertDelivery } from './queries.ts';
import { sendMessage, signedRequest } from './send.ts';
import { mustBeUsable } from './targets.ts';

type Pinged = OutputOf<typeof webhookEndpointPing>;
type Shown = OutputOf<typeof webhookEndpointPreview>;
type Attempted = Pick<Pinged, 'http_status' | 'duration_ms' | 'problem'>;

/** Every ping makes us call a third party at once, so they are counted like failures are. */
const PINGS: ThrottleRule = { scope: 'webhook_ping', most: 20, rememberedS: 60, window: true };

/** Test events: shown as they would be sent, and sent. */
export class Tester {
  readonly #platform: Platform;
  /** Made at the first ping: it holds the connections of this process's pings. */
  #agent: Agent | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async preview(endpointId: number, context: MerchantContext): Promise<Shown> {
    return this.#shown(await this.#endpoint(endpointId, context), uuidv7(), this.#platform.clock.now());
  }

  /** Sends a test event at once, outside of every queue, and enters it in the delivery log; a repeated request reads it there. */
  async ping(endpointId: number, context: MerchantContext): Promise<Pinged | Answer<Pinged>> {
    const { db, clock } = this.#platform;
    const { merchantId, language } = context;
    const at = clock.now();
    const body = pingAt(at);
    const entered = await keyedWrite(this.#platform, context, {
      prepare: () => this.#target(endpointId, context),
      // Entered before it is sent, leased to us: a log that lacks what was sent would be no log.
      act: async (tx, { address }) => {
        const ping = { delivery_id: uuidv7(), event_id: uuidv7(), address };
        await insertDelivery(tx, {
          ...ping,
          merchant_id: merchantId,
          endpoint_id: endpointId,
          event_type: 'ping',
          payload: body,
          next_attempt_at: clock.inS(LEASE_S),
          // Should this process die, a worker tries once more and gives up: a ping is about now.
          give_up_at: at,
        });
        return ping;
      },
    });
    if (entered instanceof Answer) return new Answer('already_done', await this.#pinged(entered.data.delivery_id, context));
    const endpoint = await this.#endpoint(endpointId, context);
    this.#agent ??= webhookAgent(this.#platform);
    const message = { id: entered.event_id, body, address: entered.address, sealedSecret: endpoint.secret };
    const timestampS = Math.floor(at.getTime() / 1000);
    const sent = await sendMessage(this.#agent, this.#platform, message, { timestampS, answerChars: SHOWN_ANSWER_CHARS });
    const { httpStatus, durationMs, problem, answer } = sent;
    await db.systemTransaction((tx) =>
      settleAttempts(tx, [{ merchantId, deliveryId: entered.delivery_id, httpStatus, durationMs, problem, retryInS: null }]),
    );
    const request = this.#shown({ ...endpoint, address: entered.address }, entered.event_id, at);
    return { ...pingedOf({ http_status: httpStatus, duration_ms: durationMs, problem }, language), request, answer };
  }

  async #endpoint(endpointId: number, { merchantId }: MerchantContext): Promise<EndpointRow> {
    const endpoint = await this.#platform.db.scoped(merchantId, (tx) => findEndpoint(tx, { merchantId, endpointId }));
    if (!endpoint) throw refuse('not_found');
    return endpoint;
  }

  async #target(endpointId: number, context: MerchantContext): Promise<EndpointRow> {
    const endpoint = await this.#endpoint(endpointId, context);
    await this.#platform.throttle.count([[PINGS, String(context.merchantId)]]);
    await mustBeUsable(this.#platform, endpoint.address, context);
    return endpoint;
  }

  #shown({ address, secret }: Pick<EndpointRow, 'address' | 'secret'>, id: string, at: Date): Shown {
    const message = { id, body: pingAt(at), sealedSecret: secret };
    const { headers, body } = signedRequest(this.#platform, message, Math.floor(at.getTime() / 1000));
    return { method: 'POST', address, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), body };
  }

  async #pinged(deliveryId: string, { merchantId, language }: MerchantContext): Promise<Pinged> {
    const attempt = await this.#platform.db.scoped(merchantId, (tx) => firstAttemptOf(tx, merchantId, deliveryId));
    if (!attempt) throw refuse('request_in_progress');
    return { ...pingedOf(attempt, language), request: null, answer: null };
  }
}

function pingAt(time: Date): string {
  return JSON.stringify({ type: 'ping', timestamp: time.toISOString(), data: {} });
}

function pingedOf({ http_status, duration_ms, problem }: Attempted, language: Language): Omit<Pinged, 'request' | 'answer'> {
  return { delivered: problem === null, http_status, duration_ms, problem: problem === null ? null : problemText(problem, language) };
}
