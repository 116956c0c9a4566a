import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n.tsx';
import { statsOf, type FlowFilters } from './api.ts';
import styles from './fund-flow.module.css';

/** Sums over the same filters as the list. A failure is the list's to show; here there is then nothing. */
export function FlowStats({ filters }: { readonly filters: FlowFilters }) {
  const t = useT();
  const { data, isFetching, isError } = useQuery(statsOf(filters));
  if (isError && !data) return null;
  const sums = data?.list;
  return (
    <details className={styles['stats']} open aria-busy={isFetching}>
      <summary>{t('fundFlow.stats')}</summary>
      {!sums ? (
        <p className={styles['nothing']}>{t('kit.loading')}</p>
      ) : sums.length === 0 ? (
        <p className={styles['nothing']}>{t('fundFlow.statsNone')}</p>
      ) : (
        // A region that scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles['scroll']} aria-label={t('fundFlow.stats')} tabIndex={0}>
          <table className={styles['sums']}>
            <thead>
              <tr>
                <th scope="col">{t('field.coin')}</th>
                <th scope="col">{t('field.type')}</th>
                <th scope="col" className={styles['end']}>
                  {t('fundFlow.count')}
                </th>
                <th scope="col" className={styles['end']}>
                  {t('fundFlow.in')}
                </th>
                <th scope="col" className={styles['end']}>
                  {t('fundFlow.out')}
                </th>
                <th scope="col" className={styles['end']}>
                  {t('fundFlow.charge')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sums.map((sum) => (
                <tr key={`${sum.coin_name} ${sum.transaction_type}`}>
                  <td>{sum.coin_name}</td>
                  <td>{t(`transactionType.${sum.transaction_type}`)}</td>
                  <td className={styles['end']}>{formatNumber(sum.count)}</td>
                  <td className={styles['end']}>
                    <Money amount={sum.amount_in} coin={sum.coin_name} />
                  </td>
                  <td className={styles['end']}>
                    <Money amount={sum.amount_out} coin={sum.coin_name} />
                  </td>
                  <td className={styles['end']}>
                    <Money amount={sum.charge} coin={sum.coin_name} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
