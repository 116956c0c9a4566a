import type { Tone } from '@purser/ui/status-tag';
import type { PaymentMethodState } from '@purser/contract/bank-account';

export const METHOD_TONES: Readonly<Record<PaymentMethodState, Tone>> = { unverified: 'warning', verified: 'success', rejected: 'danger' };
