import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { webhookPing, webhookRotateSecret, webhookSettings, webhookUpdate } from '@purser/contract/features/webhook';
import { DELIVERY_TRIED_FOR_H } from '@purser/contract/features/webhook';
import type { Agent } from 'undici';
import { uuidv7 } from 'uuidv7';
import { audit } from '../../platform/proof/audit.ts';
import { findReplay, write } from '../../platform/commands/idempotency.ts';
import { isPageAddress } from '../../platform/http/page-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import { checkTarget, resolveByDns, TargetRefused, type TargetProblem } from '../../platform/security/ssrf.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { takeGoogleCode } from '../../platform/security/totp.ts';
import { LEASE_S, settleAttempts } from './deliveries.ts';
import { webhookAgent } from './dispatcher.ts';
import { problemText } from './problems.ts';
import { deliverNow, findDelivery, insertDelivery, integrationOf, isUuid, updateIntegration } from './queries.ts';
import { sendMessage } from './send.ts';
import { newWebhookSecret, rotateWebhookSecret, sealWebhookSecret } from './signing.ts';

type Updated = OutputOf<typeof webhookUpdate>;
type Rotated = OutputOf<typeof webhookRotateSecret>;

/** Every ping makes us call a third party at once, so they are counted like failures are. */
const PINGS: ThrottleRule = { scope: 'webhook_ping', most: 20, rememberedS: 60 };

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
    const { db, secrets } = this.#platform;
    const { merchantId } = context;
    const replay = await findReplay<Updated>(db, merchantId, context);
    if (replay) return replay;
    const change = {
      webhook_address: input.webhook_address.trim(),
      return_address: input.return_address.trim(),
      order_lifetime_min: input.order_lifetime_min,
    };
    if (change.return_address !== '' && !isPageAddress(change.return_address)) {
      throw refuse('invalid_input', { field: 'return_address' }, { fields: [{ field: 'return_address', problem: 'http(s)://' }] });
    }
    const problem = await this.#problemOf(change.webhook_address);
    let secret: string | null = null;
    const answer = await write<Updated>(db, merchantId, context, async (tx) => {
      await takeGoogleCode(tx, this.#platform, context, input.google_code);
      if (problem) throw refuse('webhook_address_refused', { reason: problemText(problem, context.language) });
      const before = await integrationOf(tx, merchantId);
      secret = before.webhook_secret === null && change.webhook_address !== '' ? newWebhookSecret() : null;
      await updateIntegration(tx, merchantId, {
        ...change,
        ...(secret !== null && { webhook_secret: sealWebhookSecret(secrets, secret) }),
      });
      await audit(tx, this.#platform.secrets, { ...actorOf(context), action: 'webhook.update', details: change });
      // The first answer is kept for replays, in the clear: the secret is no part of it.
      return { ...change, secret: null };
    });
    return answer instanceof Answer ? answer : { ...answer, secret };
  }

  async rotateSecret(input: ParsedInputOf<typeof webhookRotateSecret>, context: MerchantContext): Promise<Rotated | Answer<Rotated>> {
    const { db, secrets } = this.#platform;
    const { merchantId } = context;
    const replay = await findReplay<Rotated>(db, merchantId, context);
    if (replay) return new Answer(replay.outcome, { secret: null });
    const next = newWebhookSecret();
    const answer = await write<Rotated>(db, merchantId, context, async (tx) => {
      await takeGoogleCode(tx, this.#platform, context, input.google_code);
      const { webhook_secret: sealed, webhook_address: address } = await integrationOf(tx, merchantId);
      if (address === '') throw refuse('webhook_address_missing');
      await updateIntegration(tx, merchantId, {
        webhook_secret: rotateWebhookSecret(secrets, sealed, next, Math.floor(this.#platform.clock.nowMs() / 1000)),
      });
      await audit(tx, this.#platform.secrets, { ...actorOf(context), action: 'webhook.rotate_secret', details: {} });
      return { secret: null };
    });
    return answer instanceof Answer ? new Answer(answer.outcome, { secret: null }) : { secret: next };
  }

  /** Sends a ping at once, outside of every queue, and enters it in the delivery log. */
  async ping(context: MerchantContext): Promise<OutputOf<typeof webhookPing>> {
    const { db, clock, throttle } = this.#platform;
    const { merchantId, language } = context;
    const { webhook_address: address, webhook_secret: sealedSecret } = await db.scoped(merchantId, (tx) => integrationOf(tx, merchantId));
    if (address === '' || sealedSecret === null) throw refuse('webhook_address_missing');
    const subject = [PINGS, String(merchantId)] as const;
    await throttle.count([subject]);
    const refused = await this.#problemOf(address);
    if (refused) throw refuse('webhook_address_refused', { reason: problemText(refused, language) });

    const ids = { deliveryId: uuidv7(), eventId: uuidv7() };
    const body = JSON.stringify({ type: 'ping', timestamp: clock.now().toISOString(), data: {} });
    // Entered before it is sent, leased to us: a log that lacks what was sent would be no log.
    await db.scoped(merchantId, (tx) =>
      insertDelivery(tx, {
        merchant_id: merchantId,
        delivery_id: ids.deliveryId,
        event_id: ids.eventId,
        event_type: 'ping',
        payload: body,
        address,
        next_attempt_at: clock.inS(LEASE_S),
        // Should this process die, a worker tries once more and gives up: a ping is about now.
        give_up_at: clock.now(),
      }),
    );
    this.#agent ??= webhookAgent(this.#platform);
    const attempt = await sendMessage(this.#agent, this.#platform, { id: ids.eventId, body, address, sealedSecret });
    const { httpStatus, durationMs, problem } = attempt;
    await db.systemTransaction((tx) =>
      settleAttempts(tx, [{ merchantId, deliveryId: ids.deliveryId, httpStatus, durationMs, problem, retryInS: null }]),
    );
    return {
      delivered: problem === null,
      http_status: httpStatus,
      duration_ms: durationMs,
      problem: problem === null ? null : problemText(problem, language),
    };
  }

  /** Delivers an event once more, under its own event id, so that the receiver may know it. */
  async redeliver(deliveryId: string, context: MerchantContext): Promise<{ delivery_id: string } | Answer<{ delivery_id: string }>> {
    const { merchantId } = context;
    return write(this.#platform.db, merchantId, context, async (tx) => {
      const delivery = isUuid(deliveryId) ? await findDelivery(tx, merchantId, deliveryId) : undefined;
      if (!delivery) throw refuse('not_found');
      const { webhook_address: address } = await integrationOf(tx, merchantId);
      if (address === '') throw refuse('webhook_address_missing');
      await audit(tx, this.#platform.secrets, { ...actorOf(context), action: 'webhook.redeliver', details: { delivery_id: deliveryId } });
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
        // Without a subject it waits for no other event of the order: whoever asks for it wants it now.
        subject: '',
        address,
        give_up_at: this.#platform.clock.inS(DELIVERY_TRIED_FOR_H * 3_600),
      });
      return { delivery_id: again };
    });
  }

  async #problemOf(address: string): Promise<TargetProblem | undefined> {
    if (address === '') return undefined;
    const { demo, webhookAllow } = this.#platform.settings;
    try {
      await checkTarget(address, { plainHttp: demo, allow: webhookAllow, resolve: resolveByDns });
      return undefined;
    } catch (error) {
      if (error instanceof TargetRefused) return error.problem;
      throw error;
    }
  }
}

function actorOf({ merchantId, ip }: MerchantContext) {
  return { ownerId: merchantId, actorKind: 'merchant' as const, actor: String(merchantId), ip };
}
