import type { Machine } from './machine.ts';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
export type ApprovalEvent = 'approve' | 'reject' | 'expire' | 'withdraw';

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
