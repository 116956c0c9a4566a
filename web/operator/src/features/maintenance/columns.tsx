import type { MaintenanceState } from '@purser/contract/features/maintenance';
import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { Maintenance } from './api.ts';
import type { useT } from './texts.ts';

const TONES: Record<MaintenanceState, Tone> = { planned: 'info', running: 'warning', over: 'neutral', called_off: 'neutral' };

export function maintenanceColumns(t: ReturnType<typeof useT>): Column<Maintenance>[] {
  return [
    { key: 'starts_at', title: t('maintenance.from'), phone: 'time', render: (row) => formatInstant(row.starts_at) },
    {
      key: 'ends_at',
      title: t('maintenance.until'),
      phone: 'amount',
      render: (row) => (row.ends_at === null ? t('maintenance.untilEnded') : formatInstant(row.ends_at)),
    },
    {
      key: 'state',
      title: t('field.status'),
      phone: 'status',
      render: (row) => <StatusTag tone={TONES[row.state]}>{t(`maintenance.state.${row.state}`)}</StatusTag>,
    },
    { key: 'entered_by', title: t('maintenance.enteredBy'), render: (row) => row.entered_by ?? '–' },
    { key: 'ended_by', title: t('maintenance.endedBy'), render: (row) => row.ended_by ?? '–' },
  ];
}
