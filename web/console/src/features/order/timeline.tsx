import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerText } from '../../shared/answer-text.ts';
import { eventName, STATE_TONES } from '../../shared/delivery-names.ts';
import { useT, type T } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { deliveriesOf, type Delivery, type Order } from './api.ts';
import { momentsOf, type Step } from './moments.ts';
import styles from './order.module.css';

const STEP_TONES: Partial<Record<Step, 'success' | 'danger' | 'warning'>> = {
  paid: 'success',
  cancelledByPayer: 'danger',
  cancelledByMerchant: 'danger',
  expired: 'warning',
};

/** What happened to the order, and how the merchant's system was told of it, attempt by attempt. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const t = useT();
  const { data } = useQuery(deliveriesOf(order.serial_number));
  return (
    <section className={`${styles['card']} ${styles['unprinted']}`}>
      <h2>{t('order.timeline')}</h2>
      <Timeline>
        {momentsOf(order, data?.list ?? []).map((moment) =>
          'step' in moment ? (
            <TimelineStep key={moment.key} tone={STEP_TONES[moment.step]} time={moment.time} muted={moment.time === null}>
              <span>{stepText(moment.step, order, t)}</span>
            </TimelineStep>
          ) : (
            <TimelineStep key={moment.key} tone={moment.delivery.state === 'failed' ? 'danger' : undefined} time={moment.time}>
              <Told delivery={moment.delivery} />
            </TimelineStep>
          ),
        )}
      </Timeline>
      {data?.list.length === 0 && <p className={styles['timelineHint']}>{t('order.untold')}</p>}
    </section>
  );
}

/** An event on its way to the merchant's system. */
function Told({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const { attempts, next_attempt_time: next } = delivery;
  return (
    <>
      <span className={styles['told']}>
        {t('order.told', { event: eventName(delivery.event_type, t) })}
        <StatusTag tone={STATE_TONES[delivery.state]}>{t(`apiDeliveries.state.${delivery.state}`)}</StatusTag>
        <Link
          to={PATHS.apiManagement}
          search={{ open: delivery.delivery_id, serial_number: delivery.serial_number } as never}
          className={styles['more'] ?? ''}
        >
          {t('order.delivery')}
        </Link>
      </span>
      {attempts.map((attempt) => (
        <span key={attempt.time} className={styles['attempt']}>
          {formatInstant(attempt.time)} · {answerText(attempt, t)}
          {attempt.problem !== null && ` · ${attempt.problem}`}
        </span>
      ))}
      {next !== null && <span className={styles['attempt']}>{t('apiDeliveries.nextAt', { time: formatInstant(next) })}</span>}
    </>
  );
}

function stepText(step: Step, order: Order, t: T): string {
  if (step === 'paid') return t('order.happened.paid', { amount: `${groupDigits(order.settlement_amount)} ${order.coin_name}` });
  if (step === 'waiting') return t('order.happened.waiting', { time: formatInstant(order.expire_time) });
  return t(`order.happened.${step}`);
}
