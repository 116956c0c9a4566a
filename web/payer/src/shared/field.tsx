import { useId, type InputHTMLAttributes } from 'react';
import styles from './field.module.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  /** What is wrong with it; announced, shown below and read with the field. */
  readonly error?: string | undefined;
  /** What it is for, or what is asked of it. */
  readonly hint?: string;
}

/** A labelled input with its error and its hint. */
export function Field({ label, error, hint: asked, ...input }: FieldProps) {
  const id = useId();
  // What is wrong may be said in the words of the hint, and is said once.
  const hint = asked === error ? undefined : asked;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        {...input}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
