import type { OutputOf } from '@purser/contract/call';
import type { bankFileWaiting } from '@purser/contract/features/bank-file';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type LeftOut, waiting } from './api.ts';
import styles from './bank.module.css';
import { useT } from './texts.ts';

/** What waits for a bank file in each currency, and what files leave out. */
export function WaitingForFiles() {
  const t = useT();
  const { data } = useQuery(waiting);
  const rows = data?.list.filter(({ order_count }) => order_count > 0) ?? [];
  if (!data) return null;
  return (
    <>
      {rows.length === 0 ? <p className={styles.waiting}>{t('bank.nothingWaits')}</p> : <Waiting rows={rows} />}
      {data.left_out.length > 0 && <LeftOutOfFiles orders={data.left_out} total={data.left_out_total} />}
    </>
  );
}

function Waiting({ rows }: { readonly rows: OutputOf<typeof bankFileWaiting>['list'] }) {
  const t = useT();
  return (
    <ul className={styles.waiting}>
      {rows.map(({ market, order_count, total, oldest_time }) => (
        <li key={market}>
          <strong>
            <Money amount={total} coin={market} />
          </strong>{' '}
          {t('bank.waits', { count: order_count, time: formatInstant(oldest_time) })}
        </li>
      ))}
    </ul>
  );
}

/** Approved withdrawals that no file takes: each leads to its order, where it can be called off. */
function LeftOutOfFiles({ orders, total }: { readonly orders: readonly LeftOut[]; readonly total: number }) {
  const t = useT();
  const more = total - orders.length;
  return (
    <section className={styles.leftOut}>
      <p className={styles.lead}>{t('bank.leftOut')}</p>
      <ul>
        {orders.map(({ owner_id, order_no, market, amount, why }) => (
          <li key={order_no}>
            <Link to="/review-orders" search={{ open: `${owner_id}.${order_no}` } as never}>
              {order_no}
            </Link>
            <Money amount={amount} coin={market} />
            <StatusTag tone="warning">{t(`bank.leftOut.${why}`)}</StatusTag>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.lead}>{t('bank.leftOut.more', { count: more })}</p>}
    </section>
  );
}
