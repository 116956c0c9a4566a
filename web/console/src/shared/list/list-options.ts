import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import type { MerchantTopic } from '@purser/contract/features/events';
import type { ListCall } from '@purser/contract/list-call';
import type { Column } from '@purser/ui/data-table-types';
import type { ComponentType } from 'react';
import type { PlainKey, T } from '../i18n.tsx';
import type { ColumnKit } from './columns.tsx';
import type { FilterKit, FilterOf, ListFilter } from './filters.ts';

export type RowOf<C extends ListCall> = OutputOf<C>['list'][number];

/** What a list shows beyond what its call says. */
export interface ListOptions<C extends ListCall> {
  /** Names the column choice in local storage and the exported file. */
  readonly id: string;
  /** The table's accessible name. */
  readonly label: PlainKey;
  /** Which events make it fetch again. */
  readonly topics: readonly MerchantTopic[];
  readonly rowKey: (row: RowOf<C>) => string;
  /** The first names the row, stays in sight and opens the details. At most eight are shown unless somebody chooses more. */
  readonly columns: (c: ColumnKit<C['row']>, t: T) => readonly Column<RowOf<C>>[];
  /** The numbers that the search field understands, likeliest first. Without any there is no such field. */
  readonly search?: Partial<Record<FilterOf<C>, PlainKey>>;
  readonly filters: (f: FilterKit<C>, t: T) => readonly ListFilter[];
  readonly details: {
    readonly title: PlainKey;
    /** The filters that find a row by its key when it is not on the page. */
    readonly find?: (key: string) => Partial<InputOf<C>>;
    /** Instead of every column, a line each. */
    readonly Body?: ComponentType<{ readonly row: RowOf<C> }>;
  };
  readonly empty: { readonly title: PlainKey; readonly hint: PlainKey; readonly Action?: ComponentType };
  /** The export that goes by the same filters. */
  readonly exports?: Call;
  /** One line above the table, such as its sums. */
  readonly Sums?: ComponentType<{ readonly filters: Readonly<Record<string, unknown>> }>;
}
