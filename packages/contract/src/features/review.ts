import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, decimal, idText, instant, merchantId, money, serialNumber, shownText, userId } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import {
  EVIDENCE_NAMES,
  LONGEST_REVIEW_REMARK,
  MOST_DECIDED_AT_ONCE,
  REVIEW_KINDS,
  REVIEW_MODES,
  REVIEW_STATES,
  type ReviewKind,
  type ReviewState,
} from '../review.ts';
import { APPROVAL_STATES } from '../approval.ts';
import { AUTHENTICATION_STATUSES, PARTY_STATUSES } from './account.ts';
import { staffId } from './staff.ts';
import { deliveryOfOrder, postingOfOrder } from './staff-order.ts';
import { MANUAL_BECAUSE } from './user-withdrawal.ts';

/** Orders under review, as staff see and decide them. */

/** The state in which an order of a kind waits for staff. A user withdrawal is its merchant's to decide, unless the merchant is suspended. */
export const WAITS_FOR_STAFF = {
  adjustment: 'appeal',
  usdt_recharge: 'pending_review',
  usdt_withdrawal: 'pending_review',
  fiat_withdrawal: 'pending_review',
} as const satisfies Partial<Record<ReviewKind, ReviewState>>;
export type StaffReviewKind = keyof typeof WAITS_FOR_STAFF;
export const STAFF_REVIEW_KINDS = Object.keys(WAITS_FOR_STAFF) as [StaffReviewKind, ...StaffReviewKind[]];

export function isStaffReviewKind(kind: string): kind is StaffReviewKind {
  return kind in WAITS_FOR_STAFF;
}

