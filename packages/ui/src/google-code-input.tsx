import type { Ref } from 'react';
import styles from './google-code-input.module.css';

export interface GoogleCodeInputProps {
  readonly id?: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Takes no typing, yet keeps the focus. */
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  /** The user came to the page to fill this in. */
  readonly focused?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export const GOOGLE_CODE_DIGITS = 6;

/** One field for the 6 digits: it takes a pasted code, a password manager's, and the keyboard of a phone. */
export function GoogleCodeInput({ id, name, value, onChange, disabled, invalid, describedBy, focused, ref }: GoogleCodeInputProps) {
  return (
    <input
      ref={ref}
      id={id}
      name={name}
      className={styles['input']}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, GOOGLE_CODE_DIGITS))}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={focused}
      readOnly={disabled}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      spellCheck={false}
    />
  );
}
