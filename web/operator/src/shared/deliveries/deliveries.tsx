import type { OutputOf } from '@purser/contract/call';
import type { staffOrderDetail } from '@purser/contract/features/staff-order';
import type { DELIVERY_STATES } from '@purser/contract/features/webhook';
import { areDeliveriesKept, DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { LineList } from '../line-list/line-list.tsx';
import styles from './deliveries.module.css';
import { useT } from './texts.ts';

type Delivery = OutputOf<typeof staffOrderDetail>['deliveries'][number];

const TONES: Readonly<Record<(typeof DELIVERY_STATES)[number], Tone>> = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
};

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  /** When the order was made. */
  readonly since: string;
}

/** How the merchant's system was told of what happened to the order. */
export function Deliveries({ deliveries, since }: DeliveriesProps) {
  const t = useT();
  const areKept = areDeliveriesKept(since);
  return (
    <DetailsPart title={t('deliveries.title')}>
      {deliveries.length === 0 && areKept && <span className={styles.beside}>{t('deliveries.none')}</span>}
      {deliveries.length > 0 && (
        <LineList>
          {deliveries.map((delivery) => (
            <li key={delivery.delivery_id}>
              <span>
                <span>{delivery.event_type}</span>
                <Attempts delivery={delivery} />
              </span>
              <StatusTag tone={TONES[delivery.state]}>{t(`deliveries.state.${delivery.state}`)}</StatusTag>
            </li>
          ))}
        </LineList>
      )}
      {!areKept && <span className={styles.beside}>{t('deliveries.notKept', { days: DELIVERY_KEPT_DAYS })}</span>}
    </DetailsPart>
  );
}

function Attempts({ delivery: { host, attempts, http_status, attempt_time, next_attempt_time } }: { readonly delivery: Delivery }) {
  const t = useT();
  return (
    <>
      {host !== null && <span className={styles.beside}>{t('deliveries.to', { host })}</span>}
      <span className={styles.beside}>
        {attempt_time === null
          ? t('deliveries.noAttempt')
          : `${t('deliveries.attempts', { count: attempts, time: formatInstant(attempt_time) })} · ${http_status === null ? t('deliveries.unanswered') : t('deliveries.answered', { status: http_status })}`}
      </span>
      {next_attempt_time !== null && (
        <span className={styles.beside}>{t('deliveries.nextAttempt', { time: formatInstant(next_attempt_time) })}</span>
      )}
    </>
  );
}
