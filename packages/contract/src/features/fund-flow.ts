import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, instant, merchantId, money, serialNumber } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

/** Why a ledger entry was made. The posting's type, as the ledger stores it. */
export const TRANSACTION_TYPES = [
  'payment',
  'transfer',
  'issuance',
  'reward_grant',
  'adjustment_increase',
  'adjustment_decrease',
  /** An increase that was kept as pending is given to the user, or goes back to the merchant. */
  'adjustment_released',
  'adjustment_taken_back',
  /** Money is held until somebody has decided. */
  'review_submitted',
  'review_approved',
  'review_rejected',
  'review_cancelled',
  /** What was approved and held has left, or has come back from outside. */
  'withdrawal_settled',
  'withdrawal_returned',
  'refund',
  'reversal',
  /** The provider's share of a fee for the agent who referred whoever bore it. */
  'commission',
  /** Fees that the provider has collected are moved from one of its accounts to another. */
  'fee_gathering',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What a merchant's entries are made for: of the others, agents and the provider have entries. */
const merchantTypes = z.enum(TRANSACTION_TYPES).exclude(['commission', 'fee_gathering']);

export const fundFlowRow = z.strictObject({
  serial_number: serialNumber,
  merchant_name: z.string(),
  merchant_id: merchantId,
  coin_name: coinName,
  available_before_number: money,
  available_after_number: money,
  frozen_before_number: money,
  frozen_after_number: money,
  pending_before_number: money,
  pending_after_number: money,
  /** Signed change of all buckets together. */
  transaction_number: money,
  charge: money,
  transaction_type: z.enum(TRANSACTION_TYPES),
  time: instant,
});

export const assetFlowQuery = listCall({
  path: '/v1/merchant/asset_flow/query',
  caller: 'merchant',
  summary: "Fund flow: the merchant's ledger entries, newest first unless asked otherwise",
  row: fundFlowRow,
  sort: ['time'],
  filters: {
    coin_name: coinName.optional(),
    transaction_type: merchantTypes.optional(),
    serial_number: serialNumber.optional(),
  },
});

export const assetFlowExport = exportCall(assetFlowQuery, 'Fund flow');

const flowTotals = {
  count: z.number().int(),
  amount_in: money,
  amount_out: money,
  charge: money,
};

export const assetFlowStats = call({
  path: '/v1/merchant/asset_flow/stats',
  caller: 'merchant',
  summary: 'Sums of the fund flow over the same filters, per coin and transaction type, optionally per day',
  input: z.strictObject({
    ...assetFlowQuery.filters,
    /** Groups by local day as well; the time zone is an IANA name. */
    by_day: z.boolean().default(false),
    time_zone: z.string().max(64).default('UTC'),
  }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        /** Local date, or null when not grouped by day. */
        day: z.string().nullable(),
        coin_name: coinName,
        transaction_type: z.enum(TRANSACTION_TYPES),
        ...flowTotals,
      }),
    ),
  }),
  errors: ['coin_unknown'],
});
