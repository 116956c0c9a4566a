import { Money } from '@purser/ui/money';
import { durationText } from '@purser/console-kit/duration';
import { formatNumber } from '@purser/console-kit/format';
import type { ReactNode } from 'react';
import { useI18n, useT } from './texts.ts';
import type { Stats } from './api.ts';
import { compare, type Comparison } from './compare.ts';
import styles from './dashboard.module.css';
import { NOTHING, successText } from './success.ts';

/** A longer amount is written smaller. */
export const LONG_AMOUNT = 12;

interface Told {
  readonly name: string;
  readonly value: ReactNode;
  readonly isLong: boolean;
  readonly before: ReactNode;
  readonly comparison: Comparison;
}

type MoneyField = {
  [Field in keyof Stats['today']]: Stats['today'][Field] extends string ? Field : never;
}[keyof Stats['today']];

/** What a figure was today and by this time yesterday. */
function useFigures({ today, yesterday, coin_name: coin }: Stats, size: 'large' | 'normal') {
  return {
    money: (name: string, field: MoneyField): Told => ({
      name,
      value: <Money amount={today[field]} coin={coin} size={size} />,
      isLong: today[field].length > LONG_AMOUNT,
      before: <Money amount={yesterday[field]} coin={coin} />,
      comparison: compare(today[field], yesterday[field]),
    }),
    count: (name: string, field: 'orders_created' | 'orders_paid' | 'payers'): Told => ({
      name,
      value: <span className={styles.count}>{formatNumber(today[field])}</span>,
      isLong: false,
      before: formatNumber(yesterday[field]),
      comparison: compare(today[field], yesterday[field]),
    }),
  };
}

/** The four figures that lead. */
export function Figures({ stats }: { readonly stats: Stats }) {
  const t = useT();
  const { money, count } = useFigures(stats, 'large');
  return (
    <div className={styles.figures}>
      {[
        money(t('dashboard.amountPaid'), 'amount_paid'),
        money(t('dashboard.settled'), 'settlement_amount'),
        count(t('dashboard.paid'), 'orders_paid'),
        count(t('dashboard.payers'), 'payers'),
      ].map(({ name, value, isLong, before, comparison }) => (
        <section key={name} className={styles.figure}>
          <h2>{name}</h2>
          <p className={styles.value} data-long={isLong}>
            {value}
          </p>
          <p className={styles.before}>
            <span>
              {t('dashboard.yesterday')} {before}
            </span>
            <Change comparison={comparison} />
          </p>
        </section>
      ))}
    </div>
  );
}

/** The others, a line each. */
export function OtherFigures({ stats }: { readonly stats: Stats }) {
  const { t, tag } = useI18n();
  const { money, count } = useFigures(stats, 'normal');
  /** What is no sum or number: it is told beside yesterday's, and not in percent of it. */
  const text = (name: string, of: (figures: Stats['today']) => string): Told => ({
    name,
    value: of(stats.today),
    isLong: false,
    before: of(stats.yesterday),
    comparison: { kind: 'none' },
  });
  const timeToPay = ({ median_seconds_to_pay: seconds }: Stats['today']): string =>
    seconds === null ? NOTHING : durationText(seconds, tag);
  return (
    <section className={styles.card} aria-labelledby="other-figures">
      <h2 id="other-figures">{t('dashboard.others')}</h2>
      <dl className={styles.others}>
        {[
          count(t('dashboard.created'), 'orders_created'),
          text(t('dashboard.success'), successText),
          text(t('dashboard.timeToPay'), timeToPay),
          money(t('dashboard.fee'), 'handling_fee'),
          money(t('dashboard.transferredIn'), 'transferred_in'),
          money(t('dashboard.transferredOut'), 'transferred_out'),
          money(t('dashboard.withdrawals', { count: formatNumber(stats.today.withdrawals) }), 'amount_withdrawn'),
          money(t('dashboard.recharges', { count: formatNumber(stats.today.recharges) }), 'amount_recharged'),
        ].map(({ name, value, before, comparison }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd className={styles.before}>
              <span>
                {t('dashboard.yesterday')} {before}
              </span>
              <Change comparison={comparison} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Change({ comparison }: { readonly comparison: Comparison }) {
  const t = useT();
  if (comparison.kind === 'same') return <span title={t('dashboard.same')}>{t('dashboard.unchanged')}</span>;
  if (comparison.kind === 'none' || comparison.kind === 'onlyToday') return null;
  if (comparison.kind === 'manyTimes') return <span>{t('dashboard.many')}</span>;
  const { kind, percent } = comparison;
  const words = kind === 'up' ? t('dashboard.up', { percent }) : t('dashboard.down', { percent });
  return (
    <span className={styles.change} title={words}>
      <span aria-hidden="true">{`${kind === 'up' ? '▲' : '▼'} ${percent}%`}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

export function FiguresSkeleton() {
  const t = useT();
  return (
    <>
      <output className="visually-hidden">{t('kit.loading')}</output>
      <div className={`${styles.hero} ${styles.bone}`} aria-hidden="true" />
      <div className={styles.figures}>
        {[1, 2, 3, 4].map((index) => (
          <div key={index} className={`${styles.figure} ${styles.bone}`} aria-hidden="true" />
        ))}
      </div>
    </>
  );
}
