import type { PayoutWait, PayoutWaitReason } from '@purser/contract/features/payout-wait';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import styles from './payout-wait.module.css';
import { useT } from './texts.ts';

/** What somebody must find out before any money moves; the rest is mended by patience, money or a limit. */
const ALARMING: ReadonlySet<PayoutWaitReason> = new Set([
  'halted',
  'signer_silent',
  'no_node',
  'failing',
  'nodes_differ',
  'transfer_differs',
  'not_usdt',
  'no_amount',
  'arrival_elsewhere',
  'arrival_less',
  'signed_before',
  'nonce_gap',
  'signed_elsewhere',
]);
/** What goes on by itself. */
const PATIENT: ReadonlySet<PayoutWaitReason> = new Set(['address_rests', 'changed', 'many_open']);

function waitTone(reason: PayoutWaitReason): Tone {
  return ALARMING.has(reason) ? 'danger' : PATIENT.has(reason) ? 'info' : 'warning';
}

/** Why a payout waits, in few words: for lists. */
export function WaitTag({ waits }: { readonly waits: Pick<PayoutWait, 'reason'> }) {
  const t = useT();
  return <StatusTag tone={waitTone(waits.reason)}>{t(`wait.${waits.reason}`)}</StatusTag>;
}

/** Why a payout waits, since when, what is missing, and what to do about it. */
export function WaitPart({ waits: { reason, since, missing, until } }: { readonly waits: PayoutWait }) {
  const t = useT();
  const sinceText =
    reason === 'signer_silent' ? (since === null ? t('wait.neverHeard') : t('wait.heard', { time: formatInstant(since) })) : null;
  return (
    <DetailsPart title={t('wait.title')}>
      <div className={styles.part}>
        <Facts>
          <Fact label={t('field.status')}>
            <StatusTag tone={waitTone(reason)}>{t(`wait.${reason}`)}</StatusTag>{' '}
            {sinceText ?? (since === null ? '' : t('wait.since', { time: formatInstant(since) }))}
          </Fact>
          {missing !== null && (
            <Fact label={t(reason === 'usdt_short' ? 'wait.missingUsdt' : 'wait.missingCoins')} strong>
              {groupDigits(missing)}
            </Fact>
          )}
          {until !== null && <Fact label={t('wait.until')}>{formatInstant(until)}</Fact>}
        </Facts>
        <p>{t(`wait.${reason}.do`)}</p>
      </div>
    </DetailsPart>
  );
}
