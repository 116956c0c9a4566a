import type { InputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import { queryClient, callQuery } from '../query.ts';
import { valueOf } from './list-search.ts';

export interface Candidate {
  readonly field: string;
  readonly value: unknown;
}

/** What a text may be: the fields that the call would take it for, in the list's order. */
export function candidatesOf(call: ListCall, fields: readonly string[], text: string): Candidate[] {
  return fields.flatMap((field) => {
    const value = valueOf(call, field, text);
    return value === undefined ? [] : [{ field, value }];
  });
}

/**
 * Finds out which number a text is: the first that some row has, whatever other filters are set. What no row has, and what could not be
 * asked, is taken for the likeliest.
 */
export async function understand<C extends ListCall>(call: C, fields: readonly string[], text: string): Promise<Candidate | undefined> {
  const candidates = candidatesOf(call, fields, text);
  if (candidates.length < 2) return candidates[0] ?? nothing(fields, text);
  const found = await Promise.all(
    candidates.map(async ({ field, value }) => {
      try {
        const page = await queryClient.fetchQuery(callQuery(call, { [field]: value, page_size: 1 } as InputOf<C>, []));
        return (page as { readonly list: readonly unknown[] }).list.length > 0;
      } catch {
        return false;
      }
    }),
  );
  return candidates[Math.max(0, found.indexOf(true))];
}

/** No field takes a text as long as that. Its beginning finds nothing either, and the list says so. */
function nothing([field]: readonly string[], text: string): Candidate | undefined {
  return field === undefined ? undefined : { field, value: text.slice(0, LONGEST_TEXT) };
}

/** Every text field takes this many characters. */
const LONGEST_TEXT = 32;
