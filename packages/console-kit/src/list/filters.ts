import type { InputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import type { Translate } from '@purser/i18n/catalogue';
import type { Choice } from '@purser/ui/filter-chip';
import { z } from 'zod';
import { plainly, type KitCatalogue, type PlainKey } from '../i18n.tsx';

/** The names of a list's own filters. */
export type FilterOf<C extends ListCall> = keyof InputOf<C> & keyof C['filters'] & string;
type Value<C extends ListCall, Field extends FilterOf<C>> = NonNullable<InputOf<C>[Field]> & string;

export interface ListFilter {
  readonly field: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** There are so many that one is found by typing. */
  readonly searched?: boolean;
}

/** What filters by a coin are called. */
export const COIN_FILTERS = ['coin_name', 'out_abbreviation'] as const;

/** Makes the chips of a list from what its call accepts. */
export type FilterKit<C extends ListCall, Texts extends KitCatalogue> = ReturnType<typeof filterKit<C, Texts>>;

export function filterKit<C extends ListCall, Texts extends KitCatalogue>(
  call: C,
  t: Translate<Texts>,
  { coins, networks }: { readonly coins: readonly string[]; readonly networks: readonly string[] },
) {
  const titleOf = plainly(t);
  return {
    /** One of the words that the contract lists. */
    choice: <Field extends FilterOf<C>>(
      field: Field,
      title: PlainKey<Texts>,
      name: (value: Value<C, Field>) => string,
      options: Pick<ListFilter, 'searched'> = {},
    ): ListFilter => ({
      ...options,
      field,
      label: titleOf(title),
      choices: wordsOf(call.filters[field]).map((value) => ({ value, label: name(value as Value<C, Field>) })),
    }),
    /** One of the coins that there are. */
    coin: (field: FilterOf<C> & (typeof COIN_FILTERS)[number]): ListFilter => ({
      field,
      label: titleOf('field.coin'),
      choices: coins.map((coin) => ({ value: coin, label: coin })),
    }),
    /** One of the networks that there are. */
    network: (field: FilterOf<C> & 'network', title: PlainKey<Texts>): ListFilter => ({
      field,
      label: titleOf(title),
      choices: networks.map((network) => ({ value: network, label: network })),
    }),
  };
}

function wordsOf(schema: unknown): readonly string[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodEnum)) throw new TypeError('the filter is not one of a few words');
  return inner.options.map(String);
}
