import { useQuery } from '@tanstack/react-query';
import { RecordEntries } from '../../shared/record-entries.tsx';
import { useT } from './texts.ts';
import { type Order, refundsOf } from './api.ts';
import styles from './order.module.css';

/** Each is a question of its own: earlier refunds are on their own page. */
const MOST_REFUNDS = 10;

/** What the order and the latest refunds of it did to the merchant's balance, as the ledger holds it. */
export function Entries({ order }: { readonly order: Order }) {
  const t = useT();
  const refunds = useQuery(refundsOf(order)).data?.list ?? [];
  return (
    <section className={`${styles.card} ${styles.unprinted}`}>
      <h2>{t('record.entries')}</h2>
      <RecordEntries serialNumber={order.serial_number} topic="orders" none={t('order.noEntries')} />
      {refunds
        .slice(0, MOST_REFUNDS)
        .toReversed()
        .map(({ serial_number }) => (
          <div key={serial_number} className={styles.also}>
            <RecordEntries serialNumber={serial_number} topic="orders" />
          </div>
        ))}
    </section>
  );
}
