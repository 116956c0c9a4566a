import { Card } from '@purser/console-kit/card';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Alarms } from './alarms.tsx';
import { type Overview, overviewNow } from './api.ts';
import { HealthFacts } from './health-facts.tsx';
import styles from './overview.module.css';
import { Reserves } from './reserves.tsx';
import { useT } from './texts.ts';
import { Turnover } from './turnover.tsx';
import { Waiting } from './waiting.tsx';

/** What a member of staff sees first. */
export default function OverviewPage() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(overviewNow);
  return (
    <>
      <PageHead
        title={t('menu.overview')}
        hint={data ? t('overview.asOf', { time: formatInstant(data.answered_at) }) : t('overview.hint')}
      />
      {data ? (
        <>
          {isError && <output className={styles.stale}>{t('overview.stale', { time: formatInstant(data.answered_at) })}</output>}
          <Panels data={data} />
        </>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Bones />
      )}
    </>
  );
}

function Panels({ data }: { readonly data: Overview }) {
  const t = useT();
  const { waiting, reserves, turnover, health, failed, answered_at: now } = data;
  return (
    <>
      {health && health.alarms.length > 0 && <Alarms alarms={health.alarms} />}
      <div className={styles.panels}>
        <div className={styles.column}>
          <Panel title={t('overview.waiting')} isFailed={failed.includes('waiting')}>
            {waiting && <Waiting waiting={waiting} now={now} />}
          </Panel>
          <Panel title={t('overview.turnover')} isFailed={failed.includes('turnover')}>
            {turnover && <Turnover turnover={turnover} />}
          </Panel>
        </div>
        <div className={styles.column}>
          <Panel
            title={t('overview.reserves')}
            isFailed={failed.includes('reserves')}
            actions={
              reserves && (
                <Link to="/reserves" className={styles.link ?? ''}>
                  {t('menu.reserves')}
                </Link>
              )
            }
          >
            {reserves && <Reserves reserves={reserves} />}
          </Panel>
          <Panel
            title={t('menu.health')}
            isFailed={failed.includes('health')}
            actions={
              health && (
                <Link to="/health" className={styles.link ?? ''}>
                  {t('overview.toHealth')}
                </Link>
              )
            }
          >
            {health && <HealthFacts health={health} now={now} />}
          </Panel>
        </div>
      </div>
    </>
  );
}

interface PanelProps {
  readonly title: string;
  readonly isFailed: boolean;
  readonly actions?: ReactNode;
  /** Null where the role is not told, and where it could not be read. */
  readonly children: ReactNode;
}

function Panel({ title, isFailed, actions, children }: PanelProps) {
  const t = useT();
  if (!isFailed && children === null) return null;
  return (
    <Card title={title} actions={actions}>
      {isFailed ? <output className={styles.failed}>{t('overview.failedPanel')}</output> : children}
    </Card>
  );
}

function Bones() {
  const t = useT();
  return (
    <>
      <output className="visually-hidden">{t('kit.loading')}</output>
      <div className={styles.panels} aria-hidden="true">
        <div className={styles.column}>
          <div className={styles.bone} />
          <div className={styles.bone} />
        </div>
        <div className={styles.bone} />
      </div>
    </>
  );
}
