import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, idText, instant, money, serialNumber, shownText, userId } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { RISK_REASONS } from '../risk.ts';
import { LONGEST_REVIEW_REMARK, MOST_DECIDED_AT_ONCE, REVIEW_MODES, REVIEWED_STATES } from '../review.ts';

export const USER_WITHDRAWAL_TYPES = ['withdrawal'] as const;

/**
 * Why a withdrawal was not approved by itself: no quota was set for the coin, or it was switched off; the amount is above the single limit; with it
 * the day or the hour would be above its limit, or there would be more than there may be in a day or an hour; or what happened to the access of
 * the merchant or its system.
 */
export const MANUAL_BECAUSE = [
  'no_limit',
  'limit_off',
  'single_limit',
  'day_limit',
  'hour_limit',
  'day_count',
  'hour_count',
  ...RISK_REASONS,
] as const;
export type ManualBecause = (typeof MANUAL_BECAUSE)[number];

/** What a merchant's user takes from the merchant to the wallet. */
export const userWithdrawalRecord = z.strictObject({
  create_time: instant,
  /** The merchant's own number. */
  order_id: idText,
  serial_number: serialNumber,
  order_type: z.enum(USER_WITHDRAWAL_TYPES),
  /** The user's wallet id. */
  payment_id: userId,
  nick: z.string(),
  /** What the merchant called the user when it asked; empty where it named the wallet. */
  external_account: z.string(),
  coin_name: coinName,
  amount: money,
  handling_fee: money,
  settlement_amount: money,
  order_status: z.enum(REVIEWED_STATES),
  review_mode: z.enum(REVIEW_MODES),
  /** Why it was not approved by itself; empty when it was. */
  manual_because: z.array(z.enum(MANUAL_BECAUSE)),
  /** Whoever decided it; empty while nobody has, and when it was approved by itself. */
  audit: z.string(),
  /** Why it was rejected. */
  remark: z.string(),
  update_time: instant,
});

export const userWithdrawalQuery = listCall({
  path: '/v1/merchant/withdrawal_record/query',
  caller: 'merchant',
  summary: 'User withdrawal records',
  row: userWithdrawalRecord,
  sort: ['create_time', 'update_time', 'amount'],
  filters: {
    order_id: z.string().max(64).optional(),
    serial_number: serialNumber.optional(),
    payment_id: z.number().int().positive().optional(),
    external_account: z.string().max(64).optional(),
    coin_name: coinName.optional(),
    order_status: z.enum(REVIEWED_STATES).optional(),
    review_mode: z.enum(REVIEW_MODES).optional(),
  },
});

export const userWithdrawalExport = exportCall(userWithdrawalQuery, 'User withdrawal records');

/** One withdrawal, with what only its own page says. */
export const userWithdrawal = z.strictObject({
  ...userWithdrawalRecord.shape,
  /** What the merchant's system said of it. */
  note: z.string(),
  /** When it was decided. */
  audit_time: instant.nullable(),
});

export const userWithdrawalDetail = call({
  path: '/v1/merchant/withdrawal_record/detail',
  caller: 'merchant',
  summary: 'One user withdrawal whole, as it is now',
  input: z.strictObject({ serial_number: serialNumber.min(1) }),
  output: userWithdrawal,
  errors: ['order_unknown'],
});

const decides = { caller: 'merchant', write: true, confirm: 'google_code', bodyLimit: 65_536 } as const;
const serialNumbers = z.array(serialNumber.min(1)).min(1).max(MOST_DECIDED_AT_ONCE);

/** What became of each withdrawal, in the order in which they were named. */
const decided = z.strictObject({
  /** How many were decided now. */
  done: z.number().int(),
  list: z.array(
    z.strictObject({
      serial_number: serialNumber,
      code: z.number().int(),
      /** The outcome's name. */
      msg: z.string(),
      /** The outcome in the request's language. */
      detail: z.string(),
    }),
  ),
});

export const userWithdrawalApproval = call({
  ...decides,
  path: '/v1/merchant/withdrawal_record/approval',
  summary:
    'Approves withdrawals, each by itself: those that cannot be approved do not hold up the others; a single one that cannot is refused',
  input: z.strictObject({ serial_numbers: serialNumbers }),
  output: decided,
  errors: ['order_unknown', 'review_decided', 'payee_suspended', 'market_not_enabled'],
});

export const userWithdrawalReject = call({
  ...decides,
  path: '/v1/merchant/withdrawal_record/reject',
  summary: 'Rejects withdrawals with a reason, each by itself: their amounts are available again; a single one that cannot be is refused',
  input: z.strictObject({ serial_numbers: serialNumbers, remark: shownText.trim().min(1).max(LONGEST_REVIEW_REMARK) }),
  output: decided,
  errors: ['order_unknown', 'review_decided'],
});
