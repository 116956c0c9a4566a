import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from './database.ts';
import type { Schema } from './schema.ts';

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

const NO_HASH = Buffer.alloc(32);

/**
 * Appends to the owner's audit log within the transaction of the action itself. Each entry's hash covers the one
 * before it, so that a row changed or removed later breaks the chain.
 */
export async function audit(trx: Trx, entry: AuditEntry): Promise<void> {
  // Two actions of one owner at the same time must take their places one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('audit_log', ${entry.ownerId}))`.execute(trx);
  const last = await trx
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
    created_at: new Date(),
  };
  const previousHash = last?.hash ?? NO_HASH;
  await trx
    .insertInto('audit_log')
    .values({ ...row, previous_hash: previousHash, hash: auditHash(previousHash, row) })
    .execute();
}

export function auditHash(
  previousHash: Buffer,
  row: {
    owner_id: bigint;
    sequence: bigint;
    actor_kind: string;
    actor: string;
    action: string;
    details: string;
    ip: string | null;
    created_at: Date;
  },
): Buffer {
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
  return createHash('sha256')
    .update(previousHash)
    .update(JSON.stringify(content.map(String)))
    .digest();
}

/** JSON with sorted keys: jsonb does not keep the order they were written in. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
