import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Link } from '@tanstack/react-router';
import { answerText } from './answer-text.ts';
import { eventName, STATE_TONES } from './delivery-names.ts';
import { useT } from './i18n.tsx';
import { MayOpen } from './may.tsx';
import { PATHS } from './paths.ts';
import type { Delivery } from './record-api.ts';
import styles from './record.module.css';

/** An event about a record on its way to the merchant's system: a step of the record's timeline. */
export function Told({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const { attempts, next_attempt_time: next } = delivery;
  return (
    <>
      <span className={styles.told}>
        {t('record.told', { event: eventName(delivery.event_type, t) })}
        <StatusTag tone={STATE_TONES[delivery.state]}>{t(`apiDeliveries.state.${delivery.state}`)}</StatusTag>
        <MayOpen to={PATHS.cutIn}>
          <Link
            to={PATHS.cutIn}
            search={{ open: delivery.delivery_id, serial_number: delivery.serial_number } as never}
            className={styles.more ?? ''}
          >
            {t('record.delivery')}
          </Link>
        </MayOpen>
      </span>
      {attempts.map((attempt) => (
        <span key={attempt.time} className={styles.attempt}>
          {/* The time of the only attempt is mostly the event's own, which stands below. */}
          {formatInstant(attempt.time) !== formatInstant(delivery.create_time) && `${formatInstant(attempt.time)} · `}
          {answerText(attempt, t)}
          {attempt.problem !== null && ` · ${attempt.problem}`}
        </span>
      ))}
      {next !== null && <span className={styles.attempt}>{t('apiDeliveries.nextAt', { time: formatInstant(next) })}</span>}
    </>
  );
}
