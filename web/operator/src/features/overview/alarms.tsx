import { formatInstant } from '@purser/ui/instant-text';
import type { Health } from './api.ts';
import styles from './overview.module.css';
import { type OverviewT, useT } from './texts.ts';

/** What wants attention, with words on what to do. */
export function Alarms({ alarms }: Pick<Health, 'alarms'>) {
  const t = useT();
  return (
    <section className={styles.alarms} aria-label={t('overview.alarms')}>
      <ul>
        {alarms.map((one) => (
          <li key={`${one.alarm} ${one.subject ?? ''}`} data-severity={one.severity}>
            <strong>{told(t, one)}</strong>
            <p>{t(`overview.alarm.${one.alarm}.act`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each text takes of the alarm what it needs. */
function told(t: OverviewT, { alarm, subject, count, since }: Health['alarms'][number]): string {
  const say = t as unknown as (key: string, values: Readonly<Record<string, string | number>>) => string;
  return say(`overview.alarm.${alarm}`, { subject: subject ?? '', count: count ?? 0, since: formatInstant(since) });
}
