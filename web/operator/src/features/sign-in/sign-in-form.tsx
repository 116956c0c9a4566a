import { CallRefused } from '@purser/client/transport';
import { client } from '@purser/console-kit/client';
import { canEncrypt } from '@purser/console-kit/encrypt-password';
import styles from '@purser/console-kit/plain.module.css';
import { TextField } from '@purser/console-kit/text-field';
import { staffLogin, staffPasskeyRequest } from '@purser/contract/staff-first-pages';
import { LONGEST_PASSWORD, LONGEST_USERNAME } from '@purser/contract/limits';
import type { Confirmation } from '@purser/contract/passkey';
import { focusFirstProblem } from '@purser/ui/form-field';
import { GOOGLE_CODE_DIGITS, GoogleCodeField } from '@purser/ui/google-code-field';
import { useRef, useState, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { knowsPasskeys, NoPasskey, askForPasskey } from '../../shared/passkey.ts';
import { tellFailure } from '../../shared/tell-failure.ts';
import { useT } from './texts.ts';

export interface SignInFields {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

type Problems = Partial<Record<keyof SignInFields, string>>;

interface SignInFormProps {
  readonly onSubmit: (fields: SignInFields, confirmation: Confirmation) => Promise<void>;
}

export function SignInForm({ onSubmit }: SignInFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<SignInFields>({ username: '', password: '', code: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  /** First who, then the second factor: what is asked for next has the page to itself. */
  const [step, setStep] = useState<'password' | 'code'>('password');
  const change = (field: keyof SignInFields) => (value: string) => {
    setFields((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  };
  const tell = (found: Problems): void => {
    // A field must be marked before it is looked for.
    flushSync(() => setProblems(found));
    focusFirstProblem(form.current);
  };

  const goOn = (): void => {
    const found: Problems = {
      ...(fields.username.trim() === '' && { username: t('signIn.usernameRequired') }),
      ...(fields.password === '' && { password: t('signIn.passwordRequired') }),
    };
    if (Object.keys(found).length > 0) return tell(found);
    setStep('code');
  };

  const send = async (confirmationOf: () => Promise<Confirmation>): Promise<void> => {
    setBusy(true);
    try {
      await onSubmit(fields, await confirmationOf());
    } catch (error) {
      // A used or wrong code is of no use any more; the rest stays.
      change('code')('');
      const refused = error instanceof NoPasskey ? { code: t('signIn.passkeyNotUsed') } : refusalProblems(error);
      // Whatever is not about the second factor leads back to who it is.
      if (refused.code === undefined) setStep('password');
      if (Object.keys(refused).length === 0) tellFailure(error, t);
      tell(refused);
    } finally {
      setBusy(false);
    }
  };
  const submit = async (): Promise<void> => {
    if (fields.code.length < GOOGLE_CODE_DIGITS) return tell({ code: t('signIn.codeRequired', { digits: GOOGLE_CODE_DIGITS }) });
    await send(async () => fields.code);
  };
  const submitPasskey = () => send(async () => askForPasskey(await client.request(staffPasskeyRequest, {}, { quiet: true })));

  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      {!canEncrypt() && (
        <p className={styles.problem} role="alert">
          {t('signIn.insecure')}
        </p>
      )}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          if (busy) return;
          if (step === 'password') goOn();
          else void submit();
        }}
      >
        {/* Kept on the page while the code is asked for, so that a password manager sees one login. */}
        <div className={styles.form} hidden={step === 'code'}>
          <TextField
            label={t('signIn.username')}
            problem={problems.username}
            input={{
              name: 'username',
              autoComplete: 'username',
              autoFocus: true,
              maxLength: LONGEST_USERNAME,
              value: fields.username,
              onChange: (event) => change('username')(event.target.value),
            }}
          />
          <TextField
            label={t('signIn.password')}
            problem={problems.password}
            secret
            input={{
              name: 'password',
              autoComplete: 'current-password',
              maxLength: LONGEST_PASSWORD,
              value: fields.password,
              onChange: (event) => change('password')(event.target.value),
            }}
          />
        </div>
        {step === 'password' ? (
          <button type="submit" className={styles.primary} disabled={!canEncrypt()}>
            {t('signIn.continue')}
          </button>
        ) : (
          <>
            <p className={styles.hint}>{t('signIn.as', { username: fields.username.trim() })}</p>
            <GoogleCodeField
              focused
              label={t('signIn.code')}
              hint={t('signIn.codeHint')}
              problem={problems.code}
              value={fields.code}
              onChange={change('code')}
            />
            <button type="submit" className={styles.primary} disabled={busy}>
              {busy ? t('signIn.busy') : t('signIn.submit')}
            </button>
            {knowsPasskeys() && (
              <button type="button" className={styles.secondary} disabled={busy} onClick={() => void submitPasskey()}>
                {t('signIn.passkey')}
              </button>
            )}
            <button type="button" className={styles.link} disabled={busy} onClick={() => setStep('password')}>
              {t('signIn.other')}
            </button>
          </>
        )}
      </form>
    </>
  );
}

/** What the server refused, at the field that it concerns; empty when it concerns none. */
function refusalProblems(error: unknown): Problems {
  if (!(error instanceof CallRefused)) return {};
  if (error.outcome === 'wrong_credentials') return { password: error.message };
  return staffLogin.fields[error.outcome as keyof typeof staffLogin.fields] === 'google_code' ? { code: error.message } : {};
}
