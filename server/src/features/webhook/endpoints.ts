import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  MOST_WEBHOOK_ENDPOINTS,
  type webhookEndpoint,
  type webhookEndpointAdd,
  type webhookEndpointDelete,
  type webhookEndpointRotateSecret,
  type webhookEndpointUpdate,
} from '@purser/contract/features/webhook';
import type { z } from 'zod';
import { EVERY_EVENT } from '../../domain/webhook-events.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { deliveriesOfEndpoints, type EndpointRow, endpointsOf, findEndpoint, insertEndpoint, updateEndpoint } from './queries.ts';
import { newWebhookSecret, previousSignsUntilS, rotateWebhookSecret, sealWebhookSecret } from './signing.ts';
import { mustBeUsable } from './targets.ts';

type Endpoint = z.output<typeof webhookEndpoint>;
type Named = OutputOf<typeof webhookEndpointUpdate>;
type WithSecret = OutputOf<typeof webhookEndpointAdd>;

/** Looking an address up tells which names there are, so it is counted. */
const LOOKUPS: ThrottleRule = { scope: 'webhook_lookup', most: 20, rememberedS: 60, window: true };
/** Deliveries that wait for one endpoint are counted up to here. */
const MOST_WAITING_COUNTED = 1000;

/** A merchant's webhook endpoints: each with an address, a secret and events of its own. */
export class Endpoints {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  query({ merchantId }: MerchantContext): Promise<{ list: Endpoint[] }> {
    const { db, secrets, clock } = this.#platform;
    const nowS = Math.floor(clock.nowMs() / 1000);
    return db.scoped(merchantId, async (tx) => {
      const rows = await endpointsOf(tx, merchantId);
      const ids = rows.map(({ endpoint_id }) => endpoint_id);
      const deliveries = await deliveriesOfEndpoints(tx, merchantId, ids, MOST_WAITING_COUNTED);
      return {
        list: rows.map((row) => {
          const until = previousSignsUntilS(secrets, row.secret, nowS);
          const { waiting = 0, state, created_at, http_status } = deliveries.get(row.endpoint_id) ?? {};
          return {
            endpoint_id: row.endpoint_id,
            name: row.name,
            address: row.address,
            events: row.events.includes(EVERY_EVENT) ? null : (row.events as NonNullable<Endpoint['events']>),
            is_on: row.is_on,
            create_time: row.created_at.toISOString(),
            previous_secret_until: until === undefined ? null : new Date(until * 1000).toISOString(),
            waiting,
            last_delivery: state && created_at ? { state, create_time: created_at.toISOString(), http_status: http_status ?? null } : null,
          };
        }),
      };
    });
  }

  async add(input: ParsedInputOf<typeof webhookEndpointAdd>, context: MerchantContext): Promise<WithSecret | Answer<WithSecret>> {
    const { merchantId } = context;
    const secret = newWebhookSecret();
    const settings = settingsOf(input);
    const added = await confirmedWrite(this.#platform, input, context, {
      prepare: () => this.#mayBeSentTo(settings.address, context),
      act: async (tx) => {
        if ((await endpointsOf(tx, merchantId)).length >= MOST_WEBHOOK_ENDPOINTS)
          throw refuse('webhook_endpoint_limit', { limit: MOST_WEBHOOK_ENDPOINTS });
        const sealed = sealWebhookSecret(this.#platform.secrets, secret);
        return { endpoint_id: await insertEndpoint(tx, merchantId, { ...settings, secret: sealed }) };
      },
      audit: ({ endpoint_id }) => ({ action: 'webhook.endpoint.add', details: { endpoint_id, ...settings } }),
      tells: ['webhooks'],
    });
    return answerOf(added, (kept, again) => ({ ...kept, secret: again ? null : secret }));
  }

  update(input: ParsedInputOf<typeof webhookEndpointUpdate>, context: MerchantContext): Promise<Named | Answer<Named>> {
    const { endpoint_id, is_on } = input;
    const key = { merchantId: context.merchantId, endpointId: endpoint_id };
    const change = { ...settingsOf(input), is_on };
    return confirmedWrite(this.#platform, input, context, {
      prepare: async () => {
        const now = await this.#platform.db.scoped(key.merchantId, (tx) => findEndpoint(tx, key));
        // What is switched off because its address leads nowhere any more can be: an address that stays is not looked at.
        if (now && now.address !== change.address) await this.#mayBeSentTo(change.address, context);
      },
      act: async (tx) => {
        if (!(await updateEndpoint(tx, key, change))) throw refuse('not_found');
        return { endpoint_id };
      },
      audit: () => ({ action: 'webhook.endpoint.update', details: { endpoint_id, ...change } }),
      tells: ['webhooks'],
    });
  }

  delete(input: ParsedInputOf<typeof webhookEndpointDelete>, context: MerchantContext): Promise<null | Answer<null>> {
    const { endpoint_id } = input;
    const key = { merchantId: context.merchantId, endpointId: endpoint_id };
    return confirmedWrite(this.#platform, input, context, {
      act: async (tx) => {
        if (!(await updateEndpoint(tx, key, { secret: null, deleted_at: this.#platform.clock.now() }))) throw refuse('not_found');
        return null;
      },
      audit: () => ({ action: 'webhook.endpoint.delete', details: { endpoint_id } }),
      tells: ['webhooks'],
    });
  }

  async rotateSecret(
    input: ParsedInputOf<typeof webhookEndpointRotateSecret>,
    context: MerchantContext,
  ): Promise<WithSecret | Answer<WithSecret>> {
    const { secrets, clock } = this.#platform;
    const { endpoint_id } = input;
    const key = { merchantId: context.merchantId, endpointId: endpoint_id };
    const secret = newWebhookSecret();
    const rotated = await confirmedWrite(this.#platform, input, context, {
      act: async (tx) => {
        const endpoint = await findEndpoint(tx, key);
        if (!endpoint) throw refuse('not_found');
        await updateEndpoint(tx, key, { secret: rotateWebhookSecret(secrets, endpoint.secret, secret, Math.floor(clock.nowMs() / 1000)) });
        return { endpoint_id };
      },
      audit: () => ({ action: 'webhook.endpoint.rotate_secret', details: { endpoint_id } }),
      tells: ['webhooks'],
    });
    return answerOf(rotated, (kept, again) => ({ ...kept, secret: again ? null : secret }));
  }

  async #mayBeSentTo(address: string, context: MerchantContext): Promise<void> {
    await this.#platform.throttle.count([[LOOKUPS, String(context.merchantId)]]);
    await mustBeUsable(this.#platform, address, context);
  }
}

function settingsOf({ name, address, events }: ParsedInputOf<typeof webhookEndpointAdd>): Pick<EndpointRow, 'name' | 'address' | 'events'> {
  return { name, address: address.trim(), events: events === null ? [EVERY_EVENT] : [...new Set(events)].toSorted() };
}
