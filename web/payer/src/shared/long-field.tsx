import { useId, type TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

interface LongFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  readonly label: string;
  /** What is wrong with it; announced, shown below and read with the field. */
  readonly error?: string | undefined;
  /** What it is for, or what is asked of it. */
  readonly hint?: string;
}

/** A labelled text of several lines with its error and its hint. */
export function LongField({ label, error, hint, ...textarea }: LongFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${styles.input} ${styles.long}`}
        rows={3}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        {...textarea}
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
