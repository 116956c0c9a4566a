import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import type { OrderDetail } from './api.ts';
import styles from './orders.module.css';
import { useT } from './texts.ts';
import { DELIVERY_TONES } from './tones.ts';

type Delivery = OrderDetail['deliveries'][number];

/** How the merchant's system was told of what happened to the order. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const t = useT();
  return (
    <DetailsPart title={t('orders.deliveries')}>
      {deliveries.length === 0 ? (
        <span className={styles.beside}>{t('orders.noDeliveries')}</span>
      ) : (
        <ul className={styles.lines}>
          {deliveries.map((delivery) => (
            <li key={delivery.delivery_id}>
              <span>
                <span>{delivery.event_type}</span>
                <Attempts delivery={delivery} />
              </span>
              <StatusTag tone={DELIVERY_TONES[delivery.state]}>{t(`orders.delivery.${delivery.state}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
    </DetailsPart>
  );
}

function Attempts({ delivery: { host, attempts, http_status, attempt_time, next_attempt_time } }: { readonly delivery: Delivery }) {
  const t = useT();
  return (
    <>
      {host !== null && <span className={styles.beside}>{t('orders.deliveryTo', { host })}</span>}
      <span className={styles.beside}>
        {attempt_time === null
          ? t('orders.noAttempt')
          : `${t('orders.attempts', { count: attempts, time: formatInstant(attempt_time) })} · ${http_status === null ? t('orders.unanswered') : t('orders.answered', { status: http_status })}`}
      </span>
      {next_attempt_time !== null && (
        <span className={styles.beside}>{t('orders.nextAttempt', { time: formatInstant(next_attempt_time) })}</span>
      )}
    </>
  );
}
