import pg from 'pg';
import { Client } from './client.ts';
import { claimOf, meet, type Scope } from './scope.ts';
import type { SilenceWatch } from './silence.ts';

const INT8_OID = 20;

/** Counts and money arrive as bigint: a JavaScript number would round them silently. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** How long a request waits for a connection: until one is free, or until a new one is open. */
const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
const LONGEST_TRANSACTION_MS = 60_000;
/** No plan of a connection is older than this when a statement begins. */
export const PLANS_KEPT_MS = 5_000;

/**
 * What the server holds every connection to, whatever the database's own defaults are. Times are in milliseconds, those of
 * TCP's keepalive in seconds.
 */
const SESSION_SETTINGS = {
  // Every decision depends on rows that are locked; a stricter level would only fail where this one waits.
  default_transaction_isolation: 'read committed',
  statement_timeout: 30_000,
  lock_timeout: 3_000,
  // A process that is stopped inside its transaction loses it, and with it the locks that others wait for.
  idle_in_transaction_session_timeout: 3_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
  // Every statement finds its rows by keys, a few or some hundred at a time. A plan that reads a table from end to end is right only
  // while the table is tiny: made from old statistics, it stops everybody once the table has grown. So whole tables are not read. This
  // holds for the checks of foreign keys too, whose statements nobody writes.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/**
 * Nodes are told of what is set for a transaction, and do one thing after the other in it: what they do side by side cannot be read or written again.
 * As they do so shard after shard, always in one order, two transactions that write many owners' rows need not be kept apart as a whole: they
 * wait for rows, as on one PostgreSQL.
 */
export const ON_NODES = `set citus.propagate_set_commands = 'local'; set citus.multi_shard_modify_mode = 'sequential';
  set citus.enable_deadlock_prevention = off`;

/** Staff look for parties by parts of names, in indexes of trigrams, which are read as bitmaps. */
const SETTINGS_OF_STAFF = { enable_bitmapscan: 'on' };

/** The roles of the application's connections: that of merchants' and payers' calls, of pages and workers, that of staff's calls, and the signer's. */
export type Role = 'purser_app' | 'purser_operator' | 'purser_signer';

export interface ConnectionOptions {
  readonly url: string;
  readonly connections: number;
  readonly applicationName: string;
  /** The role that every connection takes on. */
  readonly role: Role;
  /** What every connection sees from its start; undefined: nothing until a transaction claims a scope. */
  readonly scope: Scope | undefined;
  readonly scopeKey: Buffer | undefined;
}

/** A pool whose connections are bounded on both ends: the server ends what takes too long, and a silent one is given up. */
export function openPool({ url, connections, applicationName, role, scope, scopeKey }: ConnectionOptions, watch: SilenceWatch): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    types,
    max: connections,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Statements are sent without waiting for the answers of those before.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: asOptions({ ...SESSION_SETTINGS, ...(role === 'purser_operator' && SETTINGS_OF_STAFF), role }),
    // PostgreSQL 15 and 16 do not know this setting, and refuse a connection that brings it along.
    onConnect: async (client) => {
      await client.query({
        text: `select set_config('transaction_timeout', $1, false) where current_setting('server_version_num')::int >= 170000`,
        values: [String(LONGEST_TRANSACTION_MS)],
        query_timeout: CONNECT_TIMEOUT_MS,
      } as pg.QueryConfig);
      const { is_distributed } = await meet(client);
      if (is_distributed) await client.query(ON_NODES);
      if (scope !== undefined) await client.query(claimOf(client, scope, scopeKey, 'connection'));
    },
  });
  surviveBrokenConnections(pool);
  forgetPlans(pool);
  watch.watch(pool);
  return pool;
}

/**
 * A connection keeps the plans of its statements, and of those inside functions, and would keep one that was right for an almost empty
 * table. Making every plan each time costs a fifth of all payments, so plans are kept for a few seconds: no table outgrows them in that.
 */
function forgetPlans(pool: pg.Pool): void {
  const madeAt = new WeakMap<pg.ClientBase, number>();
  pool.on('acquire', (client) => {
    const now = performance.now();
    if (now - (madeAt.get(client) ?? -Infinity) < PLANS_KEPT_MS) return;
    madeAt.set(client, now);
    // Not waited for: the connection runs its statements in order. One that breaks tells whoever asks next.
    client.query('discard plans').catch(() => {});
  });
}

function asOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
}

/**
 * A connection that breaks must not end the process. Whoever is using it learns of it from the query that fails; an idle one is
 * replaced. The pool listens only to the idle ones: one that breaks between two statements of a transaction is heard here.
 */
function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}
