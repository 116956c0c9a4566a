import { stateOf } from '@purser/ledger/on-nodes';
import { isRetryable } from '@purser/ledger/store';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Coins } from './coins.ts';
import { openPool, type Role } from './connections.ts';
import { claimOf, disclaimOf, isDistributed, type Scope } from './scope.ts';
import type { Schema } from './schema.ts';
import { refuse } from '../http/refusal.ts';
import { SilenceWatch, SilentConnection } from './silence.ts';
import { LastWrites, Tx } from './tx.ts';
import { UnderWay } from './under-way.ts';

const MOST_ATTEMPTS = 5;
const LONGEST_BATCH_STATEMENT_MS = 8_000;
const SNAPSHOT = 'begin isolation level repeatable read, read only';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections of each of the two pools. */
  readonly connections?: number;
  readonly applicationName?: string;
  /** purser_app unless given. */
  readonly role?: Role;
  /** Another database's view of the coins, where both are ways to the same one. */
  readonly coins?: Coins;
  /** Proves the scopes that are claimed; only a login that owns the tables can do without. */
  readonly scopeKey?: Buffer;
}

/**
 * A role's two ways to the database. Row level security binds both:
 * - `scoped` names one owner and sees nothing else, whatever a query forgets to filter on;
 * - `system` sees every owner and is for what serves many at once: batches, sign-in, workers.
 */
export class Database {
  readonly system: pg.Pool;
  readonly systemQueries: Kysely<Schema>;
  readonly #scopedPool: pg.Pool;
  readonly #scopeKey: Buffer | undefined;
  readonly #watch: SilenceWatch;
  readonly #systemFrames = new WeakMap<pg.ClientBase, SystemFrame>();
  #isDistributed: boolean | undefined;
  /** The coins and their markets, as last read. */
  readonly coins: Coins;
  /** What is asked through this database right now. */
  readonly underWay = new UnderWay();

  constructor({ url, connections = 8, applicationName = 'purser', role = 'purser_app', coins, scopeKey }: DatabaseOptions) {
    this.#watch = new SilenceWatch(url);
    this.#scopeKey = scopeKey;
    const common = { url, connections, applicationName, role, scopeKey };
    this.system = openPool({ ...common, scope: 'system' }, this.#watch);
    this.#scopedPool = openPool({ ...common, scope: undefined }, this.#watch);
    this.systemQueries = new Kysely({ dialect: new PostgresDialect({ pool: this.system }) });
    this.coins = coins ?? new Coins(this.system);
  }

  /**
   * Runs one transaction that sees only the rows of `ownerId`. Like every transaction of this class, one that only lost a race
   * for locks is run again from its start, so `work` must have no effect outside of it.
   */
  scoped<Result>(ownerId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#scoped(ownerId, work, 'begin');
  }

  /** Like scoped, for reading several things as of one moment. */
  scopedSnapshot<Result>(ownerId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#scoped(ownerId, work, SNAPSHOT);
  }

  /** Runs one transaction across owners. */
  systemTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#ofSystem(work, () => 'begin');
  }

