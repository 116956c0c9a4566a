import { DELIVERY_TRIED_FOR_H, webhookDeliveryExport, webhookDeliveryQuery } from '@purser/contract/features/webhook';
import { DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { useT, type OwnTexts } from './texts.ts';
import { listsOf, type ListOptions } from '../../shared/lists.tsx';
import { answerText } from '../../shared/answer-text.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { eventName, STATE_TONES } from '../../shared/delivery-names.ts';
import styles from './cut-in.module.css';

const { ListView } = listsOf<OwnTexts>();

const LOG: ListOptions<typeof webhookDeliveryQuery, OwnTexts> = {
  id: 'webhook-deliveries',
  label: 'apiDeliveries.table',
  topics: ['webhooks'],
  rowKey: (row) => row.delivery_id,
  columns: (c, t) => [
    c.own(
      'event_type',
      'apiDeliveries.event',
      (row) => (
        <span className={styles.event}>
          <span>{eventName(row.event_type, t)}</span>
          <code>{row.event_type}</code>
        </span>
      ),
      { always: true },
    ),
    c.choice('state', 'field.status', (value) => t(`apiDeliveries.state.${value}`), { tones: STATE_TONES, always: true }),
    c.own('attempts', 'apiDeliveries.attempts', (row) => row.attempts.length, { align: 'end' }),
    c.own('last_answer', 'apiDeliveries.lastAnswer', (row) => {
      const last = row.attempts.at(-1);
      return last ? answerText(last, t) : '–';
    }),
    c.time('next_attempt_time', 'apiDeliveries.nextAttempt'),
    c.copy('event_id', 'apiDeliveries.eventId', { shorten: true }),
    c.time('create_time', 'field.time'),
    c.copy('delivery_id', 'apiDeliveries.deliveryId', { shorten: true, optional: true }),
    c.text('address', 'apiDeliveries.address'),
    c.own('endpoint_id', 'cutIn.endpointId', (row) => row.endpoint_id, { align: 'end', optional: true }),
  ],
  search: { serial_number: 'field.serialNumber', endpoint_id: 'cutIn.endpointId' },
  filters: (f, t) => [
    f.choice('state', 'field.status', (value) => t(`apiDeliveries.state.${value}`)),
    f.choice('event_type', 'apiDeliveries.event', (value) => eventName(value, t)),
  ],
  details: { title: 'apiDeliveries.detailTitle', Body: DeliveryDetails },
  empty: { title: 'apiDeliveries.emptyTitle', hint: 'apiDeliveries.emptyHint' },
  exports: webhookDeliveryExport,
};

/** Every event sent to the merchant's system, and what became of it. */
export function DeliveryLog() {
  const t = useT();
  return (
    <section aria-labelledby="delivery-log">
      <header className={styles.logHead}>
        <h2 id="delivery-log">{t('apiDeliveries.title')}</h2>
        <p className={styles.hint}>{t('apiDeliveries.hint', { hours: DELIVERY_TRIED_FOR_H, days: DELIVERY_KEPT_DAYS })}</p>
      </header>
      <ListView call={webhookDeliveryQuery} options={LOG} />
    </section>
  );
}
