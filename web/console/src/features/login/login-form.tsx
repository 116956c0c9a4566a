import { readRecoveryCode } from '@purser/contract/recovery-code';
import { GoogleCodeField } from '@purser/ui/google-code-field';
import { useRef, useState, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../../shared/i18n.tsx';
import styles from '@purser/console-kit/plain.module.css';
import type { Credentials } from './api.ts';
import { canEncrypt } from '@purser/console-kit/encrypt-password';
import { refusalProblems, tellFailure, type LoginFields, type LoginProblems } from '../../shared/login-failure.ts';
import { problemsOf, type SecondProof } from './rules.ts';
import { TextField } from '@purser/console-kit/text-field';

interface LoginFormProps {
  /** A rejection leaves the form as it is; the user has been told why. */
  readonly onSubmit: (credentials: Credentials, code: string | undefined) => Promise<void>;
}

export function LoginForm({ onSubmit }: LoginFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<LoginFields>({ username: '', password: '', code: '' });
  const [problems, setProblems] = useState<LoginProblems>({});
  const [busy, setBusy] = useState(false);
  /** First who, then the code: what is asked for next has the page to itself. */
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [proof, setProof] = useState<'code' | 'recovery'>('code');
  const change = (field: keyof LoginFields) => (value: string) => {
    setFields((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  };

  const goOn = (): void => {
    const found = problemsOf(fields, 'none', t);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstProblem(form.current);
    setStep('code');
  };

  const prove = (by: 'code' | 'recovery'): void => {
    change('code')('');
    setProof(by);
  };

  const submit = async (by: SecondProof): Promise<void> => {
    const found = problemsOf(fields, by, t);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstProblem(form.current);
    setBusy(true);
    try {
      const code = by === 'recovery' ? readRecoveryCode(fields.code) : by === 'code' ? fields.code : undefined;
      await onSubmit({ username: fields.username.trim(), password: fields.password }, code);
    } catch (error) {
      // A used or wrong code is of no use any more; the rest stays.
      change('code')('');
      // What has to be mended is told once, at its field, which must be marked before it is looked for.
      const refused = refusalProblems(error);
      flushSync(() => {
        setProblems(refused);
        // Whatever is not about the code leads back to who it is.
        if (refused.code === undefined) setStep('password');
      });
      if (Object.keys(refused).length === 0) tellFailure(error, t);
      focusFirstProblem(form.current);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <h1 className={styles.title}>{t('login.title')}</h1>
      {!canEncrypt() && (
        <p className={styles.problem} role="alert">
          {t('login.insecure')}
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
          else void submit(proof);
        }}
      >
        {/* Kept on the page while the code is asked for, so that a password manager sees one login. */}
        <div className={styles.form} hidden={step === 'code'}>
          <TextField
            label={t('login.username')}
            problem={problems.username}
            input={{
              name: 'username',
              autoComplete: 'username',
              autoFocus: true,
              value: fields.username,
              onChange: (event) => change('username')(event.target.value),
            }}
          />
          <TextField
            label={t('login.password')}
            problem={problems.password}
            secret
            input={{
              name: 'password',
              autoComplete: 'current-password',
              value: fields.password,
              onChange: (event) => change('password')(event.target.value),
            }}
          />
        </div>
        {step === 'password' ? (
          <button type="submit" className={styles.primary} disabled={!canEncrypt()}>
            {t('login.continue')}
          </button>
        ) : (
          <>
            <p className={styles.hint}>{t('login.as', { username: fields.username.trim() })}</p>
            {proof === 'code' ? (
              <GoogleCodeField
                focused
                label={t('login.code')}
                hint={t('login.codeHint')}
                problem={problems.code}
                value={fields.code}
                onChange={change('code')}
              />
            ) : (
              <TextField
                label={t('login.recovery')}
                hint={t('login.recoveryHint')}
                problem={problems.code}
                input={{
                  name: 'recovery',
                  autoComplete: 'off',
                  maxLength: 32,
                  // The user came here to fill this in.
                  autoFocus: true,
                  value: fields.code,
                  onChange: (event) => change('code')(event.target.value),
                }}
              />
            )}
            <button type="submit" className={styles.primary} disabled={busy}>
              {busy ? t('login.busy') : t('login.submit')}
            </button>
            <button type="button" className={styles.link} disabled={busy} onClick={() => prove(proof === 'code' ? 'recovery' : 'code')}>
              {t(proof === 'code' ? 'login.useRecovery' : 'login.useCode')}
            </button>
            <button type="button" className={styles.link} disabled={busy} onClick={() => void submit('none')}>
              {t('login.firstTime')}
            </button>
            <button type="button" className={styles.link} disabled={busy} onClick={() => setStep('password')}>
              {t('login.back')}
            </button>
          </>
        )}
      </form>
    </>
  );
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
