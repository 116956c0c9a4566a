import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, idText, instant, merchantId, money, serialNumber, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

export const TRANSFER_TYPES = ['transfer', 'receive'] as const;
export const TRANSFER_STATUSES = ['completed'] as const;

export const transferRecord = z.strictObject({
  serial_number: serialNumber,
  payment_merchant_id: merchantId,
  payment_merchant_name: z.string(),
  receipt_merchant_id: merchantId,
  receipt_merchant_name: z.string(),
  payment_address: idText,
  receipt_address: idText,
  coin_name: coinName,
  transfer_amount: money,
  transfer_fee: money,
  internal_transfer_fee: money,
  /** What the recipient gets: transfer_amount less both fees. */
  settlement_amount: money,
  transfer_type: z.enum(TRANSFER_TYPES),
  transfer_status: z.enum(TRANSFER_STATUSES),
  remark: z.string(),
  create_time: instant,
});

export const transferQuery = listCall({
  path: '/v1/merchant/transfer/query',
  caller: 'merchant',
  summary: 'Transfers sent to and received from other merchants',
  row: transferRecord,
  sort: ['create_time', 'transfer_amount'],
  filters: {
    serial_number: serialNumber.optional(),
    coin_name: coinName.optional(),
    transfer_type: z.enum(TRANSFER_TYPES).optional(),
    /** The other merchant. */
    merchant_id: merchantId.optional(),
  },
});

export const transferExport = exportCall(transferQuery, 'Transfers');

export const LONGEST_REMARK = 200;

export const transferAdd = call({
  path: '/v1/merchant/transfer/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  batched: true,
  summary: 'Transfers to another merchant; the fee is taken from the amount',
  input: z.strictObject({
    coin_name: coinName,
    receipt_merchant_id: merchantId,
    amount,
    /** What was shown that the recipient gets: another fee is refused. Without it, whatever it is. */
    settlement_amount: amount.optional(),
    remark: shownText.max(LONGEST_REMARK).default(''),
  }),
  output: transferRecord,
  errors: [
    'coin_unknown',
    'coin_off',
    'recipient_is_self',
    'recipient_unknown',
    'recipient_suspended',
    'market_not_enabled',
    'amount_below_minimum',
    'fee_exceeds_amount',
    'fee_changed',
    'insufficient_balance',
  ],
  fields: {
    coin_unknown: 'coin_name',
    coin_off: 'coin_name',
    recipient_is_self: 'receipt_merchant_id',
    recipient_unknown: 'receipt_merchant_id',
    recipient_suspended: 'receipt_merchant_id',
    market_not_enabled: 'coin_name',
    amount_below_minimum: 'amount',
    fee_exceeds_amount: 'amount',
    fee_changed: 'amount',
    insufficient_balance: 'amount',
  },
});

export const transferQueryBalance = call({
  path: '/v1/merchant/transfer/query_balance',
  caller: 'merchant',
  summary: 'What may be transferred of a coin and what a given amount would cost',
  input: z.strictObject({ coin_name: coinName, amount: amount.optional() }),
  output: z.strictObject({
    coin_name: coinName,
    available_asset: money,
    transfer_minimum: money,
    transfer_fee_rate: z.string(),
    /** Null unless an amount was given. */
    transfer_fee: money.nullable(),
    internal_transfer_fee: money.nullable(),
    settlement_amount: money.nullable(),
  }),
  errors: ['coin_unknown'],
});
