import type { InputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import type { Choice } from '@purser/ui/filter-chip';
import { z } from 'zod';
import type { PlainKey, T } from '../i18n.tsx';

/** The names of a list's own filters. */
export type FilterOf<C extends ListCall> = keyof InputOf<C> & keyof C['filters'] & string;
type Value<C extends ListCall, Field extends FilterOf<C>> = NonNullable<InputOf<C>[Field]> & string;

export interface ListFilter {
  readonly field: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** Makes the chips of a list from what its call accepts. */
export type FilterKit<C extends ListCall> = ReturnType<typeof filterKit<C>>;

export function filterKit<C extends ListCall>(call: C, t: T, coins: readonly string[]) {
  return {
    /** One of the words that the contract lists. */
    choice: <Field extends FilterOf<C>>(field: Field, title: PlainKey, name: (value: Value<C, Field>) => string): ListFilter => ({
      field,
      label: t(title),
      choices: wordsOf(call.filters[field]).map((value) => ({ value, label: name(value as Value<C, Field>) })),
    }),
    /** One of the merchant's coins. */
    coin: (field: FilterOf<C> & 'coin_name'): ListFilter => ({
      field,
      label: t('field.coin'),
      choices: coins.map((coin) => ({ value: coin, label: coin })),
    }),
  };
}

function wordsOf(schema: unknown): readonly string[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodEnum)) throw new TypeError('the filter is not one of a few words');
  return inner.options.map(String);
}
