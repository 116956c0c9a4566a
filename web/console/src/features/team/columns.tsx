import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { Member } from './api.ts';
import type { useT } from './texts.ts';

type State = 'normal' | 'suspended' | 'waiting' | 'late';

const TONES: Record<State, Tone> = { normal: 'success', suspended: 'danger', waiting: 'warning', late: 'neutral' };

/** How a member stands: a link that waits, or whose time is over, says more than that they are not suspended. */
function stateOf({ status, is_set_up, link_expires_at }: Member): State {
  if (status === 'suspended' || is_set_up) return status;
  return link_expires_at === null ? 'late' : 'waiting';
}

export function memberColumns(t: ReturnType<typeof useT>): Column<Member>[] {
  return [
    {
      key: 'name',
      title: t('team.name'),
      render: (row) => (
        <span>
          {row.name}
          {row.is_self && ` (${t('team.you')})`}
        </span>
      ),
    },
    { key: 'username', title: t('team.username'), render: (row) => row.username },
    { key: 'role', title: t('team.role'), phone: 'amount', render: (row) => t(`team.role.${row.role}`) },
    {
      key: 'status',
      title: t('field.status'),
      phone: 'status',
      render: (row) => <StatusTag tone={TONES[stateOf(row)]}>{t(`team.state.${stateOf(row)}`)}</StatusTag>,
    },
    { key: 'login_time', title: t('team.lastLogin'), phone: 'time', render: (row) => formatInstant(row.login_time) },
    { key: 'login_ip', title: t('team.lastAddress'), render: (row) => row.login_ip ?? '–' },
    { key: 'create_time', title: t('field.createTime'), render: (row) => formatInstant(row.create_time) },
  ];
}
