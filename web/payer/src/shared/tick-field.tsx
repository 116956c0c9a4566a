import { useId } from 'react';
import styles from './field.module.css';

interface TickFieldProps {
  readonly label: string;
  /** It sends "yes" when it is ticked, and the form is not sent without. */
  readonly name: string;
  readonly defaultChecked?: boolean;
  /** What is wrong with it; announced, shown below and read with the field. */
  readonly error: string | undefined;
}

/** A box that has to be ticked, such as a consent. */
export function TickField({ label, name, defaultChecked, error }: TickFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={defaultChecked}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
        />
        {label}
      </label>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
