import type { RangeStats } from './api.ts';
import styles from './range.module.css';
import { useT } from './texts.ts';

type Told = Pick<RangeStats, 'first_day' | 'last_day' | 'before_first_day' | 'before_last_day' | 'until_now'>;

/** Which days the figures are of, and which they are compared with. */
export function DaysTold({ told }: { readonly told: Told }) {
  const t = useT();
  return (
    <p className={styles.told}>
      {t('dashboard.comparedDays', {
        days: daysText(told.first_day, told.last_day),
        before: daysText(told.before_first_day, told.before_last_day),
      })}
      {told.until_now && ` · ${t('dashboard.untilNow')}`}
    </p>
  );
}

function daysText(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
