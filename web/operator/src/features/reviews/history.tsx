import { DetailsPart } from '@purser/ui/details';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import type { ReviewDetail } from './api.ts';
import styles from './reviews.module.css';
import { useT, type T } from './texts.ts';

type Tone = 'success' | 'danger' | 'warning';

interface Happened {
  readonly key: string;
  readonly text: string;
  /** Null for what is yet to come. */
  readonly time: string | null;
  readonly tone?: Tone;
  readonly why?: string;
}

const GOOD = new Set(['approved', 'completed', 'settled', 'paid_out']);

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

function happenedTo({ order, approvals, waits_for }: ReviewDetail, t: T): Happened[] {
  const submitted: Happened = { key: 'submitted', text: t('reviews.happened.submitted'), time: order.create_time, why: order.submitted_by };
  const entered = approvals.flatMap((one): Happened[] => [
    { key: `${one.approval_id} in`, text: t('reviews.happened.entered', { name: one.entered_by.name }), time: one.create_time },
    ...(one.state === 'rejected' && one.decided_by
      ? [
          {
            key: `${one.approval_id} out`,
            text: t('reviews.happened.secondRejected', { name: one.decided_by.name }),
            time: one.decided_time,
            tone: 'warning' as const,
            why: one.remark,
          },
        ]
      : []),
  ]);
  const decided: Happened[] =
    waits_for === null
      ? [
          {
            key: 'decided',
            text:
              order.audit === ''
                ? t(`reviews.status.${order.status}`)
                : t('reviews.happened.decided', { status: t(`reviews.status.${order.status}`), name: order.audit }),
            time: order.audit_time ?? order.update_time,
            tone: GOOD.has(order.status) ? 'success' : 'danger',
            why: order.remark,
          },
        ]
      : [{ key: 'waiting', text: t(`reviews.happened.waiting.${waits_for}`), time: null }];
  return [submitted, ...entered, ...decided];
}
