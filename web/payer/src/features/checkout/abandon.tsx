import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { moneyText } from '../../shared/money.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './checkout.module.css';
import type { PayerProps } from './payer.tsx';
import { StepLink } from './step-link.tsx';
import { actAddress } from './use-checkout.ts';

/** Giving an order up cannot be taken back, so it is asked once more, and staying is the easy answer. */
export function Abandon({ order, payer, checkout: { busy: act, scanned, go, abandon } }: PayerProps) {
  const busy = act === 'abandoning';
  const page = usePage();
  const { t, actions } = page;
  return (
    <>
      <div className={styles.center}>
        <h2 className={styles.title}>{t('abandon_title')}</h2>
        <p className={styles.text}>
          {t('abandon_text', { amount: moneyText(order.amount, order.coin_name, page), merchant: order.merchant_name })}
        </p>
      </div>
      <div className={styles.actions}>
        <StepLink to="pay" token={order.token} scanned={scanned} go={go} className={button.primary}>
          {t('abandon_keep')}
        </StepLink>
        <form
          method="post"
          action={actAddress(order.token, 'abandon', scanned)}
          onSubmit={(event) => {
            if (!actions) return;
            event.preventDefault();
            if (!busy) void abandon();
          }}
        >
          <ShownPayer userId={payer.user_id} />
          <button className={button.danger} aria-disabled={busy}>
            {busy ? t('abandoning') : t('abandon_confirm')}
          </button>
        </form>
      </div>
    </>
  );
}
