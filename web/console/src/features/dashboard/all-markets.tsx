import { groupDigits } from '@purser/ui/money-text';
import { formatNumber, joined } from '@purser/console-kit/format';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { type Asked, marketsOf, type MarketsStats } from './api.ts';
import { compare } from './compare.ts';
import cards from './dashboard.module.css';
import { DaysTold } from './days-told.tsx';
import { Change, FiguresSkeleton } from './figures.tsx';
import styles from './range.module.css';
import { successText } from './success.ts';
import { useT } from './texts.ts';

/** Every market beside the others, and what they come to where there are rates. */
export default function AllMarkets({ asked }: { readonly asked: Asked }) {
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery(marketsOf(asked));
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <FiguresSkeleton />;
  return (
    <div className={isPlaceholderData ? cards.stale : undefined} aria-busy={isFetching}>
      <DaysTold told={data} />
      {data.total && <Total total={data.total} />}
      <div className={styles.markets}>
        {data.markets.map((market) => (
          <Market key={market.market} stats={market} />
        ))}
      </div>
    </div>
  );
}

function Total({ total }: { readonly total: NonNullable<MarketsStats['total']> }) {
  const t = useT();
  const { coin_name: coin, range, before } = total;
  const money = (name: string, field: 'amount_paid' | 'settlement_amount' | 'handling_fee' | 'amount_withdrawn' | 'amount_recharged') => ({
    name,
    value: <Money amount={range[field]} coin={coin} size="large" />,
    comparison: compare(range[field], before[field]),
  });
  return (
    <section className={`${cards.card} ${styles.total}`} aria-labelledby="all-markets">
      <h2 id="all-markets">{t('dashboard.total')}</h2>
      <p className={styles.note}>
        {t('dashboard.converted', { coin })}{' '}
        {total.without_rate.length > 0 && t('dashboard.withoutRate', { markets: joined(total.without_rate, t) })}
      </p>
      <dl className={styles.totals}>
        {[
          {
            name: t('dashboard.available'),
            value: <Money amount={total.available_asset} coin={coin} size="large" />,
            comparison: undefined,
          },
          money(t('dashboard.amountPaid'), 'amount_paid'),
          money(t('dashboard.settled'), 'settlement_amount'),
          money(t('dashboard.fee'), 'handling_fee'),
          money(t('dashboard.withdrawn'), 'amount_withdrawn'),
          money(t('dashboard.recharged'), 'amount_recharged'),
        ].map(({ name, value, comparison }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} {comparison && <Change comparison={comparison} isToday={false} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Market({ stats }: { readonly stats: MarketsStats['markets'][number] }) {
  const t = useT();
  const { market, coin_name: coin, rate, range, before } = stats;
  const money = (name: string, field: 'amount_paid' | 'settlement_amount' | 'handling_fee' | 'amount_withdrawn' | 'amount_recharged') => ({
    name,
    value: <Money amount={range[field]} coin={coin} />,
    past: <Money amount={before[field]} coin={coin} />,
    comparison: compare(range[field], before[field]),
  });
  const count = (name: string, field: 'orders_created' | 'orders_paid' | 'payers') => ({
    name,
    value: formatNumber(range[field]),
    past: formatNumber(before[field]),
    comparison: compare(range[field], before[field]),
  });
  return (
    <section className={cards.card} aria-label={market}>
      <header className={styles.marketHead}>
        <h2>{market}</h2>
        <span className={styles.note}>
          {rate === null ? t('dashboard.noRate') : t('dashboard.rateOf', { rate: groupDigits(rate), coin })}
        </span>
      </header>
      <p>
        {t('dashboard.available')}: <Money amount={stats.available_asset} coin={coin} />
      </p>
      <dl className={cards.others}>
        {[
          money(t('dashboard.amountPaid'), 'amount_paid'),
          money(t('dashboard.settled'), 'settlement_amount'),
          count(t('dashboard.created'), 'orders_created'),
          count(t('dashboard.paid'), 'orders_paid'),
          { name: t('dashboard.success'), value: successText(range), past: successText(before), comparison: { kind: 'none' } as const },
          count(stats.payers_estimated ? t('dashboard.payersAbout') : t('dashboard.payers'), 'payers'),
          money(t('dashboard.fee'), 'handling_fee'),
          money(t('dashboard.withdrawals', { count: formatNumber(range.withdrawals) }), 'amount_withdrawn'),
          money(t('dashboard.recharges', { count: formatNumber(range.recharges) }), 'amount_recharged'),
        ].map(({ name, value, past, comparison }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd className={cards.before}>
              <span>
                {t('dashboard.before')} {past}
              </span>
              <Change comparison={comparison} isToday={false} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
