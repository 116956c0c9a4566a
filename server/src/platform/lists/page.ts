import { type ListCall, TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import { type PartKind, readCursor, writeCursor } from './cursor.ts';

/** The part of a list's input that says which page is asked for. */
export interface PageInput {
  readonly page: number;
  readonly page_size: number;
  readonly cursor?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order: 'asc' | 'desc';
}

/** Which rows a page takes: those after a row that an earlier page ended with, or those after so many. */
export interface Window {
  /** The list's path. A cursor is bound to it, to what the page is sorted by, and to the direction. */
  readonly list: string;
  readonly sortedBy: string;
  readonly direction: 'asc' | 'desc';
  /** The cursor's parts. */
  readonly after: readonly string[] | undefined;
  readonly offset: number;
  /** Rows to read: one more than the page holds tells whether anything follows. */
  readonly limit: number;
}

/** The page that is asked for. A cursor wins over the page's number; one of another list or order is refused with invalid_input. */
export function windowOf({ path: list }: Pick<ListCall, 'path'>, input: PageInput, sortedBy: string, kinds: readonly PartKind[]): Window {
  const direction = input.sort_order;
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor, orderOf({ list, sortedBy, direction }), kinds);
  return { list, sortedBy, direction, after, offset: after ? 0 : (input.page - 1) * input.page_size, limit: input.page_size + 1 };
}

/** Cuts the page from the rows that its window took. */
export function cutPage<Row>(
  rows: readonly Row[],
  window: Window,
  partsOf: (last: Row) => readonly string[],
): { readonly rows: readonly Row[]; readonly next_cursor: string | null } {
  const page = rows.slice(0, window.limit - 1);
  const last = page.at(-1);
  return { rows: page, next_cursor: last === undefined || rows.length === page.length ? null : cursorOf(window, partsOf(last)) };
}

/** The cursor of a row that a window's page ends with. */
export function cursorOf(window: Window, parts: readonly string[]): string {
  return writeCursor(orderOf(window), parts);
}

function orderOf({ list, sortedBy, direction }: Pick<Window, 'list' | 'sortedBy' | 'direction'>): string {
  return `${list} ${sortedBy}.${direction}`;
}

/** How many rows a list has, where the rows that a window took tell it: they are its last ones, and it is known how many come before. */
export function countKnownFrom({ after, offset, limit }: Window, { length }: readonly unknown[]): number | undefined {
  const isEnd = length < limit && (length > 0 || offset === 0);
  return after === undefined && isEnd ? offset + length : undefined;
}

/** How many rows are counted at most, to tell whether there are more than TOTAL_COUNTED_UP_TO. */
export const MOST_COUNTED = TOTAL_COUNTED_UP_TO + 1;

/** What a list says of how many rows it has, of which one more than `upTo` were counted at most. */
export function totalOf(counted: number, upTo = TOTAL_COUNTED_UP_TO): { readonly total: number; readonly total_is_exact: boolean } {
  return { total: Math.min(counted, upTo), total_is_exact: counted <= upTo };
}
