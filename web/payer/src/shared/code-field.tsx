import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useAlive } from './alive.ts';
import styles from './code-field.module.css';
import field from './field.module.css';

interface CodeFieldProps {
  readonly label: string;
  readonly name: string;
  readonly digits: number;
  readonly hint?: string;
  /** What is wrong with it; announced, shown below and read with the field. */
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** The payer came to the page to fill this in. */
  readonly focused?: boolean;
  readonly autoComplete?: string;
}

/**
 * A short secret number in boxes. The boxes are a picture: above them lies one real input, so that pasting, a keyboard's
 * suggestions and screen readers work as with any other, and so does a page without JavaScript.
 */
export function CodeField({ label, name, digits, hint, error, aside, focused, autoComplete = 'off' }: CodeFieldProps) {
  const id = useId();
  const alive = useAlive();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(0);

  useEffect(() => {
    // Something may have been typed before the page came to life.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);

  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <div className={styles.code}>
        <input
          ref={input}
          id={id}
          className={alive ? `${styles.input} ${styles.drawn}` : styles.input}
          name={name}
          type="password"
          inputMode="numeric"
          pattern={`\\d{${digits}}`}
          // Alive, what is pasted may hold spaces: only its digits count.
          maxLength={alive ? undefined : digits}
          autoComplete={autoComplete}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
          onInput={(event) => {
            const { currentTarget } = event;
            const value = currentTarget.value.replace(/\D/g, '').slice(0, digits);
            if (value !== currentTarget.value) currentTarget.value = value;
            setTyped(value.length);
          }}
        />
        <span className={styles.boxes} aria-hidden="true">
          {Array.from({ length: digits }, (_, index) => (
            <span key={index} className={boxClass(index, typed, digits)} />
          ))}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <div className={field.foot}>
          <p id={`${id}-hint`} className={field.hint}>
            {hint}
          </p>
          {aside}
        </div>
      )}
    </div>
  );
}

function boxClass(index: number, typed: number, digits: number): string {
  const isNext = index === Math.min(typed, digits - 1);
  return [index < typed && styles.filled, isNext && styles.next].filter(Boolean).join(' ');
}
