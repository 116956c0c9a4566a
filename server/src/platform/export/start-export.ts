import { EXPORT_LIMIT_ROWS } from '@purser/contract/list-call';
import type { Queryable } from '@purser/ledger/accounts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';

type Portions<Row> = AsyncGenerator<readonly Row[], void, undefined>;

export interface ExportRows<Row> {
  /** How many rows there are as the export begins. */
  readonly count: number;
  readonly portions: Portions<Row>;
}

interface Source<Row> {
  /** Counts the rows, no further than `most`. */
  count(db: Queryable, most: number): Promise<number>;
  /** All rows, a portion for each statement, so that none is held open while a slow reader takes what there is. */
  portions(db: Queryable): Portions<Row>;
}

/** Counts an export's rows and begins to read them (`startPortions`). Refuses with export_too_large. */
export async function startExport<Row>(db: Database, scope: Scope, source: Source<Row>): Promise<ExportRows<Row>> {
  const { head: count, portions } = await startPortions(db, scope, {
    head: async (client) => {
      const count = await source.count(client, EXPORT_LIMIT_ROWS + 1);
      if (count > EXPORT_LIMIT_ROWS) throw refuse('export_too_large', { limit: EXPORT_LIMIT_ROWS });
      return count;
    },
    portions: (client) => source.portions(client),
  });
  return { count, portions };
}

interface Headed<Head, Row> {
  /** What stands before the rows. */
  head(tx: Tx): Promise<Head>;
  /** The rows, a portion for each statement. */
  portions(db: Queryable, head: Head): Portions<Row>;
}

/**
 * Reads what stands before rows and the first portion of them as of one moment; every later portion is read when the one before it is gone, in a
 * short transaction of its own.
 */
export function startPortions<Head, Row>(
  db: Database,
  scope: Scope,
  source: Headed<Head, Row>,
): Promise<{ readonly head: Head; readonly portions: Portions<Row> }> {
  return db.snapshot(scope, async (client) => {
    const head = await source.head(client);
    let snapshot: Queryable | undefined = client;
    const query = ((text: string, values: unknown[]) =>
      snapshot ? snapshot.query(text, values) : db.transaction(scope, (each) => each.query(text, values))) as Queryable['query'];
    const portions = source.portions({ query }, head);
    const first = await portions.next();
    snapshot = undefined;
    return { head, portions: resumed(first, portions) };
  });
}

async function* resumed<Row>(first: IteratorResult<readonly Row[], void>, rest: Portions<Row>): Portions<Row> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
