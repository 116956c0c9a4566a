import { createHash } from 'node:crypto';
import { type Heads, HeadsHasher } from '@purser/ledger/checkpoint';
import { type Findings, isDistributed, pages } from '@purser/ledger/verify-reader';
import type pg from 'pg';
import { auditContent, auditHash, type AuditRow, NO_HASH } from './audit.ts';
import type { Secrets } from '../security/secrets.ts';

const ENTRIES_AT_A_TIME = 2_000;

export const AUDIT_CHECK = 'every audit entry is what was written, and follows the one before it';

interface Row {
  owner_id: string;
  sequence: string;
  actor_kind: string;
  actor: string;
  action: string;
  details: string;
  ip: string | null;
  created_at: Date;
  user_agent: string | null;
  previous_hash: Buffer;
  hash: Buffer;
}

const ENTRIES = `
  select owner_id::text, sequence::text, actor_kind, actor, action, details::text, ip, created_at, user_agent, previous_hash, hash
  from audit_log a where (a.owner_id, a.sequence) > ($1, $2) order by a.owner_id, a.sequence limit $3`;

const readEntries = (client: pg.ClientBase) =>
  pages<Row>(client, ENTRIES, [0, 0], ENTRIES_AT_A_TIME, ({ owner_id, sequence }) => [owner_id, sequence]);

function toAuditRow(row: Row): AuditRow {
  return { ...row, owner_id: BigInt(row.owner_id), sequence: BigInt(row.sequence) };
}

/** Recomputes every owner's chain of audit entries, within `reading`, until it is over. Returns how many entries it was. */
export async function verifyAudit(client: pg.ClientBase, secrets: Secrets, findings: Findings, isOver = () => false): Promise<bigint> {
  let count = 0n;
  let last = { owner_id: '', sequence: 0n, hash: NO_HASH };
  for await (const rows of readEntries(client)) {
    if (isOver()) break;
    count += BigInt(rows.length);
    for (const row of rows) {
      if (row.owner_id !== last.owner_id) last = { owner_id: row.owner_id, sequence: 0n, hash: NO_HASH };
      const where = `audit entry ${row.owner_id} ${row.sequence}`;
      const sequence = BigInt(row.sequence);
      if (sequence !== last.sequence + 1n) findings.add(AUDIT_CHECK, where, `comes after ${last.sequence}`);
      const hash = auditHash(secrets, last.hash, toAuditRow(row));
      if (!row.previous_hash.equals(last.hash) || !row.hash.equals(hash)) {
        findings.add(AUDIT_CHECK, where, `${row.action} by ${row.actor_kind} ${row.actor} was not written so`);
      }
      last = { owner_id: row.owner_id, sequence, hash: row.hash };
    }
  }
  return count;
}

/**
 * Gives the entries from before keyed hashes theirs, once in the life of a database, by a connection of the tables' owner. A chain goes
 * on being adopted as long as its entries are what their unkeyed hashes say.
 */
export async function adoptAudit(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  let chain = { owner_id: '', unkeyed: NO_HASH, keyed: NO_HASH, whole: true };
  for await (const rows of readEntries(client)) {
    for (const row of rows) {
      if (row.owner_id !== chain.owner_id) chain = { owner_id: row.owner_id, unkeyed: NO_HASH, keyed: NO_HASH, whole: true };
      const content = auditContent(toAuditRow(row));
      const expected = createHash('sha256').update(chain.unkeyed).update(content).digest();
      chain.whole &&= row.previous_hash.equals(chain.unkeyed) && row.hash.equals(expected);
      if (!chain.whole) continue;
      const keyed = auditHash(secrets, chain.keyed, toAuditRow(row));
      await client.query('update audit_log set previous_hash = $3, hash = $4 where owner_id = $1 and sequence = $2', [
        row.owner_id,
        row.sequence,
        chain.keyed,
        keyed,
      ]);
      chain.unkeyed = row.hash;
      chain.keyed = keyed;
    }
  }
}

/** The heads of all chains of audit entries as of a time that lies longer back than any transaction lasts. Within `reading`. */
export async function auditHeads(client: pg.ClientBase, before: Date): Promise<Heads> {
  const next = (after: string) => `select a.owner_id from audit_log a where a.owner_id > ${after} order by a.owner_id limit 1`;
  const sql = `
    with recursive known as (
      (${next('$1')}) union all select n.owner_id from known k cross join lateral (${next('k.owner_id')}) n
    ), page as materialized (select owner_id from known limit $2)
    select p.owner_id::text, l.sequence::text, l.hash
    from page p
    left join lateral (
      select l.sequence, l.hash from audit_log l
      where l.owner_id = p.owner_id and l.created_at < '${before.toISOString()}' order by l.sequence desc limit 1
    ) l on true
    order by p.owner_id`;
  const onNodes = `
    with page as materialized (
      select owner_id from audit_log where owner_id > $1 group by owner_id order by owner_id limit $2
    ), head as materialized (
      select l.owner_id, l.sequence, l.hash from (
        select l.owner_id, max(l.sequence) as sequence from page p join audit_log l on l.owner_id = p.owner_id
        where l.created_at < '${before.toISOString()}' group by l.owner_id
      ) newest join audit_log l on l.owner_id = newest.owner_id and l.sequence = newest.sequence
    )
    select p.owner_id::text, l.sequence::text, l.hash from page p left join head l on l.owner_id = p.owner_id order by p.owner_id`;
  const hasher = new HeadsHasher();
  type Head = { owner_id: string; sequence: string | null; hash: Buffer | null };
  for await (const rows of pages<Head>(client, isDistributed(client) ? onNodes : sql, [0], ENTRIES_AT_A_TIME, ({ owner_id }) => [
    owner_id,
  ])) {
    for (const { owner_id, sequence, hash } of rows) if (sequence !== null && hash) hasher.add(BigInt(owner_id), [sequence], hash);
  }
  return hasher.heads();
}
