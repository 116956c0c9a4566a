import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, nothing, serialNumber } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '../payment-order.ts';
import { adjustment } from './adjustment.ts';
import { openOrder } from './open-order.ts';
import { refundRecord } from './refund.ts';
import { openWithdrawal } from './open-withdrawal.ts';
import { ownRecharge } from './usdt-recharge.ts';

/** The events a merchant's system is told of. */
export const EVENT_TYPES = [
  'order.created',
  'order.paid',
  'order.cancelled',
  'order.expired',
  'order.refunded',
  'withdrawal.created',
  'withdrawal.approved',
  'withdrawal.rejected',
  'withdrawal.cancelled',
  'adjustment.completed',
  'adjustment.cancelled',
  'adjustment.appealed',
  'recharge.approved',
  'recharge.rejected',
  'ping',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const event = <const Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.strictObject({ type: z.literal(type), timestamp: instant, data });

/**
 * A webhook's body, as Standard Webhooks shapes it. `timestamp` is when the thing happened and `data` is what it happened to, an order say,
 * as it was then; the event's id, the same at every attempt, travels in the header `webhook-id`.
 */
export const webhookEvent = z.discriminatedUnion('type', [
  event('order.created', openOrder),
  event('order.paid', openOrder),
  event('order.cancelled', openOrder),
  event('order.expired', openOrder),
  event('order.refunded', refundRecord),
  event('withdrawal.created', openWithdrawal),
  event('withdrawal.approved', openWithdrawal),
  event('withdrawal.rejected', openWithdrawal),
  event('withdrawal.cancelled', openWithdrawal),
  event('adjustment.completed', adjustment),
  event('adjustment.cancelled', adjustment),
  event('adjustment.appealed', adjustment),
  event('recharge.approved', ownRecharge),
  event('recharge.rejected', ownRecharge),
  event('ping', empty),
]);

export type WebhookBody = z.output<typeof webhookEvent>;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
/** How long delivery of an event is tried, in hours. */
export const DELIVERY_TRIED_FOR_H = 72;

const address = z.string().max(2048);

/** What an endpoint may ask to be told of: everything but the test event, which is sent to it on demand. */
export const SUBSCRIBED_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== 'ping');
/** How many endpoints a merchant may have at the same time. */
export const MOST_WEBHOOK_ENDPOINTS = 8;
/** For how long a secret signs as well after another has replaced it, in hours. */
export const PREVIOUS_SECRET_SIGNS_FOR_H = 24;
/** How much of an endpoint's answer the tester shows, in characters. */
export const SHOWN_ANSWER_CHARS = 2000;

const integration = z.strictObject({
  /** Where the payer of an order of the merchant's system returns to when it names no address of its own. Orders of links and standing codes have none. */
  return_address: address,
  order_lifetime_min: z.number().int().min(SHORTEST_ORDER_LIFETIME_MIN).max(LONGEST_ORDER_LIFETIME_MIN),
});

export const webhookSettings = call({
  path: '/v1/merchant/webhook/settings',
  caller: 'merchant',
  summary: 'What orders get that do not say otherwise: the return address and the lifetime',
  input: empty,
  output: integration,
});

export const webhookUpdate = call({
  path: '/v1/merchant/webhook/update',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Changes the return address and the lifetime that orders get',
  input: integration,
  output: integration,
});

const endpointId = z.number().int().min(1).max(2_147_483_647);

const endpointSettings = z.strictObject({
  /** What the merchant calls it; may be empty. */
  name: z.string().trim().max(60),
  address: address.min(1),
  /** What it is told of; null for everything, also for what there will be to tell later. */
  events: z
    .array(z.enum(EVENT_TYPES).exclude(['ping']))
    .min(1)
    .max(EVENT_TYPES.length)
    .nullable(),
});

export const webhookEndpoint = z.strictObject({
  endpoint_id: endpointId,
  ...endpointSettings.shape,
  /** Nothing is sent to one that is off: what falls due meanwhile ends without being sent; what is due later is sent if it is on by then. */
  is_on: z.boolean(),
  create_time: instant,
  /** Until when the secret before the present one signs as well; null where only one signs. */
  previous_secret_until: instant.nullable(),
  /** How many deliveries to it wait for an attempt; at most 1000 are counted. */
  waiting: z.number().int(),
  /** What became of the last event sent to it; null before the first, and where none was sent in the last 90 days. */
  last_delivery: z
    .strictObject({ state: z.enum(DELIVERY_STATES), create_time: instant, http_status: z.number().int().nullable() })
    .nullable(),
});

