import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { waiting } from './api.ts';
import styles from './bank.module.css';
import { useT } from './texts.ts';

/** What waits for a bank file in each currency. */
export function WaitingForFiles() {
  const t = useT();
  const { data } = useQuery(waiting);
  const rows = data?.list.filter(({ order_count }) => order_count > 0) ?? [];
  if (!data) return null;
  if (rows.length === 0) return <p className={styles.waiting}>{t('bank.nothingWaits')}</p>;
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
