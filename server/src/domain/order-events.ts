import type { MerchantTopic } from '@purser/contract/features/events';
import type { EventType } from '@purser/contract/features/webhook';
import { openOrderOf, type PaymentOrder } from './payment-order.ts';
import { type MerchantEvent, recordWebhookEvents, type Subscriptions, writeWebhookEvents } from './webhook-events.ts';
import { announce } from '../platform/streams/hub.ts';
import type { Tx, Writer } from '../platform/database/tx.ts';

export type OrderEventType = Extract<EventType, 'order.created' | 'order.paid' | 'order.cancelled' | 'order.expired'>;

/** Something that happened to an order, with the order's row as it is after it. */
export interface OrderEvent {
  readonly type: OrderEventType;
  readonly order: PaymentOrder;
}

/**
 * Tells everyone concerned, within the transaction that changed the orders: writes the webhook deliveries for every
 * endpoint that is told of it, and announces the change to the consoles and payment pages that show it.
 */
export async function recordOrderEvents(tx: Tx, publicUrl: string, events: readonly OrderEvent[]): Promise<void> {
  await announceEvents(tx, events);
  await recordWebhookEvents(tx, toldOf(publicUrl, events));
}

/** The same where the transaction has read already what the merchants' endpoints are told of. The orders' coins are known. */
export async function writeOrderEvents(
  writer: Writer,
  publicUrl: string,
  events: readonly OrderEvent[],
  subscriptions: Subscriptions,
): Promise<void> {
  await announceEvents(writer, events);
  await writeWebhookEvents(writer, toldOf(publicUrl, events), subscriptions);
}

function toldOf(publicUrl: string, events: readonly OrderEvent[]): MerchantEvent<OrderEventType>[] {
  return events.map(({ type, order }) => ({
    type,
    merchantId: order.merchant_id,
    serialNumber: order.serial_number,
    time: order.update_time,
    coins: [order.coin],
    dataOf: (coins: Tx['coins']) => openOrderOf(order, publicUrl, coins),
  }));
}

async function announceEvents(writer: Writer, events: readonly OrderEvent[]): Promise<void> {
  const topics = new Map<number, Set<MerchantTopic>>();
  for (const { type, order } of events) {
    const merchantId = Number(order.merchant_id);
    const changed = topics.get(merchantId) ?? new Set<MerchantTopic>(['orders']);
    topics.set(merchantId, type === 'order.paid' ? changed.add('balances') : changed);
  }
  await announce(writer, {
    merchants: [...topics].map(([merchantId, changed]) => [merchantId, [...changed]] as const),
    orders: events.filter(({ type }) => type !== 'order.created').map(({ order }) => order.token),
  });
}
