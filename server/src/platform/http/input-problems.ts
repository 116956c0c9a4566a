import type { Language } from '@purser/contract/language';
import { en as payerEn } from '@purser/i18n/payer/en';
import { vi as payerVi } from '@purser/i18n/payer/vi';
import { zhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant } from '@purser/i18n/payer/zh-hant';
import type { z } from 'zod';
import { en, vi, zhCN, zhTW } from 'zod/locales';

/** The validator's words, but for mail addresses, of which the specification has its own. */
const worded =
  ({ localeError }: { localeError: z.core.$ZodErrorMap }, { email_invalid }: { readonly email_invalid: string }): z.core.$ZodErrorMap =>
  (issue) =>
    issue.code === 'invalid_format' && issue.format === 'email' ? email_invalid : localeError(issue);

const MESSAGES: Record<Language, z.core.$ZodErrorMap> = {
  zh_Hans: worded(zhCN(), zhHans),
  zh_Hant: worded(zhTW(), zhHant),
  en: worded(en(), payerEn),
  vi: worded(vi(), payerVi),
};

/** One thing wrong with an input: the field's path ("items.0.amount", or "body" for all of it) and a text in the request's language. */
interface InputProblem {
  readonly field: string;
  readonly problem: string;
}

type Parsed<Output> = { readonly ok: true; readonly value: Output } | { readonly ok: false; readonly problems: InputProblem[] };

/** Whoever sends more wrong than this is not helped by hearing of all of it. */
const MOST_PROBLEMS = 20;
const LONGEST_FIELD = 100;
/** The name of what is wrong with an input as a whole. */
const WHOLE = 'body';

/** Checks an input against a call's schema; every problem names its field, and a field its first problem. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, language: Language): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(input, { error: MESSAGES[language] });
  // What the schema let through is as deep as the schema and no deeper, so that this ends.
  const problems = parsed.success ? unstorable(parsed.data, []) : parsed.error.issues.flatMap(problemsOf);
  if (parsed.success && problems.length === 0) return { ok: true, value: parsed.data };
  const firsts = new Map(problems.toReversed().map((problem) => [problem.field, problem]));
  return { ok: false, problems: [...firsts.values()].reverse().slice(0, MOST_PROBLEMS).map(shortened) };
}

function problemsOf(issue: z.core.$ZodIssue): InputProblem[] {
  const path = issue.path.map(String);
  const meant = issue.code === 'invalid_union' ? closestOf(issue.errors) : undefined;
  if (meant) return meant.flatMap((within) => problemsOf({ ...within, path: [...issue.path, ...within.path] }));
  // A field that nobody knows is named itself, not the object it stands in.
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.') || WHOLE, problem: issue.message }];
  return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({ field: [...path, key].join('.'), problem: issue.message }));
}

/** Of several forms that an input may have, what is wrong with the one that was meant: the one with the fewest problems, if there is one. */
function closestOf(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const least = Math.min(...forms.map((issues) => issues.length));
  const closest = forms.filter((issues) => issues.length === least);
  return closest.length === 1 ? closest[0] : undefined;
}

/**
 * PostgreSQL keeps no NUL in a text and no half of a surrogate pair in JSON: in a batch, one such text would fail everybody's
 * commands.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function unstorable(value: unknown, path: readonly string[]): InputProblem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ field: path.join('.'), problem: 'U+0000, U+D800-U+DFFF' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => unstorable(field, [...path, key]));
}

function shortened({ field, problem }: InputProblem): InputProblem {
  return { field: field.slice(0, LONGEST_FIELD), problem: problem.slice(0, 2 * LONGEST_FIELD) };
}
