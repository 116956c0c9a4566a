import type { LoginOutcome } from '@purser/contract/features/login-record';
import type { Tone } from '@purser/ui/status-tag';

/** Refusals that want the right password are worse than those that do not. */
export const OUTCOME_TONES: Readonly<Record<LoginOutcome, Tone>> = {
  logged_in: 'success',
  wrong_password: 'warning',
  no_code: 'danger',
  wrong_code: 'danger',
  code_used: 'danger',
  ip_refused: 'danger',
  suspended: 'neutral',
};
