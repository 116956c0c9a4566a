import { ToolOutlined } from '@ant-design/icons';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { maintenanceEnd } from '@purser/contract/features/maintenance';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { DataTable } from '@purser/ui/data-table';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { maintenances, type Maintenance } from './api.ts';
import { maintenanceColumns } from './columns.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { useT } from './texts.ts';

/** When the consoles are closed: now, planned, and before. */
export default function MaintenancePage() {
  const t = useT();
  const changes = useAllowed()('system.change');
  const { data, isFetching, isError, error, refetch } = useQuery(maintenances);
  const columns = useMemo(() => maintenanceColumns(t), [t]);
  const [planning, setPlanning] = useState(false);
  const ending = useConfirmedAct(maintenanceEnd, {
    contentsOf: ({ maintenance_id }: Maintenance) => ({ maintenance_id }),
    onDone: ({ state }) => {
      toast.success(t(state === 'called_off' ? 'maintenance.calledOff' : 'maintenance.ended'));
      refresh(['system']);
    },
    onRefused: (outcome) => {
      if (outcome === 'maintenance_over') refresh(['system']);
      return outcome === 'maintenance_over';
    },
  });
  const words = wordsOfEnding(t, ending.reviewed);
  const end = (row: Maintenance) =>
    (row.state === 'running' || row.state === 'planned') && (
      <Button size="small" aria-label={`${wordsOfEnding(t, row).act}: ${formatInstant(row.starts_at)}`} onClick={() => ending.begin(row)}>
        {wordsOfEnding(t, row).act}
      </Button>
    );
  return (
    <>
      <PageHead
        title={t('menu.maintenance')}
        hint={t('maintenance.hint')}
        actions={
          changes && (
            <Button type="primary" icon={<ToolOutlined aria-hidden />} onClick={() => setPlanning(true)}>
              {t('maintenance.plan')}
            </Button>
          )
        }
      />
      <DataTable
        label={t('maintenance.table')}
        columns={columns}
        rowKey={(row) => row.maintenance_id}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        rowActions={changes ? end : undefined}
        empty={{ title: t('maintenance.emptyTitle'), hint: t('maintenance.emptyHint') }}
      />
      <PlanDialog open={planning} onClose={() => setPlanning(false)} />
      <ConfirmWithCode
        {...ending.confirmation}
        title={words.act}
        facts={[
          { label: t('maintenance.from'), value: formatInstant(ending.reviewed?.starts_at) },
          {
            label: t('maintenance.until'),
            value: ending.reviewed?.ends_at ? formatInstant(ending.reviewed.ends_at) : t('maintenance.untilEnded'),
          },
        ]}
        warning={words.effect}
        confirmText={words.act}
      />
    </>
  );
}

/** What runs is ended; what is planned is called off. */
function wordsOfEnding(t: ReturnType<typeof useT>, maintenance: Maintenance | undefined) {
  return maintenance?.state === 'running'
    ? { act: t('maintenance.endNow'), effect: t('maintenance.endEffect') }
    : { act: t('maintenance.callOff'), effect: t('maintenance.callOffEffect') };
}
