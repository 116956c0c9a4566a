import { webhookRotateSecret } from '@purser/contract/features/webhook';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useConfirmedWrite } from '../../shared/confirmed-write.ts';
import { useT } from '../../shared/i18n.tsx';
import { integration, type Integration } from './api.ts';
import { Card } from './card.tsx';
import { Ping } from './ping.tsx';
import { SecretDialog, type Secret } from './secret-dialog.tsx';
import styles from './api-management.module.css';

/** The secret that events are signed with, and a try whether they arrive. */
export function SigningCard() {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(integration);
  return (
    <Card title={t('apiManagement.signingTitle')} hint={t('apiManagement.signingHint')}>
      {data ? (
        <Signing saved={data} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </Card>
  );
}

function Signing({ saved }: { readonly saved: Integration }) {
  const t = useT();
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  const write = useConfirmedWrite(webhookRotateSecret, ({ outcome }) => {
    if (outcome === 'webhook_address_missing') setConfirming(false);
    return false;
  });
  const usable = saved.has_secret && saved.webhook_address !== '';

  const rotate = async (code: string): Promise<void> => {
    const answer = await write.send({}, code);
    setConfirming(false);
    if (answer.secret !== null)
      setSecret({ label: t('apiManagement.webhookSecret'), lead: t('apiManagement.webhookSecretLead'), value: answer.secret });
    // A repeated request is answered without the secret, which was shown once.
    else toast({ message: t('apiManagement.secretLost'), type: 'warning', duration: 0 });
    await queryClient.invalidateQueries({ queryKey: integration.queryKey });
  };

  return (
    <>
      <p>{saved.has_secret ? <StatusTag tone="success">{t('apiManagement.signingSet')}</StatusTag> : t('apiManagement.signingNone')}</p>
      <div className={styles['buttons']}>
        <Button
          disabled={!usable}
          onClick={() => {
            write.clear();
            setConfirming(true);
          }}
        >
          {t('apiManagement.rotate')}
        </Button>
        <Ping key={saved.webhook_address} disabled={!usable} />
      </div>
      <ConfirmWithCode
        open={confirming}
        title={t('apiManagement.rotateTitle')}
        facts={[{ label: t('apiManagement.webhookAddress'), value: saved.webhook_address }]}
        warning={write.isOpen({}) ? t('apiManagement.triedBefore') : t('apiManagement.rotateWarning')}
        confirmText={t('apiManagement.rotate')}
        danger
        codeProblem={write.codeProblem}
        onConfirm={rotate}
        onCancel={() => setConfirming(false)}
      />
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}
