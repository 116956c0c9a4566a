import { useState, type InputHTMLAttributes } from 'react';
import { FormField, type FormFieldProps } from '@purser/ui/form-field';
import inputs from '@purser/ui/input.module.css';
import { useT } from './i18n.tsx';
import styles from './plain.module.css';

interface TextFieldProps extends Pick<FormFieldProps, 'label' | 'hint' | 'problem'> {
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  /** Offers to show what is typed. */
  readonly secret?: boolean;
}

/** A labelled field that says what is wrong with it. */
export function TextField({ label, hint, problem, input, secret = false }: TextFieldProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <FormField label={label} hint={hint} problem={problem}>
      {(control) => (
        <span className={styles.control}>
          <input
            {...input}
            {...control}
            type={secret && !shown ? 'password' : 'text'}
            className={`${inputs.input} ${secret ? styles.withButton : ''}`}
            autoCapitalize="none"
            spellCheck={false}
          />
          {secret && (
            <button
              type="button"
              className={styles.inside}
              aria-pressed={shown}
              aria-label={shown ? t('login.hidePassword') : t('login.showPassword')}
              onClick={() => setShown(!shown)}
            >
              <EyeIcon crossed={shown} />
            </button>
          )}
        </span>
      )}
    </FormField>
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
