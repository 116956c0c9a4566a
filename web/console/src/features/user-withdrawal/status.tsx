import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { WithdrawalRecord } from './api.ts';
import { useT } from './texts.ts';

export const TONES: Record<WithdrawalRecord['order_status'], Tone> = {
  pending_review: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
};

export function WithdrawalStatus({ status }: { readonly status: WithdrawalRecord['order_status'] }) {
  const t = useT();
  return <StatusTag tone={TONES[status]}>{t(`withdrawal.status.${status}`)}</StatusTag>;
}
