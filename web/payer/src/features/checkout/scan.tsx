import type { CheckoutOrder } from '@purser/contract/payer-pages';
import type { QrShape } from '@purser/contract/qr-shape';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { QrCode } from '../../shared/qr-code.tsx';
import styles from './checkout.module.css';
import { OpenApp } from './open-app.tsx';
import { mayLogIn } from './screen.ts';
import { StepLink } from './step-link.tsx';
import type { Checkout } from './use-checkout.ts';

interface ScanProps {
  readonly order: CheckoutOrder;
  readonly qr: QrShape | null;
  readonly fromQr: boolean;
  readonly checkout: Checkout;
}

/** The first screen: a code to scan on a big screen; on a phone signing in comes first and the code is folded away. What the order does not take is not there. */
export function Scan({ order, qr: drawn, fromQr, checkout }: ScanProps) {
  const { t } = usePage();
  const [mayScan, inApp, logsIn] = [order.ways.includes('scan'), order.ways.includes('app'), mayLogIn(order, fromQr)];
  const qr = mayScan ? drawn : null;
  const scanned = order.order_status === 'scanned' && !fromQr;
  // Once the phone has it, signing in here is the second way, not the first.
  const login = logsIn && (
    <StepLink
      to="login"
      token={order.token}
      scanned={checkout.scanned}
      go={checkout.go}
      className={scanned ? button.plain : button.primary}
    >
      {fromQr ? t('log_in_to_pay') : t('log_in_and_pay')}
    </StepLink>
  );
  const code = qr && <QrCode qr={qr} label={t('scan_alt')} />;
  const saveLink = qr && (
    <a className={button.link} href={`/pay/${order.token}/qr.png`} download={`${order.serial_number}.png`}>
      {t('save_code')}
    </a>
  );
  return (
    <>
      {scanned && (
        <div className={styles.center} aria-live="polite">
          <PhoneIcon />
          <h2 className={styles.title}>{t('scanned')}</h2>
          <p className={styles.text}>{t('scanned_hint')}</p>
        </div>
      )}
      {qr && !fromQr && !scanned && (
        <div className={styles.big}>
          <div className={styles.center}>
            <h2 className={styles.title}>{t('scan_title')}</h2>
            {code}
            <p className={styles.text}>{t('scan_hint')}</p>
          </div>
        </div>
      )}
      {login || <p className={styles.text}>{t(qr ? (inApp ? 'ways_scan_app' : 'ways_scan') : 'ways_app')}</p>}
      <div className={fromQr || (!logsIn && (scanned || !qr)) ? styles.center : styles.small}>
        {inApp && <OpenApp token={order.token} mayScan={mayScan} />}
        {saveLink}
        {qr && !fromQr && (
          <details className={styles.fold}>
            <summary>{t('show_code')}</summary>
            <div>{code}</div>
          </details>
        )}
      </div>
      <div className={styles.links}>
        <p className={styles.text}>{t('leave_freely')}</p>
        {order.return_address && (
          <a className={button.link} href={order.return_address}>
            {t('return_to', { merchant: order.merchant_name })}
          </a>
        )}
      </div>
    </>
  );
}

function PhoneIcon() {
  return (
    <svg
      className={`${styles.badge} ${styles.good}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
      <path d="M9.5 12l1.8 1.8 3.4-3.6" />
    </svg>
  );
}
