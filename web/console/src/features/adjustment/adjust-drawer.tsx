import { refresh } from '@purser/console-kit/query';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import type { Adjustment } from './api.ts';
import { AdjustFormView } from './adjust-form-view.tsx';
import { Made } from './made.tsx';
import { useT } from './texts.ts';

interface AdjustDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Increasing a user's balance: the form, then what was made of it. Closing it leaves its address, so that what is typed is asked about. */
export function AdjustDrawer({ open, onClose }: AdjustDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [made, setMade] = useState<{ readonly adjustment: Adjustment; readonly triedAgain: boolean }>();
  const [typed, setTyped] = useState(false);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) return;
        setMade(undefined);
        setTyped(false);
        // Without an answer nobody knows whether it was done; what the server knows shows it.
        refresh(['reviews', 'balances']);
      }}
      title={made ? t('adjustment.doneTitle') : t('adjustment.formTitle')}
      size={phone ? '100%' : 520}
      mask={{ closable: made !== undefined }}
      destroyOnHidden
    >
      {made ? (
        <Made {...made} onAnother={() => setMade(undefined)} onClose={onClose} />
      ) : (
        <AdjustFormView
          typed={typed}
          onTyped={() => setTyped(true)}
          onMade={(adjustment, triedAgain) => {
            setTyped(false);
            setMade({ adjustment, triedAgain });
            refresh(['reviews', 'balances']);
          }}
        />
      )}
    </Drawer>
  );
}
