import { z } from 'zod';
import { APPROVAL_KINDS, APPROVAL_STATES } from '../approval.ts';
import { call } from '../call.ts';
import { idText, instant, nothing, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { NOT_CREDITED } from './chain-deposit.ts';
import { NOT_SENT_BACK } from './chain-return.ts';
import { staffId } from './staff.ts';

const approvalId = z.uuid();
const by = z.strictObject({ staff_id: staffId, name: z.string() });
/** SHA-256 of kind and content, in hex: what is approved is what was shown. */
const contentHash = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .meta({ description: 'SHA-256 of what is to be done, in hex' });

export const approvalRow = z.strictObject({
  approval_id: idText,
  kind: z.string(),
  /** Whom it is about: a party's number, or 1 for the provider. */
  owner_id: z.number().int(),
  /** What is to be done, named and in words. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  content_hash: contentHash,
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  entered_by: by,
  create_time: instant,
  expires_at: instant,
  decided_by: by.nullable(),
  decided_time: instant.nullable(),
  /** Why it was rejected. */
  remark: z.string(),
  /** Whether the member who asks may decide it. */
  decidable: z.boolean(),
  /** Whether the member who asks may be the same person as whoever entered it, as far as anybody has confirmed. */
  counts_as_one: z.boolean(),
  /** Whether whoever entered it has been suspended since, or has a role that does not allow it: it is not approved then. */
  author_lapsed: z.boolean(),
});

export const approvalList = listCall({
  path: '/v1/operator/approval/list',
  caller: 'staff',
  permission: 'approval.read',
  summary: 'What one member of staff entered for a second, and what became of it, the newest first',
  row: approvalRow,
  sort: ['create_time'],
  filters: {
    approval_id: approvalId.optional(),
    state: z.enum(APPROVAL_STATES).optional(),
    kind: z.enum(APPROVAL_KINDS).optional(),
    /** Whom it is about: a party's number, or 1 for the provider. */
    owner_id: z.number().int().positive().optional(),
    /** The number of whoever entered it. */
    staff_id: staffId.optional(),
  },
});

export const approvalExport = exportCall(approvalList, 'What was entered for a second person');

const decides = { caller: 'staff', permission: 'approval.decide', write: true } as const;

/** What the act itself may be refused with: a manual posting, a grant of reward funds, a change of terms, a recharge, a held deposit. It then stays pending. */
const OF_WHAT_IS_DONE = [
  'payout_not_in_doubt',
  'deposit_address_taken',
  'payout_txid_taken',
  'market_not_enabled',
  'insufficient_balance',
  'provider_balance_short',
  'balance_too_large',
  'terms_changed',
  'order_unknown',
  'review_decided',
  'review_changed',
  'recharge_owner_suspended',
  'payout_currency_differs',
  'payout_address_blocked',
  'txid_used',
  'recharge_of_chain',
  'deposit_unknown',
  'deposit_settled',
  ...NOT_CREDITED,
  ...NOT_SENT_BACK,
] as const;

export const approvalApprove = call({
  ...decides,
  path: '/v1/operator/approval/approve',
  confirm: 'google_code',
  summary: 'Approves what another member entered, as it was shown, and does it in the same transaction',
  input: z.strictObject({ approval_id: approvalId, content_hash: contentHash }),
  output: nothing,
  errors: [
    'not_found',
    'approval_expired',
    'approval_decided',
    'approval_own',
    'counts_as_one',
    'staff_not_allowed',
    'approval_author_lapsed',
    'approval_changed',
    ...OF_WHAT_IS_DONE,
  ],
});

export const approvalReject = call({
  ...decides,
  path: '/v1/operator/approval/reject',
  summary: 'Rejects what another member entered, with a reason',
  input: z.strictObject({ approval_id: approvalId, remark: shownText.min(1).max(500) }),
  output: nothing,
  errors: ['not_found', 'approval_expired', 'approval_decided', 'approval_own', 'counts_as_one', 'staff_not_allowed'],
});

export const approvalWithdraw = call({
  ...decides,
  path: '/v1/operator/approval/withdraw',
  summary: 'Withdraws what the member entered',
  input: z.strictObject({ approval_id: approvalId }),
  output: nothing,
  errors: ['not_found', 'approval_decided'],
});
