import type { Queryable } from '@purser/ledger/accounts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import type { PageInput, Window } from '../lists/page.ts';
import { portionsOf } from '../lists/portions.ts';
import { type ExportRows, startExport } from './start-export.ts';

/** A list as a file reads all of it. */
interface Readable<Row, Shown> {
  window(input: PageInput): Window;
  read(db: Queryable, window: Window): Promise<readonly Row[]>;
  /** A row's place in its window's order, as the parts of a cursor. */
  placeOf(last: Row): readonly string[];
  /** Counts the rows, no further than `most`. */
  count(db: Queryable, most: number): Promise<number>;
  /** A portion's rows, as the file shows them. */
  shown(db: Queryable, rows: readonly Row[]): readonly Shown[] | Promise<readonly Shown[]>;
}

/** All rows of a list for a file, newest first, a portion for each statement. Refuses with export_too_large. */
export function allRows<Row, Shown>(
  db: Database,
  scope: Scope,
  { window, read, placeOf, count, shown }: Readable<Row, Shown>,
): Promise<ExportRows<Shown>> {
  async function* portions(source: Queryable): AsyncGenerator<readonly Shown[], void, undefined> {
    for await (const rows of portionsOf({ window, read: (page) => read(source, page), placeOf })) yield await shown(source, rows);
  }
  return startExport(db, scope, { count, portions });
}
