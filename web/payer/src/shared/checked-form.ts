import { useEffect, useRef, useState, type FormEvent } from 'react';
import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { useAlive } from './alive.ts';

type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * A plain form that is looked at before it is sent, where the page is alive; elsewhere the browser's own checks stand in. It is sent once, and once more only
 * where no answer came.
 *
 * @param told what the server refused the last time, at its field
 * @param check what is wrong with what was typed, by the names of the fields
 */
export function useCheckedForm<Name extends string>(told: Errors<Name>, check: (text: (name: string) => string) => Errors<Name>) {
  const alive = useAlive();
  const [errors, setErrors] = useState(told);
  const [sent, setSent] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!sent) return;
    // Nothing tells that an answer was given up; and whoever goes back to a page that the browser has kept finds it as they left it.
    const again = (): void => setSent(false);
    const timer = setTimeout(again, REQUEST_TIMEOUT_MS);
    addEventListener('pageshow', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('pageshow', again);
    };
  }, [sent]);
  useEffect(() => {
    if (Object.keys(errors).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    const form = new FormData(event.currentTarget);
    const found = check((name) => String(form.get(name) ?? '').trim());
    setErrors(found);
    if (sent || Object.keys(found).length > 0) event.preventDefault();
    else setSent(true);
  };
  /** For a form whose script sends it: it may be sent once more. */
  const sendAgain = (): void => setSent(false);
  return { form: { ref, onSubmit, method: 'post', noValidate: alive }, errors, sent, sendAgain } as const;
}

/** The refusal that the page tells, at the field that it concerns. */
export function toldAtField<Name extends string>(
  problem: { readonly outcome: string; readonly detail: string } | null,
  fields: Readonly<Partial<Record<string, Name>>>,
): Errors<Name> {
  const field = problem ? fields[problem.outcome] : undefined;
  return (problem && field ? { [field]: problem.detail } : {}) as Errors<Name>;
}
