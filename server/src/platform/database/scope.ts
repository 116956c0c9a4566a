import { createHmac } from 'node:crypto';
import type { Queryable } from '@purser/ledger/accounts';
import { IS_DISTRIBUTED } from '@purser/ledger/on-nodes';
import pg from 'pg';

/** Whose rows a connection sees: one owner's, or everybody's. */
export type Scope = number | 'system';

const BLOCK_BYTES = 64;

/** What scope() of migration 0022 must know to check proofs: the two padded keys of HMAC (RFC 2104). Only the tables' owner may write it. */
export async function storeScopeKey(owner: Queryable, key: Buffer): Promise<void> {
  const padded = (pad: number): Buffer => Buffer.from(Buffer.concat([key], BLOCK_BYTES).map((byte) => byte ^ pad));
  await owner.query(
    `insert into scope_key (inner_key, outer_key) values ($1, $2)
     on conflict (only_row) do update set inner_key = excluded.inner_key, outer_key = excluded.outer_key`,
    [padded(0x36), padded(0x5c)],
  );
}

/** What must be known of a connection to claim scopes on it. */
interface Met {
  readonly pid: number;
  /** What a proof names: the server process behind the connection, in this run of the server. */
  readonly place: string;
  /** Several nodes speak to each other in its name, and know of no proofs (`citus.ts`). */
  readonly is_distributed: boolean;
}

const met = new WeakMap<pg.ClientBase, Met>();

/** Learns what claims on a new connection must name. */
export async function meet(client: pg.ClientBase): Promise<Met> {
  const { rows } = await client.query<Met>(
    `select pg_backend_pid() as pid, pg_backend_pid() || '.' || extract(epoch from pg_postmaster_start_time()) as place, ${IS_DISTRIBUTED} as is_distributed`,
  );
  const [found = { pid: 0, place: '', is_distributed: false }] = rows;
  met.set(client, found);
  return found;
}

/** The server process behind a connection, as the server itself says: a pooler in between tells the driver a number of its own. */
export function processBehind(client: pg.ClientBase): number {
  return met.get(client)?.pid ?? 0;
}

/** Does a connection lead to a database that is distributed over several nodes? */
export function isDistributed(client: pg.ClientBase): boolean {
  return met.get(client)?.is_distributed === true;
}

/**
 * The SQL that claims a scope, for the transaction or for as long as the connection lasts. Without a key the login must be the
 * tables' owner.
 */
export function claimOf(client: pg.ClientBase, scope: Scope, key: Buffer | undefined, lasts: 'transaction' | 'connection'): string {
  if (isDistributed(client)) return claimOnNodes(scope, lasts);
  const proof =
    key === undefined
      ? ''
      : createHmac('sha256', key)
          .update(`${met.get(client)?.place}.${scope}`)
          .digest('hex');
  const setting = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, ${lasts === 'transaction'})`;
  return `select ${setting('purser.owner_id', String(scope))}, ${setting('purser.proof', proof)}`;
}

/** The SQL after which a connection sees nothing until a scope is claimed; undefined where it is the role that sees, as on several nodes. */
export function disclaimOf(client: pg.ClientBase): string | undefined {
  return isDistributed(client) ? undefined : `select set_config('purser.owner_id', '', false)`;
}

/** Of what is set, nodes pass on to each other what is set for a transaction, and the role. */
function claimOnNodes(scope: Scope, lasts: 'transaction' | 'connection'): string {
  if (lasts === 'transaction') return `set local purser.owner_id = ${pg.escapeLiteral(String(scope))}`;
  if (scope !== 'system') throw new Error('on several nodes an owner is claimed for a transaction only');
  // Other roles are the system's anyway.
  return `do $$ begin if current_user = 'purser_app' then set role purser_system; end if; end $$`;
}
