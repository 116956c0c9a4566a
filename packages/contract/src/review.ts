import { PAYMENT_METHOD_STATES } from './bank-account.ts';
import type { Machine } from './machine.ts';

/** Orders that move money in or out, which somebody else than who submits them decides on. */
export const REVIEW_KINDS = ['user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** By a person, or by a rule as the order came. */
export const REVIEW_MODES = ['manual', 'automatic'] as const;

/** Every state that an order of some kind may be in; the machine of each kind says which are its own. */
export const REVIEW_STATES = [
  'pending_review',
  'approved',
  'rejected',
  'cancelled',
  'settled',
  'failed',
  'refunded',
  'paid_out',
  'returned',
  'created',
  'paid',
  'completed',
  'appeal',
] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A user withdrawal is decided by the merchant whose user it is for; a recharge by the provider. */
export const REVIEWED_STATES = ['pending_review', 'approved', 'rejected', 'cancelled'] as const satisfies readonly ReviewState[];
export type ReviewedState = (typeof REVIEWED_STATES)[number];
export type ReviewedEvent = 'approve' | 'reject' | 'cancel';

const reviewed: Machine<ReviewedState, ReviewedEvent> = {
  initial: 'pending_review',
  transitions: {
    pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
    approved: {},
    rejected: {},
    cancelled: {},
  },
};

/** A merchant's user takes money from the merchant to the wallet. */
export const userWithdrawalMachine = reviewed;
/** Somebody has sent USDT, and is credited once the provider has seen it. */
export const usdtRechargeMachine = reviewed;

export const USDT_WITHDRAWAL_STATES = [
  'pending_review',
  'approved',
  'settled',
  'failed',
  'refunded',
  'rejected',
  'cancelled',
] as const satisfies readonly ReviewState[];
export type UsdtWithdrawalState = (typeof USDT_WITHDRAWAL_STATES)[number];
export type UsdtWithdrawalEvent = ReviewedEvent | 'settle' | 'fail' | 'retry' | 'refund';

/** USDT is sent out. What has failed on the way is sent again or given back, as staff decide. */
export const usdtWithdrawalMachine: Machine<UsdtWithdrawalState, UsdtWithdrawalEvent> = {
  initial: 'pending_review',
  transitions: {
    pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
    approved: { settle: 'settled', fail: 'failed' },
    failed: { retry: 'approved', refund: 'refunded' },
    settled: {},
    refunded: {},
    rejected: {},
    cancelled: {},
  },
};

export const FIAT_WITHDRAWAL_STATES = [
  'pending_review',
  'approved',
  'paid_out',
  'returned',
  'rejected',
  'cancelled',
] as const satisfies readonly ReviewState[];
export type FiatWithdrawalState = (typeof FIAT_WITHDRAWAL_STATES)[number];
export type FiatWithdrawalEvent = ReviewedEvent | 'pay_out' | 'return';

/** Money is paid to a bank account. A bank may return it, before or after it was said to be paid. */
export const fiatWithdrawalMachine: Machine<FiatWithdrawalState, FiatWithdrawalEvent> = {
  initial: 'pending_review',
  transitions: {
    pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
    approved: { pay_out: 'paid_out', return: 'returned' },
    paid_out: { return: 'returned' },
    returned: {},
    rejected: {},
    cancelled: {},
  },
};

export const ADJUSTMENT_STATES = ['created', 'paid', 'completed', 'cancelled', 'appeal'] as const satisfies readonly ReviewState[];
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];
export type AdjustmentEvent = 'pay' | 'release' | 'take_back' | 'appeal' | 'approve' | 'reject';

/**
 * A merchant increases a user's balance: at once (`completed`), or as pending (`paid`) until it is released or taken back. The user may
 * object to its being kept (`appeal`); the provider then decides.
 */
export const adjustmentMachine: Machine<AdjustmentState, AdjustmentEvent> = {
  initial: 'created',
  transitions: {
    created: { pay: 'paid', release: 'completed', take_back: 'cancelled' },
    paid: { release: 'completed', take_back: 'cancelled', appeal: 'appeal' },
    appeal: { approve: 'completed', reject: 'cancelled' },
    completed: {},
    cancelled: {},
  },
};

