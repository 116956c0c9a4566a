import { useEffect, useRef, useState, type FormEvent } from 'react';
import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import type { Problem } from './actions.ts';
import { useAlive } from './alive.ts';
import { useShownRefusal } from './show-refusal.ts';
import { type Check, fieldsOf, type RefusedForm, toldAtFields } from './told-at-fields.ts';

/**
 * A plain form that is looked at before it is sent, where the page is alive; elsewhere the browser's own checks stand in, and what they let through the server
 * refuses, which is told at the same fields in the same words. It is sent once, and once more only where no answer came.
 *
 * @param refused what the server refused of this form before this page: told at its fields, and left to the page as `above` where it concerns none of them
 */
export function useCheckedForm<Name extends string>(refused: Problem | null, form: RefusedForm<Name>, check: Check<Name>) {
  const alive = useAlive();
  const [problem, setProblem] = useState(refused);
  const [errors, setErrors] = useState(() => toldAtFields(problem, form, check));
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
  const [refusals, setRefusals] = useState(() => Object.keys(errors).length);
  const countRefusal = (): void => setRefusals((now) => now + 1);
  useShownRefusal(ref, refusals);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    const typed = new FormData(event.currentTarget);
    const found = check((name) => String(typed.get(name) ?? '').trim());
    setErrors(found);
    const isUnfit = Object.keys(found).length > 0;
    if (isUnfit) countRefusal();
    if (sent || isUnfit) return event.preventDefault();
    // What is refused once more in the same words is announced once more.
    setProblem(null);
    setSent(true);
  };
  /** For a form whose script sends it: it may be sent once more. */
  const sendAgain = (): void => setSent(false);
  /** What the server refused of it now, for a form whose script sends it. */
  const tell = (now: Problem): void => {
    setProblem(now);
    setErrors(toldAtFields(now, form, check));
    countRefusal();
    setSent(false);
  };
  const above = fieldsOf(problem, form).length === 0 ? problem : null;
  return { form: { ref, onSubmit, method: 'post', noValidate: alive }, errors, above, sent, sendAgain, tell } as const;
}
