import { GoogleCodeField } from '@purser/ui/google-code-field';
import { AuthenticatorSecret } from '@purser/console-kit/authenticator-secret';
import styles from '@purser/console-kit/plain.module.css';
import { TextField } from '@purser/console-kit/text-field';
import type { OutputOf } from '@purser/contract/call';
import type { staffSetUpLook } from '@purser/contract/features/staff-auth';
import { focusFirstProblem } from '@purser/ui/form-field';
import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { flushSync } from 'react-dom';
import { knowsPasskeys, NoPasskey } from '../../shared/passkey.ts';
import { tellFailure } from '../../shared/tell-failure.ts';
import { codeProblems, problemsOf, refusalProblems, type SetUpFields, type SetUpProblems } from './rules.ts';
import { useT } from './texts.ts';

type SetUpLink = OutputOf<typeof staffSetUpLook>;

export type SecondFactor = 'authenticator' | 'passkey';

interface SetUpFormProps {
  readonly link: SetUpLink;
  readonly onSubmit: (fields: SetUpFields, factor: SecondFactor) => Promise<void>;
}

/**
 * First the password (of the first admin also name and username), then the second factor: an authenticator, whose first code proves that it is
 * set up, or a passkey.
 */
export function SetUpForm({ link, onSubmit }: SetUpFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<SetUpFields>({ name: '', username: link.username ?? '', password: '', again: '', code: '' });
  const [problems, setProblems] = useState<SetUpProblems>({});
  const [step, setStep] = useState<'password' | 'authenticator'>('password');
  const [busy, setBusy] = useState(false);
  const isFirst = link.kind === 'first';
  const change = (field: keyof SetUpFields) => (value: string) => {
    setFields((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  };
  const inputOf = (field: keyof SetUpFields, more: InputHTMLAttributes<HTMLInputElement>) => ({
    problem: problems[field],
    input: {
      name: field,
      value: fields[field],
      onChange: (event: { target: { value: string } }) => change(field)(event.target.value),
      ...more,
    },
  });
  /** Marks what is wrong and leads there; answers whether anything is. */
  const tell = (found: SetUpProblems): boolean => {
    flushSync(() => setProblems(found));
    focusFirstProblem(form.current);
    return Object.keys(found).length > 0;
  };

  const submit = async (factor: SecondFactor): Promise<void> => {
    if (factor === 'authenticator' && tell(codeProblems(fields, t))) return;
    setBusy(true);
    try {
      await onSubmit(fields, factor);
    } catch (error) {
      change('code')('');
      const refused = error instanceof NoPasskey ? { code: t('setUp.passkeyNotMade') } : refusalProblems(error);
      if (refused.code === undefined && Object.keys(refused).length > 0) setStep('password');
      if (!tell(refused)) tellFailure(error, t);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        if (step === 'authenticator') void submit('authenticator');
        else if (!tell(problemsOf(fields, { isFirst, minimum: link.password_minimum }, t))) setStep('authenticator');
      }}
    >
      {/* Kept on the page while the code is asked for, so that a password manager sees username and password. */}
      <div className={styles.form} hidden={step !== 'password'}>
        <h1>{t('setUp.title')}</h1>
        <p>{leadOf(link, t)}</p>
        {isFirst && (
          <TextField label={t('setUp.name')} hint={t('setUp.nameHint')} {...inputOf('name', { autoComplete: 'name', maxLength: 64 })} />
        )}
        {isFirst ? (
          <TextField
            label={t('setUp.username')}
            hint={t('setUp.usernameHint')}
            {...inputOf('username', { autoComplete: 'username', maxLength: 64 })}
          />
        ) : (
          <input type="hidden" name="username" autoComplete="username" value={fields.username} />
        )}
        <TextField
          label={t('setUp.password')}
          hint={t('setUp.passwordHint', { minimum: link.password_minimum })}
          secret
          {...inputOf('password', { autoComplete: 'new-password' })}
        />
        <TextField label={t('setUp.again')} secret {...inputOf('again', { autoComplete: 'new-password' })} />
        <button type="submit" className={styles.primary}>
          {t('setUp.continue')}
        </button>
      </div>
      {step === 'authenticator' && (
        <>
          <StepTitle title={t('setUp.authenticator')} />
          <p>{t('setUp.authenticatorLead')}</p>
          {knowsPasskeys() && (
            <>
              <button type="button" className={styles.secondary} disabled={busy} onClick={() => void submit('passkey')}>
                {t('setUp.passkey')}
              </button>
              <p className={styles.hint}>{t('setUp.passkeyHint')}</p>
            </>
          )}
          {link.factor === 'passkey' && problems.code !== undefined && (
            <p className={styles.problem} role="alert">
              {problems.code}
            </p>
          )}
          {link.factor === 'any' && (
            <>
              <div>
                <AuthenticatorSecret secret={link.secret} otpauthUri={link.otpauth_uri} />
              </div>
              <p className={styles.hint}>{t('setUp.anotherKey')}</p>
              <GoogleCodeField label={t('setUp.code')} problem={problems.code} value={fields.code} onChange={change('code')} />
              <button type="submit" className={styles.primary} disabled={busy}>
                {busy ? t('setUp.busy') : t('setUp.submit')}
              </button>
            </>
          )}
          <button type="button" className={styles.secondary} disabled={busy} onClick={() => setStep('password')}>
            {t('setUp.back')}
          </button>
        </>
      )}
    </form>
  );
}

/** The step that had the focus is gone: keyboard and screen reader go on here. */
function StepTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.stepTitle}>
      {title}
    </h1>
  );
}

function leadOf({ kind, name, username, role }: SetUpLink, t: ReturnType<typeof useT>): string {
  if (kind === 'first') return t('setUp.first');
  const who = { name: name ?? '', username: username ?? '' };
  return kind === 'invitation' ? t('setUp.invitation', { ...who, role: t(`role.${role}`) }) : t('setUp.reset', who);
}
