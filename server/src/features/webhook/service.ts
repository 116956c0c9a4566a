import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { webhookPing, webhookRotateSecret, webhookSettings, webhookUpdate } from '@purser/contract/features/webhook';
import { DELIVERY_TRIED_FOR_H } from '@purser/contract/features/webhook';
import type { Language } from '@purser/contract/language';
import type { Agent } from 'undici';
import { uuidv7 } from 'uuidv7';
import { answerOf, confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import { checkReturnAddress } from '../../domain/return-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import { checkTarget, resolveByDns, TargetRefused } from '../../platform/security/ssrf.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { LEASE_S, settleAttempts } from './deliveries.ts';
import { webhookAgent } from './dispatcher.ts';
import { problemText } from './problems.ts';
import { AGAIN, deliverNow, findDelivery, firstAttemptOf, insertDelivery, integrationOf, isUuid, updateIntegration } from './queries.ts';
import { sendMessage } from './send.ts';
import { newWebhookSecret, rotateWebhookSecret, sealWebhookSecret } from './signing.ts';

type Updated = OutputOf<typeof webhookUpdate>;
type Rotated = OutputOf<typeof webhookRotateSecret>;
type Pinged = OutputOf<typeof webhookPing>;

/** Every ping makes us call a third party at once, so they are counted like failures are. */
const PINGS: ThrottleRule = { scope: 'webhook_ping', most: 20, rememberedS: 60 };
/** Looking an address up tells which names there are, so it is counted too. */
const LOOKUPS: ThrottleRule = { scope: 'webhook_lookup', most: 20, rememberedS: 60 };

export class Webhooks {
  readonly #platform: Platform;
  /** Made at the first ping: it holds the connections of this process's pings. */
  #agent: Agent | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async settings({ merchantId }: MerchantContext): Promise<OutputOf<typeof webhookSettings>> {
    const row = await this.#platform.db.scoped(merchantId, (tx) => integrationOf(tx, merchantId));
    const { webhook_secret: secret, ...integration } = row;
    return { ...integration, has_secret: secret !== null };
  }

  async update(input: ParsedInputOf<typeof webhookUpdate>, context: MerchantContext): Promise<Updated | Answer<Updated>> {
    const { secrets, throttle } = this.#platform;
    const { merchantId } = context;
    const change = {
      webhook_address: input.webhook_address.trim(),
      return_address: input.return_address.trim(),
      order_lifetime_min: input.order_lifetime_min,
    };
    const secret = newWebhookSecret();
    const updated = await confirmedWrite(this.#platform, input, context, {
      prepare: async () => {
        if (change.return_address !== '') checkReturnAddress(change.return_address);
        if (change.webhook_address !== '') await throttle.count([[LOOKUPS, String(merchantId)]]);
        await this.#mustBeUsable(change.webhook_address, context);
      },
      act: async (tx) => {
        const before = await integrationOf(tx, merchantId);
        const isFirst = before.webhook_secret === null && change.webhook_address !== '';
        await updateIntegration(tx, merchantId, { ...change, ...(isFirst && { webhook_secret: sealWebhookSecret(secrets, secret) }) });
        return { ...change, has_new_secret: isFirst };
      },
      audit: () => ({ action: 'webhook.update', details: change }),
      tells: ['webhooks'],
    });
    return answerOf(updated, ({ has_new_secret, ...integration }, again) => ({
      ...integration,
      secret: has_new_secret && !again ? secret : null,
    }));
  }

  async rotateSecret(input: ParsedInputOf<typeof webhookRotateSecret>, context: MerchantContext): Promise<Rotated | Answer<Rotated>> {
    const { secrets, clock } = this.#platform;
    const { merchantId } = context;
    const secret = newWebhookSecret();
    const rotated = await confirmedWrite(this.#platform, input, context, {
      act: async (tx) => {
        const { webhook_secret: sealed, webhook_address: address } = await integrationOf(tx, merchantId);
        if (address === '') throw refuse('webhook_address_missing');
        const webhook_secret = rotateWebhookSecret(secrets, sealed, secret, Math.floor(clock.nowMs() / 1000));
        await updateIntegration(tx, merchantId, { webhook_secret });
        return null;
      },
      audit: () => ({ action: 'webhook.rotate_secret', details: {} }),
    });
    return answerOf(rotated, (_, again) => ({ secret: again ? null : secret }));
  }

  /** Sends a ping at once, outside of every queue, and enters it in the delivery log; a repeated request reads it there. */
  async ping(context: MerchantContext): Promise<Pinged | Answer<Pinged>> {
    const { db, clock } = this.#platform;
    const { merchantId, language } = context;
    const body = JSON.stringify({ type: 'ping', timestamp: clock.now().toISOString(), data: {} });
    const entered = await keyedWrite(this.#platform, context, {
      prepare: () => this.#pingTarget(context),
      // Entered before it is sent, leased to us: a log that lacks what was sent would be no log.
      act: async (tx, { address }) => {
        const ping = { delivery_id: uuidv7(), event_id: uuidv7(), address };
        await insertDelivery(tx, {
          ...ping,
          merchant_id: merchantId,
          event_type: 'ping',
          payload: body,
          next_attempt_at: clock.inS(LEASE_S),
          // Should this process die, a worker tries once more and gives up: a ping is about now.
          give_up_at: clock.now(),
        });
        return ping;
      },
    });
    if (entered instanceof Answer) return new Answer('already_done', await this.#pinged(entered.data.delivery_id, context));
    const { webhook_secret: sealedSecret } = await db.scoped(merchantId, (tx) => integrationOf(tx, merchantId));
    if (sealedSecret === null) throw refuse('webhook_address_missing');
    this.#agent ??= webhookAgent(this.#platform);
    const message = { id: entered.event_id, body, address: entered.address, sealedSecret };
    const { httpStatus, durationMs, problem } = await sendMessage(this.#agent, this.#platform, message);
    await db.systemTransaction((tx) =>
      settleAttempts(tx, [{ merchantId, deliveryId: entered.delivery_id, httpStatus, durationMs, problem, retryInS: null }]),
    );
    return pingedOf({ http_status: httpStatus, duration_ms: durationMs, problem }, language);
  }

  async #pingTarget(context: MerchantContext): Promise<{ address: string }> {
    const { db, throttle } = this.#platform;
    const { merchantId } = context;
    const { webhook_address: address, webhook_secret: sealedSecret } = await db.scoped(merchantId, (tx) => integrationOf(tx, merchantId));
    if (address === '' || sealedSecret === null) throw refuse('webhook_address_missing');
    await throttle.count([[PINGS, String(merchantId)]]);
    await this.#mustBeUsable(address, context);
    return { address };
  }

  async #pinged(deliveryId: string, { merchantId, language }: MerchantContext): Promise<Pinged> {
    const attempt = await this.#platform.db.scoped(merchantId, (tx) => firstAttemptOf(tx, merchantId, deliveryId));
    if (!attempt) throw refuse('request_in_progress');
    return pingedOf(attempt, language);
  }

  /** Delivers an event once more, under its own event id, so that the receiver may know it. */
  redeliver(deliveryId: string, context: MerchantContext): Promise<{ delivery_id: string } | Answer<{ delivery_id: string }>> {
    const { merchantId } = context;
    return keyedWrite(this.#platform, context, {
      act: async (tx) => {
        const delivery = isUuid(deliveryId) ? await findDelivery(tx, merchantId, deliveryId) : undefined;
        if (!delivery) throw refuse('not_found');
        const { webhook_address: address } = await integrationOf(tx, merchantId);
        if (address === '') throw refuse('webhook_address_missing');
        if (delivery.state === 'pending') {
          await deliverNow(tx, delivery);
          return { delivery_id: deliveryId };
        }
        const again = uuidv7();
        await insertDelivery(tx, {
          merchant_id: merchantId,
          delivery_id: again,
          event_id: delivery.event_id,
          event_type: delivery.event_type,
          payload: delivery.payload,
          subject: againSubject(delivery.subject),
          address,
          give_up_at: this.#platform.clock.inS(DELIVERY_TRIED_FOR_H * 3_600),
        });
        return { delivery_id: again };
      },
      audit: () => ({ action: 'webhook.redeliver', details: { delivery_id: deliveryId } }),
    });
  }

  /** Refuses an address that no webhook may be sent to, with what is wrong with it. */
  async #mustBeUsable(address: string, { language }: MerchantContext): Promise<void> {
    if (address === '') return;
    const { demo, webhookAllow } = this.#platform.settings;
    try {
      await checkTarget(address, { plainHttp: demo, allow: webhookAllow, resolve: resolveByDns });
    } catch (error) {
      if (!(error instanceof TargetRefused)) throw error;
      throw refuse('webhook_address_refused', { reason: problemText(error.problem, language) });
    }
  }
}

function pingedOf({ http_status, duration_ms, problem }: Omit<Pinged, 'delivered'>, language: Language): Pinged {
  return { delivered: problem === null, http_status, duration_ms, problem: problem === null ? null : problemText(problem, language) };
}

/** It waits for no first delivery of the order's events, as its subject is another: whoever asks for it wants it now. */
function againSubject(subject: string): string {
  return subject === '' || subject.endsWith(AGAIN) ? subject : `${subject}${AGAIN}`;
}
