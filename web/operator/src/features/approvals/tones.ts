import type { ApprovalState } from '@purser/contract/approval';
import type { Tone } from '@purser/ui/status-tag';

export const APPROVAL_TONES: Readonly<Record<ApprovalState, Tone>> = {
  pending: 'info',
  approved: 'success',
  rejected: 'danger',
  expired: 'warning',
  withdrawn: 'neutral',
};
