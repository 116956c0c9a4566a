import type { InputOf } from '@purser/contract/call';
import { DEFAULT_PAGE_SIZE, type ListCall } from '@purser/contract/list-call';
import { z } from 'zod';

/** The fields of a list call that say where one is; every other field is a filter. */
const POSITION_FIELDS = new Set(['page', 'page_size', 'cursor', 'sort_by', 'sort_order']);

/** In the address: the name by which a usual span of time was chosen. The list shows what its two ends, which stand beside it, say. */
export const SPAN = 'time_span';

export type Search = Readonly<Record<string, string>>;

/**
 * Reads a list call's input from the address. The call's own schema decides what is valid: a value that it
 * refuses is dropped, so that a mistyped address shows the list rather than an error.
 */
export function readListSearch<C extends ListCall>(call: C, search: Search): Partial<InputOf<C>> {
  const input: Record<string, unknown> = {};
  for (const field of Object.keys(call.input.shape)) {
    const text = search[field];
    if (text === undefined || text === '' || field === 'cursor') continue;
    const value = valueOf(call, field, text);
    if (value !== undefined) input[field] = value;
  }
  return input as Partial<InputOf<C>>;
}

/** A text as the call takes it for a field: as it is, or as a number. Undefined where the call would refuse it. */
export function valueOf(call: ListCall, field: string, text: string): unknown {
  const schema = (call.input.shape as Readonly<Record<string, z.core.$ZodType | undefined>>)[field];
  const readings: unknown[] = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
  return readings.find((reading) => schema && z.safeParse(schema, reading).success);
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
  if (!('time_from' in next)) delete next[SPAN];
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
