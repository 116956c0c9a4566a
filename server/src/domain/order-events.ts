import type { MerchantTopic } from '@purser/contract/features/events';
import { DELIVERY_TRIED_FOR_H, type EventType } from '@purser/contract/features/webhook';
import { uuidv7 } from 'uuidv7';
import { openOrderOf, type PaymentOrder } from './payment-order.ts';
import { announce } from '../platform/streams/hub.ts';
import type { Tx } from '../platform/database/tx.ts';

export type OrderEventType = Exclude<EventType, 'ping'>;

/** Something that happened to an order, with the order's row as it is after it. */
export interface OrderEvent {
  readonly type: OrderEventType;
  readonly order: PaymentOrder;
}

/** By merchant; empty, or none at all, where no address is set. */
export type WebhookAddresses = ReadonlyMap<bigint, string>;

/**
 * Tells everyone concerned, within the transaction that changed the orders: writes the webhook deliveries of every
 * merchant who has set an address, and announces the change to the consoles and payment pages that show it.
 * Each event's payload is the order as it is now, written once: every attempt sends the same bytes.
 *
 * @param known the merchants' webhook addresses, where the transaction has read them already
 */
export async function recordOrderEvents(tx: Tx, publicUrl: string, events: readonly OrderEvent[], known?: WebhookAddresses): Promise<void> {
  if (events.length === 0) return;
  // Neither needs the other's answer.
  const announced = announceEvents(tx, events);
  const recorded = known
    ? recordDeliveries(tx, publicUrl, events, known)
    : webhookAddresses(tx, events).then((addresses) => recordDeliveries(tx, publicUrl, events, addresses));
  await Promise.all([announced, recorded]);
}

async function announceEvents(tx: Tx, events: readonly OrderEvent[]): Promise<void> {
  const topics = new Map<number, Set<MerchantTopic>>();
  for (const { type, order } of events) {
    const merchantId = Number(order.merchant_id);
    const changed = topics.get(merchantId) ?? new Set<MerchantTopic>(['orders']);
    topics.set(merchantId, type === 'order.paid' ? changed.add('balances') : changed);
  }
  await announce(tx, {
    merchants: [...topics].map(([merchantId, changed]) => [merchantId, [...changed]] as const),
    orders: events.filter(({ type }) => type !== 'order.created').map(({ order }) => order.token),
  });
}

/** The webhook addresses of the merchants who have set one. */
async function webhookAddresses(tx: Tx, events: readonly OrderEvent[]): Promise<WebhookAddresses> {
  const { rows } = await tx.query<{ merchant_id: bigint; webhook_address: string }>({
    name: 'webhook-addresses',
    text: `select merchant_id, webhook_address from merchant where merchant_id = any($1::bigint[]) and webhook_address <> ''`,
    values: [[...new Set(events.map(({ order }) => order.merchant_id))]],
  });
  return new Map(rows.map((row) => [row.merchant_id, row.webhook_address]));
}

/** Only who has set an address is told: most of the work is in writing the payloads, and nobody else's is written. */
async function recordDeliveries(tx: Tx, publicUrl: string, events: readonly OrderEvent[], addresses: WebhookAddresses): Promise<void> {
  const told = events.filter(({ order }) => addresses.get(order.merchant_id));
  if (told.length === 0) return;
  await tx.query({
    name: 'record-webhook-deliveries',
    text: `
      insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, address, give_up_at)
      select event.*, now() + make_interval(hours => ${DELIVERY_TRIED_FOR_H})
      from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[]) as event`,
    values: [
      told.map(({ order }) => order.merchant_id),
      told.map(() => uuidv7()),
      told.map(() => uuidv7()),
      told.map(({ type }) => type),
      told.map(({ order }) => order.serial_number),
      told.map(({ type, order }) =>
        JSON.stringify({ type, timestamp: order.update_time.toISOString(), data: openOrderOf(order, publicUrl) }),
      ),
      told.map(({ order }) => addresses.get(order.merchant_id)),
    ],
  });
}
