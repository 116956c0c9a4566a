import type { Act } from '@purser/contract/acts';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { canonicalJson } from '@purser/ledger/canonical-json';
import type { Tx } from '../database/tx.ts';
import type { Schema } from '../database/schema.ts';
import type { Secrets } from '../security/secrets.ts';
import { announce } from '../streams/hub.ts';

export interface AuditEntry {
  readonly ownerId: number;
  readonly actorKind: Schema['audit_log']['actor_kind'];
  readonly actor: string;
  readonly action: Act;
  /** What it was done to; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  /** What the browser or program says it is. */
  readonly userAgent?: string;
}

/** So much of what a browser says it is is kept. */
const LONGEST_USER_AGENT = 256;

export const NO_HASH: Buffer = Buffer.alloc(32);

/**
 * Appends to the owner's audit log within the transaction of the action itself. Each entry's hash covers the one
 * before it and is made with a key, so that a row changed or removed later breaks the chain, and nobody who can only write
 * to the table mends it.
 */
export function audit(tx: Tx, secrets: Secrets, entry: AuditEntry): Promise<void> {
  return auditAll(tx, secrets, [entry]);
}

/** The same for many entries, of one owner or many: three statements, whatever their number. Those of one owner follow each other as given. */
export async function auditAll(tx: Tx, secrets: Secrets, entries: readonly AuditEntry[]): Promise<void> {
  // In one order, so that two who write to the logs of the same owners never wait for each other.
  const ordered = entries.toSorted((a, b) => a.ownerId - b.ownerId);
  const owners = [...new Set(ordered.map(({ ownerId }) => ownerId))];
  const { rows } = await tx.query<End>(
    `select log_end.* from unnest($1::bigint[]) with ordinality as of_whom (owner, place) cross join lateral audit_end(owner) as log_end
     order by place`,
    [owners],
  );
  const ends = new Map(rows.map((end, index) => [owners[index], end]));
  const chained = ordered.map((entry) => {
    const end = ends.get(entry.ownerId);
    if (end === undefined) throw new Error('the end of an audit log is always one row');
    const row = {
      owner_id: BigInt(entry.ownerId),
      sequence: end.sequence + 1n,
      actor_kind: entry.actorKind,
      actor: entry.actor,
      action: entry.action,
      details: JSON.stringify(entry.details),
      ip: entry.ip,
      created_at: end.now,
      user_agent: entry.userAgent?.slice(0, LONGEST_USER_AGENT).replaceAll('\0', '') || null,
    };
    const previousHash = end.hash ?? NO_HASH;
    const hash = auditHash(secrets, previousHash, row);
    ends.set(entry.ownerId, { now: end.now, sequence: row.sequence, hash });
    return { ...row, previousHash, hash };
  });
  const column = <Name extends keyof (typeof chained)[number]>(name: Name) => chained.map((row) => row[name]);
  const appended = tx.query(
    `select audit_append(owner, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash, user_agent)
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::timestamptz[], $9::bytea[],
       $10::bytea[], $11::text[])
       as entry (owner, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash, user_agent)`,
    [
      column('owner_id'),
      column('sequence'),
      column('actor_kind'),
      column('actor'),
      column('action'),
      column('details'),
      column('ip'),
      column('created_at'),
      column('previousHash'),
      column('hash'),
      column('user_agent'),
    ],
  );
  // Merchants see their own log. A note for somebody who is none is read by nobody.
  const told = ordered.flatMap(({ ownerId, actorKind }) => (ownerId === PROVIDER_OWNER_ID || actorKind === 'user' ? [] : [ownerId]));
  await Promise.all([appended, announce(tx, { merchants: [...new Set(told)].map((ownerId) => [ownerId, ['own_audit']] as const) })]);
}

/** Where an owner's log ends. */
interface End {
  readonly now: Date;
  readonly sequence: bigint;
  readonly hash: Buffer | null;
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
  readonly user_agent: string | null;
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
    // Entries from before it was kept have none.
    ...(row.user_agent === null ? [] : [row.user_agent]),
  ];
  return JSON.stringify(content.map(String));
}
