import { CallRefused } from '@purser/client/transport';
import { orderClose } from '@purser/contract/features/order';
import { next } from '@purser/contract/machine';
import { paymentOrderMachine } from '@purser/contract/payment-order';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button, Modal } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { useT } from './texts.ts';
import { refresh } from '@purser/console-kit/query';
import type { Order } from './api.ts';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import styles from './order.module.css';
import { May } from '../../shared/may.tsx';

const RefundForm = lazy(() => import('./refund-form.tsx'));

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
          <May permission="order.change">
            <CancelOrder order={order} />
          </May>
        </>
      )}
      {order.order_status === 'paid' && order.refunded_amount !== order.amount && (
        <May permission="money.move">
          <RefundOrder order={order} />
        </May>
      )}
      {order.order_status === 'paid' && <ReceiptButton serialNumber={order.serial_number} />}
      {order.order_status === 'paid' && <Button onClick={() => window.print()}>{t('record.print')}</Button>}
    </div>
  );
}

function RefundOrder({ order }: { readonly order: Order }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('refund.act')}</Button>
      {open && (
        <Suspense fallback={null}>
          <RefundForm order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function CancelOrder({ order }: { readonly order: Order }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  const cancel = async (): Promise<void> => {
    const input = { serial_number: order.serial_number };
    setBusy(true);
    try {
      await keysOf(orderClose).attempt(order.serial_number, (idempotencyKey) => client.request(orderClose, input, { idempotencyKey }));
      toast.success(t('order.cancelled'));
      setOpen(false);
    } catch (error) {
      // It was paid or is over meanwhile: the user has been told, and the page shows it.
      if (error instanceof CallRefused) setOpen(false);
    } finally {
      setBusy(false);
      refresh(['orders']);
    }
  };

  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {t('order.cancel')}
      </Button>
      <Modal
        open={open}
        title={t('order.cancelTitle')}
        okText={t('order.cancel')}
        okButtonProps={{ danger: true, loading: busy }}
        cancelText={t('order.keep')}
        onOk={() => void cancel()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        {t('order.cancelLead', { amount: `${groupDigits(order.amount)} ${order.coin_name}` })}
      </Modal>
    </>
  );
}
