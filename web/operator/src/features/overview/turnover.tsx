import { formatNumber } from '@purser/console-kit/format';
import { timeText } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import type { ReactNode } from 'react';
import type { Overview } from './api.ts';
import styles from './overview.module.css';
import { useT } from './texts.ts';

type Turnovers = NonNullable<Overview['turnover']>;
type Figures = Turnovers['coins'][number]['today'];

/** What was paid and transferred, coin by coin: today's figures, with yesterday's by the same time of day below them. */
export function Turnover({ turnover }: { readonly turnover: Turnovers }) {
  const t = useT();
  if (turnover.counted_to === null) return <p className={styles.calm}>{t('overview.turnoverNever')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('overview.turnoverHint', { time: timeText(new Date(turnover.counted_to)) })}</p>
      {turnover.coins.length === 0 ? (
        <p className={styles.calm}>{t('overview.turnoverNone')}</p>
      ) : (
        turnover.coins.map((coin) => <OfCoin key={coin.coin_name} {...coin} />)
      )}
    </>
  );
}

function OfCoin({ coin_name: coin, today, yesterday }: Turnovers['coins'][number]) {
  const t = useT();
  const figure = (name: string, show: (of: Figures) => ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd className={styles.today}>{show(today)}</dd>
      <dd className={styles.yesterday}>
        {t('overview.yesterday')} {show(yesterday)}
      </dd>
    </div>
  );
  return (
    <div className={styles.coin}>
      <h3>{coin}</h3>
      <dl>
        {figure(t('overview.paidAmount'), (of) => (
          <Money amount={of.paid_amount} />
        ))}
        {figure(t('overview.payments'), (of) => formatNumber(of.payments))}
        {figure(t('overview.fees'), (of) => (
          <Money amount={of.fees} />
        ))}
        {figure(t('overview.transferred'), (of) => (
          <>
            <Money amount={of.transferred_amount} /> ({formatNumber(of.transfers)})
          </>
        ))}
      </dl>
    </div>
  );
}
