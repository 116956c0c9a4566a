import type { AdjustmentState } from '@purser/contract/review';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useT } from './texts.ts';

export const TONES: Record<AdjustmentState, Tone> = {
  created: 'neutral',
  paid: 'info',
  completed: 'success',
  cancelled: 'danger',
  appeal: 'warning',
};

export function AdjustmentStatus({ status }: { readonly status: AdjustmentState }) {
  const t = useT();
  return <StatusTag tone={TONES[status]}>{t(`adjustment.status.${status}`)}</StatusTag>;
}
