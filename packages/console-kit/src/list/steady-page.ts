import type { ListPage } from '@purser/ui/data-table-types';

/**
 * How a list behaves while rows keep coming. The first page follows them: what is new slides in. A later page holds still for its reader: it
 * shows the list as it was at one moment, its rows keep their places, and what has changed about them is shown in place.
 */
export interface Shown<Row> {
  /** The list and the page of it that is meant. */
  readonly key: string;
  readonly page: ListPage<Row>;
  /** Keys of the rows that came while the page was on show. */
  readonly arrived: ReadonlySet<string>;
  /** The server's latest answer, where showing it would move the rows. */
  readonly waiting: ListPage<Row> | undefined;
}

type KeyOf<Row> = (row: Row) => string;

/** What to show once the server has answered again. */
export function take<Row>(
  before: Shown<Row> | undefined,
  key: string,
  answer: ListPage<Row>,
  { follows, keyOf }: { readonly follows: boolean; readonly keyOf: KeyOf<Row> },
): Shown<Row> {
  if (!before || before.key !== key) return { key, page: answer, arrived: new Set(), waiting: undefined };
  if (follows || sameRows(before.page, answer, keyOf)) {
    return { key, page: answer, arrived: arrivals(before.page, answer, keyOf), waiting: undefined };
  }
  return { ...before, page: withUpdates(before.page, answer, keyOf), waiting: answer };
}

/** The reader asks for the page as it is now. */
export function release<Row>(shown: Shown<Row>): Shown<Row> {
  return shown.waiting ? { key: shown.key, page: shown.waiting, arrived: new Set(), waiting: undefined } : shown;
}

function sameRows<Row>(one: ListPage<Row>, other: ListPage<Row>, keyOf: KeyOf<Row>): boolean {
  const keys = other.list.map(keyOf);
  return one.list.length === keys.length && one.list.every((row, index) => keyOf(row) === keys[index]);
}

function arrivals<Row>(before: ListPage<Row>, after: ListPage<Row>, keyOf: KeyOf<Row>): ReadonlySet<string> {
  const known = new Set(before.list.map(keyOf));
  return new Set(after.list.map(keyOf).filter((key) => !known.has(key)));
}

/** The same rows in the same places, each as new as the answer has it. */
function withUpdates<Row>(page: ListPage<Row>, answer: ListPage<Row>, keyOf: KeyOf<Row>): ListPage<Row> {
  const fresh = new Map<string, Row>(answer.list.map((row) => [keyOf(row), row]));
  return { ...page, list: page.list.map((row) => fresh.get(keyOf(row)) ?? row) };
}

/** The part of a list's input that says where and when one is. */
export interface PlaceInput {
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order?: 'asc' | 'desc' | undefined;
  readonly time_from?: string | undefined;
  readonly time_to?: string | undefined;
}

/** Whether the list runs from the newest row on, so that a moment in time fixes which rows a later page holds. Its file always does. */
export function newestFirst({ sort_by, sort_order = 'desc' }: PlaceInput, timeField: string): boolean {
  return (sort_by ?? timeField) === timeField && sort_order === 'desc';
}

/**
 * The moment at which a later page holds the list: just after the newest row that the first page shows, by the server's clock. Undefined
 * where no moment can hold it.
 */
export function momentAfter(input: PlaceInput, timeField: string, firstPage: ListPage<unknown> | undefined): string | undefined {
  const newest = (firstPage?.list[0] as Readonly<Record<string, string>> | undefined)?.[timeField];
  if (newest === undefined || !newestFirst(input, timeField)) return undefined;
  return new Date(Date.parse(newest) + 1).toISOString();
}

/** The input for a page of the list as it was at a moment. An end of its own that comes before the moment stays its end. */
export function inputAt<Input extends PlaceInput>(input: Input, timeField: string, until: string | undefined): Input {
  const holds = (input.page ?? 1) > 1 && until !== undefined && newestFirst(input, timeField) && isBefore(until, input.time_to);
  return holds ? { ...input, time_to: until } : input;
}

/** Whether a text is an instant before another one, or before an open end. */
function isBefore(instant: string, end: string | undefined): boolean {
  return Date.parse(instant) < (end === undefined ? Infinity : Date.parse(end));
}

/** The input that counts what has come since; undefined where the page holds no moment. */
export function inputSince<Input extends PlaceInput>(input: Input, timeField: string, until: string | undefined): Input | undefined {
  if (inputAt(input, timeField, until) === input || until === undefined) return undefined;
  const from = input.time_from !== undefined && input.time_from > until ? input.time_from : until;
  return { ...input, time_from: from, page: 1, page_size: 1 };
}
