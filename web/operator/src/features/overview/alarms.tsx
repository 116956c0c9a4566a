import type { AlarmKind } from '@purser/contract/features/overview';
import { formatInstant } from '@purser/ui/instant-text';
import { CHAINS, type NamedPage, PageLink, PAYOUTS, SWEEPS } from '../../shared/page-link.tsx';
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
            <Places alarm={one.alarm} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where one sees more of it. */
const PLACES: { readonly [Kind in AlarmKind]?: readonly NamedPage[] } = {
  watcher_missing: [CHAINS],
  chain_halted: [CHAINS],
  chain_unwatched: [CHAINS],
  chain_troubled: [CHAINS],
  custody_drift: [CHAINS],
  custody_unreckoned: [CHAINS],
  signer_silent: [PAYOUTS],
  signer_troubled: [PAYOUTS],
  payout_gap: [CHAINS, PAYOUTS],
  payout_doubted: [PAYOUTS],
  payout_unmined: [PAYOUTS],
  payout_unsigned: [PAYOUTS],
  chain_funds_low: [CHAINS, SWEEPS],
};

function Places({ alarm }: { readonly alarm: AlarmKind }) {
  const places = PLACES[alarm];
  if (!places) return null;
  return (
    <p className={styles.places}>
      {places.map((page) => (
        <PageLink key={page.path} page={page} />
      ))}
    </p>
  );
}

/** Each text takes of the alarm what it needs. */
function told(t: OverviewT, { alarm, subject, count, since }: Health['alarms'][number]): string {
  const say = t as unknown as (key: string, values: Readonly<Record<string, string | number>>) => string;
  return say(`overview.alarm.${alarm}`, { subject: subject ?? '', count: count ?? 0, since: formatInstant(since) });
}
