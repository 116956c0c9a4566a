import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState } from '@purser/ui/states';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '@purser/console-kit/format';
import { useT } from './texts.ts';
import { MayOpen } from '../../shared/may.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { Day } from './api.ts';
import styles from './dashboard.module.css';
import { DaysChart } from './days-chart.tsx';
import { summaryOf } from './summary.ts';

interface DaysProps {
  readonly title: string;
  /** What its switch between chart and table is called. */
  readonly shown: string;
  readonly unit: 'day' | 'month';
  readonly coin: string;
  readonly days: readonly Day[];
  readonly summary: (gist: { readonly paid: string; readonly amount: string; readonly coin: string; readonly day: string }) => string;
  /** Where nothing was paid. */
  readonly nothing: ReactNode;
}

/** The last 30 days. */
export function LastDays({ coin, days }: Pick<DaysProps, 'coin' | 'days'>) {
  const t = useT();
  return (
    <Days
      title={t('dashboard.chart')}
      shown={t('dashboard.view')}
      unit="day"
      coin={coin}
      days={days}
      summary={(gist) => t('dashboard.chartSummary', gist)}
      nothing={
        <EmptyState
          title={t('dashboard.nothingTitle')}
          hint={t('dashboard.nothingHint')}
          action={
            <MayOpen to={PATHS.apiManagement}>
              <Link to={PATHS.apiManagement}>{t('dashboard.nothingAction')}</Link>
            </MayOpen>
          }
        />
      }
    />
  );
}

/** The days or months of a range. */
export function RangeDays({ unit, coin, days }: Pick<DaysProps, 'unit' | 'coin' | 'days'>) {
  const t = useT();
  return (
    <Days
      title={t('dashboard.rangeChart')}
      shown={t('dashboard.chartShown')}
      unit={unit}
      coin={coin}
      days={days}
      summary={(gist) => t(unit === 'month' ? 'dashboard.monthsSummary' : 'dashboard.rangeSummary', gist)}
      nothing={<EmptyState title={t('dashboard.nothingInRange')} hint={t('dashboard.nothingInRangeHint')} />}
    />
  );
}

/** Days as a chart, whose gist is also said in words, or as a table with every figure. */
function Days({ title, shown, unit, coin, days, summary, nothing }: DaysProps) {
  const t = useT();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { paid, amount, best } = summaryOf(days);
  if (best === undefined) {
    return (
      <section className={styles.trend}>
        <h2>{title}</h2>
        {nothing}
      </section>
    );
  }
  const chartUnit = t(unit === 'month' ? 'dashboard.chartAmountMonth' : 'dashboard.chartAmount', { coin });
  return (
    <section className={styles.trend}>
      <header className={styles.trendHead}>
        <h2>{title}</h2>
        <Segmented<'chart' | 'table'>
          label={shown}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t('dashboard.chartView') },
            { value: 'table', label: t('dashboard.tableView') },
          ]}
        />
      </header>
      <p className={styles.summary}>{summary({ paid: formatNumber(paid), amount: groupDigits(amount), coin, day: unbroken(best) })}</p>
      {view === 'chart' ? (
        <DaysChart unit={chartUnit} coin={coin} days={days} />
      ) : (
        <DaysTable title={title} unit={unit} coin={coin} days={days} />
      )}
    </section>
  );
}

/** A date that no line breaks within. */
function unbroken(day: string): string {
  return day.replaceAll('-', '-\u2060');
}

function DaysTable({ title, unit, coin, days }: Pick<DaysProps, 'title' | 'unit' | 'coin' | 'days'>) {
  const t = useT();
  const hasCreated = days.some((day) => day.orders_created !== undefined);
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tableScroll} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{unit === 'month' ? t('dashboard.month') : t('dashboard.day')}</th>
            {hasCreated && <th scope="col">{t('dashboard.created')}</th>}
            <th scope="col">{t('dashboard.paid')}</th>
            <th scope="col">{t('dashboard.amountPaid')}</th>
            <th scope="col">{t('dashboard.settled')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {hasCreated && <td>{formatNumber(day.orders_created ?? 0)}</td>}
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
