import { formatInstant } from '@purser/ui/instant-text';
import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useT } from './texts.ts';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { Party } from './party.tsx';
import type { Made } from './transfer-drawer.tsx';
import styles from './transfer.module.css';

interface ReceiptProps {
  readonly made: Made;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** What was done, with what one needs to speak about it. */
export function Receipt({ made, onAnother, onClose }: ReceiptProps) {
  const t = useT();
  const { record, triedAgain } = made;
  const { coin_name: coin } = record;
  const close = useRef<HTMLButtonElement>(null);
  // The form and its focus are gone; whoever uses the keyboard continues here.
  useEffect(() => close.current?.focus(), []);

  return (
    <div className={styles.receipt}>
      <p className={styles.sum}>
        <Money amount={record.transfer_amount} coin={coin} size="large" />
        <StatusTag tone="success">{t('transfer.status.completed')}</StatusTag>
      </p>
      {triedAgain && <p className={styles.note}>{t('transfer.doneOnce')}</p>}
      <Facts>
        <Fact label={t('transfer.to')}>
          <Party id={record.receipt_merchant_id} name={record.receipt_merchant_name} />
        </Fact>
        <Fact label={t('transfer.theyGet')}>
          <Money amount={record.settlement_amount} coin={coin} />
        </Fact>
        <Fact label={t('transfer.fee')}>
          <Money amount={record.transfer_fee} coin={coin} />
        </Fact>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={record.serial_number} what={t('field.serialNumber')} />
        </Fact>
        <Fact label={t('field.time')}>{formatInstant(record.create_time)}</Fact>
        {record.remark !== '' && <Fact label={t('field.remark')}>{record.remark}</Fact>}
      </Facts>
      <div className={styles.buttons}>
        <ReceiptButton serialNumber={record.serial_number} />
        <Button onClick={onAnother}>{t('transfer.another')}</Button>
        <Button ref={close} type="primary" onClick={onClose}>
          {t('transfer.close')}
        </Button>
      </div>
    </div>
  );
}
