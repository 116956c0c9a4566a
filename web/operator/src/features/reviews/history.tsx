import { DetailsPart } from '@purser/ui/details';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import type { ReviewDetail } from './api.ts';
import { happenedTo } from './happened.ts';
import styles from './reviews.module.css';
import { useT } from './texts.ts';

/** What happened to an order, and who decided what. */
export function History({ detail }: { readonly detail: ReviewDetail }) {
  const t = useT();
  return (
    <DetailsPart title={t('reviews.history')}>
      <Timeline>
        {happenedTo(detail, t).map(({ key, text, time, tone, why }) => (
          <TimelineStep key={key} tone={tone} time={time} muted={time === null}>
            <span>
              {text}
              {why !== undefined && why !== '' && <span className={styles.beside}> · {why}</span>}
            </span>
          </TimelineStep>
        ))}
      </Timeline>
    </DetailsPart>
  );
}
