import type { PaymentOrderState } from '@purser/contract/payment-order';
import type { Tone } from '@purser/ui/status-tag';

export const ORDER_TONES: Readonly<Record<PaymentOrderState, Tone>> = {
  created: 'neutral',
  scanned: 'info',
  paid: 'success',
  cancelled: 'neutral',
  expired: 'warning',
};
