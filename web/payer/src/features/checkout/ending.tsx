import { useEffect, useState } from 'react';
import { REDIRECT_AFTER_S } from '@purser/contract/payment-order';
import type { CheckoutOrder, CheckoutPayer, PageOf, payPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import styles from './checkout.module.css';
import type { PayerTranslate } from '../../shared/texts.ts';
import { Receipt } from './receipt.tsx';
import { hasReceipt, type EndScreen, type Screen } from './screen.ts';

interface EndingProps {
  readonly screen: EndScreen;
  readonly order: CheckoutOrder | null;
  readonly page: PageOf<typeof payPage>;
  readonly payer: CheckoutPayer | null;
}

const TITLES = {
  success: 'success_title',
  success_elsewhere: 'success_title',
  paid_by_me: 'paid_by_me_title',
  paid: 'paid_title',
  expired: 'expired_title',
  merchant_suspended: 'merchant_suspended_title',
  cancelled_by_merchant: 'cancelled_by_merchant_title',
  cancelled_by_payer: 'cancelled_by_payer_title',
  unknown: 'unknown_title',
} as const satisfies Record<EndScreen, string>;

/** How an order ended, in a few words: of the screen, and of the whole page. Undefined of a screen on which it has not ended. */
export function endingTitle(screen: Screen, t: PayerTranslate): string | undefined {
  return isEnding(screen) ? t(TITLES[screen]) : undefined;
}

function isEnding(screen: Screen): screen is EndScreen {
  return Object.hasOwn(TITLES, screen);
}

/** How an order ended, each way in words of its own, and the way back to the merchant. */
export function Ending({ screen, order, page, payer }: EndingProps) {
  const { t } = usePage();
  const latest = useLocalTime(order?.expire_time ?? '1970-01-01T00:00:00.000Z');
  const merchant = order?.merchant_name ?? '';
  const title = t(TITLES[screen]);
  const [tone, text] = ((): [Tone, string] => {
    switch (screen) {
      case 'success':
        return ['good', t('success_text', { merchant })];
      case 'success_elsewhere':
        return ['good', t('success_elsewhere', { merchant })];
      case 'paid_by_me':
        return ['good', t('paid_by_me_text')];
      case 'paid':
        return ['neutral', payer ? t('paid_text') : t('paid_text_anonymous')];
      case 'expired':
        return ['bad', t('expired_text', { time: latest })];
      case 'merchant_suspended':
        return ['bad', t('merchant_suspended_text', { merchant })];
      case 'cancelled_by_merchant':
        return ['neutral', t('cancelled_by_merchant_text', { merchant })];
      case 'cancelled_by_payer':
        return ['neutral', t('cancelled_by_payer_text')];
      default:
        return ['bad', t('unknown_text')];
    }
  })();
  useEffect(() => {
    document.title = title;
  }, [title]);
  const [isTaken, setTaken] = useState(false);
  const celebrates = screen === 'success' || screen === 'success_elsewhere';
  const receipt = order !== null && hasReceipt(screen);
  return (
    <div className={styles.content} aria-live="polite">
      <div className={styles.center}>
        <Badge tone={tone} />
        {order && !receipt ? <h2 className={styles.title}>{title}</h2> : <h1 className={styles.title}>{title}</h1>}
        <p className={styles.text} data-instant={order?.expire_time} suppressHydrationWarning>
          {text}
        </p>
      </div>
      {receipt && <Receipt order={order} payer={payer} onTaken={() => setTaken(true)} />}
      {!order && (
        <a className={button.primary} href="/wallet">
          {t('open_wallet')}
        </a>
      )}
      {order?.return_address && (
        <Return
          address={order.return_address}
          merchant={merchant}
          token={order.token}
          // Whoever takes the receipt along waits for it.
          counts={celebrates && !page.stays && !isTaken}
        />
      )}
    </div>
  );
}

interface ReturnProps {
  readonly address: string;
  readonly merchant: string;
  readonly token: string;
  /** After a payment the way back starts by itself. */
  readonly counts: boolean;
}

function Return({ address, merchant, token, counts }: ReturnProps) {
  const { t } = usePage();
  const [counted_s, setLeft] = useState(counts ? REDIRECT_AFTER_S : null);
  const left_s = counts ? counted_s : null;
  useEffect(() => {
    if (left_s === null) return;
    if (left_s === 0) {
      location.assign(address);
      return;
    }
    const timer = setTimeout(() => setLeft((now) => (now === null ? null : now - 1)), 1_000);
    // Whoever prints wants to stay.
    const stay = () => setLeft(null);
    addEventListener('beforeprint', stay);
    return () => {
      clearTimeout(timer);
      removeEventListener('beforeprint', stay);
    };
  }, [left_s, address]);
  if (left_s === null) {
    return (
      <a className={button.primary} href={address}>
        {t('return_to', { merchant })}
      </a>
    );
  }
  return (
    <>
      <p className={styles.text} aria-live="off">
        {t('returning_in', { merchant, seconds: left_s })}
      </p>
      <div className={styles.actions}>
        <a className={button.primary} href={address}>
          {t('return_now')}
        </a>
        <a
          className={button.plain}
          href={`/pay/${token}?done=1&stay=1`}
          onClick={(event) => {
            event.preventDefault();
            setLeft(null);
          }}
        >
          {t('stay_here')}
        </a>
      </div>
    </>
  );
}

type Tone = 'good' | 'bad' | 'neutral';

function Badge({ tone }: { tone: Tone }) {
  const shape = { good: 'M7.5 12.5l3 3 6-6.5', bad: 'M12 7v6M12 16.5v.2', neutral: 'M8 12h8' }[tone];
  return (
    <svg
      className={`${styles.badge} ${styles[tone]}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="12" cy="12" r="10" strokeWidth="1.5" />
      <path d={shape} />
    </svg>
  );
}
