import type { UsdtWithdrawalState } from '@purser/contract/review';
import type { Tone } from '@purser/ui/status-tag';
import type { Withdrawal } from './api.ts';

export const TONES: Record<UsdtWithdrawalState, Tone> = {
  pending_review: 'warning',
  approved: 'info',
  settled: 'success',
  failed: 'danger',
  refunded: 'neutral',
  rejected: 'danger',
  cancelled: 'neutral',
};

export type Step = 'created' | 'waiting' | 'approved' | 'paying' | Exclude<UsdtWithdrawalState, 'pending_review' | 'approved'>;

interface Happened {
  readonly step: Step;
  /** Null for what is yet to come. */
  readonly time: string | null;
}

export const STEP_TONES: Partial<Record<Step, 'success' | 'danger'>> = { settled: 'success', failed: 'danger', rejected: 'danger' };

/** What happened to a withdrawal, in order, and what it waits for. */
export function stepsOf({ status, create_time, audit_time, update_time }: Withdrawal): Happened[] {
  const created: Happened = { step: 'created', time: create_time };
  const approved: Happened[] = [created, { step: 'approved', time: audit_time }];
  switch (status) {
    case 'pending_review':
      return [created, { step: 'waiting', time: null }];
    case 'approved':
      return [...approved, { step: 'paying', time: null }];
    case 'settled':
    case 'failed':
    case 'refunded':
      return [...approved, { step: status, time: update_time }];
    default:
      return [created, { step: status, time: update_time }];
  }
}
