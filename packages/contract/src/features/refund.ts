import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, idText, instant, merchantOrderNumber, money, serialNumber, shownText, userId } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

export const REFUND_SOURCES = ['api', 'console'] as const;
export const LONGEST_REFUND_REMARK = 200;

export const refundRecord = z.strictObject({
  create_time: instant,
  serial_number: serialNumber,
  /** The merchant's own number of it; empty for one that was made in the console. */
  refund_id: idText,
  /** The order of which money is given back: Purser's number and the merchant's own. */
  order_serial_number: serialNumber,
  order_id: idText,
  payment_id: userId,
  nick: z.string(),
  coin_name: coinName,
  amount: money,
  /** The part of the amount that went back to reward funds. */
  to_reward: money,
  /** The part of the order's fee that came back to the merchant: nothing where the provider keeps it. */
  fee_returned: money,
  remark: z.string(),
  refund_from: z.enum(REFUND_SOURCES),
});

export const refundQuery = listCall({
  path: '/v1/merchant/refund/query',
  caller: 'merchant',
  summary: 'Refunds of the merchant’s orders',
  row: refundRecord,
  sort: ['create_time', 'amount'],
  filters: {
    serial_number: serialNumber.optional(),
    refund_id: z.string().max(64).optional(),
    order_serial_number: serialNumber.optional(),
    order_id: z.string().max(64).optional(),
    payment_id: z.number().int().positive().optional(),
    coin_name: coinName.optional(),
    refund_from: z.enum(REFUND_SOURCES).optional(),
  },
});

export const refundExport = exportCall(refundQuery, 'Refunds');

const remark = shownText.max(LONGEST_REFUND_REMARK).default('');
const errors = [
  'merchant_suspended',
  'order_unknown',
  'order_not_paid',
  'account_closed',
  'merchant_refund_duplicate',
  'amount_below_minimum',
  'refund_above_rest',
] as const;
const balanceErrors = ['insufficient_balance', 'refund_fee_short'] as const;
const fields = { amount_below_minimum: 'amount', refund_above_rest: 'amount', insufficient_balance: 'amount' } as const;

export const refundAdd = call({
  path: '/v1/merchant/refund/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  batched: true,
  summary:
    'Gives the payer of an order money back, all of it or a part; whether the fee of the order comes back with it is the provider’s setting',
  input: z.strictObject({
    order_serial_number: serialNumber.min(1),
    amount,
    /** Whether it was shown that the order's fee comes back: where that is otherwise now, it is refused. Without it, as it is. */
    returns_fee: z.boolean().optional(),
    remark,
  }),
  output: refundRecord,
  errors: [...errors, 'fee_changed', ...balanceErrors],
  fields: { ...fields, fee_changed: 'amount', order_unknown: 'order_serial_number', order_not_paid: 'order_serial_number' },
});

const refundId = merchantOrderNumber.meta({ description: 'Your own number of the refund' });

export const openRefundCreate = call({
  path: '/v1/open/refund/create',
  caller: 'access_key',
  write: true,
  batched: true,
  summary: 'Gives the payer of an order money back, all of it or a part: from your balance, at once',
  input: z.strictObject({
    refund_id: refundId,
    order_id: merchantOrderNumber.meta({ description: 'Your own number of the paid order' }),
    amount: amount.meta({ description: 'What leaves your balance and arrives in the wallet', example: '12.50' }),
    remark,
  }),
  output: refundRecord,
  errors: ['maintenance', ...errors, ...balanceErrors],
  fields: { ...fields, order_unknown: 'order_id', order_not_paid: 'order_id', merchant_refund_duplicate: 'refund_id' },
});

export const openRefundQuery = call({
  path: '/v1/open/refund/query',
  caller: 'access_key',
  summary: 'One refund, by Purser’s serial number or by your own number',
  input: z.union([z.strictObject({ serial_number: serialNumber.min(1) }), z.strictObject({ refund_id: refundId })], {
    error: 'either serial_number or refund_id',
  }),
  output: refundRecord,
  errors: ['refund_unknown'],
});
