import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from './texts.ts';
import { OrderStatus } from '../../shared/order-status.tsx';
import { PATHS } from '../../shared/paths.ts';
import { RecordLink } from '../../shared/record-link.tsx';
import { recentOrders } from './api.ts';
import styles from './dashboard.module.css';

/** The latest orders of the market, each leading to its page. */
export function RecentOrders({ coin }: { readonly coin: string }) {
  const t = useT();
  const { data } = useQuery(recentOrders(coin));
  return (
    <section className={`${styles.card} ${styles.recent}`} aria-labelledby="recent-orders">
      <header>
        <h2 id="recent-orders">{t('dashboard.recent')}</h2>
        <Link to={PATHS.orders} search={{ coin_name: coin } as never}>
          {t('dashboard.recentAll')}
        </Link>
      </header>
      {data?.list.length === 0 && <p className={styles.summary}>{t('dashboard.recentNone')}</p>}
      <ul>
        {data?.list.map((order) => (
          <li key={order.serial_number}>
            <RecordLink serialNumber={order.serial_number}>{order.order_id}</RecordLink>
            <OrderStatus status={order.order_status} />
            <time dateTime={order.create_time}>{formatInstant(order.create_time)}</time>
            <Money amount={order.amount} coin={order.coin_name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
