import type { ListCall } from '@purser/contract/list-call';
import { presetNamed, presetSpan, SPAN_PRESETS } from '@purser/ui/time-span';
import { SPAN, type Search } from '../list/list-search.ts';

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

/** What a view keeps under its name: a usual span of time that was chosen by its name as that, counted from the day on which the view is looked at. */
export function keptSearchOf(call: ListCall, search: Search, now: Date = new Date()): Record<string, string> {
  const narrowed = viewSearchOf(call, search);
  const { time_from: from, time_to: to, ...others } = narrowed;
  const span = presetNamed(search[SPAN], { from, to }, now);
  return span === undefined ? narrowed : { ...others, [SPAN]: span };
}

/** What a view that is kept shows now, as an address says it. */
export function shownSearchOf(call: ListCall, kept: Readonly<Record<string, string>>, now: Date = new Date()): Record<string, string> {
  const preset = SPAN_PRESETS.find((one) => one === kept[SPAN]);
  if (preset === undefined) return viewSearchOf(call, kept);
  const { from = '', to = '' } = presetSpan(preset, now);
  return { ...viewSearchOf(call, { ...kept, time_from: from, time_to: to }), [SPAN]: preset };
}

/** The address with a view in the place of what the list showed; what belongs to the rest of the page stays. */
export function withView(call: ListCall, before: Search, view: Readonly<Record<string, string>>, now?: Date): Record<string, string> {
  const others = Object.entries(before).filter(([field]) => !(field in call.input.shape) && field !== 'open' && field !== SPAN);
  return { ...Object.fromEntries(others), ...shownSearchOf(call, view, now) };
}

/** Whether two views show the same. */
export function sameFields(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
