import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { entriesOf, type Order } from './api.ts';
import styles from './order.module.css';

/** What the order did to the merchant's balance, as the ledger holds it. */
export function Entries({ order }: { readonly order: Order }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(entriesOf(order.serial_number));
  const rows = data?.list ?? [];
  return (
    <section className={`${styles['card']} ${styles['unprinted']}`}>
      <h2>{t('order.entries')}</h2>
      {isError && !data && <ErrorState onRetry={() => void refetch()} busy={isFetching} />}
      {data && rows.length === 0 && <p className={styles['hint']}>{t('order.noEntries')}</p>}
      {rows.map((row) => (
        <dl key={`${row.time} ${row.available_after_number}`} className={styles['entry']}>
          <div>
            <dt>{t(`transactionType.${row.transaction_type}`)}</dt>
            <dd>{formatInstant(row.time)}</dd>
          </div>
          <div>
            <dt>{t('fundFlow.change')}</dt>
            <dd>
              <Money amount={row.transaction_number} coin={row.coin_name} signed />
            </dd>
          </div>
          <div>
            <dt>{t('fundFlow.charge')}</dt>
            <dd>
              <Money amount={row.charge} coin={row.coin_name} />
            </dd>
          </div>
          <div>
            <dt>{t('fundFlow.availableAfter')}</dt>
            <dd>
              <Money amount={row.available_after_number} coin={row.coin_name} />
            </dd>
          </div>
        </dl>
      ))}
      {rows.length > 0 && (
        <Link to={PATHS.fundFlow} search={{ serial_number: order.serial_number } as never} className={styles['more'] ?? ''}>
          {t('order.fundFlow')}
        </Link>
      )}
    </section>
  );
}
