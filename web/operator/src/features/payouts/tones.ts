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
