import { z } from 'zod';
import { coinName, decimal, idText, instant, money, serialNumber } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import type { ReviewKind, ReviewState } from '../review.ts';

/** What a merchant submits and the provider decides on. A user withdrawal is the merchant's own to decide. */
export const SUBMISSION_KINDS = [
  'usdt_recharge',
  'usdt_withdrawal',
  'fiat_withdrawal',
  'adjustment',
] as const satisfies readonly ReviewKind[];
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number];

/** The states in which it waits: to be approved, to be sent again or given back, or for an objection to be decided. */
export const SUBMISSION_STATES = ['pending_review', 'failed', 'appeal'] as const satisfies readonly ReviewState[];

export const submission = z.strictObject({
  create_time: instant,
  kind: z.enum(SUBMISSION_KINDS),
  serial_number: serialNumber,
  coin_name: coinName,
  amount: money,
  /** With what the network's transfer costs, where there is one. */
  handling_fee: money,
  settlement_amount: money,
  /** What it is exchanged for or from outside, in `other_coin`; null where nothing is. */
  other_amount: decimal.nullable(),
  other_coin: z.string().nullable(),
  order_status: z.enum(SUBMISSION_STATES),
  /** Whose balance an adjustment increases; empty for other kinds. */
  nick: z.string(),
  network: z.string().nullable(),
  address: idText,
  txid: idText,
  note: z.string(),
  update_time: instant,
});

export const submissionQuery = listCall({
  path: '/v1/merchant/submission/query',
  caller: 'merchant',
  summary:
    'Submit management: the orders of the merchant that wait for the provider, of every kind. Each is cancelled by the call of its kind',
  row: submission,
  sort: ['create_time'],
  filters: {
    serial_number: serialNumber.optional(),
    kind: z.enum(SUBMISSION_KINDS).optional(),
    order_status: z.enum(SUBMISSION_STATES).optional(),
    coin_name: coinName.optional(),
  },
});

export const submissionExport = exportCall(submissionQuery, 'Orders that wait for the provider');
