import { CallRefused } from '@purser/client/transport';
import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { refresh } from '@purser/console-kit/query';
import { usdtRechargeCancel } from '@purser/contract/features/usdt-recharge';
import { Details } from '@purser/ui/details';
import { toast } from '@purser/ui/toast';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import type { RechargeRecord } from './api.ts';
import { RechargeFacts } from './recharge-facts.tsx';
import { useT } from './texts.ts';
import { May } from '../../shared/may.tsx';

/** One recharge, which can be taken back while nobody has decided it. */
export function RechargeDetails({ row }: { readonly row: RechargeRecord }) {
  return (
    <Details>
      <RechargeFacts recharge={row} />
      {row.status === 'approved' && <ReceiptButton serialNumber={row.order_no} />}
      {row.status === 'pending_review' && <Cancel orderNo={row.order_no} />}
    </Details>
  );
}

function Cancel({ orderNo: order_no }: { readonly orderNo: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await keysOf(usdtRechargeCancel).attempt(order_no, (idempotencyKey) =>
        client.request(usdtRechargeCancel, { order_no }, { idempotencyKey }),
      );
      toast.success(t('recharge.cancelled'));
      setOpen(false);
    } catch (error) {
      // It was decided meanwhile: the user has been told, and the page shows it.
      if (error instanceof CallRefused) setOpen(false);
    } finally {
      setBusy(false);
      refresh(['reviews']);
    }
  };

  return (
    <>
      <div>
        <May permission="money.move">
          <Button danger onClick={() => setOpen(true)}>
            {t('recharge.cancel')}
          </Button>
        </May>
      </div>
      <Modal
        open={open}
        title={t('recharge.cancelTitle')}
        okText={t('recharge.cancel')}
        okButtonProps={{ danger: true, loading: busy }}
        cancelText={t('recharge.keep')}
        onOk={() => void cancel()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        {t('recharge.cancelLead')}
      </Modal>
    </>
  );
}
