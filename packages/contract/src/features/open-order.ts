import { z } from 'zod';
import { call } from '../call.ts';
import { LANGUAGES } from '../language.ts';
import { amount, coinName, instant, merchantOrderNumber, money, serialNumber, shownLine } from '../fields.ts';
import {
  CANCELLED_BY,
  LONGEST_ORDER_LIFETIME_MIN,
  PAYMENT_ORDER_SOURCES,
  PAYMENT_ORDER_STATES,
  PAYMENT_ORDER_TYPES,
  SHORTEST_ORDER_LIFETIME_MIN,
} from '../payment-order.ts';

/** Which order: by Purser's serial number or by the merchant's own number. */
const whichOrder = z.union([z.strictObject({ serial_number: serialNumber.min(1) }), z.strictObject({ order_id: merchantOrderNumber })], {
  error: 'either serial_number or order_id',
});

export const openOrder = z.strictObject({
  serial_number: serialNumber,
  order_id: merchantOrderNumber,
  coin_name: coinName,
  amount: money,
  handling_fee: money,
  settlement_amount: money,
  order_type: z.enum(PAYMENT_ORDER_TYPES).meta({
    description:
      'deposit: created by your system; collection: by a payment link of the console; transfer: by a payer at your standing code',
  }),
  order_from: z.enum(PAYMENT_ORDER_SOURCES),
  order_status: z.enum(PAYMENT_ORDER_STATES),
  cancelled_by: z.enum(CANCELLED_BY).nullable(),
  external_account: z.string(),
  description: z.string(),
  payment_url: z.string().meta({ description: 'Where to send the payer' }),
  create_time: instant,
  expire_time: instant,
  paid_time: instant.nullable(),
  refunded_amount: money.meta({ description: 'What was given back to the payer so far' }),
});

export const openOrderCreate = call({
  path: '/v1/open/order/create',
  caller: 'access_key',
  write: true,
  batched: true,
  summary: 'Creates an order and answers with the address of its payment page',
  input: z.strictObject({
    order_id: merchantOrderNumber,
    coin_name: coinName,
    amount,
    external_account: shownLine.max(64).default('').meta({ description: 'What you call the payer in your own system' }),
    description: shownLine.max(200).default('').meta({ description: 'Shown to the payer' }),
    return_address: z
      .string()
      .max(2048)
      .optional()
      .meta({ description: "Where the payer returns to; your integration settings' if absent" }),
    language: z
      .enum(LANGUAGES)
      .optional()
      .meta({ description: "The payment page's language for a payer who has chosen none; if absent, the browser's" }),
    lifetime_min: z
      .number()
      .int()
      .min(SHORTEST_ORDER_LIFETIME_MIN)
      .max(LONGEST_ORDER_LIFETIME_MIN)
      .optional()
      .meta({ description: "Minutes until the order expires; your integration settings' if absent" }),
  }),
  output: openOrder,
  errors: [
    // No new orders then; whoever holds one may still pay, query or close it.
    'maintenance',
    'merchant_suspended',
    'coin_unknown',
    'market_not_enabled',
    'coin_off',
    'coin_not_listed',
    'order_amount_out_of_range',
    'fee_exceeds_amount',
    'merchant_order_duplicate',
  ],
});

export const openOrderQuery = call({
  path: '/v1/open/order/query',
  caller: 'access_key',
  summary: 'One order as it is now',
  input: whichOrder,
  output: openOrder,
  errors: ['order_unknown'],
});

export const openOrderClose = call({
  path: '/v1/open/order/close',
  caller: 'access_key',
  write: true,
  summary: 'Cancels an order that nobody has paid',
  input: whichOrder,
  output: openOrder,
  errors: ['order_unknown', 'order_already_paid', 'order_expired'],
});
