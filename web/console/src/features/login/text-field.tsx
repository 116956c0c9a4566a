import { useId, useState, type InputHTMLAttributes } from 'react';
import { useT } from '../../shared/i18n.tsx';
import styles from '../../shared/plain.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly problem: string | undefined;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  /** Offers to show what is typed. */
  readonly secret?: boolean;
}

/** A labelled field that says what is wrong with it. */
export function TextField({ label, problem, input, secret = false }: TextFieldProps) {
  const t = useT();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <span className={styles['control']}>
        <input
          {...input}
          id={id}
          type={secret && !shown ? 'password' : 'text'}
          className={`${styles['input']} ${secret ? styles['withButton'] : ''}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          autoCapitalize="none"
          spellCheck={false}
        />
        {secret && (
          <button
            type="button"
            className={styles['inside']}
            aria-pressed={shown}
            aria-label={shown ? t('login.hidePassword') : t('login.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <EyeIcon crossed={shown} />
          </button>
        )}
      </span>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function EyeIcon({ crossed }: { readonly crossed: boolean }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10z" />
      <circle cx="10" cy="10" r="2.4" />
      {crossed && <path d="m3.5 16.5 13-13" />}
    </svg>
  );
}
