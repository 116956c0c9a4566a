import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';

/**
 * One transaction on one connection. It is asked through the query builder (`tx.selectFrom(...)`), in SQL by `tx.query(...)`, with names
 * for prepared statements, or by both in turn. A function that takes a `Tx` needs a transaction; one that runs a single statement
 * anywhere takes the ledger's `Queryable`, which a `Tx` is as well.
 */
export class Tx extends Kysely<Schema> {
  readonly #connection: Connection;

  constructor(client: pg.ClientBase) {
    const connection = new Connection(client);
    super({ dialect: dialectOf(connection) });
    this.#connection = connection;
  }

  /** Runs one statement. Statements that need not each other's answers may be sent together, and run in the order in which they were sent. */
  get query(): pg.ClientBase['query'] {
    return this.#connection.query;
  }

  /**
   * What failed the transaction, where `error` only says that it had failed before: of statements that were sent together, those after
   * the one that failed are refused, and their refusal may be heard first.
   */
  causeOf(error: unknown): unknown {
    return isRefusedAfterFailure(error) ? (this.#connection.failure ?? error) : error;
  }

  /** Called when the transaction is over: whoever still holds it must not reach what the connection does next. */
  end(): void {
    this.#connection.end();
  }

  override transaction(): never {
    throw new Error('this is a transaction already');
  }
}

/** A transaction's connection as kysely's drivers know one. */
class Connection implements DatabaseConnection {
  #client: pg.ClientBase | undefined;
  /** The last error of a statement that was run. */
  failure: unknown;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  get query(): pg.ClientBase['query'] {
    if (!this.#client) throw new Error('the transaction is over');
    const query = this.#client.query.bind(this.#client) as (...args: unknown[]) => unknown;
    return ((...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#noteFailure(error));
      return answer;
    }) as pg.ClientBase['query'];
  }

  #noteFailure(error: unknown): void {
    if (!isRefusedAfterFailure(error)) this.failure = error;
  }

  end(): void {
    this.#client = undefined;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.query(sql, [...parameters]);
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('rows are not streamed');
  }
}

/** PostgreSQL's in_failed_sql_transaction. */
function isRefusedAfterFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/** The query builder on one connection, whose transaction somebody else begins and ends. */
function dialectOf(connection: Connection): Dialect {
  const elsewhere = (): never => {
    throw new Error('the database begins and ends transactions');
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: elsewhere,
    commitTransaction: elsewhere,
    rollbackTransaction: elsewhere,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
  };
}
