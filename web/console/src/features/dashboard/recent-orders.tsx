import type { CoinCode } from '@purser/contract/coin';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';
import { OrderStatus } from '../../shared/order-status.tsx';
import { RecordLink } from '../../shared/record-link.tsx';
import { recentOrders } from './api.ts';
import styles from './dashboard.module.css';

/** The latest orders of the market, each leading to its page. */
export function RecentOrders({ coin }: { readonly coin: CoinCode }) {
  const t = useT();
  const { data } = useQuery(recentOrders(coin));
  return (
    <section className={`${styles['chart']} ${styles['recent']}`} aria-labelledby="recent-orders">
      <h2 id="recent-orders">{t('dashboard.recent')}</h2>
      {data?.list.length === 0 && <p className={styles['summary']}>{t('dashboard.recentNone')}</p>}
      <ul>
        {data?.list.map((order) => (
          <li key={order.serial_number}>
            <RecordLink serialNumber={order.serial_number}>{order.order_id}</RecordLink>
            <OrderStatus status={order.order_status} />
            <Money amount={order.amount} coin={order.coin_name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
