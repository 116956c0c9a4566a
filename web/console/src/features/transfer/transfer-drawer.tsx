import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useT } from './texts.ts';
import { refresh } from '@purser/console-kit/query';
import type { TransferRecord } from './api.ts';
import { Receipt } from './receipt.tsx';
import { TransferFormView } from './transfer-form-view.tsx';

export interface Made {
  readonly record: TransferRecord;
  /** An earlier attempt had got no answer. */
  readonly triedAgain: boolean;
}

interface TransferDrawerProps {
  /** The coin to begin with; undefined keeps the drawer closed. */
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

/** Sending to another merchant: the form, then what was made of it. Closing it leaves its address, so that what is typed is asked about. */
export function TransferDrawer({ coin, onClose }: TransferDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [made, setMade] = useState<Made>();
  const [typed, setTyped] = useState(false);

  return (
    <Drawer
      open={coin !== undefined}
      onClose={onClose}
      afterOpenChange={(open) => {
        if (open) return;
        setMade(undefined);
        setTyped(false);
        // Without an answer nobody knows whether something was sent; what the server knows shows it.
        refresh(['transfers', 'balances']);
      }}
      title={made ? t('transfer.doneTitle') : t('transfer.formTitle')}
      size={phone ? '100%' : 520}
      mask={{ closable: made !== undefined }}
      destroyOnHidden
    >
      {made ? (
        <Receipt made={made} onAnother={() => setMade(undefined)} onClose={onClose} />
      ) : (
        <TransferFormView
          firstCoin={coin}
          typed={typed}
          onTyped={() => setTyped(true)}
          onMade={(result) => {
            setTyped(false);
            setMade(result);
            refresh(['transfers', 'balances']);
          }}
        />
      )}
    </Drawer>
  );
}
