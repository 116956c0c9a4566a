import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, idText, instant, merchantId, money, serialNumber, userId } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES } from '../payment-order.ts';
import { TRANSACTION_TYPES } from './fund-flow.ts';
import { orderRecord } from './order.ts';
import { transferRecord } from './transfer.ts';
import { DELIVERY_STATES, EVENT_TYPES } from './webhook.ts';

/** What staff see of payment orders and transfers, of all merchants. */

const { transfer_type: _, payment_address: __, receipt_address: ___, ...ofTransfer } = transferRecord.shape;

export const staffOrderQuery = listCall({
  path: '/v1/operator/order/query',
  caller: 'staff',
  permission: 'order.read',
  summary: 'Payment orders of all merchants, the newest first',
  row: z.strictObject({ ...orderRecord.shape, merchant_id: merchantId, merchant_name: z.string() }),
  sort: ['create_time'],
  filters: {
    serial_number: serialNumber.optional(),
    /** The merchant's own order number. */
    order_id: z.string().max(64).optional(),
    merchant_id: merchantId.optional(),
    /** The payer's wallet id. */
    payment_id: userId.optional(),
    coin_name: coinName.optional(),
    order_status: z.enum(PAYMENT_ORDER_STATES).optional(),
    order_from: z.enum(PAYMENT_ORDER_SOURCES).optional(),
  },
});

export const staffOrderExport = exportCall(staffOrderQuery, 'Payment orders of all merchants');

export const staffTransferQuery = listCall({
  path: '/v1/operator/transfer/query',
  caller: 'staff',
  permission: 'order.read',
  summary: 'Transfers between merchants, the newest first',
  row: z.strictObject(ofTransfer),
  sort: ['create_time'],
  filters: {
    serial_number: serialNumber.optional(),
    /** Who paid or received. */
    merchant_id: merchantId.optional(),
    coin_name: coinName.optional(),
  },
});

export const staffTransferExport = exportCall(staffTransferQuery, 'Transfers between merchants');

/** What a posting did to one account. */
const change = z.strictObject({
  owner_id: merchantId,
  /** The party's name; null for the provider. */
  owner_name: z.string().nullable(),
  purpose: z.string(),
  coin_name: coinName,
  /** Signed change of all buckets together, and of those that hold money back among them. */
  transaction_number: money,
  frozen_number: money,
  pending_number: money,
});

/** A posting that an order made, with what it did to each account. */
export const postingOfOrder = z.strictObject({
  posting_id: idText,
  posting_owner_id: merchantId,
  transaction_type: z.enum(TRANSACTION_TYPES),
  time: instant,
  entries: z.array(change),
});

/** How the merchant's system was told of one event. Neither what was sent nor the whole address, which may have a secret in it. */
export const deliveryOfOrder = z.strictObject({
  delivery_id: idText,
  event_type: z.enum(EVENT_TYPES),
  state: z.enum(DELIVERY_STATES),
  /** Where it was sent last; null before the first attempt. */
  host: z.string().nullable(),
  attempts: z.number().int(),
  /** How the endpoint answered last; null where it did not. */
  http_status: z.number().int().nullable(),
  attempt_time: instant.nullable(),
  next_attempt_time: instant.nullable(),
  create_time: instant,
});

export const staffOrderCoins = call({
  path: '/v1/operator/order/coins',
  caller: 'staff',
  permission: 'order.read',
  summary: 'The coins that payment orders and transfers are in',
  input: empty,
  output: z.strictObject({ list: z.array(z.strictObject({ coin_name: coinName })) }),
});

const which = z.strictObject({ merchant_id: merchantId, serial_number: serialNumber.min(1) });

export const staffOrderDetail = call({
  path: '/v1/operator/order/detail',
  caller: 'staff',
  permission: 'order.read',
  summary:
    "What happened to one payment order: its times, its postings with their entries, what was given back of it, and how the merchant's system was told of it",
  input: which,
  output: z.strictObject({
    merchant_id: merchantId,
    serial_number: serialNumber,
    /** What the payer is shown; empty if the order has none. */
    description: z.string(),
    /** Of what was paid, how much came from the payer's reward funds. */
    from_reward: money,
    /** When a payer first scanned its code; null if nobody did. */
    scanned_time: instant.nullable(),
    paid_time: instant.nullable(),
    /** How much of it was given back in all, and the refunds that did, the latest first: of very many not the oldest. */
    refunded_amount: money,
    refunds: z.array(z.strictObject({ serial_number: serialNumber, amount: money, create_time: instant })),
    postings: z.array(postingOfOrder),
    deliveries: z.array(deliveryOfOrder),
  }),
  errors: ['not_found'],
  fields: { not_found: 'serial_number' },
});

export const staffTransferDetail = call({
  path: '/v1/operator/transfer/detail',
  caller: 'staff',
  permission: 'order.read',
  summary: 'The postings of one transfer, with their entries',
  input: which,
  output: z.strictObject({ merchant_id: merchantId, serial_number: serialNumber, postings: z.array(postingOfOrder) }),
  errors: ['not_found'],
  fields: { not_found: 'serial_number' },
});
