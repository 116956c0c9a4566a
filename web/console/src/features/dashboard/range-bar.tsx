import { DASHBOARD_COMPARISONS, DASHBOARD_PERIODS, MOST_DASHBOARD_DAYS } from '@purser/contract/first-pages';
import { FilterChip } from '@purser/ui/filter-chip';
import { clockTimeOf } from '@purser/ui/time-zone';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { AskedDays, DashboardSearch } from './asked.ts';
import styles from './range.module.css';
import { useT } from './texts.ts';

const DAY_MS = 86_400_000;

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
            value={asked.first_day}
            earliest={dayAfter(asked.last_day ?? dayBefore(0), 1 - MOST_DASHBOARD_DAYS)}
            latest={asked.last_day ?? dayBefore(0)}
            onChange={(day) => change({ first_day: day })}
          />
          <DayField
            label={t('dashboard.lastDay')}
            value={asked.last_day ?? dayBefore(0)}
            earliest={asked.first_day}
            latest={
              [
                dayBefore(0),
                asked.first_day === undefined ? dayBefore(0) : dayAfter(asked.first_day, MOST_DASHBOARD_DAYS - 1),
              ].toSorted()[0]
            }
            onChange={(day) => change({ last_day: day })}
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

interface DayFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly earliest: string | undefined;
  readonly latest: string | undefined;
  readonly onChange: (day: string) => void;
}

/**
 * A day that is typed or picked; it counts once it is one of those that there are. While somebody types, days come and go that are not meant, so what stands in
 * the field is theirs until they leave it.
 */
function DayField({ label, value = '', earliest, latest, onChange }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  return (
    <label className={styles.day}>
      {label}
      <input
        ref={field}
        type="date"
        defaultValue={value}
        min={earliest}
        max={latest}
        onChange={({ target }) => {
          if (isMeant(target)) onChange(target.value);
        }}
        onBlur={({ target }) => {
          if (!isMeant(target)) target.value = value;
        }}
      />
    </label>
  );
}

function isMeant({ value, validity }: HTMLInputElement): boolean {
  return value !== '' && validity.valid;
}

/** The day in the user's own time zone so many days ago. */
function dayBefore(days: number): string {
  const { year, month, day } = clockTimeOf(new Date());
  return textOf(Date.UTC(year, month, day - days));
}

function dayAfter(day: string, days: number): string {
  return textOf(Date.parse(day) + days * DAY_MS);
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
