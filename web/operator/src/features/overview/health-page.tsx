import { Card } from '@purser/console-kit/card';
import { formatNumber } from '@purser/console-kit/format';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ageText } from '@purser/console-kit/age';
import { Alarms } from './alarms.tsx';
import { healthNow } from './api.ts';
import { HealthFacts } from './health-facts.tsx';
import styles from './overview.module.css';
import { ProgramCard } from './program-card.tsx';
import { SignerCard } from './signer-card.tsx';
import { useI18n } from './texts.ts';

/** How everything runs, program by program. */
export default function HealthPage() {
  const { t, tag } = useI18n();
  const { data, error, isError, isFetching, refetch } = useQuery(healthNow);
  return (
    <>
      <PageHead
        title={t('menu.health')}
        hint={data ? t('overview.asOf', { time: formatInstant(data.answered_at) }) : t('overview.healthHint')}
        actions={
          data && (
            <a className={styles.link} href={data.status_address} target="_blank" rel="noreferrer">
              {t('overview.statusPage')}
            </a>
          )
        }
      />
      {data ? (
        <>
          {isError && <output className={styles.stale}>{t('overview.stale', { time: formatInstant(data.answered_at) })}</output>}
          {data.health.alarms.length > 0 && <Alarms alarms={data.health.alarms} />}
          <div className={styles.cards}>
            <Card title={t('overview.whole')} hint={t('overview.healthDocs')}>
              <HealthFacts health={data.health} now={data.answered_at} />
            </Card>
            <Card title={t('overview.failingWebhooks')}>
              {data.failing_webhooks.length === 0 ? (
                <p className={styles.calm}>{t('overview.failingWebhooksNone')}</p>
              ) : (
                <ul className={styles.waiting}>
                  {data.failing_webhooks.map(({ merchant_id, name, waiting, oldest_time }) => (
                    <li key={merchant_id}>
                      <Link to="/merchants" search={{ merchant_id } as never}>
                        <span className={styles.kind}>{name}</span>
                        <span className={styles.age}>
                          {t('overview.failingWebhook', { count: waiting, age: ageText(oldest_time, data.answered_at, tag) })}
                        </span>
                        <span className={styles.count}>{formatNumber(waiting)}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
            {data.signers.map((signer) => (
              <SignerCard key={signer.network} signer={signer} now={data.answered_at} />
            ))}
            {data.programs.map((program) => (
              <ProgramCard key={program.program_id} program={program} now={data.answered_at} />
            ))}
          </div>
          {data.programs.length === 0 && <p className={styles.calm}>{t('overview.noPrograms')}</p>}
        </>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <>
          <output className="visually-hidden">{t('kit.loading')}</output>
          <div className={styles.bone} aria-hidden="true" />
        </>
      )}
    </>
  );
}
