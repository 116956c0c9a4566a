import { formatInstant } from '@purser/ui/instant-text';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useT } from './texts.ts';
import { answerText } from '../../shared/answer-text.ts';
import type { Delivery } from './api.ts';
import styles from './cut-in.module.css';

/** Every attempt in the order they were made, and the next one if there will be one. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const { attempts, next_attempt_time: next } = delivery;
  return (
    <Timeline>
      {attempts.length === 0 && next === null && <TimelineStep>{t('apiDeliveries.noAttempt')}</TimelineStep>}
      {attempts.map((attempt) => (
        <TimelineStep key={attempt.time} tone={attempt.problem === null ? 'success' : 'danger'} time={attempt.time}>
          <span>{answerText(attempt, t)}</span>
          {attempt.problem !== null && <span className={styles.problem}>{attempt.problem}</span>}
        </TimelineStep>
      ))}
      {next !== null && <TimelineStep muted>{t('apiDeliveries.nextAt', { time: formatInstant(next) })}</TimelineStep>}
    </Timeline>
  );
}
