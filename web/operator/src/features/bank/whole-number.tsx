import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { staffPaymentMethodNumber } from '@purser/contract/features/payment-method';
import { CopyText } from '@purser/ui/copy-text';
import { Button } from 'antd';
import { useState } from 'react';
import type { Account } from './account-details.tsx';
import styles from './bank.module.css';
import { useT } from './texts.ts';

/** The whole account number, once somebody asks for it: that they did is noted. */
export function useWholeNumber({ owner_id, payment_method_id }: Account) {
  const [number, setNumber] = useState<string>();
  const [busy, setBusy] = useState(false);
  const show = async (): Promise<void> => {
    if (busy || number !== undefined) return;
    setBusy(true);
    const input = { owner_id, payment_method_id };
    await keysOf(staffPaymentMethodNumber)
      .attempt(payment_method_id, (idempotencyKey) => client.request(staffPaymentMethodNumber, input, { idempotencyKey }))
      .then(({ account_number }) => setNumber(account_number))
      // The client has told why.
      .catch(() => undefined);
    setBusy(false);
  };
  return { number, busy, show: () => void show() };
}

export function WholeNumber({ number, busy, show }: ReturnType<typeof useWholeNumber>) {
  const t = useT();
  if (number !== undefined) return <CopyText text={number} what={t('bank.number')} />;
  return (
    <div className={styles.belowFacts}>
      <Button loading={busy} aria-keyshortcuts="s" onClick={show}>
        {t('bank.showNumber')}
      </Button>
      <span className={styles.hint}>{t('bank.showNumberHint')}</span>
    </div>
  );
}
