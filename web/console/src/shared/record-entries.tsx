import type { Topic } from '@purser/console-kit/query';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from './i18n.tsx';
import { PATHS } from './paths.ts';
import { entriesOf } from './record-api.ts';
import styles from './record.module.css';

interface RecordEntriesProps {
  readonly serialNumber: string;
  /** What changes when records of its kind do. */
  readonly topic: Topic;
  /** Where nothing has been booked: why. A record that always moves money has none. */
  readonly none?: string;
}

/** What a record did to the merchant's balance, as the ledger holds it. */
export function RecordEntries({ serialNumber, topic, none }: RecordEntriesProps) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(entriesOf(serialNumber, topic));
  const rows = data?.list ?? [];
  return (
    <>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && rows.length === 0 && <p className={styles.hint}>{none}</p>}
      {rows.map((row) => (
        <dl key={`${row.time} ${row.transaction_type} ${row.available_after_number}`} className={styles.entry}>
          <div>
            <dt>{t(`transactionType.${row.transaction_type}`)}</dt>
            <dd>{formatInstant(row.time)}</dd>
          </div>
          <div>
            <dt>{t('field.change')}</dt>
            <dd>
              <Money amount={row.transaction_number} coin={row.coin_name} signed />
            </dd>
          </div>
          <div>
            <dt>{t('field.charge')}</dt>
            <dd>
              <Money amount={row.charge} coin={row.coin_name} />
            </dd>
          </div>
          <div>
            <dt>{t('field.availableAfter')}</dt>
            <dd>
              <Money amount={row.available_after_number} coin={row.coin_name} />
            </dd>
          </div>
        </dl>
      ))}
      {rows.length > 0 && (
        <Link to={PATHS.fundFlow} search={{ serial_number: serialNumber } as never} className={styles.more ?? ''}>
          {t('record.fundFlow')}
        </Link>
      )}
    </>
  );
}
