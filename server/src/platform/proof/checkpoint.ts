import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { compareHeads, compareLedger, type Heads, type LedgerHeads, ledgerHeads } from '@purser/ledger/checkpoint';
import { Sealer } from '@purser/ledger/seal';
import { type Findings, reading } from '@purser/ledger/verify-reader';
import type pg from 'pg';
import { z } from 'zod';
import type { Secrets } from '../security/secrets.ts';
import { auditHeads } from './verify-audit.ts';

/** No transaction lasts this long: an audit entry that is older is there, or never will be. */
const AUDIT_SETTLED_MS = 5 * 60_000;
const SEALING_MS = 1_000;

/** What a checkpoint states of the data of its time; kept outside of the database, it says later whether they are still there. */
export interface Checkpoint {
  readonly made_at: string;
  /** SHA-256 of the statement of the checkpoint before it, if there is one. */
  readonly previous: string | null;
  readonly ledger: LedgerHeads;
  readonly audit: Heads & { readonly before: string };
}

/** A checkpoint as it stands in its file: the statement as text, byte by byte as it was signed. */
export interface SignedCheckpoint {
  readonly statement: string;
  /** Ed25519 over the statement, in base64. */
  readonly signature: string;
  /** In PEM: with it anybody checks the signature without being able to make one. */
  readonly public_key: string;
}

const heads = { chains: z.number().int(), buckets: z.array(z.string()) };
const STATEMENT: z.ZodType<Checkpoint> = z.object({
  made_at: z.string(),
  previous: z.string().nullable(),
  ledger: z.object({ ...heads, round: z.string(), entries: z.string(), postings: z.string() }),
  audit: z.object({ ...heads, before: z.iso.datetime() }),
});
const SIGNED: z.ZodType<SignedCheckpoint> = z.object({ statement: z.string(), signature: z.string(), public_key: z.string() });

interface CheckpointOptions {
  /** Audit entries that are younger are left to the next checkpoint. */
  readonly auditSettledMs?: number;
}

/** Seals what is not sealed, then states what there is. The client is outside of a transaction. */
export async function makeCheckpoint(
  client: pg.ClientBase,
  secrets: Secrets,
  previous: SignedCheckpoint | undefined,
  options: CheckpointOptions = {},
): Promise<SignedCheckpoint> {
  await sealEverything(client, secrets);
  return stateCheckpoint(client, secrets, previous, options);
}

/** States what is sealed. For a client that reads everything and need not write anything. */
export async function stateCheckpoint(
  client: pg.ClientBase,
  secrets: Secrets,
  previous: SignedCheckpoint | undefined,
  { auditSettledMs = AUDIT_SETTLED_MS }: CheckpointOptions = {},
): Promise<SignedCheckpoint> {
  const checkpoint = await reading(client, async (reader): Promise<Checkpoint> => {
    const { rows } = await reader.query<{ now: Date }>('select clock_timestamp() as now');
    const now = rows[0]?.now ?? new Date();
    const before = new Date(now.getTime() - auditSettledMs);
    return {
      made_at: now.toISOString(),
      previous: previous ? fingerprint(previous) : null,
      ledger: await ledgerHeads(reader),
      audit: { before: before.toISOString(), ...(await auditHeads(reader, before)) },
    };
  });
  const statement = JSON.stringify(checkpoint);
  const key = secrets.checkpointKey();
  const signature = sign(null, Buffer.from(statement), key).toString('base64');
  return { statement, signature, public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString() };
}

/** Seals every entry that is there. For a client that may add seals. */
export async function sealEverything(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  const sealer = new Sealer((work) => inTransaction(client, () => work(client)), secrets.ledgerKey(), { everything: true });
  for (;;) {
    const { finished } = await sealer.work(SEALING_MS);
    if (finished) return;
  }
}

async function inTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    await client.query(`set local purser.owner_id = 'system'`);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Reads a file's text; throws when it is not a checkpoint of this installation, as it was signed. */
export function openCheckpoint(text: string, secrets: Secrets): { readonly signed: SignedCheckpoint; readonly checkpoint: Checkpoint } {
  const signed = SIGNED.parse(JSON.parse(text));
  // The key is this installation's own, not the one that the file brings along.
  if (!isSignedBy(signed, createPublicKey(secrets.checkpointKey()))) throw new Error('its signature is not of this installation');
  return { signed, checkpoint: STATEMENT.parse(JSON.parse(signed.statement)) };
}

function isSignedBy({ statement, signature }: SignedCheckpoint, key: KeyObject): boolean {
  return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64'));
}

export function fingerprint({ statement }: SignedCheckpoint): string {
  return createHash('sha256').update(statement).digest('hex');
}

/** Proves that today's data extend those of the checkpoint. Within `reading`. */
export async function compareCheckpoint(client: pg.ClientBase, { ledger, audit }: Checkpoint, findings: Findings): Promise<void> {
  await compareLedger(client, ledger, findings);
  compareHeads('chains of the audit log', audit, await auditHeads(client, new Date(audit.before)), findings);
}
