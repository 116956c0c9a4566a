import { quietQuery } from '@purser/console-kit/query';
import { refundQuery } from '@purser/contract/features/refund';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import type { Order } from './api.ts';
import styles from './order.module.css';
import { useT } from './texts.ts';

/** What was given back of an order, latest first; nothing where nothing was. */
export function Refunds({ order }: { readonly order: Order }) {
  const t = useT();
  const isRefunded = /[1-9]/.test(order.refunded_amount);
  const { data } = useQuery({
    ...quietQuery(refundQuery, { order_serial_number: order.serial_number, page_size: 100 }, ['orders']),
    enabled: isRefunded,
  });
  if (!isRefunded) return null;
  return (
    <section className={styles.card}>
      <h2>{t('refund.list')}</h2>
      {data?.list.map((refund) => (
        <div key={refund.serial_number} className={styles.refund}>
          <Facts>
            <Fact label={formatInstant(refund.create_time)} strong>
              <Money amount={refund.amount} coin={refund.coin_name} />
            </Fact>
            <Fact label={t('field.serialNumber')}>{refund.serial_number}</Fact>
            {refund.refund_id !== '' && <Fact label={t('refund.id')}>{refund.refund_id}</Fact>}
            {/[1-9]/.test(refund.to_reward) && (
              <Fact label={t('refund.toReward')}>
                <Money amount={refund.to_reward} coin={refund.coin_name} />
              </Fact>
            )}
            {/[1-9]/.test(refund.fee_returned) && (
              <Fact label={t('refund.feeBack')}>
                <Money amount={refund.fee_returned} coin={refund.coin_name} />
              </Fact>
            )}
            {refund.remark !== '' && <Fact label={t('refund.remark')}>{refund.remark}</Fact>}
          </Facts>
          <ReceiptButton serialNumber={refund.serial_number} />
        </div>
      ))}
    </section>
  );
}
