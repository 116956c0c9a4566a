/** How long a webhook delivery is kept after it was recorded, in days; one that is sent again is recorded anew, one that is pending is kept whatever its age. */
export const DELIVERY_KEPT_DAYS = 90;

const DAY_MS = 86_400_000;

/** Whether all deliveries are still there that there were about a record since some time. */
export function areDeliveriesKept(since: string, now: Date = new Date()): boolean {
  return now.getTime() - Date.parse(since) < DELIVERY_KEPT_DAYS * DAY_MS;
}
