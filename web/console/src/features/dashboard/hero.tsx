import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import { useT } from './texts.ts';
import { May } from '../../shared/may.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { ReactNode } from 'react';
import type { Stats } from './api.ts';
import styles from './dashboard.module.css';
import { LONG_AMOUNT } from './figures.tsx';

interface HeroProps {
  readonly stats: Pick<Stats, 'coin_name' | 'available_asset'>;
  readonly children: ReactNode;
}

/** What the merchant has in this market, what can be done with it, and how it came in. */
export function Hero({ stats, children }: HeroProps) {
  const t = useT();
  const { coin_name: coin } = stats;
  return (
    <div className={styles.hero}>
      <section className={styles.balance}>
        <h2>{t('dashboard.available')}</h2>
        <p className={styles.sum} data-long={stats.available_asset.length > LONG_AMOUNT}>
          <Money amount={stats.available_asset} coin={coin} size="large" />
        </p>
        <p className={styles.acts}>
          <May permission="money.move">
            <Link to={PATHS.transfer} search={{ send: coin } as never} className={styles.act ?? ''} data-first>
              {t('transfer.new')}
            </Link>
          </May>
          <Link to={PATHS.assets} search={{ receive: coin } as never} className={styles.act ?? ''}>
            {t('transfer.receive')}
          </Link>
          <Link to={PATHS.fundFlow} search={{ coin_name: coin } as never} className={styles.act ?? ''}>
            {t('menu.fundFlow')}
          </Link>
        </p>
      </section>
      {children}
    </div>
  );
}
