import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Coins } from './coins.ts';
import { isDistributed } from './scope.ts';
import type { Schema } from './schema.ts';

/** Takes statements whose answers nobody needs: a transaction, which runs them, or what is sent together with its commit. */
export interface Writer {
  /** The coins as this process knows them, not as a transaction sees them. */
  readonly coins: Coins;
  query(statement: pg.QueryConfig): Promise<unknown>;
}

/** The last statements of a transaction, in the order in which they run. One that must not go wrong fails by itself: its answer is not read. */
export class LastWrites implements Writer {
  readonly coins: Coins;
  readonly statements: pg.QueryConfig[] = [];

  constructor(coins: Coins) {
    this.coins = coins;
  }

  async query(statement: pg.QueryConfig): Promise<void> {
    this.statements.push(statement);
  }
}

const elsewhere = (): never => {
  throw new Error('the database begins and ends transactions');
};

/** A transaction has its connection, and is begun and ended by the database's transactions (`database.ts`). */
const DRIVER: Driver = {
  init: async () => {},
  acquireConnection: elsewhere,
  beginTransaction: elsewhere,
  commitTransaction: elsewhere,
  rollbackTransaction: elsewhere,
  releaseConnection: async () => {},
  destroy: async () => {},
};
const COMPILER = new PostgresQueryCompiler();
const ADAPTER = new PostgresAdapter();
const DIALECT: Dialect = {
  createDriver: () => DRIVER,
  createQueryCompiler: () => COMPILER,
  createAdapter: () => ADAPTER,
  createIntrospector: (queries) => new PostgresIntrospector(queries),
};

/**
 * One transaction on one connection. It is asked through the query builder (`tx.selectFrom(...)`), in SQL by `tx.query(...)`, with names
 * for prepared statements, or by both in turn. A function that takes a `Tx` needs a transaction; one that runs a single statement
 * anywhere takes the ledger's `Queryable`, which a `Tx` is as well.
 */
export class Tx extends Kysely<Schema> {
  readonly #connection: Connection;
  /** Runs one statement. Statements that need not each other's answers may be sent together, and run in the order in which they were sent. */
  readonly query: pg.ClientBase['query'];
  /** The coins as this process knows them, not as this transaction sees them. */
  readonly coins: Coins;
  /** The tables are distributed over several nodes, which cannot do all that one can (docs/citus.md). */
  readonly isDistributed: boolean;

  constructor(client: pg.ClientBase, coins: Coins) {
    const connection = new Connection(client);
    // All but the connection is shared by all transactions.
    super({
      config: { dialect: DIALECT },
      dialect: DIALECT,
      driver: DRIVER,
      executor: new DefaultQueryExecutor(COMPILER, ADAPTER, connection),
    });
    this.#connection = connection;
    this.query = connection.query;
    this.coins = coins;
    this.isDistributed = isDistributed(client);
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

/** A transaction's connection, as kysely asks for one and uses it. */
class Connection implements ConnectionProvider, DatabaseConnection {
  readonly query: pg.ClientBase['query'];
  /** The last error of a statement that was run. */
  failure: unknown;
  /** The socket that statements leave by; the driver's types leave it out. */
  readonly #socket: Socket;
  #over = false;

  constructor(client: pg.ClientBase) {
    this.#socket = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
    this.query = ((...args: Parameters<pg.ClientBase['query']>) => {
      if (this.#over) throw new Error('the transaction is over');
      this.#sendTogether();
      const answer: unknown = client.query(...args);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#noteFailure(error));
      return answer;
    }) as pg.ClientBase['query'];
  }

  /** What is asked in one turn leaves in one write: each write costs as much as making a statement. */
  #sendTogether(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
  }

  #noteFailure(error: unknown): void {
    if (!isRefusedAfterFailure(error)) this.failure = error;
  }

  end(): void {
    this.#over = true;
  }

  provideConnection<Result>(use: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    return use(this);
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
