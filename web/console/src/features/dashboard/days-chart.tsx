import { groupDigits } from '@purser/ui/money-text';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '../../shared/format.ts';
import { useI18n } from '../../shared/i18n.tsx';
import type { Day } from './api.ts';
import styles from './dashboard.module.css';

const HEIGHT_PX = 260;
/** Room for the outermost bars. */
const HALF_DAY_S = 43_200;

interface DaysChartProps {
  readonly coin: string;
  readonly days: readonly Day[];
}

/**
 * One bar per day; the day under the pointer is spelled out above. The table beside it serves the keyboard.
 * Its colours are those of the theme when it is drawn: give it another key for another theme.
 */
export function DaysChart({ coin, days }: DaysChartProps) {
  const { t, tag } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = new uPlot(
      chartOptions(element.clientWidth, tag, setPointed),
      [days.map(({ day }) => localMidnight(day)), days.map((day) => Number(day.amount_paid))],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [days, tag]);

  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <>
      <p className={styles['pointed']} aria-hidden="true">
        {day
          ? `${day.day} · ${groupDigits(day.amount_paid)} ${coin} · ${t('dashboard.paid')} ${formatNumber(day.orders_paid)}`
          : t('dashboard.chartAmount', { coin })}
      </p>
      <div ref={box} className={styles['plot']} aria-hidden="true" />
    </>
  );
}

function localMidnight(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime() / 1_000;
}

function chartOptions(width: number, tag: string, onPoint: (index: number | undefined) => void): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: colour('--text-muted'), font, grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  const short = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false }, move: snapToBar },
    scales: {
      x: { range: (_chart, first, last) => [first - HALF_DAY_S, last + HALF_DAY_S] },
      y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_chart, moments) => moments.map(monthAndDay), space: 64, size: 32 },
      { ...axis, values: (_chart, amounts) => amounts.map((amount) => short.format(amount)), size: 64, space: 44 },
    ],
    series: [
      {},
      {
        fill: colour('--accent'),
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars?.({ size: [0.7, 28], radius: 0.2 }),
      },
    ],
    hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? undefined)] },
  };
}

/** The line under the pointer stands in the middle of the bar that is spelled out. */
function snapToBar(chart: uPlot, left: number, top: number): [number, number] {
  const day = chart.data[0][chart.posToIdx(left)];
  return [left < 0 || day === undefined ? left : chart.valToPos(day, 'x'), top];
}

function monthAndDay(moment: number): string {
  const date = new Date(moment * 1_000);
  return `${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
