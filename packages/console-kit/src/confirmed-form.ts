import type { Call } from '@purser/contract/call';
import { focusFirstProblem, unreadableIn } from '@purser/ui/form-field';
import { useId, useRef, useState } from 'react';
import { useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { useConfirmedAct, type ActSteps } from './confirmed-act.ts';
import type { Contents } from './confirmed-write.ts';
import { useT } from './i18n.tsx';
import { refresh, type Topic } from './query.ts';
import { refusedField } from './refused-field.ts';

/** What is wrong with the fields as they stand, in the user's words. */
export type Problems<Typed> = Partial<Record<keyof Typed & string, string | undefined>>;

/** For the values that a form begins with (`resetOptions`): what is typed stays when they are fetched anew. */
export const KEPT = { keepDirtyValues: true } as const;

/** What is typed, as it is typed. */
export function useTyped<Typed extends FieldValues>({ control, getValues }: UseFormReturn<Typed>): Typed {
  useWatch({ control });
  return getValues();
}

/** Tells at a field why what is typed there cannot be, until the field is changed. */
export type Refuse = (field: string, message: string) => undefined;

/** Does something with the form unless the review was cancelled while it was under way: what is open by then may be another form. */
export type IfAwaited = (act: () => void) => undefined;

/** What a form does with what is typed. */
interface FormSteps<C extends Call, Typed, Reviewed> extends Omit<ActSteps<C, Reviewed>, 'place'> {
  readonly problems: Problems<Typed>;
  /**
   * Looks up what is to be confirmed; undefined when there is nothing to confirm, which the user has been told. What it `refuse`s after it was
   * cancelled concerns nothing that is typed now, and is told nowhere.
   */
  readonly review: (refuse: Refuse, ifAwaited: IfAwaited) => Promise<Reviewed | undefined> | Reviewed | undefined;
}

/**
 * A form that the merchant fills in, reviews and confirms with the authenticator's code. A refusal goes to the field that the answer or
 * the contract names; the fields carry the names of the call's input.
 */
export function useConfirmedForm<C extends Call, Typed extends FieldValues, Reviewed>(
  call: C,
  fields: UseFormReturn<Typed>,
  { problems, review, onDone, ...steps }: FormSteps<C, Typed, Reviewed>,
) {
  const t = useT();
  const id = useId();
  const focusProblem = (): void => focusFirstProblem(document.getElementById(id));
  const [submitted, setSubmitted] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  /** The review that the user waits for; undefined once it was cancelled. */
  const awaited = useRef<symbol>(undefined);
  const touched = useRef(false);

  const refuse: Refuse = (field, message) => {
    fields.setError(field as FieldPath<Typed>, { type: 'refused', message });
  };
  const act = useConfirmedAct(call, {
    ...steps,
    place: (refusal) => {
      const refused = refusedField(call, refusal);
      if (refused === undefined || !(refused.field in fields.getValues())) return false;
      refuse(refused.field, refused.text);
      return true;
    },
    onDone: (answer, reviewed: Reviewed, triedAgain) => {
      touched.current = false;
      setSubmitted(false);
      onDone(answer, reviewed, triedAgain);
    },
  });

  const submit = async (): Promise<void> => {
    if (reviewing) return;
    setSubmitted(true);
    // What was refused before may be in order by now; it is asked again.
    fields.clearErrors();
    const unreadable = unreadableIn(document.getElementById(id));
    for (const { name, type } of unreadable) refuse(name, t(type === 'date' ? 'kit.wholeDate' : 'kit.wholeTime'));
    if (unreadable.length > 0 || Object.values(problems).some((text) => text !== undefined)) return focusProblem();
    const own = Symbol('review');
    awaited.current = own;
    setReviewing(true);
    const ifAwaited: IfAwaited = (does) => {
      if (awaited.current === own) does();
    };
    const refuseOwn: Refuse = (field, message) => ifAwaited(() => refuse(field, message));
    const next = await Promise.resolve(review(refuseOwn, ifAwaited)).finally(() => awaited.current === own && setReviewing(false));
    if (awaited.current !== own) return;
    if (next === undefined) return focusProblem();
    act.begin(next);
  };

  return {
    id,
    fields,
    problems,
    submitted,
    reviewing,
    reviewed: act.reviewed,
    submit,
    /** For the dialog around it. */
    isTouched: (): boolean => touched.current,
    touch: (): void => {
      touched.current = true;
    },
    /** Forgets what was typed and told, and what is being reviewed. */
    reset: (): void => {
      awaited.current = undefined;
      touched.current = false;
      setReviewing(false);
      fields.reset();
      setSubmitted(false);
      act.cancel();
    },
    /** For what is found wrong outside a review. */
    refuse,
    /** For the dialog that asks for the code. */
    confirmation: { ...act.confirmation, onClosed: focusProblem },
  };
}

/** What ends a form that stands in a dialog. */
interface DialogSteps<C extends Call, Typed, Reviewed> extends Omit<FormSteps<C, Typed, Reviewed>, 'onRefused'> {
  readonly onClose: () => void;
  /** What is fetched again once it has ended. */
  readonly changes: readonly Topic[];
  /** After these refusals what the dialog was about is no longer so, and there is nothing left to confirm. */
  readonly endedBy?: readonly string[];
}

/** The same in a dialog. Whatever ends it closes the dialog, forgets what was typed and fetches anew what has changed. */
export function useConfirmedDialog<C extends Call, Typed extends FieldValues, Reviewed>(
  call: C,
  fields: UseFormReturn<Typed>,
  { onClose, changes, endedBy = [], onDone, ...steps }: DialogSteps<C, Typed, Reviewed>,
) {
  const form = useConfirmedForm(call, fields, {
    ...steps,
    onDone: (...done: Parameters<typeof onDone>) => {
      onDone(...done);
      end();
    },
    onRefused: (outcome) => {
      const isOver = endedBy.includes(outcome);
      if (isOver) end();
      return isOver;
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const end = (): void => {
    close();
    refresh(changes);
  };
  return { ...form, close };
}

/** A form as its fields see it. */
export interface FormState<Typed extends FieldValues> {
  /** Of the form's element. */
  readonly id: string;
  readonly fields: UseFormReturn<Typed>;
  readonly problems: Problems<Typed>;
  readonly submitted: boolean;
  readonly submit: () => Promise<void>;
}

/** The fields in which contents break the call's own schema, told in the words given for each; a field without words is the server's to refuse. */
export function problemsBySchema<C extends Call, Field extends string>(
  call: C,
  contents: Contents<C>,
  words: Readonly<Record<Field, string>>,
): Partial<Record<Field, string>> {
  const schema = call.input instanceof z.ZodObject && call.confirm ? call.input.omit({ [call.confirm]: true }) : call.input;
  const issues = schema.safeParse(contents).error?.issues ?? [];
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  return Object.fromEntries(Object.entries(words).filter(([field]) => wrong.has(field))) as Partial<Record<Field, string>>;
}
