import type { InputOf, OutputOf } from '@purser/contract/call';
import { assetFlowStats } from '@purser/contract/features/fund-flow';
import { formatAmount, minorOf, placesOf } from '@purser/contract/money';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '@purser/console-kit/format';
import { timeZoneName } from '@purser/ui/time-zone';
import { useT } from './texts.ts';
import { callQuery } from '@purser/console-kit/query';
import styles from './fund-flow.module.css';

type Sum = OutputOf<typeof assetFlowStats>['list'][number];

/** Sums over the same filters as the list, on one line that opens. A failure is the list's to show; here there is then nothing. */
export function FlowStats({ filters }: { readonly filters: Readonly<Record<string, unknown>> }) {
  const t = useT();
  const input = { ...filters, time_zone: timeZoneName() } as InputOf<typeof assetFlowStats>;
  const { data, isFetching, isError } = useQuery(callQuery(assetFlowStats, input, ['balances']));
  if (isError && !data) return null;
  const sums = data?.list;
  return (
    <details className={styles.stats} aria-busy={isFetching}>
      <summary>
        <strong>{t('fundFlow.stats')}</strong>
        {!sums ? t('kit.loading') : sums.length === 0 ? t('fundFlow.statsNone') : <Totals sums={sums} />}
      </summary>
      {sums && sums.length > 0 && <SumTable sums={sums} />}
    </details>
  );
}

/** What came in and went out of each coin, whatever for. */
function Totals({ sums }: { readonly sums: readonly Sum[] }) {
  const coins = [...new Set(sums.map(({ coin_name }) => coin_name))];
  return coins.map((coin) => {
    const ofCoin = sums.filter(({ coin_name }) => coin_name === coin);
    return (
      <span key={coin} className={styles.total}>
        <Money amount={total(ofCoin, 'amount_in')} signed />
        <Money amount={total(ofCoin, 'amount_out')} coin={coin} signed />
      </span>
    );
  });
}

function total(sums: readonly Sum[], field: 'amount_in' | 'amount_out'): string {
  const minor = sums.reduce((sum, one) => sum + minorOf(one[field]), 0n);
  // Money comes with all of its coin's places.
  const places = placesOf(sums[0]?.[field] ?? '');
  return formatAmount(field === 'amount_in' ? minor : -minor, places);
}

function SumTable({ sums }: { readonly sums: readonly Sum[] }) {
  const t = useT();
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={t('fundFlow.stats')} tabIndex={0}>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">{t('field.coin')}</th>
            <th scope="col">{t('field.type')}</th>
            <th scope="col" className={styles.end}>
              {t('fundFlow.count')}
            </th>
            <th scope="col" className={styles.end}>
              {t('fundFlow.in')}
            </th>
            <th scope="col" className={styles.end}>
              {t('fundFlow.out')}
            </th>
            <th scope="col" className={styles.end}>
              {t('field.charge')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={`${sum.coin_name} ${sum.transaction_type}`}>
              <td>{sum.coin_name}</td>
              <td>{t(`transactionType.${sum.transaction_type}`)}</td>
              <td className={styles.end}>{formatNumber(sum.count)}</td>
              <td className={styles.end}>
                <Money amount={sum.amount_in} coin={sum.coin_name} />
              </td>
              <td className={styles.end}>
                <Money amount={sum.amount_out} coin={sum.coin_name} />
              </td>
              <td className={styles.end}>
                <Money amount={sum.charge} coin={sum.coin_name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
