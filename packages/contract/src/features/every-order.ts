import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, idText, instant, merchantId, money, serialNumber, userId } from '../fields.ts';
import { LONGEST_ADDRESS } from '../limits.ts';
import { exportCall, listCall } from '../list-call.ts';
import { PAYMENT_ORDER_STATES } from '../payment-order.ts';
import { REVIEW_KINDS, REVIEW_STATES } from '../review.ts';
import { CHAIN_DEPOSIT_STATES } from './chain-deposit.ts';
import { refundRecord } from './refund.ts';
import { OWNER_TYPES } from './review.ts';
import { postingOfOrder } from './staff-order.ts';

/** Orders of every kind in one list of staff's, and refunds, which have no other. */

/** A deposit on a chain is one of its own until it is credited: from then on it is the recharge that credited it. */
export const EVERY_ORDER_KINDS = ['payment', 'transfer', 'refund', ...REVIEW_KINDS, 'chain_deposit'] as const;
export type EveryOrderKind = (typeof EVERY_ORDER_KINDS)[number];

/** Whether something is still to happen to an order. */
export const ORDER_PHASES = ['open', 'final'] as const;
export type OrderPhase = (typeof ORDER_PHASES)[number];

/** Every status of some kind. What has one step only, a transfer or a refund, is completed. */
export type EveryOrderStatus =
  | (typeof PAYMENT_ORDER_STATES)[number]
  | (typeof REVIEW_STATES)[number]
  | (typeof CHAIN_DEPOSIT_STATES)[number];
const EVERY_ORDER_STATES = [...new Set([...PAYMENT_ORDER_STATES, ...REVIEW_STATES, ...CHAIN_DEPOSIT_STATES])] as [
  EveryOrderStatus,
  ...EveryOrderStatus[],
];

export const everyOrderQuery = listCall({
  path: '/v1/operator/every_order/query',
  caller: 'staff',
  permission: 'order.read',
  summary: 'Orders of every kind of all merchants and wallet users, the newest first; found by a number, a TXID or an address',
  row: z.strictObject({
    kind: z.enum(EVERY_ORDER_KINDS),
    /** Purser's number: a serial number, or a deposit's id. */
    number: idText,
    /** Whose order it is; of a transfer, who sent it. Where one owner's are asked for, that owner's row. */
    owner_id: merchantId,
    owner_type: z.enum(OWNER_TYPES),
    owner_name: z.string(),
    /** The owner's own number of it; empty if there is none. */
    order_id: idText,
    /** Of a refund: the order that it gives money back of; empty otherwise. */
    refunded_order: serialNumber,
    phase: z.enum(ORDER_PHASES),
    status: z.enum(EVERY_ORDER_STATES),
    coin_name: coinName,
    amount: money,
    /** Who else it concerns: payer, recipient or payee. */
    other_id: userId.nullable(),
    other_name: z.string(),
    network: z.string().nullable(),
    address: idText,
    txid: idText,
    create_time: instant,
  }),
  sort: ['create_time'],
  filters: {
    /** Purser's number, the merchant's own of an order or a refund, a TXID or an address. */
    number: z.string().min(1).max(LONGEST_ADDRESS).optional(),
    kind: z.enum(EVERY_ORDER_KINDS).optional(),
    phase: z.enum(ORDER_PHASES).optional(),
    owner_id: merchantId.optional(),
    coin_name: coinName.optional(),
  },
});

export const everyOrderExport = exportCall(everyOrderQuery, 'Orders of every kind of all merchants and wallet users');

export const staffRefundDetail = call({
  path: '/v1/operator/refund/detail',
  caller: 'staff',
  permission: 'order.read',
  summary: 'One refund: what it gave back of which order, and its posting with the entries',
  input: z.strictObject({ merchant_id: merchantId, serial_number: serialNumber.min(1) }),
  output: z.strictObject({
    ...refundRecord.shape,
    merchant_id: merchantId,
    postings: z.array(postingOfOrder),
  }),
  errors: ['refund_unknown'],
  fields: { refund_unknown: 'serial_number' },
});
