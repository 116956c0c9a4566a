import type { ReactNode } from 'react';

/**
 * Where a row on a phone shows a column: beside the first column the amount, below them status and time, and on a line of its own a note, where the row
 * has one: why it is as it is. The first column of a kind beside the row's name is meant.
 */
export type PhonePlace = 'amount' | 'status' | 'time' | 'note';

/** What stands where a row has nothing in a column. */
export const NOTHING = '–';

export interface Column<Row> {
  /** The field's name; also what the server sorts by when `sortable`. */
  readonly key: string;
  readonly title: string;
  /** Nothing in it takes the focus: a row is one stop for the keyboard. */
  readonly render: (row: Row) => ReactNode;
  /** What a button beside the text copies. */
  readonly copy?: (row: Row) => string | number | null;
  /** `end` for money and counts. */
  readonly align?: 'start' | 'end';
  readonly sortable?: boolean;
  /** Shown only when the user chooses it. */
  readonly optional?: boolean;
  /** Cannot be hidden. */
  readonly always?: boolean;
  readonly phone?: PhonePlace;
}

/** One page of a list call's answer. */
export interface ListPage<Row> {
  readonly list: readonly Row[];
  readonly total: number;
  /** False when counting stopped at `total`: there are more. */
  readonly total_is_exact: boolean;
  /** Not null when rows follow this page. */
  readonly next_cursor?: string | null;
}

/** What the table needs of a TanStack Query result. */
export interface ListQuery<Row> {
  readonly data: ListPage<Row> | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Where in the list one is; the page keeps it in the address. */
export interface ListPosition {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: string | undefined;
  readonly sortOrder: 'asc' | 'desc';
  /** Whether any filter narrows the list. */
  readonly filtered: boolean;
  readonly setPage: (page: number, pageSize: number) => void;
  readonly setSort: (sortBy: string | undefined, sortOrder: 'asc' | 'desc') => void;
  readonly clearFilters: () => void;
}

export interface EmptyText {
  readonly title: string;
  /** What to do so that something appears here. */
  readonly hint: string;
  readonly action?: ReactNode;
}

/** Rows that are selected, to do something with all of them at once. */
export interface RowSelection<Row> {
  /** Whether it can be selected. */
  readonly allows: (row: Row) => boolean;
  readonly isSelected: (row: Row) => boolean;
  readonly select: (rows: readonly Row[], selected: boolean) => void;
  /** Says which row a box stands for. */
  readonly nameOf: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  /** The columns to show. On a phone those with a place there are shown. */
  readonly columns: readonly Column<Row>[];
  /** Whether the user has chosen the columns: then all of them are shown, however narrow the screen is. */
  readonly columnsChosen?: boolean;
  readonly rowKey: (row: Row) => string;
  readonly query: ListQuery<Row>;
  /** Why the server refuses what is asked for, in the user's words. */
  readonly refused?: string | undefined;
  /** Undefined for a list that comes whole. */
  readonly position?: ListPosition;
  readonly empty: EmptyText;
  /** Opens a row's details: by a click anywhere on it, or by its one button. */
  readonly onOpen?: (row: Row) => void;
  /** The key of the row whose details are open. */
  readonly opened?: string;
  /** Buttons of a row; they stay in sight when the table scrolls sideways. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Undefined where rows are only looked at. */
  readonly selection?: RowSelection<Row> | undefined;
  /** Rows that came while the list was on show: they are marked for a moment. */
  readonly isNew?: (row: Row) => boolean;
  /** Floats over the first row, which therefore does not move when it comes. */
  readonly notice?: ReactNode;
}
