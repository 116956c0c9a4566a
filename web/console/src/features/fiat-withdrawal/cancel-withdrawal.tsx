import { CallRefused } from '@purser/client/transport';
import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { refresh } from '@purser/console-kit/query';
import { fiatWithdrawalCancel } from '@purser/contract/features/fiat-withdrawal';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Withdrawal } from './api.ts';
import styles from './fiat-withdrawal.module.css';
import { useT } from './texts.ts';
import { May } from '../../shared/may.tsx';

/** Takes a withdrawal back that nobody has decided yet. */
export function CancelWithdrawal({ order: { order_no, trade_count, out_abbreviation } }: { readonly order: Withdrawal }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await keysOf(fiatWithdrawalCancel).attempt(order_no, (idempotencyKey) =>
        client.request(fiatWithdrawalCancel, { order_no }, { idempotencyKey }),
      );
      toast.success(t('fiat.cancelled'));
      setOpen(false);
    } catch (error) {
      // It was decided meanwhile: the user has been told, and the list shows it.
      if (error instanceof CallRefused) setOpen(false);
    } finally {
      setBusy(false);
      refresh(['reviews', 'balances']);
    }
  };
  return (
    <div className={styles.acts}>
      <May permission="money.move">
        <Button danger onClick={() => setOpen(true)}>
          {t('fiat.cancel')}
        </Button>
      </May>
      <Modal
        open={open}
        title={t('fiat.cancelTitle')}
        okText={t('fiat.cancel')}
        okButtonProps={{ danger: true, loading: busy }}
        cancelText={t('fiat.keep')}
        onOk={() => void cancel()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        {t('fiat.cancelLead', { amount: `${groupDigits(trade_count)} ${out_abbreviation}` })}
      </Modal>
    </div>
  );
}