/** For whom an order waits; for nobody once it is decided. */
export const REVIEWERS = ['staff', 'merchant'] as const;
export const OWNER_TYPES = ['merchant', 'user'] as const;
export const DECISIONS = ['approve', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export const reviewRow = z.strictObject({
  /** Whose order it is: a merchant's, or a wallet user's. */
  owner_id: merchantId,
  owner_type: z.enum(OWNER_TYPES),
  owner_name: z.string(),
  serial_number: serialNumber,
  kind: z.enum(REVIEW_KINDS),
  status: z.enum(REVIEW_STATES),
  review_mode: z.enum(REVIEW_MODES),
  /** The owner's own number of it; empty if there is none. */
  order_id: idText,
  /** The wallet user who is given the money, where somebody is. */
  payee_id: userId.nullable(),
  payee_nick: z.string(),
  coin_name: coinName,
  amount: money,
  handling_fee: money,
  network_fee: money,
  settlement_amount: money,
  /** What it is exchanged for or from, outside: a coin, or the market whose money a bank pays. Null where nothing is. */
  other_coin: z.string().nullable(),
  other_amount: decimal.nullable(),
  network: z.string().nullable(),
  address: idText,
  txid: idText,
  /** Who decided, as the owner is shown them; empty while nobody has. */
  audit: z.string(),
  /** Why it was rejected. */
  remark: z.string(),
  create_time: instant,
  audit_time: instant.nullable(),
  update_time: instant,
});

export const reviewQuery = listCall({
  path: '/v1/operator/review/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'Orders under review of all merchants and wallet users, of every kind',
  row: reviewRow,
  sort: ['create_time'],
  filters: {
    /** What waits: for staff, or for the merchant whose user it is for. */
    waits_for: z.enum(REVIEWERS).optional(),
    kind: z.enum(REVIEW_KINDS).optional(),
    status: z.enum(REVIEW_STATES).optional(),
    owner_id: merchantId.optional(),
    coin_name: coinName.optional(),
    serial_number: serialNumber.optional(),
    /** The merchant's own order number. */
    order_id: z.string().max(64).optional(),
    txid: z.string().max(128).optional(),
  },
});

export const reviewExport = exportCall(reviewQuery, 'Orders under review');

const which = { owner_id: merchantId, serial_number: serialNumber.min(1) };

const by = z.strictObject({ staff_id: staffId, name: z.string() });

export const reviewDetail = call({
  path: '/v1/operator/review/detail',
  caller: 'staff',
  permission: 'review.read',
  summary:
    'One order under review whole: whose it is, what is known of it from elsewhere, what it moved, who decided what, and how the merchant was told',
  input: z.strictObject(which),
  output: z.strictObject({
    order: z.strictObject({
      ...reviewRow.shape,
      /** The words of whoever submitted it. */
      note: z.string(),
      submitted_by: z.string(),
      /** Why it was not decided by itself, or whoever decides on it looks twice. */
      manual_because: z.array(z.enum(MANUAL_BECAUSE)),
      external_account: z.string(),
      balance_type: z.string(),
      fee_rate: z.string().meta({ description: 'Percentage', example: '0.50' }),
      /** Coins for one USDT, as they were when it was made. */
      rate: z.string().nullable(),
    }),
    /** Facts from elsewhere by name; `agrees` says whether one bears the claim out, null where it says neither. */
    evidence: z.array(z.strictObject({ name: z.enum(EVIDENCE_NAMES), value: z.string(), agrees: z.boolean().nullable() })),
    postings: z.array(postingOfOrder),
    /** How the system of the merchant whose order it is was told of it. */
    deliveries: z.array(deliveryOfOrder),
    /** Who entered its approval for a second person, and what became of that; the oldest first. */
    approvals: z.array(
      z.strictObject({
        approval_id: idText,
        state: z.enum(APPROVAL_STATES),
        entered_by: by,
        /** Why, in the words of whoever entered it. */
        reason: z.string(),
        create_time: instant,
        expires_at: instant,
        decided_by: by.nullable(),
        decided_time: instant.nullable(),
        remark: z.string(),
      }),
    ),
    waits_for: z.enum(REVIEWERS).nullable(),
    /** What staff may decide on it: of what waits for a merchant, that it is rejected, and that only while the merchant is suspended. */
    decisions: z.array(z.enum(DECISIONS)),
    /** The bank file that has it; null while none has. */
    bank_file_no: serialNumber.nullable(),
    /** Up to which amount one person approves it; null where it always wants two. */
    bound: money.nullable(),
    needs_two: z.boolean(),
  }),
  errors: ['order_unknown'],
  fields: { order_unknown: 'serial_number' },
});

/** What became of things that a party asked for: `reversed` is what was undone after it had been approved. */
export const HISTORY_OUTCOMES = ['waiting', 'approved', 'rejected', 'reversed'] as const;
/** What a party asks staff, or a merchant, to decide. */
export const HISTORY_KINDS = [...REVIEW_KINDS, 'identity', 'bank_account', 'approval'] as const;
/** Of each kind and state as many are counted, the latest. */
export const MOST_IN_HISTORY = 500;
/** Of each kind as many are shown, the latest. */
export const MOST_LATEST = 3;

export const reviewHistory = call({
  path: '/v1/operator/review/history',
  caller: 'staff',
  permission: 'review.read',
  summary:
    "A party's history over all kinds that wait to be decided: since when it is here, what was approved, rejected and reversed, and the latest of each kind that the role may read",
  input: z.strictObject({ owner_id: merchantId }),
  output: z.strictObject({
    owner: z.strictObject({
      owner_type: z.enum(OWNER_TYPES),
      name: z.string(),
      username: z.string().nullable(),
      status: z.enum(PARTY_STATUSES),
      authentication_status: z.enum(AUTHENTICATION_STATUSES),
      create_time: instant,
    }),
    /** Those of which there are any. */
    kinds: z.array(
      z.strictObject({
        kind: z.enum(HISTORY_KINDS),
        counts: z.array(
          z.strictObject({
            outcome: z.enum(HISTORY_OUTCOMES),
            count: z.number().int(),
            /** False: there are more, and only the latest were counted. */
            is_exact: z.boolean(),
            /** In each coin; none of what is no money. */
            amounts: z.array(z.strictObject({ coin_name: coinName, amount: money })),
          }),
        ),
        /** The latest first. */
        latest: z.array(
          z.strictObject({
            /** A serial number, or what else the kind's own list calls it by. */
            item_id: idText,
            /** In the words of its kind. */
            status: z.string(),
            outcome: z.enum(HISTORY_OUTCOMES).nullable(),
            coin_name: coinName.nullable(),
            amount: money.nullable(),
            create_time: instant,
          }),
        ),
      }),
    ),
  }),
  errors: ['not_found'],
  fields: { not_found: 'owner_id' },
});

export const reviewDecide = call({
  path: '/v1/operator/review/decide',
  caller: 'staff',
  permission: 'review.decide',
  write: true,
  confirm: 'google_code',
  bodyLimit: 131_072,
  summary:
    'Approves or rejects orders, each decided on its own: the answer says of every one what became of it. What is approved beyond the bound waits for a second person. What waits for a suspended merchant can be rejected',
  input: z.strictObject({
    orders: z.array(z.strictObject(which)).min(1).max(MOST_DECIDED_AT_ONCE),
    decision: z.enum(DECISIONS),
    /** Wanted for a rejection, which the owner is told of. */
    reason: shownText.trim().max(LONGEST_REVIEW_REMARK).default(''),
  }),
  output: z.strictObject({
    /** In the order of what was asked. */
    results: z.array(
      z.strictObject({
        ...which,
        /** 200: done. 6032: it waits for a second person. Another: it was refused and is as it was. */
        code: z.number().int(),
        msg: z.string(),
        detail: z.string(),
        /** The order's state now; null where it was not moved. */
        status: z.enum(REVIEW_STATES).nullable(),
        approval_id: idText.nullable(),
      }),
    ),
  }),
});
