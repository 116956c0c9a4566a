import { Card } from '@purser/console-kit/card';
import { formatNumber } from '@purser/console-kit/format';
import { PERIODIC_JOBS } from '@purser/contract/periodic-jobs';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { ageText } from '@purser/console-kit/age';
import type { Program } from './api.ts';
import styles from './overview.module.css';
import { type OverviewT, useI18n } from './texts.ts';

interface ProgramCardProps {
  readonly program: Program;
  readonly now: string;
}

/** What one program reports of itself. */
export function ProgramCard({ program, now }: ProgramCardProps) {
  const { t, tag } = useI18n();
  const { kind, host, version, start_time, told_time, is_silent, facts } = program;
  return (
    <Card
      title={`${kind}, ${host}`}
      actions={<StatusTag tone={is_silent ? 'warning' : 'success'}>{t(is_silent ? 'overview.silent' : 'overview.running')}</StatusTag>}
    >
      <Facts>
        <Fact label={t('overview.version')}>{version}</Fact>
        <Fact label={t('overview.started')}>{formatInstant(start_time)}</Fact>
        <Fact label={t('overview.reported')}>{ageText(told_time, now, tag)}</Fact>
        {facts && (
          <>
            <Fact label={t('overview.ownClock')}>
              {t(facts.skew_ms < 0 ? 'overview.clockBehind' : 'overview.clockAhead', { ms: formatNumber(Math.abs(facts.skew_ms)) })}
            </Fact>
            <Fact label={t('overview.memory')}>{formatNumber(facts.memory_mb)} MB</Fact>
            <Fact label={t('overview.loopDelay')}>{formatNumber(facts.loop_delay_ms)} ms</Fact>
            {kind === 'api' && (
              <>
                <Fact label={t('overview.connections')}>{formatNumber(facts.connections)}</Fact>
                <Fact label={t('overview.streams')}>{formatNumber(facts.event_streams)}</Fact>
                <Fact label={t('overview.commands')}>{formatNumber(facts.commands_waiting)}</Fact>
              </>
            )}
          </>
        )}
      </Facts>
      {facts === null && <p className={styles.calm}>{t('overview.otherVersion')}</p>}
      {facts && facts.jobs.length > 0 && (
        <section>
          <h3 className={styles.subject}>{t('overview.periodic')}</h3>
          <ul className={styles.jobs}>
            {facts.jobs.map(({ name, done_s_ago, failing_for_s }) => (
              <li key={name}>
                <span>{jobName(name, t)}</span>
                {failing_for_s === null ? (
                  <span className={styles.age}>
                    {done_s_ago === null ? t('overview.notYet') : ageText(before(told_time, done_s_ago), now, tag)}
                  </span>
                ) : (
                  <StatusTag tone="danger">{t('overview.failing')}</StatusTag>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

function before(time: string, seconds: number): string {
  return new Date(Date.parse(time) - seconds * 1000).toISOString();
}

/** A job that this version has no words for is called by its name. */
function jobName(name: string, t: OverviewT): string {
  const lane = /^job-lane-(\d+)$/.exec(name)?.[1];
  if (lane !== undefined) return t('overview.job.lane', { number: lane });
  const known = PERIODIC_JOBS.find((one) => one === name);
  return known ? t(`overview.job.${known}`) : name;
}
