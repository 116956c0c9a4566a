import { formatNumber } from '@purser/console-kit/format';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { ageText } from '@purser/console-kit/age';
import type { Health } from './api.ts';
import { type OverviewT, useI18n } from './texts.ts';
import { countText } from './waiting.tsx';

interface HealthFactsProps {
  readonly health: Health;
  readonly now: string;
}

/** How everything runs, a line each. */
export function HealthFacts({ health, now }: HealthFactsProps) {
  const { t, tag } = useI18n();
  const { alarms, database, programs, jobs, webhooks, ledger, maintenance } = health;
  const age = (time: string | null) => (time === null ? t('overview.unknown') : ageText(time, now, tag));
  const isDanger = alarms.some(({ severity }) => severity === 'danger');
  return (
    <Facts>
      <Fact label={t('overview.alarms')}>
        <StatusTag tone={alarms.length === 0 ? 'success' : isDanger ? 'danger' : 'warning'}>
          {alarms.length === 0 ? t('overview.noAlarms') : formatNumber(alarms.length)}
        </StatusTag>
      </Fact>
      <Fact label={t('overview.programs')}>
        {t('overview.programsRunning', programs)}
        {programs.silent > 0 && `; ${t('overview.programsSilent', programs)}`}
      </Fact>
      <Fact label={t('overview.database')}>
        {t('overview.databaseValue', { version: database.version, connections: database.connections, most: database.most_connections })}
      </Fact>
      <Fact label={t('overview.queue')}>{t('overview.queueValue', { percent: database.notification_queue_percent })}</Fact>
      <Fact label={t('overview.webhooks')}>
        {countText(webhooks.waiting, t)}
        {webhooks.tried_again.count > 0 && `; ${t('overview.webhooksAgain', { again: countText(webhooks.tried_again, t) })}`}
      </Fact>
      <Fact label={t('overview.jobs')}>{countText(jobs.waiting, t)}</Fact>
      <Fact label={t('overview.rolledUp')}>{age(ledger.rolled_up)}</Fact>
      <Fact label={t('overview.sealed')}>{age(ledger.sealed)}</Fact>
      <Fact label={t('overview.verified')}>{verifiedText(ledger.verified, t, age)}</Fact>
      <Fact label={t('overview.holds')}>{holdsText(ledger.holds, t)}</Fact>
      <Fact label={t('overview.counted')}>{age(ledger.counted_to)}</Fact>
      <Fact label={t('overview.clock')}>{t('overview.clockValue', { ms: formatNumber(Math.abs(health.largest_skew_ms)) })}</Fact>
      <Fact label={t('overview.maintenance')}>
        {maintenance === null
          ? t('overview.maintenanceNone')
          : t(maintenance.is_running ? 'overview.maintenanceRunning' : 'overview.maintenancePlanned', {
              time: formatInstant(maintenance.starts_at),
            })}
      </Fact>
    </Facts>
  );
}

function holdsText(holds: Health['ledger']['holds'], t: OverviewT): string {
  if (holds === null) return t('overview.holdsUnseen');
  return holds.stray === 0 ? t('overview.holdsWhole') : t('overview.holdsStray', { count: holds.stray });
}

function verifiedText(verified: Health['ledger']['verified'], t: OverviewT, ageOf: (time: string) => string): string {
  if (verified === null) return t('overview.verifiedNever');
  const { time, is_complete, breaks } = verified;
  if (breaks > 0) return t('overview.verifiedBroken', { age: ageOf(time), breaks });
  return t(is_complete ? 'overview.verifiedIntact' : 'overview.verifiedStopped', { age: ageOf(time) });
}
