import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useT } from './texts.ts';
import { deliveriesHint } from '../../shared/deliveries-hint.ts';
import { deliveriesOf } from '../../shared/record-api.ts';
import { Told } from '../../shared/record-told.tsx';
import { type Order, refundsOf } from './api.ts';
import { momentsOf } from './moments.ts';
import styles from './order.module.css';
import { refundText, STEP_TONES, stepText } from './steps.ts';

/** What happened to the order, and how the merchant's system was told of it, attempt by attempt. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(deliveriesOf(order.serial_number, 'orders'));
  const refunds = useQuery(refundsOf(order)).data?.list;
  const hint = data && deliveriesHint(t, { count: data.list.length, since: order.create_time, none: t('order.untold') });
  return (
    <section className={`${styles.card} ${styles.unprinted}`}>
      <h2>{t('order.timeline')}</h2>
      <Timeline>
        {momentsOf(order, data?.list ?? [], refunds).map((moment) =>
          'step' in moment ? (
            <TimelineStep key={moment.key} tone={STEP_TONES[moment.step]} time={moment.time} muted={moment.time === null}>
              <span>{stepText(moment.step, order, t)}</span>
            </TimelineStep>
          ) : 'refund' in moment ? (
            <TimelineStep key={moment.key} time={moment.time}>
              <span>{refundText(moment.refund, t)}</span>
            </TimelineStep>
          ) : (
            <TimelineStep key={moment.key} tone={moment.delivery.state === 'failed' ? 'danger' : undefined} time={moment.time}>
              <Told delivery={moment.delivery} />
            </TimelineStep>
          ),
        )}
      </Timeline>
      {hint !== undefined && <p className={styles.timelineHint}>{hint}</p>}
      {isError && !data && (
        <p className={styles.timelineHint} role="alert">
          {t('record.deliveriesFailed')}{' '}
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {t('kit.retry')}
          </Button>
        </p>
      )}
    </section>
  );
}