  /** Like systemTransaction, for reading several things as of one moment. */
  systemSnapshot<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#ofSystem(work, () => SNAPSHOT);
  }

  /**
   * Runs one transaction in a scope. Also one of the system does so on the connections of scoped transactions: those that wait for each
   * other must leave the system's to what they wait for, such as the counting of guesses. What `work` leaves in `last` is sent together with
   * the commit.
   */
  transaction<Result>(scope: Scope, work: (tx: Tx, last: LastWrites) => Promise<Result>): Promise<Result> {
    return this.#scoped(scope, work, 'begin');
  }

  /** The same for reading several things as of one moment. */
  snapshot<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#scoped(scope, work, SNAPSHOT);
  }

  /**
   * A system transaction for a batch, which waits for each lock no longer than it says, and fails with a lock timeout (see `isLockTimeout`).
   * What `work` leaves in `last` is sent together with the commit: others wait for the batch's accounts until then, and while the process
   * makes other answers, what it would send next waits for it.
   */
  batchTransaction<Result>(lockTimeoutMs: number, work: (tx: Tx, last: LastWrites) => Promise<Result>): Promise<Result> {
    const limits = `set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${LONGEST_BATCH_STATEMENT_MS}`;
    // A batch's statements find rows by keys, whatever the keys are: planning them anew for each batch would take longer than they do.
    const begin = `begin; ${limits}`;
    const generic = `${begin}; set local plan_cache_mode = force_generic_plan`;
    return this.#ofSystem(work, (client) => (isDistributed(client) ? begin : generic));
  }

  /** A claim is proven for the connection that it is made on, and made in the same round trip that begins the transaction. */
  #scoped<Result>(scope: Scope, work: (tx: Tx, last: LastWrites) => Promise<Result>, begin: string): Promise<Result> {
    const frame = (client: pg.ClientBase) => ({ begin: `${begin}; ${claimOf(client, scope, this.#scopeKey, 'transaction')}` });
    return runAgain(() => oneTransaction(this.#scopedPool, this.coins, work, frame));
  }

  /**
   * Statements follow `begin` without waiting for its answer. Where it alone is cancelled, each of them would be a transaction of its own: so the
   * connection sees nothing outside of this one until it is over, as those of scoped transactions.
   */
  #ofSystem<Result>(work: (tx: Tx, last: LastWrites) => Promise<Result>, begin: (client: pg.ClientBase) => string): Promise<Result> {
    const frame = (client: pg.ClientBase): Frame => {
      const { before, claim, after } = this.#systemFrameOf(client);
      return { before, begin: claim === undefined ? begin(client) : `${begin(client)}; ${claim}`, after };
    };
    return runAgain(() => oneTransaction(this.system, this.coins, work, frame));
  }

  /** Made once for each connection: to prove a claim takes as long as to ask a statement. */
  #systemFrameOf(client: pg.ClientBase): SystemFrame {
    const known = this.#systemFrames.get(client);
    if (known) return known;
    const before = disclaimOf(client);
    const claim = (lasts: 'transaction' | 'connection') =>
      before === undefined ? undefined : claimOf(client, 'system', this.#scopeKey, lasts);
    const frame = { before, claim: claim('transaction'), after: claim('connection') };
    this.#systemFrames.set(client, frame);
    return frame;
  }

  /** How many connections both ways hold at the most; while a statement is slow, the watch opens one more to ask after it. */
  get mostConnections(): number {
    return this.system.options.max + this.#scopedPool.options.max;
  }

  /** Whether the tables are distributed over several nodes, which is asked once (`Tx.isDistributed` says so of a transaction). */
  async isDistributed(): Promise<boolean> {
    if (this.#isDistributed === undefined) {
      const client = await this.system.connect();
      this.#isDistributed = isDistributed(client);
      client.release();
    }
    return this.#isDistributed;
  }

  async close(): Promise<void> {
    this.coins.close();
    this.#watch.close();
    await Promise.all([this.system.end(), this.#scopedPool.end()]);
  }
}

/**
 * States in which the database cannot do now what it was asked, whatever it was: connection exceptions (class 08), not enough
 * resources (53), limits (54), not in a state for it (55: locks that were not had in time, say), a race lost again and again
 * (40), a database that is only read (25006), a transaction that took too long (25P03, 25P04), a statement that did or was
 * cancelled (57014), and a server that shuts down, crashed or starts up (57P01-57P05).
 */
const AWAY_STATES = /^(08...|40001|40P01|53...|54...|55...|25006|25P0[34]|57014|57P0[1235])$/;
const AWAY_ERRNOS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** What the driver says itself, without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;
/** What Citus says as internal (XX000) when the coordinator is killed, or a node is lost on which a transaction has written. */
const AWAY_INTERNAL =
  /^(postmaster was shut down|terminating connection due to unexpected postmaster exit|failure on connection marked as essential)/;

/** Can the database not do it now, rather than there being a fault in what it was asked? Asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SilentConnection) return true;
  const code = stateOf(error) ?? '';
  return (
    AWAY_STATES.test(code) ||
    AWAY_ERRNOS.has(code) ||
    AWAY_MESSAGES.test(error.message) ||
    (code === 'XX000' && AWAY_INTERNAL.test(error.message))
  );
}

/** Was a lock not to be had in the time that the transaction gave it? */
export function isLockTimeout(error: unknown): boolean {
  return stateOf(error) === '55P03';
}

async function runAgain<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** What a connection is told around what a transaction does: before it, as it begins, and when it is over. */
interface Frame {
  readonly before?: string | undefined;
  readonly begin: string;
  readonly after?: string | undefined;
}

/** What surrounds a transaction of the system, beside its `begin`; all undefined where a role sees, and no claim. */
type SystemFrame = Readonly<Record<'before' | 'claim' | 'after', string | undefined>>;

async function oneTransaction<Result>(
  pool: pg.Pool,
  coins: Coins,
  work: (tx: Tx, last: LastWrites) => Promise<Result>,
  frameOf: (client: pg.ClientBase) => Frame,
): Promise<Result> {
  const client = await pool.connect();
  const { before, begin, after } = frameOf(client);
  const tx = new Tx(client, coins);
  const last = new LastWrites(coins);
  let broken: Error | undefined;
  try {
    if (before !== undefined) tx.query(before).catch(() => {});
    // Sent together with the first statements: where it is refused, they are refused as well.
    const begun = tx.query(begin);
    begun.catch(() => {});
    const result = await work(tx, last);
    await begun;
    const written = last.statements.map((statement) => tx.query(statement));
    const committed = onEveryNode(client, tx.query('commit'));
    const restored = after !== undefined && tx.query(after).catch((failure: Error) => (broken = failure));
    tx.end();
    const answers = await Promise.allSettled(written);
    const { command } = await committed.catch(toldAtCommit);
    await restored;
    // PostgreSQL answers the commit of a transaction that has failed with a rollback, and no error.
    if (command === 'COMMIT') return result;
    const failed = answers.find(({ status }) => status === 'rejected');
    throw failed
      ? (failed as PromiseRejectedResult).reason
      : new Error('the transaction was rolled back: an error inside it was swallowed');
  } catch (error) {
    tx.end();
    // One that fails means a broken connection, which must leave the pool.
    const over = [client.query('rollback'), after !== undefined && client.query(after)];
    await Promise.all(over).catch((failure: Error) => (broken = failure));
    throw tx.causeOf(error);
  } finally {
    client.release(broken);
  }
}

/**
 * A coordinator that loses a node while it commits answers that it has, and only warns: what that node holds of it is done when the node is back
 * (`citus.recover_2pc_interval`), and nobody sees it before. That is not what whoever asked may be told.
 */
async function onEveryNode<Answer>(client: pg.ClientBase, committed: Promise<Answer>): Promise<Answer> {
  if (!isDistributed(client)) return committed;
  let isWarned = false;
  const hear = ({ severity }: { readonly severity: string | undefined }): void => {
    isWarned ||= severity === 'WARNING';
  };
  client.on('notice', hear);
  try {
    const answer = await committed;
    if (isWarned) throw refuse('outcome_unknown');
    return answer;
  } finally {
    client.off('notice', hear);
  }
}

/** A connection that breaks while it commits leaves open what became of the transaction. */
function toldAtCommit(error: unknown): never {
  if (error instanceof pg.DatabaseError || !isDatabaseAway(error)) throw error;
  throw Object.assign(refuse('outcome_unknown'), { cause: error });
}
