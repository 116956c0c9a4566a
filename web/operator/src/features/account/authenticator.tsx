import { AuthenticatorSecret } from '@purser/console-kit/authenticator-secret';
import { CallForm, useCallField } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { client } from '@purser/console-kit/client';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { staffAuthenticatorReplace, staffAuthenticatorSecret } from '@purser/contract/features/staff';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { GOOGLE_CODE_DIGITS, GoogleCodeField } from '@purser/ui/google-code-field';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from './texts.ts';

type Secret = OutputOf<typeof staffAuthenticatorSecret>;

/** The authenticator app: set up, or moved to another phone. */
export function AuthenticatorCard({ isSet }: { readonly isSet: boolean }) {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      setSecret(await client.request(staffAuthenticatorSecret, {}));
      setOpen(true);
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };
  const act = t(isSet ? 'account.authenticatorRenew' : 'account.authenticatorAdd');
  return (
    <Card title={t('account.authenticator')} hint={t(isSet ? 'account.authenticatorSet' : 'account.authenticatorMissing')}>
      <Button className={styles.act} aria-busy={busy} onClick={() => void begin()}>
        {act}
      </Button>
      {secret && <NewAuthenticator key={secret.secret_token} secret={secret} title={act} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface NewAuthenticatorProps {
  readonly secret: Secret;
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** First the new authenticator and a code of it, then a factor that the member has already. */
function NewAuthenticator({ secret, title, open, onClose }: NewAuthenticatorProps) {
  const t = useT();
  const fields = useForm({ defaultValues: { new_code: '' } });
  const { new_code } = useTyped(fields);
  const form = useConfirmedForm(staffAuthenticatorReplace, fields, {
    problems: { new_code: new_code.length < GOOGLE_CODE_DIGITS ? t('account.newCodeRequired', { digits: GOOGLE_CODE_DIGITS }) : undefined },
    review: () => ({ secret_token: secret.secret_token, new_code }),
    contentsOf: (reviewed) => reviewed,
    onDone: () => {
      toast.success(t('account.authenticatorDone'));
      onClose();
      form.reset();
      refresh(['self']);
    },
    onRefused: (outcome) => {
      if (outcome === 'authenticator_secret_expired') onClose();
      return outcome === 'authenticator_secret_expired';
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const { field, problem } = useCallField(form, 'new_code');
  return (
    <>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <div>
            <AuthenticatorSecret secret={secret.secret} otpauthUri={secret.otpauth_uri} />
          </div>
          <GoogleCodeField label={t('account.newCode')} problem={problem} value={field.value} onChange={field.onChange} />
          <Button type="primary" htmlType="submit" block>
            {t('account.goOn')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        onCancel={close}
        title={title}
        lead={t('account.authenticatorPresent')}
        facts={[]}
        warning={t('account.endsOthers')}
        confirmText={title}
      />
    </>
  );
}
