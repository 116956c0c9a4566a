import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from './texts.ts';
import { redeliver, type Delivery } from './api.ts';
import { May } from '../../shared/may.tsx';

/** Sends the event once more; its receiver knows it by its id, so that nothing happens twice there. */
export function RedeliverButton({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const [busy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await redeliver(delivery.delivery_id);
      toast.success(t('apiDeliveries.redelivered'));
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };

  return (
    <May permission="integration.change">
      <Button loading={busy} aria-label={t('apiDeliveries.redeliverEvent', { event: delivery.event_id })} onClick={() => void send()}>
        {t('apiDeliveries.redeliver')}
      </Button>
    </May>
  );
}
