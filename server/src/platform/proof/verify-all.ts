import type { VerificationStep } from '@purser/contract/features/ledger';
import { type LedgerVerification, verifyLedger } from '@purser/ledger/verify';
import { Findings, reading } from '@purser/ledger/verify-reader';
import type pg from 'pg';
import { type Checkpoint, compareCheckpoint } from './checkpoint.ts';
import { verifyHeldOrders } from './held-orders.ts';
import { reconcile } from './reconcile.ts';
import type { Secrets } from '../security/secrets.ts';
import { verifyAudit } from './verify-audit.ts';

export interface Verification extends LedgerVerification {
  readonly auditEntries: bigint;
}

interface VerifyAllOptions {
  /** Collects what does not hold, also of a verification that is ended before it is through. */
  readonly findings?: Findings;
  /** Told as each part begins. */
  readonly onStep?: (step: VerificationStep) => void;
}

/** Proves of everything that money left behind that it is whole: ledger, orders and transfers, audit log, and a checkpoint if given. */
export async function verifyAll(
  client: pg.ClientBase,
  secrets: Secrets,
  checkpoint?: Checkpoint,
  { findings = new Findings(), onStep = () => {} }: VerifyAllOptions = {},
): Promise<Verification> {
  const started = performance.now();
  const ledger = await verifyLedger(client, secrets.ledgerKey(), { findings, onStep });
  const auditEntries = await reading(client, async (reader) => {
    onStep('records');
    await reconcile(reader, findings);
    await verifyHeldOrders(reader, findings);
    onStep('checkpoint');
    if (checkpoint) await compareCheckpoint(reader, checkpoint, findings);
    onStep('audit');
    return verifyAudit(reader, secrets, findings);
  });
  return { ...ledger, auditEntries, duration_ms: performance.now() - started, breaks: findings.breaks };
}
