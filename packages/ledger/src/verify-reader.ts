import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { IS_DISTRIBUTED } from './on-nodes.ts';
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
 * connection's settings be what they were afterwards. What is to be read is asked of the `reader`.
 */
export async function reading<Result>(client: pg.ClientBase, work: (reader: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const names = Object.keys(SETTINGS);
  const before = await client.query<Record<string, string | null> & { is_distributed: boolean }>(
    `select ${names.map((name) => `current_setting('${name}', true) as "${name}"`).join(', ')}, ${IS_DISTRIBUTED} as is_distributed`,
  );
  if (before.rows[0]?.is_distributed) return work(readerOfNodes(client));
  const set = (values: Readonly<Record<string, string | null>>) =>
    client.query(
      `select ${names.map((_, index) => `set_config('${names[index]}', $${index + 1}, false)`).join(', ')}`,
      names.map((name) => values[name] ?? ''),
    );
  await set(SETTINGS);
  try {
    return await work(client);
  } finally {
    await client.query('rollback');
    await set(before.rows[0] ?? {});
  }
}

const readersOfNodes = new WeakSet<pg.ClientBase>();

/** Does what is read lie on several nodes? Then nothing that a reader reads of several owners is of one moment. */
export function isDistributed(reader: pg.ClientBase): boolean {
  return readersOfNodes.has(reader);
}

/** Nodes are told of settings that are made for a transaction. What is gathered from them is joined on the coordinator, where it has no index. */
const ON_NODES = [
  'begin isolation level read committed read only',
  `set local citus.propagate_set_commands = 'local'`,
  ...Object.entries({ ...SETTINGS, enable_hashjoin: 'on' })
    .filter(([name]) => !name.startsWith('default_transaction'))
    .map(([name, value]) => `set local ${name} = '${value}'`),
].join(';');

/** Asks every statement in a transaction of its own that has the settings, also on the nodes. */
function readerOfNodes(client: pg.ClientBase): pg.ClientBase {
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    await client.query(ON_NODES);
    try {
      return await client.query(text, values);
    } finally {
      await client.query('rollback');
    }
  };
  const reader = Object.create(client, { query: { value: query } }) as pg.ClientBase;
  readersOfNodes.add(reader);
  return reader;
}

/** Several statements as of one moment; short, and bounded in rows as any slice. On several nodes they are each of its own. */
export async function snapshot<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  if (isDistributed(client)) return work();
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** On several nodes something may be seen while it is under way between two of them: it is looked at again. */
const LOOKED_AGAIN_AFTER_MS = 250;
const MOST_LOOKS = 3;

/**
 * The rows of a query that takes up after the last row's key, page by page; the key columns come as text. On several nodes a row that `isWrong` is read
 * again, and is what it was the last time: what is wrong stays wrong, unless it is not there any more.
 */
export async function* pages<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  sql: string,
  first: readonly unknown[],
  size: number,
  keyOf: (row: Row) => readonly unknown[],
  isWrong: (row: Row) => boolean = () => false,
): AsyncGenerator<Row[]> {
  let after = first;
  for (;;) {
    const read = async (): Promise<Row[]> => (await client.query<Row>(sql, [...after, size])).rows;
    const rows = await read();
    if (rows.length > 0) yield isDistributed(client) ? await lookedAgain(rows, read, size, keyOf, isWrong) : rows;
    const last = rows.at(-1);
    if (rows.length < size || !last) return;
    after = keyOf(last);
  }
}

/**
 * A page of several nodes, whose rows that are wrong are read again a few times. One that is not there any more is left out: a hold, for example, was
 * given back while its order was looked for.
 *
 * @param read reads the page again
 * @param size so many rows it has at most
 */
export async function lookedAgain<Row>(
  page: readonly Row[],
  read: () => Promise<readonly Row[]>,
  size: number,
  keyOf: (row: Row) => readonly unknown[],
  isWrong: (row: Row) => boolean,
): Promise<Row[]> {
  let rows = [...page];
  for (let look = 1; look < MOST_LOOKS && rows.some(isWrong); look += 1) {
    await delay(LOOKED_AGAIN_AFTER_MS);
    const again = await read();
    const now = new Map(again.map((row) => [JSON.stringify(keyOf(row)), row]));
    const seen = (row: Row): Row | undefined => now.get(JSON.stringify(keyOf(row)));
    // New rows may have pushed what comes after the last one that is seen again out of the page.
    const reached = again.length < size ? rows.length : rows.findLastIndex((row) => seen(row) !== undefined);
    // What was right was whole then; only what was wrong may have been under way.
    rows = rows.flatMap((row, index) => (isWrong(row) ? (seen(row) ?? (index < reached ? [] : row)) : row));
  }
  return rows;
}

/** What is found on several nodes: read again while it `isWrong`, a few times. For what stays as it is once it is whole. */
export async function looksAgain<Found>(
  read: () => Promise<Found>,
  isWrong: (found: Found) => boolean,
  { looks = MOST_LOOKS, afterMs = LOOKED_AGAIN_AFTER_MS } = {},
): Promise<Found> {
  let found = await read();
  for (let look = 1; look < looks && isWrong(found); look += 1) {
    await delay(afterMs);
    found = await read();
  }
  return found;
}
