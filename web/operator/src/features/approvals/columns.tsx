import type { ApprovalState } from '@purser/contract/approval';
import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { Approval } from './api.ts';
import type { useT } from './texts.ts';
import { aboutText, kindText } from './words.ts';

const TONES: Record<ApprovalState, Tone> = {
  pending: 'info',
  approved: 'success',
  rejected: 'danger',
  expired: 'warning',
  withdrawn: 'neutral',
};

export function State({ approval, t }: { readonly approval: Approval; readonly t: ReturnType<typeof useT> }) {
  return <StatusTag tone={TONES[approval.state]}>{t(`approvals.state.${approval.state}`)}</StatusTag>;
}

export function approvalColumns(t: ReturnType<typeof useT>, waiting: boolean): Column<Approval>[] {
  return [
    { key: 'kind', title: t('approvals.what'), render: (row) => kindText(row.kind, t) },
    { key: 'owner_id', title: t('approvals.about'), phone: 'amount', render: (row) => aboutText(row, t) },
    { key: 'state', title: t('field.status'), phone: 'status', render: (row) => <State approval={row} t={t} /> },
    { key: 'entered_by', title: t('approvals.enteredBy'), render: (row) => row.entered_by.name },
    { key: 'create_time', title: t('approvals.enteredAt'), phone: 'time', render: (row) => formatInstant(row.create_time) },
    waiting
      ? { key: 'expires_at', title: t('approvals.expires'), render: (row) => formatInstant(row.expires_at) }
      : { key: 'decided_time', title: t('approvals.decidedAt'), render: (row) => formatInstant(row.decided_time) },
  ];
}