export type ReviewEvent = UsdtWithdrawalEvent | FiatWithdrawalEvent | AdjustmentEvent;

/** The states of each kind in which its whole amount is held. In any other nothing is: what waits for nobody would be held for ever. */
export const HOLDING_STATES: Readonly<Record<ReviewKind, readonly ReviewState[]>> = {
  user_withdrawal: ['pending_review'],
  adjustment: ['paid', 'appeal'],
  usdt_recharge: [],
  usdt_withdrawal: ['pending_review', 'approved', 'failed'],
  fiat_withdrawal: ['pending_review', 'approved'],
};

/**
 * The state of each kind in which its money has come or gone for good. Its fee is taken as it comes to it, and given back as it leaves it: in any
 * other, also while its amount is held, what its fee and settlement would be says nothing of what was taken.
 */
export const EFFECTIVE_STATES = {
  user_withdrawal: 'approved',
  adjustment: 'completed',
  usdt_recharge: 'approved',
  usdt_withdrawal: 'settled',
  fiat_withdrawal: 'paid_out',
} as const satisfies Readonly<Record<ReviewKind, ReviewState>>;

/**
 * Whether an order's fee is taken and its settlement made. Lists and their files, a merchant's and staff's, tell both only then, so that a column adds up
 * to what was taken. The details of an order that is under way tell what they will be.
 */
export function isEffective(kind: ReviewKind, status: ReviewState): boolean {
  return status === EFFECTIVE_STATES[kind];
}

const CAME_TO_NOTHING: ReadonlySet<ReviewState> = new Set(['rejected', 'cancelled', 'refunded', 'returned']);

/** Whether an order has ended without effect: no fee was taken for it, or it was given back. */
export function cameToNothing(status: ReviewState): boolean {
  return CAME_TO_NOTHING.has(status);
}

/** A reason for a rejection, or the words of whoever submits an order. */
export const LONGEST_REVIEW_REMARK = 200;
/** Orders that are decided in one call. */
export const MOST_DECIDED_AT_ONCE = 1000;

/** A transaction as two nodes were found to know it: as none; failed; in a block that may still go; final; each as another; or fewer than two answered. */
export const LOOKED_UP_STATES = ['not_found', 'reverted', 'confirming', 'final', 'nodes_differ', 'one_node'] as const;
/** What a transaction moved: USDT; some other token alone; none. */
export const MOVED_TOKENS = ['usdt', 'other_token', 'no_transfer'] as const;

/** Facts from elsewhere that may stand beside an order. */
export const EVIDENCE_NAMES = [
  'chain',
  'chain_token',
  'chain_recipient',
  'chain_amount',
  'chain_transfers',
  'chain_told',
  'chain_confirmations',
  'chain_mined',
  'chain_sender',
  'chain_credited',
  'told_before',
  'bank_account',
  'account_holder',
  'account_status',
  'owner_status',
  'appeal_reason',
] as const;
export type EvidenceName = (typeof EVIDENCE_NAMES)[number];
/** Of those that are words of ours, all that one may say; the others are in somebody's own words. */
export const EVIDENCE_WORDS = {
  /** What the nodes of the network say of a transaction: nobody asks them; nobody has asked yet; and what was found. */
  chain: ['not_connected', 'not_looked_up', ...LOOKED_UP_STATES],
  chain_token: MOVED_TOKENS,
  /** Where a transaction has several transfers to the address that was told: whether as much was told as one of them is, as all are together, or neither. */
  chain_told: ['one_of_several', 'all_of_several', 'none_of_several'],
  /** When a transfer came into a block: before it was told or soon after, or long after that. */
  chain_mined: ['in_time', 'late'],
  account_status: PAYMENT_METHOD_STATES,
  owner_status: ['normal', 'suspended'],
} as const;
export type EvidenceWords = typeof EVIDENCE_WORDS;
