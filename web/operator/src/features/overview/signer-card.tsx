import { ageText } from '@purser/console-kit/age';
import { Card } from '@purser/console-kit/card';
import { formatNumber } from '@purser/console-kit/format';
import type { SignerStanding } from '@purser/contract/features/payout-wait';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { WaitTag } from '../../shared/payout-wait/wait-part.tsx';
import { PageLink, PAYOUTS } from '../../shared/page-link.tsx';
import styles from './overview.module.css';
import { useI18n } from './texts.ts';

interface SignerCardProps {
  readonly signer: SignerStanding;
  readonly now: string;
}

/** Whether the signer is heard of on a network, what keeps it from everything there, and why payouts wait. */
export function SignerCard({ signer, now }: SignerCardProps) {
  const { t, tag } = useI18n();
  const { network, told_time, is_silent, paused, trouble, trouble_time, waits } = signer;
  const whole = paused ?? (is_silent ? 'signer_silent' : trouble);
  return (
    <Card
      title={t('wait.signer', { network })}
      actions={whole === null ? <StatusTag tone="success">{t('wait.goesOn')}</StatusTag> : <WaitTag waits={{ reason: whole }} />}
    >
      <Facts>
        <Fact label={t('wait.heardLabel')}>{told_time === null ? t('wait.neverHeard') : ageText(told_time, now, tag)}</Fact>
      </Facts>
      {whole !== null && (
        <p className={styles.calm}>
          {t(`wait.${whole}.do`)} {whole === trouble && t('wait.since', { time: formatInstant(trouble_time) })}
        </p>
      )}
      {waits.length === 0 ? (
        <p className={styles.calm}>{t('wait.none')}</p>
      ) : (
        <ul className={styles.jobs}>
          {waits.map(({ reason, count, since }) => (
            <li key={reason}>
              <span>
                <WaitTag waits={{ reason }} />
              </span>
              <span className={styles.age}>
                {formatNumber(count)}
                {since !== null && `, ${t('wait.since', { time: formatInstant(since) })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <PageLink page={PAYOUTS} />
    </Card>
  );
}
