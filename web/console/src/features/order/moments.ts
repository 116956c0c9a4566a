import type { Delivery } from '../../shared/record-api.ts';
import type { Order } from './api.ts';
import { type Happened, type Step, stepsOf } from './steps.ts';

/** A point of an order's timeline: something that happened to it, or an event on its way to the merchant's system. */
export type Moment = (Happened & { readonly key: string }) | { readonly key: string; readonly delivery: Delivery; readonly time: string };

/** The steps that an event tells of. */
const TOLD_OF: Partial<Record<Delivery['event_type'], readonly Step[]>> = {
  'order.created': ['created'],
  'order.paid': ['paid'],
  'order.cancelled': ['cancelledByPayer', 'cancelledByMerchant'],
  'order.expired': ['expired'],
};

/** Everything known of an order in the order in which it happened; what it waits for comes last. */
export function momentsOf(order: Order, deliveries: readonly Delivery[]): Moment[] {
  const steps = stepsOf(order);
  // An event is written down a moment before the commit that makes its step true: it stands no earlier than what it tells of.
  const placeOfDelivery = ({ event_type, create_time }: Delivery): number =>
    Math.max(placeOf(create_time), ...steps.filter(({ step }) => TOLD_OF[event_type]?.includes(step)).map(({ time }) => placeOf(time)));
  const happened = [
    ...steps.map((happened) => ({ place: placeOf(happened.time), moment: { key: happened.step, ...happened } })),
    ...deliveries.map((delivery) => ({
      place: placeOfDelivery(delivery),
      moment: { key: delivery.delivery_id, delivery, time: delivery.create_time },
    })),
  ];
  // A sort that keeps what is alike in place: the step comes before the event that tells of it.
  return happened.toSorted((one, other) => one.place - other.place).map(({ moment }) => moment);
}

function placeOf(time: string | null): number {
  return time === null ? Number.POSITIVE_INFINITY : Date.parse(time);
}
