import { joined } from '@purser/console-kit/format';
import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { Member } from './api.ts';
import styles from './staff.module.css';
import type { useT } from './texts.ts';

const STATUS_TONES: Record<Member['status'], Tone> = { active: 'success', suspended: 'danger' };

export function memberColumns(t: ReturnType<typeof useT>, own: number | undefined): Column<Member>[] {
  return [
    {
      key: 'name',
      title: t('staff.name'),
      render: (row) => (
        <span>
          {row.name}
          {row.staff_id === own && ` (${t('staff.you')})`}
        </span>
      ),
    },
    { key: 'username', title: t('staff.username'), render: (row) => row.username },
    { key: 'role', title: t('staff.role'), phone: 'amount', render: (row) => t(`role.${row.role}`) },
    {
      key: 'status',
      title: t('field.status'),
      phone: 'status',
      render: (row) => (
        <span className={styles.tags}>
          <StatusTag tone={STATUS_TONES[row.status]}>{t(`staff.status.${row.status}`)}</StatusTag>
          {row.unconfirmed.length > 0 && <StatusTag tone="warning">{t('staff.unconfirmed')}</StatusTag>}
        </span>
      ),
    },
    {
      key: 'authenticator',
      title: t('staff.authenticator'),
      render: (row) => factorsOf(row, t),
    },
    { key: 'login_time', title: t('staff.lastLogin'), phone: 'time', render: (row) => formatInstant(row.login_time) },
    { key: 'login_ip', title: t('staff.lastAddress'), render: (row) => row.login_ip ?? '–' },
    { key: 'create_time', title: t('field.createTime'), render: (row) => formatInstant(row.create_time) },
  ];
}

function factorsOf({ authenticator, passkeys }: Member, t: ReturnType<typeof useT>): string {
  const factors = [
    ...(authenticator ? [t('staff.authenticatorSet')] : []),
    ...(passkeys > 0 ? [t('staff.passkeys', { count: passkeys })] : []),
  ];
  return factors.length > 0 ? joined(factors, t) : t('staff.authenticatorMissing');
}
