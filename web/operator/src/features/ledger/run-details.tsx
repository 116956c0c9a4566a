import { formatNumber } from '@purser/console-kit/format';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import styles from './ledger.module.css';
import { type Run, RunState } from './run-state.tsx';
import { useT } from './texts.ts';

/** One verification, checkpoint or statement of what is owed. */
export function RunDetails({ row: run }: { readonly row: Run }) {
  const t = useT();
  const { verification, checkpoint, statement, step } = run;
  return (
    <Details>
      <DetailsHead>
        <strong>{t(`ledger.kind.${run.kind}`)}</strong>
        <RunState run={run} />
      </DetailsHead>
      {run.state === 'stopped' && <p className={styles.note}>{t('ledger.stoppedHint')}</p>}
      <Facts>
        <Fact label={t('ledger.askedBy')}>{run.asked_by?.name ?? t('ledger.byCommand')}</Fact>
        <Fact label={t('ledger.begun')}>{formatInstant(run.create_time)}</Fact>
        <Fact label={t('ledger.finished')}>{formatInstant(run.finish_time)}</Fact>
        {step && run.state !== 'done' && <Fact label={t('ledger.step')}>{t(`ledger.step.${step}`)}</Fact>}
      </Facts>
      {verification && <Found found={verification} done={run.state === 'done'} />}
      {statement && (
        <Facts>
          <Fact label={t('ledger.kind.statement')}>
            <CopyText text={statement.statement_id} what={t('ledger.kind.statement')} shorten />
          </Fact>
        </Facts>
      )}
      {checkpoint && (
        <Facts>
          <Fact label={t('ledger.upTo')}>
            {t('ledger.upToText', {
              round: formatNumber(Number(checkpoint.round)),
              entries: formatNumber(Number(checkpoint.entries)),
              postings: formatNumber(Number(checkpoint.postings)),
            })}
          </Fact>
          <Fact label={t('ledger.place')}>
            <span className={styles.note}>{checkpoint.place}</span>
          </Fact>
          <Fact label={t('ledger.fingerprint')}>
            <CopyText text={checkpoint.fingerprint} what={t('ledger.fingerprint')} shorten />
          </Fact>
          <Fact label={t('ledger.publicKey')}>
            <CopyText text={checkpoint.public_key} what={t('ledger.publicKey')} />
          </Fact>
        </Facts>
      )}
    </Details>
  );
}

function Found({ found, done }: { readonly found: NonNullable<Run['verification']>; readonly done: boolean }) {
  const t = useT();
  return (
    <>
      <Facts>
        {done && (
          <Fact label={t('ledger.scope')}>
            {t('ledger.scopeText', {
              accounts: formatNumber(found.accounts),
              postings: formatNumber(found.postings),
              entries: formatNumber(found.entries),
              audit: formatNumber(found.audit_entries),
            })}
          </Fact>
        )}
        {done && <Fact label={t('ledger.unsealed')}>{formatNumber(found.unsealed)}</Fact>}
        <Fact label={t('ledger.duration')}>{t('ledger.seconds', { seconds: (found.duration_ms / 1_000).toFixed(1) })}</Fact>
        <Fact label={t('ledger.comparedWith')}>
          {found.compared_with === null ? t('ledger.comparedWithNone') : formatInstant(found.compared_with)}
        </Fact>
      </Facts>
      {found.breaks.length > 0 && (
        <DetailsPart title={t('ledger.breaks')}>
          {/* Whoever has no mouse scrolls by what can be focused. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section aria-label={t('ledger.breaks')} tabIndex={0}>
            <ul className={styles.breaks}>
              {found.breaks.map(({ check, where, found: what }) => (
                <li key={`${check} ${where} ${what}`}>
                  <strong>{where}</strong>
                  <span>{check}</span>
                  <span>{what}</span>
                </li>
              ))}
            </ul>
          </section>
        </DetailsPart>
      )}
    </>
  );
}
