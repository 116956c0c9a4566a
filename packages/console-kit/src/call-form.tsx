import { FormField, type ControlProps, type FormFieldProps } from '@purser/ui/form-field';
import { useBlocker } from '@tanstack/react-router';
import type { FocusEvent, ReactNode } from 'react';
import { useController, type ControllerRenderProps, type FieldPath, type FieldValues } from 'react-hook-form';
import type { FormState } from './confirmed-form.ts';
import { useT } from './i18n.tsx';

interface CallFormProps<Typed extends FieldValues> {
  readonly form: FormState<Typed>;
  readonly className?: string | undefined;
  /** Leaving the page asks first. */
  readonly unsaved?: boolean;
  /** What it asks; the usual question unless given. */
  readonly question?: string;
  readonly onInput?: () => void;
  readonly children: ReactNode;
}

/**
 * A form of a call: it is checked when it is sent, and whoever leaves it with something typed is asked. What is typed and sent in a dialog
 * that was opened from it is none of its own, though React hands that on to it.
 */
export function CallForm<Typed extends FieldValues>({
  form,
  className,
  unsaved = false,
  question,
  onInput,
  children,
}: CallFormProps<Typed>) {
  useUnsaved(unsaved, question);
  return (
    <form
      id={form.id}
      className={className}
      noValidate
      onInput={({ currentTarget, target }) => currentTarget.contains(target as Node) && onInput?.()}
      onFocusCapture={showWhole}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) void form.submit();
      }}
    >
      {children}
    </form>
  );
}

/** Asks whoever leaves the page, or what the address says is open on it, while something is not saved. */
export function useUnsaved(unsaved: boolean, question?: string): void {
  const t = useT();
  useBlocker({
    // oxlint-disable-next-line eslint/no-alert -- the browser's own question, the same as when the tab is closed
    shouldBlockFn: () => unsaved && !confirm(question ?? t('form.unsaved')),
    enableBeforeUnload: unsaved,
  });
}

/** Browsers bring only the caret's line of a text of several lines into sight. */
function showWhole({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches('textarea')) target.scrollIntoView({ block: 'nearest' });
}

/** What an antd control takes on to be a field. */
interface Bound<Typed extends FieldValues> extends ControlProps, ControllerRenderProps<Typed, FieldPath<Typed>> {
  readonly status: 'error' | '';
}

interface CallFieldProps<Typed extends FieldValues> extends Pick<FormFieldProps, 'label' | 'hint'> {
  readonly form: FormState<Typed>;
  /** As the call's input names it. */
  readonly name: FieldPath<Typed>;
  readonly children: (control: Bound<Typed>) => ReactNode;
}

/** One field. What is wrong with it is told once it was left or the form was sent; a refusal until it is changed. */
export function CallField<Typed extends FieldValues>({ form, name, label, hint, children }: CallFieldProps<Typed>) {
  const { field, problem } = useCallField(form, name);
  return (
    <FormField label={label} hint={hint} problem={problem}>
      {(control) => children({ ...control, ...field, status: problem === undefined ? '' : 'error' })}
    </FormField>
  );
}

/** The same for controls that are no single input. */
export function useCallField<Typed extends FieldValues>({ fields, problems, submitted }: FormState<Typed>, name: FieldPath<Typed>) {
  const { field, fieldState } = useController({ control: fields.control, name });
  const isTold = submitted || fieldState.isTouched;
  return {
    problem: fieldState.error?.message ?? (isTold ? problems[name] : undefined),
    field: {
      ...field,
      onChange: (value: unknown) => {
        fields.clearErrors(name);
        field.onChange(value);
      },
      // A field that is left empty on the way through is not yet wrong; and a text that appears must not move the button that is being pressed.
      onBlur: (event?: FocusEvent) => {
        if (field.value !== '' && !(event?.relatedTarget instanceof HTMLButtonElement)) field.onBlur();
      },
    },
  };
}
