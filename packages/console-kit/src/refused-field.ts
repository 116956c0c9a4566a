import type { CallRefused } from '@purser/client/transport';
import type { Call } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';

/** Where a refusal is told, and in which words. */
export interface RefusedField {
  readonly field: string;
  readonly text: string;
}

/** The field of a call's input that a refusal is about: the one that the answer names, or else the one that the contract names. */
export function refusedField(
  { fields }: Pick<Call, 'fields'>,
  refusal: Pick<CallRefused, 'outcome' | 'data' | 'message'>,
): RefusedField | undefined {
  const named = namedIn(refusal.data);
  const field = named?.field ?? fields[refusal.outcome as OutcomeName];
  if (field === undefined) return undefined;
  // What a validator says is for programs; an outcome's own problem is in the user's words.
  return { field, text: (refusal.outcome === 'invalid_input' ? undefined : named?.problem) ?? refusal.message };
}

/** The first field that an answer's data names, without its place in a list. */
function namedIn(data: unknown): { readonly field: string; readonly problem: string | undefined } | undefined {
  const { fields } = (data ?? {}) as { readonly fields?: unknown };
  const first = Array.isArray(fields) ? (fields[0] as { readonly field?: unknown; readonly problem?: unknown } | undefined) : undefined;
  if (typeof first?.field !== 'string') return undefined;
  return { field: first.field.split('.')[0] ?? '', problem: typeof first.problem === 'string' ? first.problem : undefined };
}
