import type { Database } from '../../platform/database/database.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

/** As many as `forget_deliveries` takes in one step. */
const STEP = 1_000;
/** How many steps of a round there are at most: what is left waits for the next round. */
const MOST_STEPS = 100;

/** Forgets deliveries that are over, once they have been kept for `DELIVERY_KEPT_DAYS`. */
export function webhookJobs({ db }: Platform): PeriodicJob[] {
  return [{ name: 'forget-deliveries', everyMs: 30_000, run: (stopping) => forgetDeliveries(db, stopping) }];
}

/** In small steps, each a transaction of its own, so that none holds anything up. */
export async function forgetDeliveries(db: Database, stopping?: AbortSignal): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    if (stopping?.aborted) return;
    const { rows } = await db.system.query<{ forgotten: number }>('select forget_deliveries() as forgotten');
    if ((rows[0]?.forgotten ?? 0) < STEP) return;
  }
}
