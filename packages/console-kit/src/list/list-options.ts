import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import type { Translate } from '@purser/i18n/catalogue';
import type { Column } from '@purser/ui/data-table-types';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { KitCatalogue, PlainKey } from '../i18n.tsx';
import type { Place } from '../palette/entry.ts';
import type { Topic } from '../query.ts';
import type { ColumnKit } from './columns.tsx';
import type { FilterKit, FilterOf, ListFilter } from './filters.ts';

export type RowOf<C extends ListCall> = OutputOf<C>['list'][number];

/** What a list shows beyond what its call says. */
export interface ListOptions<C extends ListCall, Texts extends KitCatalogue> {
  /** Names the column choice in local storage and the exported file. */
  readonly id: string;
  /** The table's accessible name. */
  readonly label: PlainKey<Texts>;
  /** Which events make it fetch again. */
  readonly topics: readonly Topic[];
  /** Its rows change without an event, as programs go on by themselves: it looks again every 15 s while the page is visible. */
  readonly renewed?: boolean;
  /** No two rows of the list have the same; an address holds it. */
  readonly rowKey: (row: RowOf<C>) => string;
  /** The first names the row, stays in sight and opens the details. At most eight are shown unless somebody chooses more. */
  readonly columns: (c: ColumnKit<C['row'], Texts>, t: Translate<Texts>) => readonly Column<RowOf<C>>[];
  /** The numbers that the search field understands, likeliest first. Without any there is no such field. */
  readonly search?: Partial<Record<FilterOf<C>, PlainKey<Texts>>>;
  readonly filters: (f: FilterKit<C, Texts>, t: Translate<Texts>) => readonly ListFilter[];
  readonly details: {
    readonly title: PlainKey<Texts>;
    /** The filters that find a row by its key when it is not on the page. */
    readonly find?: (key: string) => Partial<InputOf<C>>;
    /** Instead of every column, a line each. */
    readonly Body?: ComponentType<{ readonly row: RowOf<C> }>;
    /** Of a list that rows leave, what became of one that is in it no more, by its key. */
    readonly Gone?: ComponentType<{ readonly opened: string }>;
  };
  /** Where a row leads instead of its details; undefined for one whose details open here. */
  readonly leadsTo?: (row: RowOf<C>) => Place | undefined;
  readonly empty: { readonly title: PlainKey<Texts>; readonly hint: PlainKey<Texts>; readonly Action?: ComponentType };
  /** Buttons of a row. */
  readonly RowActs?: ComponentType<{ readonly row: RowOf<C> }>;
  /** Rows that can be selected, and what one can do with all that are. */
  readonly selection?: {
    readonly allows: (row: RowOf<C>) => boolean;
    /** Says which row a box stands for. */
    readonly nameOf: (row: RowOf<C>) => string;
    /** How many go together. */
    readonly most: number;
    readonly Acts: ComponentType<{ readonly rows: readonly RowOf<C>[] }>;
  };
  /** The export that goes by the same filters. */
  readonly exports?: Call;
  /** One line above the table, such as its sums. */
  readonly Sums?: ComponentType<{ readonly filters: Readonly<Record<string, unknown>> }>;
}

/** What an app gives to all its lists. */
export interface ListParts {
  /** Answers the coins that a list may be narrowed by; made only where it may. Without it no coin is offered. */
  readonly coins?: Call<z.ZodType, z.ZodType<{ readonly list: readonly { readonly coin_name: string }[] }>>;
  /** The same of networks. */
  readonly networks?: Call<z.ZodType, z.ZodType<{ readonly list: readonly { readonly network: string }[] }>>;
  /** Stands above the details of a row: where else it leads. */
  readonly RowHead?: ComponentType<{ readonly row: { readonly serial_number?: unknown } }>;
}
