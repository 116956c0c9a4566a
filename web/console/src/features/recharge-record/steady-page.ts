import type { Order, OrdersInput, OrdersPage } from './api.ts';

/**
 * How the list behaves while orders keep coming. The first page follows them: what is new slides in. A later page
 * holds still for its reader: it shows the list as it was at one moment, its rows keep their places, and what has
 * changed about them is shown in place.
 */
export interface Shown {
  /** The list and the page of it that is meant. */
  readonly key: string;
  readonly page: OrdersPage;
  /** Serial numbers of the rows that came while the page was on show. */
  readonly arrived: ReadonlySet<string>;
  /** The server's latest answer, where showing it would move the rows. */
  readonly waiting: OrdersPage | undefined;
}

/** What to show once the server has answered again. */
export function take(before: Shown | undefined, key: string, answer: OrdersPage, follows: boolean): Shown {
  if (!before || before.key !== key) return { key, page: answer, arrived: new Set(), waiting: undefined };
  if (follows || sameRows(before.page, answer)) return { key, page: answer, arrived: arrivals(before.page, answer), waiting: undefined };
  return { ...before, page: withUpdates(before.page, answer), waiting: answer };
}

/** The reader asks for the page as it is now. */
export function release(shown: Shown): Shown {
  return shown.waiting ? { key: shown.key, page: shown.waiting, arrived: new Set(), waiting: undefined } : shown;
}

function sameRows(one: OrdersPage, other: OrdersPage): boolean {
  return one.list.length === other.list.length && one.list.every((row, index) => row.serial_number === other.list[index]?.serial_number);
}

function arrivals(before: OrdersPage, after: OrdersPage): ReadonlySet<string> {
  const known = new Set(before.list.map((row) => row.serial_number));
  return new Set(after.list.map((row) => row.serial_number).filter((serial) => !known.has(serial)));
}

/** The same rows in the same places, each as new as the answer has it. */
function withUpdates(page: OrdersPage, answer: OrdersPage): OrdersPage {
  const fresh = new Map<string, Order>(answer.list.map((row) => [row.serial_number, row]));
  return { ...page, list: page.list.map((row) => fresh.get(row.serial_number) ?? row) };
}

/** Whether the list runs from the newest order on, so that a moment in time fixes which rows a later page holds. */
function newestFirst({ sort_by = 'create_time', sort_order = 'desc', time_to }: OrdersInput): boolean {
  return sort_by === 'create_time' && sort_order === 'desc' && time_to === undefined;
}

/**
 * The moment at which a later page holds the list: just after the newest order that the first page shows, by the
 * server's clock. Undefined where no moment can hold it.
 */
export function momentAfter(input: OrdersInput, firstPage: OrdersPage | undefined): string | undefined {
  const newest = firstPage?.list[0]?.create_time;
  if (newest === undefined || !newestFirst(input)) return undefined;
  return new Date(Date.parse(newest) + 1).toISOString();
}

/** The input for a page of the list as it was at a moment. */
export function inputAt(input: OrdersInput, until: string | undefined): OrdersInput {
  const holds = (input.page ?? 1) > 1 && until !== undefined && newestFirst(input) && !Number.isNaN(Date.parse(until));
  return holds ? { ...input, time_to: until } : input;
}

/** The input that counts what has come since; undefined where the page holds no moment. */
export function inputSince(input: OrdersInput, until: string | undefined): OrdersInput | undefined {
  if (inputAt(input, until) === input || until === undefined) return undefined;
  const from = input.time_from !== undefined && input.time_from > until ? input.time_from : until;
  return { ...input, time_from: from, page: 1, page_size: 1 };
}
