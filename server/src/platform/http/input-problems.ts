import type { Language } from '@purser/contract/language';
import { en as payerEn } from '@purser/i18n/payer/en';
import { vi as payerVi } from '@purser/i18n/payer/vi';
import { zhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant } from '@purser/i18n/payer/zh-hant';
import type { z } from 'zod';
import { patternText } from './pattern-texts.ts';
import { type Problem, problemText, type ProblemValues } from './problem-texts.ts';

/** Of mail addresses the specification has its own words. */
const MAIL: Record<Language, string> = {
  zh_Hans: zhHans.email_invalid,
  zh_Hant: zhHant.email_invalid,
  en: payerEn.email_invalid,
  vi: payerVi.email_invalid,
};

/** Says what a field should be, in words that need no knowledge of schemas. What a schema says itself goes before it. */
function worded(issue: z.core.$ZodRawIssue, language: Language): string {
  const say = (problem: Problem, values?: ProblemValues): string => problemText(problem, language, values);
  switch (issue.code) {
    case 'invalid_type':
      return say(...typeProblem(issue.expected, issue.input));
    case 'invalid_value':
      return issue.input === undefined ? say('required') : say('one_of', { choices: issue.values.join(', ') });
    case 'too_small':
      return say(...tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false));
    case 'too_big':
      return say(...tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false));
    case 'unrecognized_keys':
      return say('no_such_field');
    case 'invalid_format':
      if (issue.format === 'email') return MAIL[language];
      if (issue.format === 'regex') return patternText(sourceOf(issue.pattern), language) ?? say('wrong');
      return say(FORMATS[issue.format] ?? 'wrong');
    default:
      return say('wrong');
  }
}

const FORMATS: Readonly<Record<string, Problem>> = {
  uuid: 'uuid',
  datetime: 'time',
  date: 'day',
  base64url: 'base64url',
  url: 'web_address',
};

const TYPES: Readonly<Record<string, Problem>> = {
  string: 'text',
  number: 'number',
  int: 'whole_number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
};

function typeProblem(expected: string, input: unknown): [Problem] {
  if (input === undefined) return ['required'];
  if (input === null) return ['not_null'];
  return [TYPES[expected] ?? 'wrong'];
}

function tooSmall(origin: string, least: number, inclusive: boolean): [Problem, ProblemValues?] {
  if (origin === 'string') return least === 1 ? ['required'] : ['too_short', { least }];
  if (origin === 'array' || origin === 'set') return ['too_few', { least }];
  return [inclusive ? 'at_least' : 'more_than', { least }];
}

function tooBig(origin: string, most: number, inclusive: boolean): [Problem, ProblemValues] {
  if (origin === 'string') return ['too_long', { most }];
  if (origin === 'array' || origin === 'set') return ['too_many', { most }];
  return [inclusive ? 'at_most' : 'less_than', { most }];
}

/** A pattern without its slashes and flags. */
const sourceOf = (pattern = ''): string => pattern.slice(1, pattern.lastIndexOf('/'));

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
  const parsed = schema.safeParse(input, { error: (issue) => worded(issue, language) });
  // What the schema let through is as deep as the schema and no deeper, so that this ends.
  const problems = parsed.success
    ? unstorable(parsed.data, [], language)
    : parsed.error.issues.flatMap((issue) => problemsOf(issue, language));
  if (parsed.success && problems.length === 0) return { ok: true, value: parsed.data };
  const firsts = new Map(problems.toReversed().map((problem) => [problem.field, problem]));
  return { ok: false, problems: [...firsts.values()].reverse().slice(0, MOST_PROBLEMS).map(shortened) };
}

function problemsOf(issue: z.core.$ZodIssue, language: Language): InputProblem[] {
  const path = issue.path.map(String);
  const meant = issue.code === 'invalid_union' ? closestOf(issue.errors) : undefined;
  if (meant) return meant.flatMap((within) => problemsOf({ ...within, path: [...issue.path, ...within.path] }, language));
  // A field that nobody knows is named itself, not the object it stands in.
  if (issue.code !== 'unrecognized_keys') {
    const whole = { field: path.join('.') || WHOLE, problem: eitherText(issue.message, language) };
    const unknown = issue.code === 'invalid_union' ? unknownToAll(issue.errors) : [];
    return [whole, ...unknown.map((key) => ({ field: [...path, key].join('.'), problem: problemText('no_such_field', language) }))];
  }
  return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({ field: [...path, key].join('.'), problem: issue.message }));
}

/** What a schema says itself of two fields of which one is to be there, in the request's language. */
function eitherText(message: string, language: Language): string {
  const [, one, other] = /^either (\w+) or (\w+)$/.exec(message) ?? [];
  return one === undefined || other === undefined ? message : problemText('either', language, { one, other });
}

/** Of several forms that an input may have, what is wrong with the one that was meant: the one with the fewest problems, if there is one. */
function closestOf(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const least = Math.min(...forms.map((issues) => issues.length));
  const closest = forms.filter((issues) => issues.length === least);
  return closest.length === 1 ? closest[0] : undefined;
}

/** Of several forms that an input may have, the fields that none of them knows. */
function unknownToAll(forms: readonly (readonly z.core.$ZodIssue[])[]): string[] {
  const unknown = forms.map((issues) =>
    issues.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [])),
  );
  const [first = [], ...others] = unknown;
  return first.filter((key) => others.every((keys) => keys.includes(key))).slice(0, MOST_PROBLEMS);
}

/**
 * PostgreSQL keeps no NUL in a text and no half of a surrogate pair in JSON: in a batch, one such text would fail everybody's
 * commands.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function unstorable(value: unknown, path: readonly string[], language: Language): InputProblem[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ field: path.join('.'), problem: problemText('characters', language) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => unstorable(field, [...path, key], language));
}

function shortened({ field, problem }: InputProblem): InputProblem {
  return { field: field.slice(0, LONGEST_FIELD), problem: problem.slice(0, 2 * LONGEST_FIELD) };
}
