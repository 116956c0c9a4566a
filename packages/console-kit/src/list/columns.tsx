import { formatInstant } from '@purser/ui/instant-text';
import { type FieldsOfKind, kindOf } from '@purser/contract/field-kind';
import type { ListCall } from '@purser/contract/list-call';
import { shortened } from '@purser/ui/copy-text';
import { type Column, NOTHING } from '@purser/ui/data-table-types';
import { Money } from '@purser/ui/money';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import type { Translate } from '@purser/i18n/catalogue';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { plainly, type KitCatalogue, type PlainKey } from '../i18n.tsx';

type Fields<Row extends z.ZodObject> = keyof Row['shape'] & string;
type Value<Row extends z.ZodObject, Field extends Fields<Row>> = NonNullable<z.output<Row['shape'][Field]>> & string;
type Options = Pick<Column<never>, 'always' | 'optional'>;

/** Makes the columns of a list from its rows' fields: what a field means decides how it is shown, sorted and copied. */
export type ColumnKit<Row extends z.ZodObject, Texts extends KitCatalogue> = ReturnType<typeof columnKit<Row, Texts>>;

export function columnKit<Row extends z.ZodObject, Texts extends KitCatalogue>(
  { row, sort }: Pick<ListCall, 'sort'> & { readonly row: Row },
  t: Translate<Texts>,
) {
  type Shown = z.output<Row>;
  const titleOf = plainly(t);
  const coinField = Object.keys(row.shape).find((field) => kindOf(row.shape[field] as z.core.$ZodType) === 'coin');
  const value = (shown: Shown, field: string): unknown => (shown as Record<string, unknown>)[field];
  const column = (
    key: string,
    title: PlainKey<Texts>,
    rest: Omit<Column<Shown>, 'key' | 'title' | 'sortable'>,
    options: Options & Pick<Column<Shown>, 'phone'> = {},
  ): Column<Shown> => ({ key, title: titleOf(title), sortable: sort.includes(key), ...rest, ...options });

  return {
    /** A moment, in the user's own time zone. */
    time: (field: FieldsOfKind<Row, 'instant'>, title: PlainKey<Texts>, options?: Options) =>
      column(
        field,
        title,
        {
          render: (shown) => <time>{formatInstant(value(shown, field) as string | null)}</time>,
          ...(field === sort[0] && { phone: 'time' }),
        },
        options,
      ),

    /** What is copied rather than read; `shorten` shows a long one without its middle. */
    copy: (
      field: FieldsOfKind<Row, 'id' | 'text' | 'number'>,
      title: PlainKey<Texts>,
      { shorten = false, ...options }: Options & { readonly shorten?: boolean } = {},
    ) =>
      column(
        field,
        title,
        {
          render: (shown) => {
            const text = String(value(shown, field) ?? '') || NOTHING;
            return shorten ? <span title={text}>{shortened(text)}</span> : text;
          },
          copy: (shown) => value(shown, field) as string | number | null,
        },
        options,
      ),

    text: (
      field: FieldsOfKind<Row, 'id' | 'text' | 'number' | 'decimal' | 'coin'>,
      title: PlainKey<Texts>,
      options?: Options & Pick<Column<Shown>, 'phone'>,
    ) => column(field, title, { render: (shown) => String(value(shown, field) ?? '') || NOTHING }, options),

    /** An amount with the row's coin. `settled` says whether there is one yet. */
    money: (
      field: FieldsOfKind<Row, 'money'>,
      title: PlainKey<Texts>,
      { signed = false, settled, ...options }: Options & { readonly signed?: boolean; readonly settled?: (row: Shown) => boolean } = {},
    ) =>
      column(
        field,
        title,
        {
          align: 'end',
          phone: 'amount',
          render: (shown) => (
            <Money
              amount={settled?.(shown) === false ? null : (value(shown, field) as string | null)}
              coin={coinField === undefined ? undefined : String(value(shown, coinField))}
              signed={signed}
            />
          ),
        },
        options,
      ),

    /** One of a few words; with tones, in its colour. */
    choice: <Field extends FieldsOfKind<Row, 'choice'>>(
      field: Field,
      title: PlainKey<Texts>,
      name: (value: Value<Row, Field>) => string,
      { tones, ...options }: Options & Pick<Column<Shown>, 'phone'> & { readonly tones?: Readonly<Record<Value<Row, Field>, Tone>> } = {},
    ) =>
      column(
        field,
        title,
        {
          phone: 'status',
          render: (shown) => {
            const chosen = value(shown, field) as Value<Row, Field> | null;
            if (chosen === null) return NOTHING;
            return tones ? <StatusTag tone={tones[chosen]}>{name(chosen)}</StatusTag> : name(chosen);
          },
        },
        options,
      ),

    /** A column that shows more than one field, or one in its own way. Nothing in it may take the focus. */
    own: (
      key: string,
      title: PlainKey<Texts>,
      render: (row: Shown) => ReactNode,
      options?: Options & Pick<Column<Shown>, 'copy' | 'align' | 'phone'>,
    ) => column(key, title, { render, ...options }),
  };
}
