import { moveReviewOrders } from '../../domain/review-order.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { adjustmentKind } from './kind.ts';
import { dueAdjustments } from './queries.ts';

const LARGEST_BATCH = 200;
const THE_TIME = { kind: 'system', id: '', name: '' } as const;

export function adjustmentJobs(platform: Platform): PeriodicJob[] {
  return [{ name: 'release-adjustments', everyMs: 10_000, run: () => releaseDueAdjustments(platform) }];
}

/** Gives users every pending adjustment whose days are over; answers how many there were. One that somebody ends at the same moment is theirs. */
export async function releaseDueAdjustments(platform: Platform): Promise<number> {
  for (let released = 0; ;) {
    const { due, refused } = await platform.db.systemTransaction(async (tx) => {
      const orders = await dueAdjustments(tx, LARGEST_BATCH);
      const moves = orders.map(({ owner_id, serial_number }) => ({
        ownerId: Number(owner_id),
        serialNumber: serial_number,
        event: 'release' as const,
        by: THE_TIME,
      }));
      const results = await moveReviewOrders(tx, platform, adjustmentKind, moves);
      return { due: orders.length, refused: results.filter((result) => result instanceof Refusal).length };
    });
    released += due - refused;
    // What was refused would be found again.
    if (due < LARGEST_BATCH || refused === due) return released;
  }
}
