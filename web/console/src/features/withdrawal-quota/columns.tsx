import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import type { Quota } from './api.ts';
import { usedPart } from './draft.ts';
import type { T } from './texts.ts';
import styles from './withdrawal-quota.module.css';

export function quotaColumns(t: T): Column<Quota>[] {
  const limit = (key: 'single_limit' | 'day_limit', title: string): Column<Quota> => ({
    key,
    title,
    align: 'end',
    render: (row) => <Money amount={row[key]} coin={row.coin_name} />,
  });
  return [
    { key: 'coin_name', title: t('field.coin'), render: (row) => <strong>{row.coin_name}</strong> },
    {
      key: 'is_on',
      title: t('quota.state'),
      phone: 'amount',
      render: (row) => <StatusTag tone={row.is_on ? 'success' : 'neutral'}>{t(row.is_on ? 'quota.on' : 'quota.off')}</StatusTag>,
    },
    limit('single_limit', t('quota.single')),
    limit('day_limit', t('quota.day')),
    { key: 'used_today', title: t('quota.usedToday'), align: 'end', render: (row) => <Used quota={row} t={t} /> },
    { key: 'update_time', title: t('field.updateTime'), render: (row) => formatInstant(row.update_time) || '–' },
  ];
}

/** What was used of the day limit: in numbers, and as a bar beside them. */
function Used({ quota, t }: { readonly quota: Quota; readonly t: T }) {
  const part = usedPart(quota);
  return (
    <span className={styles.used}>
      <Money amount={quota.used_today} coin={quota.coin_name} />
      {part !== undefined && (
        <span className={styles.bar} data-full={part >= 0.9} aria-hidden="true">
          <span style={{ width: `${part * 100}%` }} />
        </span>
      )}
      <span className={styles.count}>{t('quota.countToday', { count: quota.count_today })}</span>
    </span>
  );
}
