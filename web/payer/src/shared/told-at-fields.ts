import type { Problem } from './actions.ts';

/** What is wrong with a form, by the names of its fields. */
export type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What is wrong with what was typed, as far as a page can know. */
export type Check<Name extends string> = (text: (name: string) => string) => Errors<Name>;

/** A form as refusals know it. */
export interface RefusedForm<Name extends string> {
  /** The names of the fields that somebody fills in. */
  readonly fields: readonly Name[];
  /** The field that a refusal concerns, by its outcome. */
  readonly at?: Readonly<Partial<Record<string, Name>>>;
}

/** The fields of a form that a refusal concerns: at these it is told, and above the form where there are none. */
export function fieldsOf<Name extends string>(problem: Problem | null, { fields, at = {} }: RefusedForm<Name>): readonly Name[] {
  if (!problem) return [];
  const one = at[problem.outcome];
  return one === undefined ? fields.filter((name) => problem.fields?.[name] !== undefined) : [one];
}

/**
 * What the server refused, at the fields that it concerns. The form's own check says it in the words that it has for it where the page is alive: of what
 * was typed it looks at that, and a secret that the server found unfit is looked at as an empty one, as it does not come back.
 */
export function toldAtFields<Name extends string>(problem: Problem | null, form: RefusedForm<Name>, check: Check<Name>): Errors<Name> {
  const concerned = fieldsOf(problem, form);
  const errors: Partial<Record<Name, string>> = {};
  if (!problem || concerned.length === 0) return errors;
  const { typed = {}, fields = {} } = problem;
  const own = check((name) => (typed[name] ?? '').trim());
  const isUnfit = problem.outcome === 'invalid_input';
  for (const name of form.fields) {
    const isConcerned = concerned.includes(name);
    const seen = typed[name] !== undefined || (isConcerned && isUnfit) ? own[name] : undefined;
    const told = seen ?? (isConcerned ? (fields[name] ?? problem.detail) : undefined);
    if (told !== undefined) errors[name] = told;
  }
  return errors;
}
