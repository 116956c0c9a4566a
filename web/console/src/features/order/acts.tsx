import { FailedDialog, lazyPart } from '@purser/ui/lazy-part';
import { orderClose } from '@purser/contract/features/order';
import { next } from '@purser/contract/machine';
import { paymentOrderMachine } from '@purser/contract/payment-order';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useT } from './texts.ts';
import type { Order } from './api.ts';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import styles from './order.module.css';
import { CallOff } from '../../shared/call-off.tsx';
import { May } from '../../shared/may.tsx';

const RefundForm = lazyPart(() => import('./refund-form.tsx'), FailedDialog);

/** What one can do with an order as it is now: nothing is offered that its state does not allow. */
export function Acts({ order }: { readonly order: Order }) {
  const t = useT();
  const isOpen = next(paymentOrderMachine, order.order_status, 'cancel') !== undefined;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(order.payment_url);
      toast.success(t('kit.copied'));
    } catch {
      toast.error(t('kit.copyFailed'));
    }
  };
  return (
    <div className={styles.acts}>
      {isOpen && (
        <>
          <Button type="primary" onClick={() => void copy()}>
            {t('order.copyLink')}
          </Button>
          <Button href={order.payment_url} target="_blank" rel="noreferrer">
            {t('order.openPage')}
          </Button>
        </>
      )}
      <CallOff
        call={orderClose}
        input={{ serial_number: order.serial_number }}
        permission="order.change"
        isPossible={isOpen}
        title={t('order.cancelTitle')}
        act={t('order.cancel')}
        keep={t('order.keep')}
        done={t('order.cancelled')}
        changes={['orders']}
      >
        {t('order.cancelLead', { amount: `${groupDigits(order.amount)} ${order.coin_name}` })}
      </CallOff>
      <RefundOrder order={order} />
      {order.order_status === 'paid' && <ReceiptButton serialNumber={order.serial_number} />}
      {order.order_status === 'paid' && <Button onClick={() => window.print()}>{t('record.print')}</Button>}
    </div>
  );
}

/** The form stays until it is closed, also where somebody else gives all of it back meanwhile: it says then that nothing is left. */
function RefundOrder({ order }: { readonly order: Order }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      {order.order_status === 'paid' && order.refunded_amount !== order.amount && (
        <May permission="money.move">
          <Button onClick={() => setOpen(true)}>{t('refund.act')}</Button>
        </May>
      )}
      {open && (
        <Suspense fallback={null}>
          <RefundForm order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
