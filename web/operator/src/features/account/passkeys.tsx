import { CallRefused } from '@purser/client/transport';
import { Card } from '@purser/console-kit/card';
import { client } from '@purser/console-kit/client';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { refresh } from '@purser/console-kit/query';
import { staffPasskeyAdd, staffPasskeyCreation, staffPasskeyRemove } from '@purser/contract/features/staff-passkey';
import type { NewPasskey } from '@purser/contract/passkey';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Dialog } from '@purser/ui/dialog';
import { FormField } from '@purser/ui/form-field';
import { formatInstant } from '@purser/ui/instant-text';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { knowsPasskeys, makePasskey, NoPasskey } from '../../shared/passkey.ts';
import { tellFailure } from '../../shared/tell-failure.ts';
import { passkeys, type Passkey } from './api.ts';
import { useT } from './texts.ts';

/** The member's own passkeys: made here, named, and removed. */
export function PasskeysCard() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(passkeys);
  const [naming, setNaming] = useState(false);
  const adding = useConfirmedAct(staffPasskeyAdd, {
    contentsOf: (passkey: NewPasskey) => ({ passkey }),
    onDone: () => {
      toast.success(t('account.passkeyAdded'));
      refresh(['self']);
    },
    onRefused: (outcome) => ['new_passkey_refused', 'passkey_taken', 'passkeys_full'].includes(outcome),
  });
  const removal = useConfirmedAct(staffPasskeyRemove, {
    contentsOf: ({ passkey_id }: Passkey) => ({ passkey_id }),
    onDone: () => {
      toast.success(t('account.passkeyRemoved'));
      refresh(['self']);
    },
    onRefused: (outcome) => {
      if (outcome === 'not_found') refresh(['self']);
      return outcome === 'not_found' || outcome === 'last_factor';
    },
  });
  return (
    <Card title={t('account.passkeys')} hint={t('account.passkeysHint')}>
      {data?.list.length === 0 && <p className={styles.hint}>{t('account.passkeysNone')}</p>}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && data.list.length > 0 && (
        <ul className={styles.list}>
          {data.list.map((passkey) => (
            <li key={passkey.passkey_id}>
              <span className={styles.what}>
                <strong>{passkey.name}</strong>
                <small>{t(passkey.synced ? 'account.passkeySynced' : 'account.passkeyOfDevice')}</small>
                <small>
                  {passkey.last_used_time === null
                    ? t('account.passkeyUnused', { time: formatInstant(passkey.create_time) })
                    : t('account.passkeyUsed', { time: formatInstant(passkey.last_used_time) })}
                </small>
              </span>
              <Button
                className={styles.act}
                aria-label={t('account.passkeyRemoveNamed', { name: passkey.name })}
                onClick={() => removal.begin(passkey)}
              >
                {t('account.passkeyRemove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <Button className={styles.act} onClick={() => setNaming(true)}>
          {t('account.passkeyAdd')}
        </Button>
      ) : (
        <p className={styles.hint}>{t('account.passkeysUnknown')}</p>
      )}
      <NewPasskeyDialog
        open={naming}
        onClose={() => setNaming(false)}
        onMade={(passkey) => {
          setNaming(false);
          adding.begin(passkey);
        }}
      />
      <ConfirmWithCode
        {...adding.confirmation}
        title={t('account.passkeyAdd')}
        facts={[{ label: t('account.passkeyName'), value: adding.reviewed?.name }]}
        warning={t('account.passkeyEffect')}
        confirmText={t('account.passkeyAdd')}
      />
      <ConfirmWithCode
        {...removal.confirmation}
        title={t('account.passkeyRemoveNamed', { name: removal.reviewed?.name ?? '' })}
        facts={[{ label: t('account.passkeyName'), value: removal.reviewed?.name }]}
        warning={t('account.passkeyRemoveEffect')}
        confirmText={t('account.passkeyRemove')}
        danger
      />
    </Card>
  );
}

interface NewPasskeyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMade: (passkey: NewPasskey) => void;
}

/** Asks for a name, then the browser for a passkey. */
function NewPasskeyDialog({ open, onClose, onMade }: NewPasskeyDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    setName('');
    setProblem(undefined);
    onClose();
  };
  const make = async (): Promise<void> => {
    if (name.trim() === '') return setProblem(t('account.passkeyNameRequired'));
    setBusy(true);
    try {
      const passkey = await makePasskey(await client.request(staffPasskeyCreation, {}, { quiet: true }), name.trim());
      setName('');
      onMade(passkey);
    } catch (error) {
      if (error instanceof NoPasskey) setProblem(t('account.passkeyNotMade'));
      else if (error instanceof CallRefused) setProblem(error.message);
      else tellFailure(error, t);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} title={t('account.passkeyAdd')} onCancel={close} busy={busy} footer={null} destroyOnHidden>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void make();
        }}
      >
        <p>{t('account.passkeyLead')}</p>
        <FormField label={t('account.passkeyName')} hint={t('account.passkeyNameHint')} problem={problem}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={64}
              autoComplete="off"
              status={problem === undefined ? '' : 'error'}
              onChange={(event) => {
                setName(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </FormField>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('account.passkeyMake')}
        </Button>
      </form>
    </Dialog>
  );
}
