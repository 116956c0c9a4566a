import { createHmac } from 'node:crypto';
import type { Queryable } from '@purser/ledger/accounts';
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

/** What a proof names: the server process behind a connection, in this run of the server. */
const places = new WeakMap<pg.ClientBase, string>();

/** Learns what proofs on a new connection must name. */
export async function meet(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ place: string }>(
    `select pg_backend_pid() || '.' || extract(epoch from pg_postmaster_start_time()) as place`,
  );
  places.set(client, rows[0]?.place ?? '');
}

/**
 * The SQL that claims a scope, for the transaction or for as long as the connection lasts. Without a key the login must be the
 * tables' owner.
 */
export function claimOf(client: pg.ClientBase, scope: Scope, key: Buffer | undefined, lasts: 'transaction' | 'connection'): string {
  const proof =
    key === undefined
      ? ''
      : createHmac('sha256', key)
          .update(`${places.get(client)}.${scope}`)
          .digest('hex');
  const setting = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, ${lasts === 'transaction'})`;
  return `select ${setting('purser.owner_id', String(scope))}, ${setting('purser.proof', proof)}`;
}
