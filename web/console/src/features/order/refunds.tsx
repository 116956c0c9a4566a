import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { RecordLink } from '../../shared/record-link.tsx';
import { isRefunded, type Order, refundsOf } from './api.ts';
import styles from './order.module.css';
import { RefundFacts } from './refund-facts.tsx';
import { useT } from './texts.ts';

/** What was given back of an order, latest first; nothing where nothing was. */
export function Refunds({ order }: { readonly order: Order }) {
  const t = useT();
  const { data } = useQuery(refundsOf(order));
  if (!isRefunded(order)) return null;
  return (
    <section className={styles.card}>
      <h2>{t('refund.list')}</h2>
      {data?.list.map((refund) => (
        <div key={refund.serial_number} className={styles.refund}>
          <Facts>
            <Fact label={formatInstant(refund.create_time)} strong>
              <Money amount={refund.amount} coin={refund.coin_name} />
            </Fact>
            <Fact label={t('field.serialNumber')}>
              <RecordLink serialNumber={refund.serial_number} />
            </Fact>
            <RefundFacts refund={refund} />
          </Facts>
          <ReceiptButton serialNumber={refund.serial_number} />
        </div>
      ))}
      <Link
        to={PATHS.refunds}
        search={{ order_serial_number: order.serial_number } as never}
        className={`${styles.more} ${styles.unprinted}`}
      >
        {t('refund.ofOrder')}
      </Link>
    </section>
  );
}
