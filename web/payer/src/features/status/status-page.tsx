import type { PageOf, statusPage } from '@purser/contract/payer-pages';
import { type PartState, SYSTEM_PARTS } from '@purser/contract/system-status';
import { usePage } from '../../shared/context.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './status.module.css';

type StatusPage = PageOf<typeof statusPage>;

/** What works now, and the maintenance to come. */
function Status({ page }: { page: StatusPage }) {
  const { t } = usePage();
  const { parts, networks, maintenance, checked_at } = page;
  const shown = [
    ...SYSTEM_PARTS.map((part) => ({ name: t(`status_${part}`), state: parts[part] })),
    ...networks.map(({ network, state }) => ({ name: t('status_network', { network }), state })),
  ];
  const isWell = shown.every(({ state }) => state === 'works');
  return (
    <Shell width="reading">
      <Card>
        <div className={styles.head}>
          <h1>{t('status_title')}</h1>
          <p className={isWell ? styles.well : styles.ill}>{t(isWell ? 'status_all' : 'status_some')}</p>
          <p className={styles.quiet}>
            {t('status_as_of', { time: useLocalTime(checked_at) })}. {t('status_lead')}
          </p>
        </div>
        <dl className={styles.parts}>
          {shown.map(({ name, state }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={toneOf(state)}>{t(`status_${state}`)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card>{maintenance ? <Maintenance maintenance={maintenance} /> : <p className={styles.quiet}>{t('status_m_none')}</p>}</Card>
    </Shell>
  );
}

function Maintenance({ maintenance }: { maintenance: NonNullable<StatusPage['maintenance']> }) {
  const { t } = usePage();
  const { starts_at, ends_at, text, is_running } = maintenance;
  return (
    <section className={styles.head} aria-labelledby="maintenance">
      <h2 id="maintenance">{t(is_running ? 'status_m_running' : 'status_m_planned')}</h2>
      <p>
        {t('status_m_from', { from: useLocalTime(starts_at) })}
        {ends_at !== null && <Until instant={ends_at} />}
      </p>
      <p>{text ?? t('status_m_usual')}</p>
    </section>
  );
}

function Until({ instant }: { instant: string }) {
  const { t } = usePage();
  return <> {t('status_m_until', { until: useLocalTime(instant) })}</>;
}

function toneOf(state: PartState): string | undefined {
  if (state === 'works') return styles.well;
  return state === 'stopped' ? styles.ill : styles.slow;
}

export const status: PageView<typeof statusPage> = { Component: Status, title: (_page, t) => t('status_title') };
