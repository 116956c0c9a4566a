import type { CheckoutOrder, CheckoutPayer } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import styles from './checkout.module.css';
import { actAddress, type Checkout, stepAddress } from './use-checkout.ts';

export interface PayerProps {
  readonly order: CheckoutOrder;
  readonly payer: CheckoutPayer;
  readonly checkout: Checkout;
}

/** Who pays, and the way to another account. */
export function Payer({ order, payer, checkout }: PayerProps) {
  const { t } = usePage();
  return (
    <div className={styles.who}>
      <span>{t('paying_as', { nick: payer.nick })}</span>
      <OtherAccount order={order} checkout={checkout} quiet />
    </div>
  );
}

/** Signs the payer out, so that another may pay: beside the payer's name, or as the way on where this payer cannot. */
export function OtherAccount({ order, checkout, quiet = false }: Omit<PayerProps, 'payer'> & { quiet?: boolean }) {
  const { t, actions } = usePage();
  return (
    <form
      method="post"
      action={actAddress(order.token, 'logout', checkout.scanned)}
      onSubmit={(event) => {
        if (!actions) return;
        event.preventDefault();
        if (checkout.busy === null) void checkout.leave();
      }}
    >
      <button className={quiet ? button.link : button.primary} aria-disabled={checkout.busy !== null}>
        {t('not_you')}
      </button>
    </form>
  );
}

/** Where the payment password is set, with the way back to this payment. */
export function passwordAddress({ token }: CheckoutOrder, { scanned }: Checkout): string {
  return `/wallet/payment-password?next=${encodeURIComponent(stepAddress(token, 'pay', scanned))}`;
}

/** The authentication centre, from which one comes back to the order. */
export function authenticationAddress({ token }: CheckoutOrder, { scanned }: Checkout): string {
  return `/wallet/authentication?next=${encodeURIComponent(stepAddress(token, 'pay', scanned))}`;
}
