import { canonicalJson } from '@purser/ledger/canonical-json';
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
  const [end] = (await tx.query<{ now: Date; sequence: bigint; hash: Buffer | null }>('select * from audit_end($1)', [entry.ownerId])).rows;
  if (end === undefined) throw new Error('the end of the audit log is always one row');
  const row = {
    owner_id: BigInt(entry.ownerId),
    sequence: end.sequence + 1n,
    actor_kind: entry.actorKind,
    actor: entry.actor,
    action: entry.action,
    details: JSON.stringify(entry.details),
    ip: entry.ip,
    created_at: end.now,
  };
  const previousHash = end.hash ?? NO_HASH;
  await tx.query('select audit_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    ...Object.values(row),
    previousHash,
    auditHash(secrets, previousHash, row),
  ]);
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
