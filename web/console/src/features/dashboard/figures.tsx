import { Money } from '@purser/ui/money';
import { durationText } from '@purser/console-kit/duration';
import { formatNumber } from '@purser/console-kit/format';
import type { ReactNode } from 'react';
import { useI18n, useT } from './texts.ts';
import type { Figures } from './api.ts';
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

/** Figures of a time and of the one that it is compared with. */
interface Compared {
  readonly now: Figures;
  readonly past: Figures;
  readonly coin: string;
  /** Whether today is compared with yesterday: the words say so. */
  readonly isToday: boolean;
  readonly payersEstimated?: boolean;
}

type MoneyField = {
  [Field in keyof Figures]: Figures[Field] extends string ? Field : never;
}[keyof Figures];

/** What a figure is now and was then. */
function useFigures({ now, past, coin }: Compared, size: 'large' | 'normal') {
  return {
    money: (name: string, field: MoneyField): Told => ({
      name,
      value: <Money amount={now[field]} coin={coin} size={size} />,
      isLong: now[field].length > LONG_AMOUNT,
      before: <Money amount={past[field]} coin={coin} />,
      comparison: compare(now[field], past[field]),
    }),
    count: (name: string, field: 'orders_created' | 'orders_paid' | 'payers'): Told => ({
      name,
      value: <span className={styles.count}>{formatNumber(now[field])}</span>,
      isLong: false,
      before: formatNumber(past[field]),
      comparison: compare(now[field], past[field]),
    }),
  };
}

/** The four figures that lead. */
export function LeadingFigures(compared: Compared) {
  const t = useT();
  const { money, count } = useFigures(compared, 'large');
  return (
    <div className={styles.figures}>
      {[
        money(t('dashboard.amountPaid'), 'amount_paid'),
        money(t('dashboard.settled'), 'settlement_amount'),
        count(t('dashboard.paid'), 'orders_paid'),
        count(compared.payersEstimated ? t('dashboard.payersAbout') : t('dashboard.payers'), 'payers'),
      ].map(({ name, value, isLong, before, comparison }) => (
        <section key={name} className={styles.figure}>
          <h2>{name}</h2>
          <p className={styles.value} data-long={isLong}>
            {value}
          </p>
          <p className={styles.before}>
            <span>
              {compared.isToday ? t('dashboard.yesterday') : t('dashboard.before')} {before}
            </span>
            <Change comparison={comparison} isToday={compared.isToday} />
          </p>
        </section>
      ))}
    </div>
  );
}

/** The others, a line each. */
export function OtherFigures(compared: Compared) {
  const { t, tag } = useI18n();
  const { now, past, isToday } = compared;
  const { money, count } = useFigures(compared, 'normal');
  /** What is no sum or number: it is told beside that of before, and not in percent of it. */
  const text = (name: string, of: (figures: Figures) => string): Told => ({
    name,
    value: of(now),
    isLong: false,
    before: of(past),
    comparison: { kind: 'none' },
  });
  const timeToPay = ({ median_seconds_to_pay: seconds }: Figures): string => (seconds === null ? NOTHING : durationText(seconds, tag));
  return (
    <section className={styles.card} aria-labelledby="other-figures">
      <h2 id="other-figures">{isToday ? t('dashboard.others') : t('dashboard.alsoInRange')}</h2>
      <dl className={styles.others}>
        {[
          count(t('dashboard.created'), 'orders_created'),
          text(t('dashboard.success'), successText),
          text(t('dashboard.timeToPay'), timeToPay),
          money(t('dashboard.fee'), 'handling_fee'),
          money(t('dashboard.transferredIn'), 'transferred_in'),
          money(t('dashboard.transferredOut'), 'transferred_out'),
          money(t('dashboard.withdrawals', { count: formatNumber(now.withdrawals) }), 'amount_withdrawn'),
          money(t('dashboard.recharges', { count: formatNumber(now.recharges) }), 'amount_recharged'),
        ].map(({ name, value, before, comparison }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd className={styles.before}>
              <span>
                {isToday ? t('dashboard.yesterday') : t('dashboard.before')} {before}
              </span>
              <Change comparison={comparison} isToday={isToday} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ChangeProps {
  readonly comparison: Comparison;
  readonly isToday: boolean;
}

export function Change({ comparison, isToday }: ChangeProps) {
  const t = useT();
  if (comparison.kind === 'same')
    return <span title={isToday ? t('dashboard.same') : t('dashboard.sameAsBefore')}>{t('dashboard.unchanged')}</span>;
  if (comparison.kind === 'none' || comparison.kind === 'onlyToday') return null;
  if (comparison.kind === 'manyTimes') return <span>{t('dashboard.many')}</span>;
  const { kind, percent } = comparison;
  const [up, down] = isToday
    ? (['dashboard.up', 'dashboard.down'] as const)
    : (['dashboard.moreThanBefore', 'dashboard.lessThanBefore'] as const);
  const words = t(kind === 'up' ? up : down, { percent });
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
