import type { PageInput, Window } from './page.ts';

/** Rows of one portion of an export: few enough to format between two requests without anyone noticing. */
export const PORTION_ROWS = 500;

interface Portioned<Row> {
  window(input: PageInput): Window;
  read(window: Window): Promise<readonly Row[]>;
  /** A row's place in its window's order, as the parts of a cursor. */
  placeOf(last: Row): readonly string[];
}

/** All rows of a list, newest first, a portion for each statement: each begins after the last row of the one before. */
export async function* portionsOf<Row>({ window, read, placeOf }: Portioned<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  const newest = { ...window({ page: 1, page_size: PORTION_ROWS, sort_order: 'desc' }), limit: PORTION_ROWS };
  for (let after = newest.after; ;) {
    const rows = await read({ ...newest, after });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < PORTION_ROWS) return;
    after = placeOf(last);
  }
}
