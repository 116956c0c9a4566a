import { recordOrderEvents } from '../../domain/order-events.ts';
import { expireOrders } from '../../domain/order-transitions.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

const LARGEST_EXPIRY_BATCH = 500;

export function openOrderJobs(platform: Platform): PeriodicJob[] {
  return [{ name: 'expire-orders', everyMs: 1_000, run: () => expireDueOrders(platform) }];
}

/** Expires every order whose time is over and tells whom it concerns; answers how many there were. */
export async function expireDueOrders({ db, settings }: Pick<Platform, 'db' | 'settings'>): Promise<number> {
  for (let expired = 0; ;) {
    const orders = await db.systemTransaction(async (tx) => {
      const due = await expireOrders(tx, LARGEST_EXPIRY_BATCH);
      await recordOrderEvents(
        tx,
        settings.publicUrl,
        due.map((order) => ({ type: 'order.expired', order })),
      );
      return due.length;
    });
    expired += orders;
    if (orders < LARGEST_EXPIRY_BATCH) return expired;
  }
}
