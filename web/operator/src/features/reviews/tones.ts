import type { ReviewState } from '@purser/contract/review';
import type { Tone } from '@purser/ui/status-tag';

export const REVIEW_TONES: Readonly<Record<ReviewState, Tone>> = {
  pending_review: 'info',
  appeal: 'warning',
  created: 'neutral',
  paid: 'info',
  approved: 'success',
  completed: 'success',
  settled: 'success',
  paid_out: 'success',
  rejected: 'danger',
  failed: 'danger',
  returned: 'warning',
  refunded: 'neutral',
  cancelled: 'neutral',
};
