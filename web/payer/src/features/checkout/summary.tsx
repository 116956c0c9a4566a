import { amountText } from '@purser/contract/amount-text';
import { useEffect } from 'react';
import type { CheckoutOrder } from '@purser/contract/payer-pages';
import { clockText } from '../../shared/clock.ts';
import { usePage } from '../../shared/context.tsx';
import { LocalTime } from '../../shared/local-time.tsx';
import { useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { isClosed } from './screen.ts';
import styles from './summary.module.css';
import { COUNTED_S, HURRY_S, spokenTime } from './time-left.ts';

const ASK_AGAIN_MS = 2_000;

interface SummaryProps {
  readonly order: CheckoutOrder;
  readonly onTimeUp: () => Promise<unknown>;
  /** After the first step the order is known: where there is little room, two lines of it stay, and the rest unfolds. */
  readonly brief: boolean;
}

/** What is paid, to whom, and until when: the same on every screen of an order. */
export function Summary({ order, onTimeUp, brief }: SummaryProps) {
  const page = usePage();
  const { t } = page;
  return (
    <div className={brief ? `${styles.summary} ${styles.brief}` : styles.summary}>
      {order.merchant_logo !== null && <img className={styles.logo} src={order.merchant_logo} alt="" width="56" height="56" />}
      <p className={styles.merchant}>
        <span className={styles.label}>{t('pay_to')}</span>
        <strong>{order.merchant_name}</strong>
      </p>
      <h1 className={`${styles.amount} ${amountSize(order.amount)}`}>
        <span className={styles.spoken}>{t('amount_due')} </span>
        {amountText(order.amount, order.coin_name, page)}
        <span className={styles.coin}> {order.coin_name}</span>
      </h1>
      {brief && (
        <details className={styles.toggle}>
          <summary>{t('order_details')}</summary>
        </details>
      )}
      <div className={styles.about}>
        {order.description && <p className={styles.description}>{order.description}</p>}
        <dl className={styles.facts}>
          <div>
            <dt>{t('order_number')}</dt>
            <dd>{order.order_id}</dd>
          </div>
          {!isClosed(order) && (
            <div>
              <dt>{t('latest_time')}</dt>
              <dd>
                <LocalTime instant={order.expire_time} />
              </dd>
            </div>
          )}
        </dl>
      </div>
      {brief && !isClosed(order) && (
        <p className={styles.until}>
          {t('latest_time')} <LocalTime instant={order.expire_time} />
        </p>
      )}
      {!isClosed(order) && <TimeLeft order={order} onTimeUp={onTimeUp} />}
    </div>
  );
}

/** An amount is never wrapped and never cut: a long one is written smaller. */
export function amountSize(amount: string): string {
  if (amount.length > 13) return styles.longest ?? '';
  return amount.length > 9 ? (styles.long ?? '') : '';
}

/** The countdown; a page without JavaScript, where it would stand still, names the latest time instead. */
function TimeLeft({ order, onTimeUp }: Omit<SummaryProps, 'brief'>) {
  const { t } = usePage();
  const left_s = useSecondsLeft(order.expire_time, order.server_time);
  const up = left_s === 0;
  useEffect(() => {
    if (!up) return;
    // The server decides whether the time is up; it is asked until it says so.
    void onTimeUp();
    const timer = setInterval(() => void onTimeUp(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [up, onTimeUp]);
  if (left_s > COUNTED_S) return null;
  return (
    <div className={styles.left}>
      <span className={styles.label}>{t('time_left')}</span>
      <span
        role="timer"
        aria-label={spokenTime(left_s, t)}
        data-hurry={left_s <= HURRY_S || undefined}
        className={styles.clock}
        suppressHydrationWarning
      >
        {clockText(left_s)}
      </span>
    </div>
  );
}
