import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState } from '@purser/ui/states';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '@purser/console-kit/format';
import { useT } from './texts.ts';
import { PATHS } from '../../shared/paths.ts';
import type { Day } from './api.ts';
import styles from './dashboard.module.css';
import { DaysChart } from './days-chart.tsx';
import { summaryOf } from './summary.ts';

interface LastDaysProps {
  readonly coin: string;
  readonly days: readonly Day[];
}

/** The last 30 days: as a chart, whose gist is also said in words, or as a table with every figure. */
export function LastDays({ coin, days }: LastDaysProps) {
  const t = useT();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { paid, amount, best } = summaryOf(days);
  if (best === undefined) {
    return (
      <section className={styles.trend}>
        <h2>{t('dashboard.chart')}</h2>
        <EmptyState
          title={t('dashboard.nothingTitle')}
          hint={t('dashboard.nothingHint')}
          action={<Link to={PATHS.apiManagement}>{t('dashboard.nothingAction')}</Link>}
        />
      </section>
    );
  }
  const summary = t('dashboard.chartSummary', { paid: formatNumber(paid), amount: groupDigits(amount), coin, day: unbroken(best) });

  return (
    <section className={styles.trend}>
      <header className={styles.trendHead}>
        <h2>{t('dashboard.chart')}</h2>
        <Segmented<'chart' | 'table'>
          label={t('dashboard.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t('dashboard.chartView') },
            { value: 'table', label: t('dashboard.tableView') },
          ]}
        />
      </header>
      <p className={styles.summary}>{summary}</p>
      {view === 'chart' ? <DaysChart coin={coin} days={days} /> : <DaysTable coin={coin} days={days} />}
    </section>
  );
}

/** A date that no line breaks within. */
function unbroken(day: string): string {
  return day.replaceAll('-', '-\u2060');
}

function DaysTable({ coin, days }: LastDaysProps) {
  const t = useT();
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tableScroll} aria-label={t('dashboard.chart')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            <th scope="col">{t('dashboard.created')}</th>
            <th scope="col">{t('dashboard.paid')}</th>
            <th scope="col">{t('dashboard.amountPaid')}</th>
            <th scope="col">{t('dashboard.settled')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{formatNumber(day.orders_created)}</td>
              <td>{formatNumber(day.orders_paid)}</td>
              <td>
                <Money amount={day.amount_paid} coin={coin} />
              </td>
              <td>
                <Money amount={day.settlement_amount} coin={coin} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
