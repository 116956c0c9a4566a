import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, idText, instant, money, serialNumber, userId } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { CANCELLED_BY, PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES, PAYMENT_ORDER_TYPES } from '../payment-order.ts';

export const orderRecord = z.strictObject({
  create_time: instant,
  /** The merchant's own order number. */
  order_id: idText,
  serial_number: serialNumber,
  /** The payer's wallet id; null while nobody has paid. */
  payment_id: userId.nullable(),
  nick: z.string().nullable(),
  /** What the merchant calls the payer in its own system. */
  external_account: z.string(),
  coin_name: coinName,
  amount: money,
  handling_fee: money,
  settlement_amount: money,
  order_type: z.enum(PAYMENT_ORDER_TYPES),
  order_from: z.enum(PAYMENT_ORDER_SOURCES),
  order_status: z.enum(PAYMENT_ORDER_STATES),
  cancelled_by: z.enum(CANCELLED_BY).nullable(),
  /** The latest payment time. */
  expire_time: instant,
  update_time: instant,
  /** When the ledger booked the payment; null while nobody has paid. */
  paid_time: instant.nullable(),
  /** What was given back to the payer so far. */
  refunded_amount: money,
});

export const orderQuery = listCall({
  path: '/v1/merchant/charge_record/query',
  caller: 'merchant',
  summary: 'User recharge records: the payment orders of the merchant',
  row: orderRecord,
  sort: ['create_time', 'update_time', 'amount'],
  filters: {
    order_id: z.string().max(64).optional(),
    serial_number: serialNumber.optional(),
    payment_id: z.number().int().positive().optional(),
    external_account: z.string().max(64).optional(),
    coin_name: coinName.optional(),
    order_type: z.enum(PAYMENT_ORDER_TYPES).optional(),
    order_from: z.enum(PAYMENT_ORDER_SOURCES).optional(),
    /** The payment link that orders belong to. */
    link_number: serialNumber.min(1).optional(),
    order_status: z.enum(PAYMENT_ORDER_STATES).optional(),
  },
});

export const orderExport = exportCall(orderQuery, 'User recharge records');

/** One payment order, with what only its own page says. */
export const order = z.strictObject({
  ...orderRecord.shape,
  /** The payment link that it belongs to; empty if none. */
  link_number: serialNumber,
  /** What the payer is shown; empty if the order has none. */
  description: z.string(),
  payment_url: z.string().meta({ description: 'Where the payer pays' }),
  /** Where the payer returns to; empty if nowhere. */
  return_address: z.string(),
  /** When a payer first scanned its code; null if nobody did, or before this was kept. */
  scanned_time: instant.nullable(),
});

const whichOrder = z.strictObject({ serial_number: serialNumber.min(1) });

export const orderDetail = call({
  path: '/v1/merchant/order/detail',
  caller: 'merchant',
  summary: 'One payment order whole, as it is now',
  input: whichOrder,
  output: order,
  errors: ['order_unknown'],
});

export const orderClose = call({
  path: '/v1/merchant/order/close',
  caller: 'merchant',
  write: true,
  summary: 'Cancels an order that nobody has paid; a cancelled one again changes nothing',
  input: whichOrder,
  output: order,
  errors: ['order_unknown', 'order_already_paid', 'order_expired'],
});
