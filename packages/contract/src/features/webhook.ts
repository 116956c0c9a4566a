import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, serialNumber } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '../payment-order.ts';
import { openOrder } from './open-order.ts';

/** The events a merchant's system is told of. */
export const EVENT_TYPES = ['order.created', 'order.paid', 'order.cancelled', 'order.expired', 'ping'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const orderEvent = <const Type extends EventType>(type: Type) =>
  z.strictObject({ type: z.literal(type), timestamp: instant, data: openOrder });

/**
 * A webhook's body, as Standard Webhooks shapes it. `timestamp` is when the thing happened and `data` is the order
 * as it was then; the event's id, the same at every attempt, travels in the header `webhook-id`.
 */
export const webhookEvent = z.discriminatedUnion('type', [
  orderEvent('order.created'),
  orderEvent('order.paid'),
  orderEvent('order.cancelled'),
  orderEvent('order.expired'),
  z.strictObject({ type: z.literal('ping'), timestamp: instant, data: empty }),
]);

export type WebhookBody = z.output<typeof webhookEvent>;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
/** How long delivery of an event is tried, in hours. */
export const DELIVERY_TRIED_FOR_H = 72;

const address = z.string().max(2048);

const integration = z.strictObject({
  /** Where events are sent; empty while none is set. */
  webhook_address: address,
  /** Where the payer returns to when an order names no address of its own. */
  return_address: address,
  order_lifetime_min: z.number().int().min(SHORTEST_ORDER_LIFETIME_MIN).max(LONGEST_ORDER_LIFETIME_MIN),
});

export const webhookSettings = call({
  path: '/v1/merchant/webhook/settings',
  caller: 'merchant',
  summary: "The merchant's integration settings",
  input: empty,
  output: z.strictObject({ ...integration.shape, has_secret: z.boolean() }),
});

export const webhookUpdate = call({
  path: '/v1/merchant/webhook/update',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Changes the integration settings; setting the first webhook address makes its signing secret',
  input: integration,
  output: z.strictObject({ ...integration.shape, secret: z.string().nullable() }),
  errors: ['webhook_address_refused'],
  fields: { webhook_address_refused: 'webhook_address' },
});

export const webhookRotateSecret = call({
  path: '/v1/merchant/webhook/rotate_secret',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Makes a new signing secret; it is in the first answer and never again, also not when the request is repeated',
  input: empty,
  /** Null in the answer to a repeated request: it was shown once. */
  output: z.strictObject({ secret: z.string().nullable() }),
  errors: ['webhook_address_missing'],
});

export const webhookPing = call({
  path: '/v1/merchant/webhook/ping',
  caller: 'merchant',
  write: true,
  summary: 'Sends a ping event now and says how the endpoint answered',
  input: empty,
  output: z.strictObject({
    delivered: z.boolean(),
    http_status: z.number().int().nullable(),
    duration_ms: z.number().int(),
    problem: z.string().nullable(),
  }),
  errors: ['request_in_progress', 'webhook_address_missing', 'too_many_requests', 'webhook_address_refused'],
});

const attempt = z.strictObject({
  time: instant,
  http_status: z.number().int().nullable(),
  duration_ms: z.number().int(),
  /** Why the attempt failed, or null. */
  problem: z.string().nullable(),
});

export const webhookDelivery = z.strictObject({
  delivery_id: idText,
  event_id: idText,
  event_type: z.enum(EVENT_TYPES),
  /** The order that the event is about; null for a test event. */
  serial_number: serialNumber.nullable(),
  address,
  state: z.enum(DELIVERY_STATES),
  attempts: z.array(attempt),
  next_attempt_time: instant.nullable(),
  payload: z.string(),
  create_time: instant,
});

export const webhookDeliveryQuery = listCall({
  path: '/v1/merchant/webhook/delivery/query',
  caller: 'merchant',
  summary: 'The delivery log',
  row: webhookDelivery,
  sort: ['create_time'],
  filters: {
    state: z.enum(DELIVERY_STATES).optional(),
    event_type: z.enum(EVENT_TYPES).optional(),
    serial_number: serialNumber.optional(),
  },
});

export const webhookDeliveryExport = exportCall(webhookDeliveryQuery, 'The delivery log');

export const webhookRedeliver = call({
  path: '/v1/merchant/webhook/delivery/redeliver',
  caller: 'merchant',
  write: true,
  summary: 'Sends an event once more to the address set now',
  input: z.strictObject({ delivery_id: z.string().max(64) }),
  output: z.strictObject({ delivery_id: z.string() }),
  errors: ['not_found', 'webhook_address_missing'],
});
