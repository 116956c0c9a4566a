import type { Call, InputOf } from '@purser/contract/call';
import { DEFAULT_PAGE_SIZE } from '@purser/contract/list-call';

/** A call whose input is an object of fields, each with a schema of its own. */
export interface ListCall extends Call {
  readonly input: Call['input'] & { readonly shape: Readonly<Record<string, Pick<Call['input'], 'safeParse'>>> };
}

/** The fields of a list call that say where one is; every other field is a filter. */
const POSITION_FIELDS = new Set(['page', 'page_size', 'cursor', 'sort_by', 'sort_order']);

export type Search = Readonly<Record<string, string>>;

/**
 * Reads a list call's input from the address. The call's own schema decides what is valid: a value that it
 * refuses is dropped, so that a mistyped address shows the list rather than an error.
 */
export function readListSearch<C extends ListCall>(call: C, search: Search): Partial<InputOf<C>> {
  const input: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(call.input.shape)) {
    const text = search[field];
    if (text === undefined || text === '' || field === 'cursor') continue;
    const candidates: unknown[] = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
    const valid = candidates.find((candidate) => schema.safeParse(candidate).success);
    if (valid !== undefined) input[field] = valid;
  }
  return input as Partial<InputOf<C>>;
}

/** The address of the list after a change; what is as usual is left out, and a changed filter starts at page 1. */
export function writeListSearch(search: Search, change: Readonly<Record<string, unknown>>): Record<string, string> {
  const next: Record<string, string> = { ...search };
  const filterChanged = Object.keys(change).some((field) => field !== 'page' && field !== 'page_size');
  if (filterChanged && !('page' in change)) delete next['page'];
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '' || isUsual(field, value)) delete next[field];
    else next[field] = String(value);
  }
  if (!('sort_by' in next)) delete next['sort_order'];
  return next;
}

function isUsual(field: string, value: unknown): boolean {
  return (
    (field === 'page' && value === 1) ||
    (field === 'page_size' && value === DEFAULT_PAGE_SIZE) ||
    (field === 'sort_order' && value === 'desc')
  );
}

/** The filters that are set. */
export function filtersOf(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([field]) => !POSITION_FIELDS.has(field)));
}
