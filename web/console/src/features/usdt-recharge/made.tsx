import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { RechargeRecord } from './api.ts';
import { RechargeFacts } from './recharge-facts.tsx';
import { useT } from './texts.ts';
import styles from './usdt-recharge.module.css';

interface MadeProps {
  readonly recharge: RechargeRecord;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** What was submitted, and what happens next. */
export function Made({ recharge, onAnother, onClose }: MadeProps) {
  const t = useT();
  const close = useRef<HTMLButtonElement>(null);
  // The form and its focus are gone; whoever uses the keyboard continues here.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={styles.form}>
      <p>{t('recharge.doneLead')}</p>
      <RechargeFacts recharge={recharge} />
      <div className={styles.buttons}>
        <Button onClick={onAnother}>{t('recharge.another')}</Button>
        <Button ref={close} type="primary" onClick={onClose}>
          {t('recharge.close')}
        </Button>
      </div>
    </div>
  );
}
