import type { PaymentMethodState } from '@purser/contract/bank-account';
import type { BANK_FILE_STATES, BankFileOrderState } from '@purser/contract/features/bank-file';
import type { Tone } from '@purser/ui/status-tag';

export const METHOD_TONES: Readonly<Record<PaymentMethodState, Tone>> = { unverified: 'warning', verified: 'success', rejected: 'danger' };
export const FILE_TONES: Readonly<Record<(typeof BANK_FILE_STATES)[number], Tone>> = { made: 'warning', paid: 'success' };
export const FILED_TONES: Readonly<Record<BankFileOrderState, Tone>> = {
  included: 'warning',
  paid: 'success',
  failed: 'danger',
  returned: 'danger',
};
