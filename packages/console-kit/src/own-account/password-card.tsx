import type { resetSelfPassword } from '@purser/contract/features/account-security';
import type { staffPasswordChange } from '@purser/contract/features/staff';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import type { Confirmation } from '@purser/contract/passkey';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { focusFirstProblem } from '@purser/ui/form-field';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CallField, CallForm } from '../call-form.tsx';
import { Card } from '../card.tsx';
import type { FormState } from '../confirmed-form.ts';
import { useTyped } from '../confirmed-form.ts';
import { mayHaveBeenDone } from '../act-key.ts';
import { useConfirmedWrite } from '../confirmed-write.ts';
import { canEncrypt } from '../encrypt-password.ts';
import { refusedField } from '../refused-field.ts';
import styles from './own-account.module.css';
import { useT } from './texts.ts';

const EMPTY = { old_password: '', new_password: '', again: '' };
type Typed = typeof EMPTY;
const PASSWORD = /^[\x21-\x7e]*$/;

/** A password as a call takes it. */
interface Sealed {
  readonly key_id: string;
  readonly password: string;
}

interface PasswordCardProps {
  readonly call: typeof staffPasswordChange | typeof resetSelfPassword;
  readonly username: string;
  /** Characters of a new one. */
  readonly minimum: number;
  /** Encrypts a password for one use. */
  readonly seal: (password: string) => Promise<Sealed>;
  /** Tells why that was not possible. */
  readonly tellFailure: (error: unknown) => void;
  readonly onChanged: () => void;
}

/** Changes one's own password. It is encrypted when it is confirmed, anew for each attempt, as what is sent is good once. */
export function PasswordCard({ call, username, minimum, seal, tellFailure, onChanged }: PasswordCardProps) {
  const t = useT();
  const id = useId();
  const fields = useForm<Typed>({ defaultValues: EMPTY });
  const { old_password, new_password, again } = useTyped(fields);
  const [submitted, setSubmitted] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [unanswered, setUnanswered] = useState(false);
  const limits = { minimum, maximum: LONGEST_PASSWORD };
  const isFit = PASSWORD.test(new_password) && new_password.length >= minimum && new_password.length <= LONGEST_PASSWORD;
  const problems = {
    old_password: old_password === '' ? t('account.oldPasswordRequired') : undefined,
    new_password: new_password === '' ? t('account.newPasswordRequired') : isFit ? undefined : t('account.passwordUnfit', limits),
    again: again === new_password ? undefined : t('account.passwordDiffers'),
  };
  const focusProblem = (): void => focusFirstProblem(document.getElementById(id));
  const write = useConfirmedWrite(call, (refusal) => {
    const refused = refusedField(call, refusal);
    setConfirming(false);
    if (refused === undefined || !(refused.field in EMPTY)) return false;
    fields.setError(refused.field as keyof Typed, { type: 'refused', message: refused.text });
    return true;
  });
  const confirm = async (confirmation: Confirmation): Promise<void> => {
    const sealed = await sealBoth(seal, old_password, new_password).catch((error: unknown) => {
      tellFailure(error);
      throw error;
    });
    await write.send(sealed, confirmation).catch((error: unknown) => {
      if (mayHaveBeenDone(error)) setUnanswered(true);
      throw error;
    });
    setUnanswered(false);
    setConfirming(false);
    setSubmitted(false);
    fields.reset(EMPTY);
    toast.success(t('account.passwordChanged'));
    onChanged();
  };
  const form: FormState<Typed> = {
    id,
    fields,
    problems,
    submitted,
    submit: async () => {
      setSubmitted(true);
      fields.clearErrors();
      if (Object.values(problems).some((text) => text !== undefined)) return focusProblem();
      write.clear();
      setConfirming(true);
    },
  };
  const inputs = [
    ['old_password', 'account.oldPassword', 'current-password', undefined],
    ['new_password', 'account.newPassword', 'new-password', t('account.passwordHint', limits)],
    ['again', 'account.passwordAgain', 'new-password', undefined],
  ] as const;
  return (
    <Card title={t('account.password')}>
      {canEncrypt() ? (
        <CallForm form={form} className={styles.form}>
          <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
          {inputs.map(([name, label, autoComplete, hint]) => (
            <CallField key={name} form={form} name={name} label={t(label)} hint={hint}>
              {(control) => <Input.Password {...control} autoComplete={autoComplete} maxLength={LONGEST_PASSWORD} />}
            </CallField>
          ))}
          <Button className={styles.act} htmlType="submit">
            {t('account.passwordChange')}
          </Button>
        </CallForm>
      ) : (
        <p className={styles.hint}>{t('account.insecure')}</p>
      )}
      <ConfirmWithCode
        open={confirming}
        codeProblem={write.codeProblem}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
        onClosed={focusProblem}
        title={t('account.passwordChange')}
        facts={[]}
        unanswered={unanswered ? t('account.passwordUnanswered') : undefined}
        warning={t('account.endsOthers')}
        confirmText={t('account.passwordChange')}
      />
    </Card>
  );
}

async function sealBoth(seal: (password: string) => Promise<Sealed>, old: string, wanted: string) {
  const [one, two] = await Promise.all([seal(old), seal(wanted)]);
  return { key_id: one.key_id, old_password: one.password, new_password: two.password };
}
