import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with it; shown below and read with the field. */
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** A short secret number, written wide. */
  readonly wide?: boolean;
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, error, aside, wide = false, ...input }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <input
        id={id}
        className={wide ? `${styles.input} ${styles.wide}` : styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
