import type { Delivery } from '../../shared/record-api.ts';
import type { Order, RefundRecord } from './api.ts';
import { type Happened, type Step, stepsOf } from './steps.ts';

/** A point of an order's timeline: something that happened to it, a refund of it, or an event on its way to the merchant's system. */
export type Moment =
  | (Happened & { readonly key: string })
  | { readonly key: string; readonly refund: RefundRecord; readonly time: string }
  | { readonly key: string; readonly delivery: Delivery; readonly time: string };

/** The steps that an event tells of. */
const TOLD_OF: Partial<Record<Delivery['event_type'], readonly Step[]>> = {
  'order.created': ['created'],
  'order.paid': ['paid'],
  'order.cancelled': ['cancelledByPayer', 'cancelledByMerchant'],
  'order.expired': ['expired'],
};

/** Everything known of an order in the order in which it happened; what it waits for comes last. */
export function momentsOf(order: Order, deliveries: readonly Delivery[], refunds: readonly RefundRecord[] = []): Moment[] {
  const steps = stepsOf(order);
  const toldOf = ({ event_type, payload }: Delivery): (string | null)[] =>
    event_type === 'order.refunded'
      ? refunds.filter(({ serial_number }) => payload.includes(serial_number)).map(({ create_time }) => create_time)
      : steps.filter(({ step }) => TOLD_OF[event_type]?.includes(step)).map(({ time }) => time);
  // An event is written down a moment before the commit that makes its step true: it stands no earlier than what it tells of.
  const placeOfDelivery = (delivery: Delivery): number => Math.max(placeOf(delivery.create_time), ...toldOf(delivery).map(placeOf));
  const happened = [
    ...steps.map((happened) => ({ place: placeOf(happened.time), moment: { key: happened.step, ...happened } })),
    ...refunds.map((refund) => ({
      place: placeOf(refund.create_time),
      moment: { key: refund.serial_number, refund, time: refund.create_time },
    })),
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
