import { receiptExport } from '@purser/contract/features/receipt';
import { timeZoneName } from '@purser/ui/time-zone';
import { Button } from 'antd';
import { useT } from './i18n.tsx';
import styles from './record.module.css';
import { useDownload } from './use-download.ts';

/** Saves the receipt of a record that has taken effect; where it has not, there is none, and the caller shows no button. */
export function ReceiptButton({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const { running, start } = useDownload(receiptExport);
  return (
    <Button
      className={styles.receipt ?? ''}
      loading={running !== undefined}
      onClick={() => start(`receipt_${serialNumber}.pdf`, { serial_number: serialNumber, time_zone: timeZoneName() })}
    >
      {t('record.receiptPdf')}
    </Button>
  );
}
