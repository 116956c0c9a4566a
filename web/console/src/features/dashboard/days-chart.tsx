import { formatNumber } from '@purser/console-kit/format';
import { groupDigits } from '@purser/ui/money-text';
import { type MouseEvent, useState } from 'react';
import type { Day } from './api.ts';
import styles from './chart.module.css';
import { chartScale } from './chart-scale.ts';
import { useI18n } from './texts.ts';

/** Half of what the words over a bar may take. */
const HALF_TIP_PX = 110;

/** Of more than these fewer are named. */
const MANY_DAYS = 45;

interface DaysChartProps {
  /** What its bars are of. */
  readonly unit: string;
  readonly coin: string;
  readonly days: readonly Day[];
}

/** The day under the pointer. */
interface Pointed {
  readonly day: Day;
  /** Near an edge the words stand to the other side of the bar. */
  readonly side: 'start' | 'middle' | 'end';
}

/** One bar per day; the day under the pointer is spelled out over its bar. The table beside it serves the keyboard. */
export function DaysChart({ unit, coin, days }: DaysChartProps) {
  const { t, tag } = useI18n();
  const [pointed, setPointed] = useState<Pointed>();
  const { top, lines } = chartScale(Math.max(...days.map((day) => Number(day.amount_paid))));
  const upTo = (amount: number | string): string => `${(100 * Number(amount)) / top}%`;
  const short = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <div className={styles.plot} aria-hidden="true">
      <p className={styles.unit}>{unit}</p>
      <div className={styles.chart}>
        {lines.map((amount) => (
          <span key={amount} className={styles.line} style={{ insetBlockEnd: upTo(amount) }}>
            <span className={styles.amount}>{short.format(amount)}</span>
          </span>
        ))}
        <div className={styles.days} data-many={days.length > MANY_DAYS} onMouseLeave={() => setPointed(undefined)}>
          {days.map((day) => (
            <div key={day.day} className={styles.day} onMouseEnter={(event) => setPointed({ day, side: sideOf(event) })}>
              <span className={styles.bar} style={{ blockSize: upTo(day.amount_paid) }} />
              <span className={styles.date}>{dateText(day.day)}</span>
              {pointed?.day.day === day.day && (
                <p className={styles.tip} style={{ insetBlockEnd: upTo(day.amount_paid) }} data-side={pointed.side}>
                  <span>{day.day}</span>
                  <strong>
                    {groupDigits(day.amount_paid)} {coin}
                  </strong>
                  <span>
                    {t('dashboard.paid')}: {formatNumber(day.orders_paid)}
                  </span>
                </p>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** A day without its year; a month whole. */
function dateText(day: string): string {
  return day.length > 'YYYY-MM'.length ? day.slice(5) : day;
}

/** Where the words over a bar have room. */
function sideOf({ currentTarget: bar }: MouseEvent<HTMLElement>): Pointed['side'] {
  const chart = bar.closest(`.${styles.plot}`);
  if (!chart) return 'middle';
  const [own, whole] = [bar.getBoundingClientRect(), chart.getBoundingClientRect()];
  const middle = own.left + own.width / 2;
  if (middle - whole.left < HALF_TIP_PX) return 'start';
  return whole.right - middle < HALF_TIP_PX ? 'end' : 'middle';
}
