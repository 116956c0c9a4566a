import type { Ref } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './google-code-field.module.css';
import inputs from './input.module.css';

export interface GoogleCodeFieldProps extends Omit<FormFieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Takes no typing, yet keeps the focus. */
  readonly disabled?: boolean;
  /** The user came here to fill this in. */
  readonly focused?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export const GOOGLE_CODE_DIGITS = 6;

/** The field of an authenticator's code: it takes a pasted code, a password manager's, and the keyboard of a phone. */
export function GoogleCodeField({ value, onChange, disabled, focused, ref, ...field }: GoogleCodeFieldProps) {
  return (
    <FormField {...field}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          name="code"
          className={`${inputs.input} ${styles.code}`}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, GOOGLE_CODE_DIGITS))}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
          readOnly={disabled}
          spellCheck={false}
        />
      )}
    </FormField>
  );
}
