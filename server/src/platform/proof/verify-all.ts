import { type LedgerVerification, verifyLedger } from '@purser/ledger/verify';
import { Findings, reading } from '@purser/ledger/verify-reader';
import type pg from 'pg';
import { type Checkpoint, compareCheckpoint } from './checkpoint.ts';
import { reconcile } from './reconcile.ts';
import type { Secrets } from '../security/secrets.ts';
import { verifyAudit } from './verify-audit.ts';

export interface Verification extends LedgerVerification {
  readonly auditEntries: bigint;
}

/** Proves of everything that money left behind that it is whole: ledger, orders and transfers, audit log, and a checkpoint if given. */
export async function verifyAll(client: pg.ClientBase, secrets: Secrets, checkpoint?: Checkpoint): Promise<Verification> {
  const started = performance.now();
  const ledger = await verifyLedger(client, secrets.ledgerKey());
  const findings = new Findings();
  const auditEntries = await reading(client, async () => {
    await reconcile(client, findings);
    if (checkpoint) await compareCheckpoint(client, checkpoint, findings);
    return verifyAudit(client, secrets, findings);
  });
  return { ...ledger, auditEntries, duration_ms: performance.now() - started, breaks: [...ledger.breaks, ...findings.breaks] };
}
