import { isRetryable } from '@purser/ledger/store';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** A transaction whose queries see one owner's rows only, or a system transaction that sees all. */
export type Trx = Transaction<Schema>;

const INT8_OID = 20;
const MOST_ATTEMPTS = 5;

/** Counts and money arrive as bigint: a JavaScript number would round them silently. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export interface DatabaseOptions {
  readonly url: string;
  /** Connections of each of the two pools. */
  readonly connections?: number;
  readonly applicationName?: string;
}

/**
 * The application's two ways to the database. Both take on the role purser_app, which row level security binds:
 * - `scoped` names one owner and sees nothing else, whatever a query forgets to filter on;
 * - `system` sees every owner and is for what serves many at once: batches, sign-in, workers.
 */
export class Database {
  readonly system: pg.Pool;
  readonly systemQueries: Kysely<Schema>;
  readonly #scopedPool: pg.Pool;
  readonly #scopedQueries: Kysely<Schema>;

  constructor({ url, connections = 8, applicationName = 'purser' }: DatabaseOptions) {
    const common = { connectionString: url, types, application_name: applicationName, statement_timeout: 30_000 };
    this.system = new pg.Pool({ ...common, max: connections, options: '-c role=purser_app -c purser.owner_id=system -c jit=off' });
    this.#scopedPool = new pg.Pool({ ...common, max: connections, options: '-c role=purser_app -c jit=off' });
    for (const pool of [this.system, this.#scopedPool]) surviveBrokenConnections(pool);
    this.systemQueries = new Kysely({ dialect: new PostgresDialect({ pool: this.system }) });
    this.#scopedQueries = new Kysely({ dialect: new PostgresDialect({ pool: this.#scopedPool }) });
  }

  /** Runs one transaction that sees only the rows of `ownerId`. */
  scoped<Result>(ownerId: number, work: (trx: Trx) => Promise<Result>): Promise<Result> {
    return this.#scopedQueries.transaction().execute(async (trx) => {
      await sql`select set_config('purser.owner_id', ${String(ownerId)}, true)`.execute(trx);
      return work(trx);
    });
  }

  /** Runs one transaction on a plain connection that sees only the rows of `ownerId`: for streams and the ledger's SQL. */
  async scopedClient<Result>(ownerId: number, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#scopedPool, async (client) => {
      await client.query(`select set_config('purser.owner_id', $1, true)`, [String(ownerId)]);
      return work(client);
    });
  }

  /** Like scopedClient, for reading several things as of one moment. */
  async scopedSnapshot<Result>(ownerId: number, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(
      this.#scopedPool,
      async (client) => {
        await client.query(`select set_config('purser.owner_id', $1, true)`, [String(ownerId)]);
        return work(client);
      },
      'begin isolation level repeatable read, read only',
    );
  }

  /**
   * Runs one transaction across owners on a plain connection: for the set-based batches. A transaction that only lost a race
   * for locks is run again from its start, so `work` must have no effect outside of it.
   */
  async systemTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(this.system, work);
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.system.end(), this.#scopedPool.end()]);
  }
}

/**
 * A connection that breaks must not end the process. Whoever is using it learns of it from the query that fails; an idle one is
 * replaced. The pool listens only to the idle ones: one that breaks between two statements of a transaction is heard here.
 */
function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Connection exceptions (class 08), a server that shuts down, crashed or starts up (57P01-57P03), and no connection left (53300). */
const AWAY_STATES = /^(08...|57P0[123]|53300)$/;
const AWAY_ERRNOS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** What the driver says itself, without a code. */
const AWAY_MESSAGES = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Is this the database being away, rather than a fault in what it was asked? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return AWAY_STATES.test(code) || AWAY_ERRNOS.has(code) || AWAY_MESSAGES.test(error.message);
}

async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>, begin = 'begin'): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a transaction that has failed with a rollback, and no error.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: an error inside it was swallowed');
    return result;
  } catch (error) {
    // A rollback that fails means a broken connection, which must leave the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
