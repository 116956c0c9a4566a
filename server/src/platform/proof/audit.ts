import { sql } from 'kysely';
import type { Tx } from '../database/tx.ts';
import type { Schema } from '../database/schema.ts';
import type { Secrets } from '../security/secrets.ts';

export interface AuditEntry {
  readonly ownerId: number;
  readonly actorKind: Schema['audit_log']['actor_kind'];
  readonly actor: string;
  /** What was done: "access_key.add". */
  readonly action: string;
  /** What it was done to; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
}

export const NO_HASH: Buffer = Buffer.alloc(32);

/**
 * Appends to the owner's audit log within the transaction of the action itself. Each entry's hash covers the one
 * before it and is made with a key, so that a row changed or removed later breaks the chain, and nobody who can only write
 * to the table mends it.
 */
export async function audit(tx: Tx, secrets: Secrets, entry: AuditEntry): Promise<void> {
  // Two actions of one owner at the same time must take their places one after the other.
  const locked = await sql<{ now: Date }>`
    select clock_timestamp() as now from pg_advisory_xact_lock(hashtextextended('audit_log', ${entry.ownerId}))`.execute(tx);
  const last = await tx
    .selectFrom('audit_log')
    .select(['sequence', 'hash'])
    .where('owner_id', '=', BigInt(entry.ownerId))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    owner_id: BigInt(entry.ownerId),
    sequence: (last?.sequence ?? 0n) + 1n,
    actor_kind: entry.actorKind,
    actor: entry.actor,
    action: entry.action,
    details: JSON.stringify(entry.details),
    ip: entry.ip,
    created_at: locked.rows[0]?.now ?? new Date(),
  };
  const previousHash = last?.hash ?? NO_HASH;
  await tx
    .insertInto('audit_log')
    .values({ ...row, previous_hash: previousHash, hash: auditHash(secrets, previousHash, row) })
    .execute();
}

export interface AuditRow {
  readonly owner_id: bigint;
  readonly sequence: bigint;
  readonly actor_kind: string;
  readonly actor: string;
  readonly action: string;
  /** JSON. */
  readonly details: string;
  readonly ip: string | null;
  readonly created_at: Date;
}

export function auditHash(secrets: Secrets, previousHash: Buffer, row: AuditRow): Buffer {
  return secrets.mac('audit', `${previousHash.toString('hex')} ${auditContent(row)}`);
}

/** Everything an entry says, as one text. */
export function auditContent(row: AuditRow): string {
  const content = [
    row.owner_id,
    row.sequence,
    row.actor_kind,
    row.actor,
    row.action,
    canonicalJson(JSON.parse(row.details)),
    row.ip ?? '',
    row.created_at.toISOString(),
  ];
  return JSON.stringify(content.map(String));
}

/** JSON with sorted keys: jsonb does not keep the order they were written in. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
