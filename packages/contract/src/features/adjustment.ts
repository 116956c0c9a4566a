import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, instant, market, money, serialNumber, shownText, userId } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { ADJUSTMENT_STATES, LONGEST_REVIEW_REMARK } from '../review.ts';
import { PARTY_STATUSES } from './account.ts';

/** SPEC's order type of an adjustment. A merchant increases; a decrease is for staff to enter. */
export const ADJUSTMENT_TYPES = ['adjustment_increase'] as const;
/** Which of the user's balances it is added to: the one that is free to use, or the one that waits to be confirmed. */
export const BALANCE_TYPES = ['available', 'pending'] as const;
/** Who may have ended one. */
export const ADJUSTMENT_ENDED_BY = ['merchant', 'user', 'operator', 'system'] as const;
export type AdjustmentEndedBy = (typeof ADJUSTMENT_ENDED_BY)[number];
/** A pending adjustment that nobody has touched is released by itself after so many days. */
export const ADJUSTMENT_RELEASED_AFTER_DAYS = 7;
/** An adjustment's amount has at most so many decimals, whatever the coin has. */
export const ADJUSTMENT_DECIMALS = 2;

/** Why a balance is increased, or why the user objects. */
const reason = shownText.regex(/\S/).max(LONGEST_REVIEW_REMARK);
const whichAdjustment = z.strictObject({ serial_number: serialNumber.min(1) });
const anyUserId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const adjustmentRecord = z.strictObject({
  serial_number: serialNumber,
  order_type: z.enum(ADJUSTMENT_TYPES),
  receipt_user_id: userId,
  receipt_nickname: z.string(),
  balance_type: z.enum(BALANCE_TYPES),
  coin_name: coinName,
  pay_amount: money,
  /** Taken from the amount as the user is given it; nothing is taken of what goes back. */
  handling_fee: money,
  settlement_amount: money,
  /** The reason. */
  remark: z.string(),
  order_status: z.enum(ADJUSTMENT_STATES),
  create_time: instant,
  update_time: instant,
});

export const adjustmentQuery = listCall({
  path: '/v1/merchant/pay_record/query',
  caller: 'merchant',
  summary: "User account adjustments: the merchant's increases of users' balances",
  row: adjustmentRecord,
  sort: ['create_time'],
  filters: {
    serial_number: serialNumber.optional(),
    receipt_user_id: anyUserId.optional(),
    coin_name: coinName.optional(),
    balance_type: z.enum(BALANCE_TYPES).optional(),
    order_status: z.enum(ADJUSTMENT_STATES).optional(),
  },
});

export const adjustmentExport = exportCall(adjustmentQuery, 'User account adjustments');

export const adjustmentUser = call({
  path: '/v1/merchant/pay_record/user/get',
  caller: 'merchant',
  summary:
    "Whose balance is to be increased: the nickname, and of each of the merchant's markets whether the user has it and what is available",
  input: z.strictObject({ receipt_user_id: anyUserId }),
  output: z.strictObject({
    receipt_user_id: userId,
    receipt_nickname: z.string(),
    status: z.enum(PARTY_STATUSES),
    markets: z.array(
      z.strictObject({
        market,
        coin_name: coinName,
        /** Whether the user has enabled the market. */
        is_enabled: z.boolean(),
        /** What the merchant itself may give. */
        available_asset: money,
        adjustment_fee_rate: z.string().meta({ description: 'Percentage', example: '0.00' }),
      }),
    ),
  }),
  errors: ['too_many_requests', 'payee_unknown'],
  fields: { payee_unknown: 'receipt_user_id' },
});

/** One adjustment, with what became of it. */
export const adjustment = z.strictObject({
  ...adjustmentRecord.shape,
  /** Whether the user may accept it while it is kept pending; else only the merchant releases it before its time. */
  user_may_accept: z.boolean(),
  /** When it is released by itself; null unless it waits for that. */
  release_time: instant.nullable(),
  /** What the user has against it; null: nothing. */
  appeal: z.strictObject({ reason: z.string(), time: instant }).nullable(),
  /** How it ended; null while it has not. */
  ended: z
    .strictObject({
      /** The merchant, the user who accepted it, staff of the provider's, or the time that was over. */
      by: z.enum(ADJUSTMENT_ENDED_BY),
      time: instant,
      /** The reason of whoever decided the user's appeal; empty if none was given. */
      remark: z.string(),
    })
    .nullable(),
});

