import type { SIGNED_STATES } from '@purser/contract/features/payout';
import type { UsdtWithdrawalState } from '@purser/contract/review';
import type { Tone } from '@purser/ui/status-tag';

export const TONES: Readonly<Record<UsdtWithdrawalState, Tone>> = {
  pending_review: 'neutral',
  approved: 'warning',
  settled: 'success',
  failed: 'danger',
  refunded: 'neutral',
  rejected: 'neutral',
  cancelled: 'neutral',
};

export const SIGNED_TONES: Readonly<Record<(typeof SIGNED_STATES)[number], Tone>> = {
  signed: 'warning',
  sent: 'warning',
  confirming: 'warning',
  paid: 'success',
  reverted: 'danger',
  taken: 'danger',
  expired: 'danger',
};
