import { CallRefused } from '@purser/client/transport';
import { orderClose } from '@purser/contract/features/order';
import { next } from '@purser/contract/machine';
import { paymentOrderMachine } from '@purser/contract/payment-order';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { ActKeys, isRefusedForGood, mayHaveBeenDone } from '../../shared/act-key.ts';
import { client } from '../../shared/client.ts';
import { useT } from '../../shared/i18n.tsx';
import { refresh } from '../../shared/query.ts';
import type { Order } from './api.ts';
import styles from './order.module.css';

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
    <div className={styles['acts']}>
      {isOpen && (
        <>
          <Button type="primary" onClick={() => void copy()}>
            {t('order.copyLink')}
          </Button>
          <Button href={order.payment_url} target="_blank" rel="noreferrer">
            {t('order.openPage')}
          </Button>
          <CancelOrder order={order} />
        </>
      )}
      {order.order_status === 'paid' && <Button onClick={() => window.print()}>{t('order.print')}</Button>}
    </div>
  );
}

function CancelOrder({ order }: { readonly order: Order }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const keys = useRef(new ActKeys());

  const cancel = async (): Promise<void> => {
    const input = { serial_number: order.serial_number };
    setBusy(true);
    try {
      await client.request(orderClose, input, { idempotencyKey: keys.current.keyFor(order.serial_number) });
      keys.current.end();
      toast.success(t('order.cancelled'));
      setOpen(false);
    } catch (error) {
      if (mayHaveBeenDone(error)) keys.current.leaveOpen();
      if (isRefusedForGood(error)) keys.current.end();
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
