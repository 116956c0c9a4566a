import { Money } from '@purser/ui/money';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { Overview } from './api.ts';
import styles from './overview.module.css';
import { useT } from './texts.ts';

type ReservesOfCoins = NonNullable<Overview['reserves']>;

const TONES: Record<ReservesOfCoins[number]['state'], Tone> = { covered: 'success', short: 'danger', unattested: 'neutral' };

/** What is owed in each coin, and what others say is held. */
export function Reserves({ reserves }: { readonly reserves: ReservesOfCoins }) {
  const t = useT();
  if (reserves.length === 0) return <p className={styles.calm}>{t('overview.reservesNone')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('overview.reservesHint')}</p>
      <ul className={styles.reserves}>
        {reserves.map(({ coin_name, owed, held, difference, state }) => (
          <li key={coin_name}>
            <strong>
              <Money amount={owed} coin={coin_name} />
            </strong>
            <StatusTag tone={TONES[state]}>{t(`overview.reserve.${state}`)}</StatusTag>
            {held !== null && (
              <p className={styles.hint}>
                {t('overview.held')} <Money amount={held} />, {t('overview.difference')} <Money amount={difference} signed />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
