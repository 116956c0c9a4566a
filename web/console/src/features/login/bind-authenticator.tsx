import { CopyText } from '@purser/ui/copy-text';
import { GOOGLE_CODE_DIGITS, GoogleCodeInput } from '@purser/ui/google-code-input';
import { QrCode } from '@purser/ui/qr-code';
import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../shared/i18n.tsx';
import styles from '../../shared/plain.module.css';
import own from './login.module.css';
import { refusalProblems, tellFailure } from './rules.ts';

interface BindAuthenticatorProps {
  readonly secret: string;
  readonly otpauthUri: string;
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second half of a first login: the authenticator app takes the secret and its first code proves it. */
export default function BindAuthenticator({ secret, otpauthUri, onCode, onBack }: BindAuthenticatorProps) {
  const t = useT();
  const id = useId();
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
      <h1 ref={title} tabIndex={-1} className={own['bindTitle']}>
        {t('bind.title')}
      </h1>
      <p className={styles['lead']}>{t('bind.lead')}</p>
      <ol className={own['steps']}>
        <li>
          <p>{t('bind.scan')}</p>
          <span className={own['qr']}>
            <QrCode text={otpauthUri} label={t('bind.qr')} />
          </span>
          <p className={styles['hint']}>{t('bind.secret')}</p>
          <code className={own['secret']}>
            <CopyText text={secret} shown={inFours(secret)} what={t('bind.secretName')} />
          </code>
        </li>
        <li>
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) void submit();
            }}
          >
            <div className={styles['field']}>
              <label htmlFor={`${id}-code`}>{t('bind.code')}</label>
              <GoogleCodeInput
                ref={input}
                id={`${id}-code`}
                value={code}
                onChange={(next) => {
                  setCode(next);
                  setProblem(undefined);
                }}
                invalid={problem !== undefined}
                describedBy={`${id}-problem`}
              />
              {problem !== undefined && (
                <p id={`${id}-problem`} className={styles['problem']} role="alert">
                  {problem}
                </p>
              )}
            </div>
            <button type="submit" className={styles['primary']} disabled={busy}>
              {busy ? t('login.busy') : t('bind.submit')}
            </button>
            <button type="button" className={styles['secondary']} disabled={busy} onClick={onBack}>
              {t('bind.back')}
            </button>
          </form>
        </li>
      </ol>
    </>
  );
}

/** Groups of four are what one reads and types without losing the place. */
function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
