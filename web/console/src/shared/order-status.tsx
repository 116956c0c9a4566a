import type { PaymentOrderState } from '@purser/contract/payment-order';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useT } from './i18n.tsx';

export const ORDER_TONES: Record<PaymentOrderState, Tone> = {
  created: 'neutral',
  scanned: 'info',
  paid: 'success',
  cancelled: 'danger',
  expired: 'warning',
};

export function OrderStatus({ status }: { readonly status: PaymentOrderState }) {
  const t = useT();
  return <StatusTag tone={ORDER_TONES[status]}>{t(`order.status.${status}`)}</StatusTag>;
}
