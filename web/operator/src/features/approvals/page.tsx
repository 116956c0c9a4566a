import { useSearchParam } from '@purser/console-kit/search-param';
import { DataTable } from '@purser/ui/data-table';
import { PageHead } from '@purser/ui/page-head';
import { Segmented } from '@purser/ui/segmented';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApprovalDrawer } from './approval-drawer.tsx';
import { approvals } from './api.ts';
import { approvalColumns } from './columns.tsx';
import { useT } from './texts.ts';
import { useDecisions } from './use-decisions.tsx';
import { useQueueKeys } from '../../shared/use-queue-keys.ts';

/** In the address: whether what was decided is shown, and the approval whose details are open. */
const DECIDED = 'decided';
const OPEN = 'open';

/** What one member entered and another decides. */
export default function ApprovalsPage() {
  const t = useT();
  const [decided, setDecided] = useSearchParam(DECIDED);
  const [opened, setOpened] = useSearchParam(OPEN);
  const waiting = decided === undefined;
  const { data, isFetching, isError, refetch } = useQuery(approvals(waiting));
  const columns = useMemo(() => approvalColumns(t, waiting), [t, waiting]);
  const rows = data?.list ?? [];
  const approval = rows.find(({ approval_id }) => approval_id === opened);
  const { dialogs, ...decisions } = useDecisions();
  useQueueKeys({
    keys: rows.map(({ approval_id }) => approval_id),
    opened,
    open: setOpened,
    acts: approval?.decidable ? { a: () => decisions.approve(approval), r: () => decisions.reject(approval) } : {},
  });
  return (
    <>
      <PageHead
        title={t('menu.approvals')}
        hint={t('approvals.hint')}
        actions={
          <Segmented<'waiting' | 'decided'>
            label={t('approvals.which')}
            value={waiting ? 'waiting' : 'decided'}
            onChange={(which) => setDecided(which === 'decided' ? '1' : undefined)}
            options={[
              { value: 'waiting', label: t('approvals.waiting') },
              { value: 'decided', label: t('approvals.decided') },
            ]}
          />
        }
      />
      <DataTable
        label={t('approvals.table')}
        columns={columns}
        rowKey={(row) => row.approval_id}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, refetch }}
        onOpen={(row) => setOpened(row.approval_id)}
        opened={opened}
        empty={{ title: t(waiting ? 'approvals.emptyTitle' : 'approvals.emptyDecidedTitle'), hint: t('approvals.emptyHint') }}
      />
      <ApprovalDrawer
        opened={opened !== undefined}
        approval={approval}
        known={data !== undefined}
        decisions={decisions}
        onClose={() => setOpened(undefined)}
      />
      {dialogs}
    </>
  );
}
