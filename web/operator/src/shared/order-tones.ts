import type { ChainDepositState } from '@purser/contract/features/chain-deposit';
import type { SWEEP_STATES } from '@purser/contract/features/chain-reserve';
import type { SIGNED_STATES } from '@purser/contract/features/payout';
import type { PaymentOrderState } from '@purser/contract/payment-order';
import type { ReviewState } from '@purser/contract/review';
import type { Tone } from '@purser/ui/status-tag';

/** How the states of orders look, on every page that shows them. */

export const ORDER_TONES: Readonly<Record<PaymentOrderState, Tone>> = {
  created: 'neutral',
  scanned: 'info',
  paid: 'success',
  cancelled: 'neutral',
  expired: 'warning',
};

export const REVIEW_TONES: Readonly<Record<ReviewState, Tone>> = {
  pending_review: 'info',
  appeal: 'warning',
  created: 'neutral',
  // Of an adjustment that is paid, the user has nothing yet.
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

export const DEPOSIT_TONES: Readonly<Record<ChainDepositState, Tone>> = {
  confirming: 'neutral',
  orphaned: 'neutral',
  credited: 'success',
  held: 'warning',
  ignored: 'neutral',
  set_aside: 'neutral',
  returning: 'warning',
  returned: 'success',
};

/** Of what the signer has signed. */
export const SIGNED_TONES: Readonly<Record<(typeof SIGNED_STATES)[number], Tone>> = {
  signed: 'warning',
  sent: 'warning',
  confirming: 'warning',
  cancelling: 'warning',
  paid: 'success',
  reverted: 'danger',
  taken: 'danger',
  expired: 'danger',
  cancelled: 'danger',
};

export const SWEEP_TONES: Readonly<Record<(typeof SWEEP_STATES)[number], Tone>> = {
  planned: 'neutral',
  fuelling: 'info',
  fuelled: 'info',
  signed: 'warning',
  settled: 'success',
  failed: 'danger',
};