export const adjustmentAdd = call({
  path: '/v1/merchant/pay_record/plus',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: "Increases a user's balance from the merchant's own: at once, or as pending until it is released or taken back",
  input: z.strictObject({
    receipt_user_id: anyUserId,
    coin_name: coinName,
    balance_type: z.enum(BALANCE_TYPES),
    /** Of the pending balance: whether the user may accept it, and so has it without waiting for its release. */
    user_may_accept: z.boolean().default(false),
    amount,
    /** What was shown that the user gets: another fee is refused. Without it, whatever it is. */
    settlement_amount: amount.optional(),
    remark: reason,
  }),
  output: adjustment,
  errors: [
    'coin_unknown',
    'coin_off',
    'payee_unknown',
    'payee_suspended',
    'market_not_enabled',
    'amount_below_minimum',
    'fee_exceeds_amount',
    'fee_changed',
    'insufficient_balance',
  ],
  fields: {
    coin_unknown: 'coin_name',
    coin_off: 'coin_name',
    payee_unknown: 'receipt_user_id',
    payee_suspended: 'receipt_user_id',
    market_not_enabled: 'coin_name',
    amount_below_minimum: 'amount',
    fee_exceeds_amount: 'amount',
    fee_changed: 'amount',
    insufficient_balance: 'amount',
  },
});

export const adjustmentDetail = call({
  path: '/v1/merchant/pay_record/detail',
  caller: 'merchant',
  summary: 'One adjustment whole, as it is now',
  input: whichAdjustment,
  output: adjustment,
  errors: ['order_unknown'],
});

export const adjustmentRelease = call({
  path: '/v1/merchant/pay_record/release',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Gives a pending adjustment to the user; one that was released before stays as it is',
  input: whichAdjustment,
  output: adjustment,
  errors: ['order_unknown', 'adjustment_in_appeal', 'review_decided'],
});

export const adjustmentTakeBack = call({
  path: '/v1/merchant/pay_record/take_back',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Takes a pending adjustment back, all of it; one that was taken back before stays as it is',
  input: whichAdjustment,
  output: adjustment,
  errors: ['order_unknown', 'adjustment_in_appeal', 'review_decided', 'adjustment_due'],
});

/** An adjustment as the user sees it whose balance it increases. */
export const receivedAdjustment = z.strictObject({
  serial_number: serialNumber,
  merchant_name: z.string(),
  balance_type: z.enum(BALANCE_TYPES),
  coin_name: coinName,
  /** What the user is given. */
  settlement_amount: money,
  /** The merchant's reason. */
  remark: z.string(),
  order_status: z.enum(ADJUSTMENT_STATES),
  /** Whether the merchant has left it to the user to accept it. */
  user_may_accept: z.boolean(),
  release_time: instant.nullable(),
  appeal: adjustment.shape.appeal,
  ended: adjustment.shape.ended,
  create_time: instant,
});

export const walletAdjustmentQuery = listCall({
  path: '/v1/wallet/adjustment/query',
  caller: 'payer',
  summary: "What merchants have added to the wallet user's balance, newest first",
  row: receivedAdjustment,
  sort: ['create_time'],
  filters: { order_status: z.enum(ADJUSTMENT_STATES).optional() },
});

export const walletAdjustmentDetail = call({
  path: '/v1/wallet/adjustment/detail',
  caller: 'payer',
  summary: 'One adjustment of the wallet user’s balance, as it is now',
  input: whichAdjustment,
  output: receivedAdjustment,
  errors: ['order_unknown'],
});

export const walletAdjustmentAppeal = call({
  path: '/v1/wallet/adjustment/appeal',
  caller: 'payer',
  write: true,
  summary: 'Objects to an adjustment that is kept pending: the provider then decides, instead of the merchant',
  input: z.strictObject({ ...whichAdjustment.shape, reason }),
  output: receivedAdjustment,
  errors: ['order_unknown', 'review_decided'],
});

export const walletAdjustmentAccept = call({
  path: '/v1/wallet/adjustment/accept',
  caller: 'payer',
  write: true,
  summary:
    'Accepts an adjustment that is kept pending, where its merchant allows it: the user has it at once. One that is completed stays as it is',
  input: whichAdjustment,
  output: receivedAdjustment,
  errors: ['order_unknown', 'adjustment_not_offered', 'adjustment_objected', 'review_decided'],
});
