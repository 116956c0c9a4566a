import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { DELIVERY_TRIED_FOR_H, type webhookSettings, type webhookUpdate } from '@purser/contract/features/webhook';
import { areDeliveriesKept, DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { uuidv7 } from 'uuidv7';
import { checkReturnAddress } from '../../domain/return-address.ts';
import { AGAIN } from '../../domain/webhook-events.ts';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import { isUuid, uuidv7Time } from '../../platform/database/uuid.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliverNow } from './deliveries.ts';
import { findDelivery, findEndpoint, insertDelivery, integrationOf, updateIntegration } from './queries.ts';

type Settings = OutputOf<typeof webhookSettings>;

/** What orders get that do not say otherwise. */
export function settings(platform: Platform, { merchantId }: MerchantContext): Promise<Settings> {
  return platform.db.scoped(merchantId, (tx) => integrationOf(tx, merchantId));
}

export function updateSettings(
  platform: Platform,
  input: ParsedInputOf<typeof webhookUpdate>,
  context: MerchantContext,
): Promise<Settings | Answer<Settings>> {
  const change = { return_address: input.return_address.trim(), order_lifetime_min: input.order_lifetime_min };
  return confirmedWrite(platform, input, context, {
    prepare: async () => {
      if (change.return_address !== '') checkReturnAddress(change.return_address);
    },
    act: async (tx) => {
      await updateIntegration(tx, context.merchantId, change);
      return change;
    },
    audit: () => ({ action: 'webhook.update', details: change }),
    tells: ['webhooks'],
  });
}

type Redelivered = { delivery_id: string };

/** Delivers an event once more to its endpoint, under its own event id, so that the receiver may know it. */
export function redeliver(platform: Platform, deliveryId: string, context: MerchantContext): Promise<Redelivered | Answer<Redelivered>> {
  const { merchantId } = context;
  return keyedWrite(platform, context, {
    act: async (tx) => {
      const delivery = isUuid(deliveryId.toLowerCase()) ? await findDelivery(tx, merchantId, deliveryId) : undefined;
      if (!delivery)
        throw isNoLongerKept(platform, deliveryId)
          ? refuse('webhook_delivery_not_kept', { days: DELIVERY_KEPT_DAYS })
          : refuse('not_found');
      const endpoint = await findEndpoint(tx, { merchantId, endpointId: delivery.endpoint_id });
      if (!endpoint) throw refuse('webhook_endpoint_deleted');
      if (!endpoint.is_on) throw refuse('webhook_endpoint_off');
      if (delivery.state === 'pending') {
        await deliverNow(tx, { merchantId, deliveryId });
        return { delivery_id: deliveryId };
      }
      const again = uuidv7();
      await insertDelivery(tx, {
        merchant_id: merchantId,
        delivery_id: again,
        endpoint_id: endpoint.endpoint_id,
        event_id: delivery.event_id,
        event_type: delivery.event_type,
        payload: delivery.payload,
        subject: againSubject(delivery.subject),
        address: endpoint.address,
        give_up_at: platform.clock.inS(DELIVERY_TRIED_FOR_H * 3_600),
      });
      return { delivery_id: again };
    },
    audit: () => ({ action: 'webhook.redeliver', details: { delivery_id: deliveryId } }),
  });
}

/** Of a delivery that is not there: its number says when it was made. */
function isNoLongerKept({ clock }: Platform, deliveryId: string): boolean {
  const made = uuidv7Time(deliveryId.toLowerCase());
  return made !== undefined && !areDeliveriesKept(made.toISOString(), clock.now());
}

/** It waits for no event of the order, as its subject is another: whoever asks for it wants it now. */
function againSubject(subject: string): string {
  return subject === '' || subject.endsWith(AGAIN) ? subject : `${subject}${AGAIN}`;
}