const endpointNamed = z.strictObject({ endpoint_id: endpointId });
/** Null in the answer to a repeated request: it was shown once. */
const secretOnce = z.string().nullable();

export const webhookEndpointQuery = call({
  path: '/v1/merchant/webhook/endpoint/query',
  caller: 'merchant',
  summary: "The merchant's webhook endpoints, the oldest first",
  input: empty,
  output: z.strictObject({ list: z.array(webhookEndpoint) }),
});

export const webhookEndpointAdd = call({
  path: '/v1/merchant/webhook/endpoint/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Adds a webhook endpoint; its signing secret is in the first answer and never again, also not when the request is repeated',
  input: endpointSettings,
  output: z.strictObject({ ...endpointNamed.shape, secret: secretOnce }),
  errors: ['webhook_address_refused', 'webhook_endpoint_limit'],
  fields: { webhook_address_refused: 'address' },
});

export const webhookEndpointUpdate = call({
  path: '/v1/merchant/webhook/endpoint/update',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Changes a webhook endpoint, or switches it on or off; what waits for one that is off is not sent',
  input: z.strictObject({ ...endpointNamed.shape, ...endpointSettings.shape, is_on: z.boolean() }),
  output: endpointNamed,
  errors: ['webhook_address_refused', 'not_found'],
  fields: { webhook_address_refused: 'address' },
});

export const webhookEndpointDelete = call({
  path: '/v1/merchant/webhook/endpoint/delete',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Deletes a webhook endpoint and its secret; what waits for it is not sent, and its delivery log stays',
  input: endpointNamed,
  output: nothing,
  errors: ['not_found'],
});

export const webhookEndpointRotateSecret = call({
  path: '/v1/merchant/webhook/endpoint/rotate_secret',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Makes a new signing secret, shown once; the last four that were replaced sign as well for 24 hours each',
  input: endpointNamed,
  output: z.strictObject({ ...endpointNamed.shape, secret: secretOnce }),
  errors: ['not_found'],
});

/** A request as it is sent: what signs it among the headers. */
const signedRequest = z.strictObject({
  method: z.literal('POST'),
  address,
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  body: z.string(),
});

export const webhookEndpointPreview = call({
  path: '/v1/merchant/webhook/endpoint/preview',
  caller: 'merchant',
  summary: 'The signed request of a test event as it would be sent now; nothing is sent',
  input: endpointNamed,
  output: signedRequest,
  errors: ['not_found'],
});

export const webhookEndpointPing = call({
  path: '/v1/merchant/webhook/endpoint/ping',
  caller: 'merchant',
  write: true,
  summary: 'Sends a test event now, also to an endpoint that is off, and shows what was sent and what came back',
  input: endpointNamed,
  output: z.strictObject({
    delivered: z.boolean(),
    http_status: z.number().int().nullable(),
    duration_ms: z.number().int(),
    problem: z.string().nullable(),
    /** What was sent; null in the answer to a repeated request, as what came back. */
    request: signedRequest.nullable(),
    /** The beginning of the answer's body; null where none came. */
    answer: z.string().nullable(),
  }),
  errors: ['request_in_progress', 'not_found', 'too_many_requests', 'webhook_address_refused'],
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
  /** The order, or the withdrawal, say, that the event is about; null for a test event. */
  serial_number: serialNumber.nullable(),
  endpoint_id: endpointId,
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
  summary: 'The delivery log of the last 90 days',
  row: webhookDelivery,
  sort: ['create_time'],
  filters: {
    state: z.enum(DELIVERY_STATES).optional(),
    event_type: z.enum(EVENT_TYPES).optional(),
    serial_number: serialNumber.optional(),
    endpoint_id: endpointId.optional(),
  },
});

export const webhookDeliveryExport = exportCall(webhookDeliveryQuery, 'The delivery log');

export const webhookRedeliver = call({
  path: '/v1/merchant/webhook/delivery/redeliver',
  caller: 'merchant',
  write: true,
  summary: 'Sends an event once more to the endpoint that it was for, at the address set now',
  input: z.strictObject({ delivery_id: z.string().max(64) }),
  output: z.strictObject({ delivery_id: z.string() }),
  errors: ['not_found', 'webhook_delivery_not_kept', 'webhook_endpoint_deleted', 'webhook_endpoint_off'],
});
