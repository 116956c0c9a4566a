import type { Language } from '@purser/contract/language';
import type { z } from 'zod';
import { en, vi, zhCN, zhTW } from 'zod/locales';

const MESSAGES: Record<Language, z.core.$ZodErrorMap> = {
  zh_Hans: zhCN().localeError,
  zh_Hant: zhTW().localeError,
  en: en().localeError,
  vi: vi().localeError,
};

/** One thing wrong with an input: the field's path ("items.0.amount") and a text in the request's language. */
export interface InputProblem {
  readonly field: string;
  readonly problem: string;
}

export type Parsed<Output> = { readonly ok: true; readonly value: Output } | { readonly ok: false; readonly problems: InputProblem[] };

/** Checks an input against a call's schema; every problem names its field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, language: Language): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(input, { error: MESSAGES[language] });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap(problemsOf) };
}

function problemsOf(issue: z.core.$ZodIssue): InputProblem[] {
  const path = issue.path.map(String);
  // A field that nobody knows is named itself, not the object it stands in.
  const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
  return fields.map((field) => ({ field: field.join('.'), problem: issue.message }));
}
