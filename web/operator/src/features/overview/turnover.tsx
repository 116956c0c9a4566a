import { formatNumber } from '@purser/console-kit/format';
import { timeText } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import type { Overview } from './api.ts';
import styles from './overview.module.css';
import { useT } from './texts.ts';

type Turnovers = NonNullable<Overview['turnover']>;
type Figure = Turnovers['coins'][number]['kinds'][number]['today'];

/** What was turned over, coin by coin and kind by kind: today's figures, with yesterday's by the same time of day below them. */
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

function OfCoin({ coin_name: coin, kinds }: Turnovers['coins'][number]) {
  const t = useT();
  return (
    <div className={styles.coin}>
      <h3>{coin}</h3>
      <dl>
        {kinds.map(({ kind, today, yesterday }) => (
          <div key={kind}>
            <dt>{t(`overview.turnover.${kind}`)}</dt>
            <dd className={styles.today}>
              <Figures of={today} />
            </dd>
            <dd className={styles.yesterday}>
              {t('overview.yesterday')} <Figures of={yesterday} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The amount, in how many, and the fees where there are any. */
function Figures({ of: { count, amount, fees } }: { readonly of: Figure }) {
  const t = useT();
  return (
    <>
      <Money amount={amount} /> ({formatNumber(count)})
      {Number(fees) !== 0 && (
        <span className={styles.fees}>
          {t('overview.turnoverFees')} <Money amount={fees} />
        </span>
      )}
    </>
  );
}
