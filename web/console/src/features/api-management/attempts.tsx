import { formatInstant } from '../../shared/format.ts';
import { useT } from '../../shared/i18n.tsx';
import { answerText } from './answer-text.ts';
import type { Delivery } from './api.ts';
import styles from './api-management.module.css';

/** Every attempt in the order they were made, and the next one if there will be one. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const { attempts, next_attempt_time: next } = delivery;
  return (
    <ol className={styles['attempts']} aria-live="polite">
      {attempts.length === 0 && next === null && <li>{t('apiDeliveries.noAttempt')}</li>}
      {attempts.map((attempt) => (
        <li key={attempt.time} data-good={attempt.problem === null}>
          <span>{answerText(attempt, t)}</span>
          {attempt.problem !== null && <span className={styles['problem']}>{attempt.problem}</span>}
          <time dateTime={attempt.time}>{formatInstant(attempt.time)}</time>
        </li>
      ))}
      {next !== null && <li data-next="true">{t('apiDeliveries.nextAt', { time: formatInstant(next) })}</li>}
    </ol>
  );
}
