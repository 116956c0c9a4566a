import { Card } from '@purser/console-kit/card';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { refresh } from '@purser/console-kit/query';
import { SecretDialog } from '@purser/console-kit/secret-dialog';
import { recoveryCodesMake } from '@purser/contract/features/account-security';
import { RECOVERY_CODES } from '@purser/contract/recovery-code';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { security } from './api.ts';
import { useT } from './texts.ts';

/** Below so many the merchant is told to make new ones. */
const FEW = 3;

/** Codes for the day the authenticator is lost: how many are left, and new ones, which are shown once. */
export function RecoveryCodesCard() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(security);
  const [codes, setCodes] = useState<readonly string[]>();
  const making = useConfirmedAct(recoveryCodesMake, {
    contentsOf: () => ({}),
    onDone: (made) => {
      // An earlier attempt made them and its answer was lost: nobody has seen them, and they can be made anew.
      if (made.codes === null) toast.error(t('accountSecurity.recoveryUnseen'));
      else setCodes(made.codes);
      refresh(['self']);
    },
  });
  const kept = data?.recovery_codes ?? null;
  const act = t(kept === null ? 'accountSecurity.recoveryMake' : 'accountSecurity.recoveryRenew');
  return (
    <Card title={t('accountSecurity.recovery')} hint={t('accountSecurity.recoveryHint')}>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && (
        <p className={styles.line}>
          <StatusTag tone={kept === null ? 'neutral' : kept.left < FEW ? 'warning' : 'success'}>
            {kept === null ? t('accountSecurity.recoveryNone') : t('accountSecurity.recoveryLeft', { left: kept.left, of: RECOVERY_CODES })}
          </StatusTag>
          {kept !== null && (
            <span className={styles.hint}>{t('accountSecurity.recoveryMade', { time: formatInstant(kept.create_time) })}</span>
          )}
        </p>
      )}
      <Button className={styles.act} disabled={!data} onClick={() => making.begin({})}>
        {act}
      </Button>
      <ConfirmWithCode
        {...making.confirmation}
        title={act}
        facts={[]}
        warning={t(kept === null ? 'accountSecurity.recoveryEffect' : 'accountSecurity.recoveryRenewEffect')}
        confirmText={act}
      />
      <SecretDialog
        secret={codes && { label: t('accountSecurity.recovery'), lead: t('accountSecurity.recoveryLead'), value: codes.join('\n') }}
        words={{
          title: t('accountSecurity.recovery'),
          stored: t('accountSecurity.recoveryStored'),
          storedFirst: t('accountSecurity.recoveryStoredFirst'),
          done: t('accountSecurity.recoveryDone'),
        }}
        onStored={() => setCodes(undefined)}
      />
    </Card>
  );
}
