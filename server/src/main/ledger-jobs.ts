import { setTimeout as delay } from 'node:timers/promises';
import { Sealer } from '@purser/ledger/seal';
import type { PeriodicJob } from '../platform/commands/jobs.ts';
import type { Platform } from '../platform/platform.ts';

/** Of every two seconds the worker spends so much on sealing at the most: payments come first. */
const SEALING_MS = 500;

/** What keeps the ledger's statistics quick and its history sealed, behind the hot path. */
export function ledgerJobs(platform: Platform, stopping: AbortSignal): PeriodicJob[] {
  const sealer = new Sealer((work) => platform.db.systemTransaction(work), platform.ledgerKey);
  return [
    { name: 'roll-up-fund-flow', everyMs: 2_000, run: () => rollUp(platform, stopping) },
    { name: 'drive-crossings', everyMs: 1_000, run: () => platform.crossings.driveDue() },
    { name: 'seal-entries', everyMs: 2_000, run: () => sealer.work(SEALING_MS) },
  ];
}

/** Folds until nothing is left: each call spends a bounded time and keeps what it has folded. */
async function rollUp(platform: Platform, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { rows } = await platform.db.system.query<{ folded: bigint }>('select ledger.roll_up() as folded');
    if (!rows[0]?.folded) return;
    // Whoever else waits for the database takes a turn.
    await delay(50);
  }
}
