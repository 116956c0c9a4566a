import type pg from 'pg';
import { CANONICAL } from './seal.ts';

/** One thing that does not hold, told so that a person can look it up. */
export interface LedgerBreak {
  readonly check: string;
  readonly where: string;
  readonly found: string;
}

/** Of each check the first so many are told. */
const MOST_BREAKS = 100;

/** Collects what does not hold. */
export class Findings {
  readonly breaks: LedgerBreak[] = [];
  readonly #counts = new Map<string, number>();

  add(check: string, where: string, found: string): void {
    const count = (this.#counts.get(check) ?? 0) + 1;
    this.#counts.set(check, count);
    if (count <= MOST_BREAKS) this.breaks.push({ check, where, found });
  }

  addAll(check: string, rows: readonly { readonly where_: string; readonly found: string }[]): void {
    for (const { where_, found } of rows) this.add(check, where_, found);
  }
}

const SETTINGS: Readonly<Record<string, string>> = {
  ...CANONICAL,
  'purser.owner_id': 'system',
  default_transaction_read_only: 'on',
  default_transaction_isolation: 'repeatable read',
  work_mem: '32MB',
  // One slice takes milliseconds; what takes this long has lost its plan, and is told.
  statement_timeout: '60s',
};

/**
 * Reads in slices: every statement is a transaction of its own, bounded in rows, so that no snapshot is held beyond it. Lets the
 * connection's settings be what they were afterwards.
 */
export async function reading<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  const names = Object.keys(SETTINGS);
  const before = await client.query<Record<string, string | null>>(
    `select ${names.map((name) => `current_setting('${name}', true) as "${name}"`).join(', ')}`,
  );
  const set = (values: Readonly<Record<string, string | null>>) =>
    client.query(
      `select ${names.map((_, index) => `set_config('${names[index]}', $${index + 1}, false)`).join(', ')}`,
      names.map((name) => values[name] ?? ''),
    );
  await set(SETTINGS);
  try {
    return await work();
  } finally {
    await client.query('rollback');
    await set(before.rows[0] ?? {});
  }
}

/** Several statements as of one moment; short, and bounded in rows as any slice. */
export async function snapshot<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** The rows of a query that takes up after the last row's key, page by page; the key columns come as text. */
export async function* pages<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  sql: string,
  first: readonly unknown[],
  size: number,
  keyOf: (row: Row) => readonly unknown[],
): AsyncGenerator<Row[]> {
  let after = first;
  for (;;) {
    const { rows } = await client.query<Row>(sql, [...after, size]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < size || !last) return;
    after = keyOf(last);
  }
}
