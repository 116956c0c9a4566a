import { canEncrypt } from '@purser/console-kit/encrypt-password';
import styles from '@purser/console-kit/plain.module.css';
import { TextField } from '@purser/console-kit/text-field';
import { SHORTEST_MERCHANT_PASSWORD } from '@purser/contract/limits';
import { focusFirstProblem } from '@purser/ui/form-field';
import { useRef, useState } from 'react';
import { problemsOf, type NewPassword, type PasswordProblems } from './rules.ts';
import { useT } from './texts.ts';

interface PasswordFormProps {
  readonly username: string;
  readonly lead: string;
  readonly typed: NewPassword;
  /** What the server has refused of it. */
  readonly refused: PasswordProblems;
  readonly onChange: (typed: NewPassword) => void;
  readonly onContinue: () => void;
}

/** The first half: a password, typed twice. */
export function PasswordForm({ username, lead, typed, refused, onChange, onContinue }: PasswordFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<PasswordProblems>(refused);
  const fieldOf = (field: keyof NewPassword) => ({
    problem: problems[field],
    secret: true,
    input: {
      name: field,
      autoComplete: 'new-password',
      value: typed[field],
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        onChange({ ...typed, [field]: target.value });
        setProblems((before) => ({ ...before, [field]: undefined }));
      },
    },
  });
  return (
    <>
      <h1 className={styles.title}>{t('setUp.title')}</h1>
      <p className={styles.lead}>{lead}</p>
      {!canEncrypt() && (
        <p className={styles.problem} role="alert">
          {t('login.insecure')}
        </p>
      )}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const found = problemsOf(typed, t);
          setProblems(found);
          if (Object.keys(found).length === 0) onContinue();
          else focusFirstProblem(form.current);
        }}
      >
        {/* So that a password manager knows whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <TextField
          label={t('setUp.password')}
          hint={t('setUp.passwordHint', { minimum: SHORTEST_MERCHANT_PASSWORD })}
          {...fieldOf('password')}
        />
        <TextField label={t('setUp.again')} {...fieldOf('again')} />
        <button type="submit" className={styles.primary} disabled={!canEncrypt()}>
          {t('setUp.continue')}
        </button>
      </form>
    </>
  );
}
