import { CopyText } from '@purser/ui/copy-text';
import type { Column } from '@purser/ui/data-table-types';
import { StatusTag } from '@purser/ui/status-tag';
import { formatInstant } from '../../shared/format.ts';
import type { T } from '../../shared/i18n.tsx';
import type { Delivery } from './api.ts';
import { answerText } from './answer-text.ts';
import { eventName, STATE_TONES } from './delivery-names.ts';
import styles from './api-management.module.css';

export function deliveryColumns(t: T): Column<Delivery>[] {
  return [
    { key: 'create_time', title: t('field.time'), sortable: true, render: (row) => formatInstant(row.create_time) },
    {
      key: 'event_type',
      title: t('apiDeliveries.event'),
      always: true,
      render: (row) => (
        <span className={styles['event']}>
          <span>{eventName(row.event_type, t)}</span>
          <code>{row.event_type}</code>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('field.status'),
      always: true,
      render: (row) => <StatusTag tone={STATE_TONES[row.state]}>{t(`apiDeliveries.state.${row.state}`)}</StatusTag>,
    },
    { key: 'attempts', title: t('apiDeliveries.attempts'), align: 'end', render: (row) => row.attempts.length },
    {
      key: 'last_answer',
      title: t('apiDeliveries.lastAnswer'),
      render: (row) => {
        const last = row.attempts.at(-1);
        return last ? answerText(last, t) : '–';
      },
    },
    { key: 'next_attempt_time', title: t('apiDeliveries.nextAttempt'), render: (row) => formatInstant(row.next_attempt_time) },
    {
      key: 'event_id',
      title: t('apiDeliveries.eventId'),
      render: (row) => <CopyText text={row.event_id} what={t('apiDeliveries.eventId')} shorten />,
    },
    {
      key: 'delivery_id',
      title: t('apiDeliveries.deliveryId'),
      optional: true,
      render: (row) => <CopyText text={row.delivery_id} what={t('apiDeliveries.deliveryId')} shorten />,
    },
    { key: 'address', title: t('apiDeliveries.address'), optional: true, render: (row) => row.address },
  ];
}
