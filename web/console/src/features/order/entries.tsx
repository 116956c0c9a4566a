import { RecordEntries } from '../../shared/record-entries.tsx';
import { useT } from './texts.ts';
import type { Order } from './api.ts';
import styles from './order.module.css';

/** What the order did to the merchant's balance, as the ledger holds it. */
export function Entries({ order }: { readonly order: Order }) {
  const t = useT();
  return (
    <section className={`${styles.card} ${styles.unprinted}`}>
      <h2>{t('record.entries')}</h2>
      <RecordEntries serialNumber={order.serial_number} topic="orders" none={t('order.noEntries')} />
    </section>
  );
}
