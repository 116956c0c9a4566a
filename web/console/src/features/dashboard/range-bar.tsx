import { DASHBOARD_COMPARISONS, DASHBOARD_PERIODS } from '@purser/contract/first-pages';
import { FilterChip } from '@purser/ui/filter-chip';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { AskedDays, DashboardSearch } from './asked.ts';
import { beginOf, between, dayBefore, endOf } from './days.ts';
import styles from './range.module.css';
import { useT } from './texts.ts';

/** No figure is older, and a year that is being typed is no year yet. */
const EARLIEST = '2000-01-01';
/** What is typed no further is meant. */
const PAUSE_MS = 1000;

/** Which days are told of, and what they are compared with; the address keeps it. */
export function RangeBar({ asked }: { readonly asked: AskedDays }) {
  const t = useT();
  const navigate = useNavigate();
  const change = (fields: DashboardSearch): void =>
    void navigate({ to: '.', search: (before: DashboardSearch) => ({ ...before, ...fields }), replace: true } as never);
  const choose = (period: string | undefined): void =>
    change(
      period === 'own'
        ? { period, first_day: dayBefore(6), last_day: dayBefore(0) }
        : { period: period === 'today' ? undefined : period, first_day: undefined, last_day: undefined },
    );
  const own = (range: Range): void => change({ first_day: range.first, last_day: range.last });
  const last = asked.last_day ?? dayBefore(0);
  const first = asked.first_day ?? last;
  return (
    <div className={styles.bar}>
      <FilterChip
        label={t('dashboard.period')}
        value={asked.period}
        choices={DASHBOARD_PERIODS.map((value) => ({ value, label: t(`dashboard.period.${value}`) }))}
        onChange={choose}
        clearable={false}
      />
      {asked.period === 'own' && (
        <>
          <DayField
            label={t('dashboard.firstDay')}
            value={first}
            rangeOf={(day) => ({ first: day, last: between(last, day, endOf(day)) })}
            onChange={own}
          />
          <DayField
            label={t('dashboard.lastDay')}
            value={last}
            rangeOf={(day) => ({ first: between(first, beginOf(day), day), last: day })}
            onChange={own}
          />
        </>
      )}
      <FilterChip
        label={t('dashboard.compare')}
        value={asked.compare}
        choices={DASHBOARD_COMPARISONS.map((value) => ({ value, label: t(`dashboard.compare.${value}`) }))}
        onChange={(compare) => change({ compare: compare === 'previous' ? undefined : compare })}
        clearable={false}
      />
    </div>
  );
}

interface Range {
  readonly first: string;
  readonly last: string;
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  /** What a day makes of the range: its other end follows where it must. */
  readonly rangeOf: (day: string) => Range;
  readonly onChange: (range: Range) => void;
}

/**
 * A day that is typed or picked. While somebody types, days come and go that are not meant: what stands in the field is theirs until they leave it,
 * and counts after a pause, or when they do.
 */
function DayField({ label, value, rangeOf, onChange }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (field.current && !typed.current) field.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const take = (): void => {
    clearTimeout(pause.current);
    const day = field.current;
    if (typed.current && day && isMeant(day) && day.value !== value) onChange(rangeOf(day.value));
  };
  return (
    <label className={styles.day}>
      {label}
      <input
        ref={field}
        type="date"
        defaultValue={value}
        min={EARLIEST}
        max={dayBefore(0)}
        onChange={() => {
          typed.current = true;
          clearTimeout(pause.current);
          pause.current = setTimeout(take, PAUSE_MS);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
        onBlur={({ target }) => {
          take();
          typed.current = false;
          if (!isMeant(target)) target.value = value;
        }}
      />
    </label>
  );
}

function isMeant({ value, validity }: HTMLInputElement): boolean {
  return value !== '' && validity.valid;
}
