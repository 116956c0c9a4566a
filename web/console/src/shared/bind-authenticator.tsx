import { AuthenticatorSecret } from '@purser/console-kit/authenticator-secret';
import { GOOGLE_CODE_DIGITS, GoogleCodeField } from '@purser/ui/google-code-field';
import { useEffect, useRef, useState } from 'react';
import styles from '@purser/console-kit/plain.module.css';
import own from './bind-authenticator.module.css';
import { useT } from './i18n.tsx';
import { refusalProblems, tellFailure } from './login-failure.ts';

interface BindAuthenticatorProps {
  /** Why there has to be one. */
  readonly lead: string;
  readonly secret: string;
  readonly otpauthUri: string;
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second half of a first login, or of setting an account up: the authenticator app takes the secret and its first code proves it. */
export default function BindAuthenticator({ lead, secret, otpauthUri, onCode, onBack }: BindAuthenticatorProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // The form that had the focus is gone: keyboard and screen reader go on here.
  useEffect(() => title.current?.focus(), []);

  const submit = async (): Promise<void> => {
    if (code.length !== GOOGLE_CODE_DIGITS) {
      setProblem(t('login.codeTooShort', { limit: GOOGLE_CODE_DIGITS }));
      return input.current?.focus();
    }
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      setCode('');
      const problem = refusalProblems(error).code;
      setProblem(problem);
      if (problem === undefined) tellFailure(error, t);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <h1 ref={title} tabIndex={-1} className={own.bindTitle}>
        {t('bind.title')}
      </h1>
      <p className={styles.lead}>{lead}</p>
      <ol className={own.steps}>
        <li>
          <AuthenticatorSecret secret={secret} otpauthUri={otpauthUri} />
        </li>
        <li>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) void submit();
            }}
          >
            <GoogleCodeField
              ref={input}
              label={t('bind.code')}
              problem={problem}
              value={code}
              onChange={(next) => {
                setCode(next);
                setProblem(undefined);
              }}
            />
            <button type="submit" className={styles.primary} disabled={busy}>
              {busy ? t('login.busy') : t('bind.submit')}
            </button>
            <button type="button" className={styles.secondary} disabled={busy} onClick={onBack}>
              {t('bind.back')}
            </button>
          </form>
        </li>
      </ol>
    </>
  );
}
