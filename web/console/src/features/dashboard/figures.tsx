import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { Stats } from './api.ts';
import { compare, type Comparison } from './compare.ts';
import styles from './dashboard.module.css';

export function Figures({ stats }: { readonly stats: Stats }) {
  const t = useT();
  const { today, yesterday, coin_name: coin } = stats;

  const money = (name: string, field: 'amount_paid' | 'settlement_amount' | 'handling_fee' | 'transferred_in' | 'transferred_out') => (
    <Figure
      name={name}
      value={<Money amount={today[field]} coin={coin} size="large" />}
      before={<Money amount={yesterday[field]} coin={coin} />}
      comparison={compare(today[field], yesterday[field])}
    />
  );
  const count = (name: string, field: 'orders_created' | 'orders_paid' | 'payers') => (
    <Figure
      name={name}
      value={<span className={styles['count']}>{formatNumber(today[field])}</span>}
      before={formatNumber(yesterday[field])}
      comparison={compare(today[field], yesterday[field])}
    />
  );

  return (
    <div className={styles['figures']}>
      <section className={`${styles['figure']} ${styles['balance']}`}>
        <h2>{t('dashboard.available')}</h2>
        <p className={styles['value']}>
          <Money amount={stats.available_asset} coin={coin} size="large" />
        </p>
        <p className={styles['acts']}>
          <Link to={PATHS.transfer} search={{ send: coin } as never}>
            {t('transfer.new')}
          </Link>
          <Link to={PATHS.assets} search={{ receive: coin } as never}>
            {t('transfer.receive')}
          </Link>
          <Link to={PATHS.fundFlow} search={{ coin_name: coin } as never}>
            {t('menu.fundFlow')}
          </Link>
        </p>
      </section>
      {money(t('dashboard.amountPaid'), 'amount_paid')}
      {money(t('dashboard.settled'), 'settlement_amount')}
      {count(t('dashboard.paid'), 'orders_paid')}
      {count(t('dashboard.payers'), 'payers')}
      {money(t('dashboard.fee'), 'handling_fee')}
      {count(t('dashboard.created'), 'orders_created')}
      {money(t('dashboard.transferredIn'), 'transferred_in')}
      {money(t('dashboard.transferredOut'), 'transferred_out')}
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly before: ReactNode;
  readonly comparison: Comparison;
}

function Figure({ name, value, before, comparison }: FigureProps) {
  const t = useT();
  return (
    <section className={styles['figure']}>
      <h2>{name}</h2>
      <p className={styles['value']}>{value}</p>
      <p className={styles['before']}>
        <span>
          {t('dashboard.yesterday')} {before}
        </span>
        <Change comparison={comparison} />
      </p>
    </section>
  );
}

function Change({ comparison }: { readonly comparison: Comparison }) {
  const t = useT();
  if (comparison.kind === 'same') return <span title={t('dashboard.same')}>=</span>;
  if (comparison.kind === 'onlyToday') return null;
  if (comparison.kind === 'manyTimes') return <span>{t('dashboard.many')}</span>;
  const { kind, percent } = comparison;
  const words = kind === 'up' ? t('dashboard.up', { percent }) : t('dashboard.down', { percent });
  return (
    <span className={styles['change']} title={words}>
      <span aria-hidden="true">{`${kind === 'up' ? '▲' : '▼'} ${percent}%`}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

export function FiguresSkeleton() {
  const t = useT();
  return (
    <div className={styles['figures']}>
      <output className="visually-hidden">{t('kit.loading')}</output>
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index} className={`${styles['figure']} ${styles['bone']} ${index === 0 ? styles['balance'] : ''}`} aria-hidden="true" />
      ))}
    </div>
  );
}
