import { PHONE, useMedia } from '@purser/ui/use-media';
import { Drawer } from '@purser/ui/drawer';
import { useEffect, useState } from 'react';
import { useT } from './texts.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

interface WithdrawalDrawerProps {
  /** The coin to begin with; undefined keeps the drawer closed. */
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

/** Asking for a withdrawal. Closing it leaves its address, so that what is typed is asked about. */
export function WithdrawalDrawer({ coin, onClose }: WithdrawalDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [typed, setTyped] = useState(false);
  const [done, setDone] = useState(false);
  // The form is gone by then, so nobody is asked whether to leave it.
  useEffect(() => {
    if (done) onClose();
  }, [done, onClose]);
  return (
    <Drawer
      open={coin !== undefined}
      onClose={onClose}
      afterOpenChange={(open) => {
        if (open) return;
        setTyped(false);
        setDone(false);
      }}
      title={t('fiat.formTitle')}
      size={phone ? '100%' : 520}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {!done && <WithdrawalForm firstCoin={coin} typed={typed} onTyped={() => setTyped(true)} onDone={() => setDone(true)} />}
    </Drawer>
  );
}
