import type { Machine } from './machine.ts';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
export type ApprovalEvent = 'approve' | 'reject' | 'expire' | 'withdraw';

/** Everything that two members of staff do together. */
export const APPROVAL_KINDS = [
  'party.reset_authenticator',
  'ledger.manual_posting',
  'reward.grant',
  'recharge.quick',
  'recharge.deposit_address',
  'market.terms',
  'market.merchant_terms',
  'market.kind_terms',
  'market.rate',
  'market.rate_feed',
  'market.rate_held',
  'market.bounds',
  'market.review_bounds',
  'market.coin_network',
  'review.approve',
  'chain_deposit.credit',
  'chain_deposit.return',
  'payout.end',
] as const;

/** What one member of staff enters and another decides: once, and for good. */
export const approvalMachine: Machine<ApprovalState, ApprovalEvent> = {
  initial: 'pending',
  transitions: {
    pending: { approve: 'approved', reject: 'rejected', expire: 'expired', withdraw: 'withdrawn' },
    approved: {},
    rejected: {},
    expired: {},
    withdrawn: {},
  },
};
