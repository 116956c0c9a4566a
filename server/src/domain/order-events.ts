import type { MerchantTopic } from '@purser/contract/features/events';
import type { EventType } from '@purser/contract/features/webhook';
import { openOrderOf, type PaymentOrder } from './payment-order.ts';
import { recordWebhookEvents, type Subscriptions } from './webhook-events.ts';
import { announce } from '../platform/streams/hub.ts';
import type { Tx } from '../platform/database/tx.ts';

export type OrderEventType = Extract<EventType, 'order.created' | 'order.paid' | 'order.cancelled' | 'order.expired'>;

/** Something that happened to an order, with the order's row as it is after it. */
export interface OrderEvent {
  readonly type: OrderEventType;
  readonly order: PaymentOrder;
}

/**
 * Tells everyone concerned, within the transaction that changed the orders: writes the webhook deliveries for every
 * endpoint that is told of it, and announces the change to the consoles and payment pages that show it.
 *
 * @param known what the merchants' endpoints are told of, where the transaction has read it already
 */
export async function recordOrderEvents(tx: Tx, publicUrl: string, events: readonly OrderEvent[], known?: Subscriptions): Promise<void> {
  if (events.length === 0) return;
  const told = events.map(({ type, order }) => ({
    type,
    merchantId: order.merchant_id,
    serialNumber: order.serial_number,
    time: order.update_time,
    coins: [order.coin],
    dataOf: (coins: Tx['coins']) => openOrderOf(order, publicUrl, coins),
  }));
  // Neither needs the other's answer.
  await Promise.all([announceEvents(tx, events), recordWebhookEvents(tx, told, known)]);
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
