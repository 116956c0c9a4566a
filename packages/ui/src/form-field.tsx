import { useId, type ReactNode } from 'react';
import styles from './form-field.module.css';

/** What a control takes on so that its label, hint and problem belong to it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FormFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; takes the hint's place. */
  readonly problem?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control that says what it wants, and what is wrong with what it has. */
export function FormField({ label, hint, problem, children }: FormFieldProps) {
  const id = useId();
  const told = problem ?? hint;
  const control: ControlProps = {
    id,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': told === undefined ? undefined : `${id}-told`,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(control)}
      {told !== undefined && (
        <p
          id={`${id}-told`}
          className={problem === undefined ? styles.hint : styles.problem}
          role={problem === undefined ? undefined : 'alert'}
        >
          {told}
        </p>
      )}
    </div>
  );
}

/** What browsers tell as empty though something stands in it: a day without its time, say. */
export function unreadableIn(form: HTMLElement | null): readonly HTMLInputElement[] {
  return [...(form?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput);
}

/** A dialog begins at its first field. Whoever has gone to one while it was still opening stays there. */
export function focusFirstField(form: HTMLElement | null): void {
  if (!form?.contains(document.activeElement)) form?.querySelector<HTMLElement>('textarea, input')?.focus();
}

/**
 * After a refused submit, whoever uses the keyboard continues at the first field that needs mending. A group of radio
 * buttons cannot be invalid by ARIA; its fieldset says so with `data-problem`.
 */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem="true"] input:checked')?.focus());
}
