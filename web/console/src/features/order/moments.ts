import type { Delivery, Order } from './api.ts';

export type Step = 'created' | 'scanned' | 'paid' | 'cancelledByPayer' | 'cancelledByMerchant' | 'expired' | 'waiting';

/** A point of an order's timeline: something that happened to it, or an event on its way to the merchant's system. */
export type Moment =
  | { readonly key: string; readonly step: Step; /** Null for what is yet to come. */ readonly time: string | null }
  | { readonly key: string; readonly delivery: Delivery; readonly time: string };

/** Everything known of an order in the order in which it happened; what it waits for comes last. */
export function momentsOf(order: Order, deliveries: readonly Delivery[]): Moment[] {
  const happened = [
    ...stepsOf(order).map(([step, time]): Moment => ({ key: step, step, time })),
    ...deliveries.map((delivery): Moment => ({ key: delivery.delivery_id, delivery, time: delivery.create_time })),
  ];
  // A sort that keeps what is alike in place: the step comes before the event that tells of it.
  return happened.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ time }: Moment): number {
  return time === null ? Number.POSITIVE_INFINITY : Date.parse(time);
}

function stepsOf(order: Order): [Step, string | null][] {
  const before: [Step, string | null][] = [
    ['created', order.create_time],
    ...(order.scanned_time === null ? [] : [['scanned', order.scanned_time] as [Step, string]]),
  ];
  switch (order.order_status) {
    case 'created':
    case 'scanned':
      return [...before, ['waiting', null]];
    case 'paid':
      return [...before, ['paid', order.paid_time]];
    case 'cancelled':
      return [...before, [order.cancelled_by === 'merchant' ? 'cancelledByMerchant' : 'cancelledByPayer', order.update_time]];
    case 'expired':
      return [...before, ['expired', order.update_time]];
  }
}
