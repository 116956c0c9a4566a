import { AuthenticatorSecret } from '@purser/console-kit/authenticator-secret';
import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { client } from '@purser/console-kit/client';
import { type FormState, useTyped } from '@purser/console-kit/confirmed-form';
import { useConfirmedWrite } from '@purser/console-kit/confirmed-write';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { refresh } from '@purser/console-kit/query';
import { refusedField } from '@purser/console-kit/refused-field';
import type { OutputOf } from '@purser/contract/call';
import { newGoogleSecret, updateGoogleSecret } from '@purser/contract/features/account-security';
import { readRecoveryCode } from '@purser/contract/recovery-code';
import { Dialog } from '@purser/ui/dialog';
import { focusFirstProblem } from '@purser/ui/form-field';
import { GOOGLE_CODE_DIGITS, GoogleCodeField } from '@purser/ui/google-code-field';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from './texts.ts';

type Secret = OutputOf<typeof newGoogleSecret>;

/** The authenticator app: moved to another phone, or away from one that is lost. */
export function AuthenticatorCard() {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      setSecret(await client.request(newGoogleSecret, {}));
      setOpen(true);
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('account.authenticator')} hint={t('account.authenticatorSet')}>
      <Button className={styles.act} aria-busy={busy} onClick={() => void begin()}>
        {t('account.authenticatorRenew')}
      </Button>
      {secret && <NewAuthenticator key={secret.secret_token} secret={secret} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const EMPTY = { new_code: '', google_code: '' };
type Typed = typeof EMPTY;

interface NewAuthenticatorProps {
  readonly secret: Secret;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The new authenticator and a code of it, and what proves who asks: a code of the present one, or a recovery code. */
function NewAuthenticator({ secret, open, onClose }: NewAuthenticatorProps) {
  const t = useT();
  const id = useId();
  const fields = useForm<Typed>({ defaultValues: EMPTY });
  const { new_code, google_code } = useTyped(fields);
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const present = readPresent(google_code);
  const problems = {
    new_code: new_code.length < GOOGLE_CODE_DIGITS ? t('account.newCodeRequired', { digits: GOOGLE_CODE_DIGITS }) : undefined,
    google_code: present === undefined ? t('accountSecurity.presentRequired', { digits: GOOGLE_CODE_DIGITS }) : undefined,
  };
  const focusProblem = (): void => focusFirstProblem(document.getElementById(id));
  const close = (): void => {
    onClose();
    fields.reset(EMPTY);
    setSubmitted(false);
  };
  const write = useConfirmedWrite(updateGoogleSecret, (refusal) => {
    if (refusal.outcome === 'authenticator_secret_expired') close();
    const refused = refusedField(updateGoogleSecret, refusal);
    if (refused?.field !== 'new_code') return false;
    fields.setError('new_code', { type: 'refused', message: refused.text });
    return true;
  });
  const contents = { secret_token: secret.secret_token, new_code };
  const send = async (confirmation: string): Promise<void> => {
    setBusy(true);
    try {
      await write.send(contents, confirmation);
      toast.success(t('account.authenticatorDone'));
      refresh(['self']);
      close();
    } catch {
      setRefusals((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  // Once what was refused is marked.
  useEffect(() => {
    if (refusals > 0) focusFirstProblem(document.getElementById(id));
  }, [refusals, id]);
  const form: FormState<Typed> = {
    id,
    fields,
    problems: { ...problems, google_code: problems.google_code ?? write.codeProblem },
    submitted,
    submit: async () => {
      setSubmitted(true);
      fields.clearErrors();
      write.clear();
      if (problems.new_code !== undefined || present === undefined) return focusProblem();
      if (!busy) await send(present);
    },
  };
  const { field, problem } = useCallField(form, 'new_code');
  return (
    <Dialog open={open} title={t('account.authenticatorRenew')} onCancel={close} busy={busy} footer={null} destroyOnHidden>
      <CallForm form={form} className={styles.form} onInput={write.clear}>
        <div>
          <AuthenticatorSecret secret={secret.secret} otpauthUri={secret.otpauth_uri} />
        </div>
        <GoogleCodeField label={t('account.newCode')} problem={problem} value={field.value} onChange={field.onChange} />
        <CallField form={form} name="google_code" label={t('accountSecurity.present')} hint={t('accountSecurity.presentHint')}>
          {(control) => <Input {...control} autoComplete="one-time-code" maxLength={32} spellCheck={false} />}
        </CallField>
        <p className={styles.hint} aria-live="polite">
          {write.unanswered(contents) ?? t('account.endsOthers')}
        </p>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('account.authenticatorRenew')}
        </Button>
      </CallForm>
    </Dialog>
  );
}

/** A code of the authenticator or a recovery code, as the call takes it; undefined for anything else. */
function readPresent(typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, '');
  return new RegExp(`^\\d{${GOOGLE_CODE_DIGITS}}$`).test(code) ? code : readRecoveryCode(typed);
}
