import type { ListCall } from '@purser/contract/list-call';
import type { Search } from '../list/list-search.ts';

/** Where one is in a list belongs to no view of it. */
const PASSING = new Set(['page', 'cursor']);

/** What of an address a view of a list keeps: what narrows and sorts it, and how long its pages are. */
export function viewSearchOf(call: ListCall, search: Search): Record<string, string> {
  return Object.fromEntries(
    Object.keys(call.input.shape).flatMap((field) => {
      const value = search[field];
      return PASSING.has(field) || value === undefined || value === '' ? [] : [[field, String(value)]];
    }),
  );
}

/** The address with a view in the place of what the list showed; what belongs to the rest of the page stays. */
export function withView(call: ListCall, before: Search, view: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(before).filter(([field]) => !(field in call.input.shape) && field !== 'open');
  return { ...Object.fromEntries(others), ...viewSearchOf(call, view) };
}

/** Whether two views show the same. */
export function sameFields(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
