import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { feedAgent, fetchRate } from './feed-fetch.ts';
import { hear, takeDueFeeds } from './feeds.ts';

const LOOK_EVERY_MS = 1_000;

/** Keeps floating rates at what their feeds say. */
export function feedJobs(platform: Platform): PeriodicJob[] {
  return [{ name: 'fetch-rates', everyMs: LOOK_EVERY_MS, run: () => fetchDueRates(platform) }];
}

/** Asks the feeds that are due, all at the same time: one that does not answer delays no other. */
export async function fetchDueRates(platform: Platform, timeoutMs?: number): Promise<void> {
  const { db, warning } = platform.operator;
  // Without the operator's connections nobody sets a feed either.
  if (warning !== undefined) return;
  const due = await db.systemTransaction(takeDueFeeds);
  if (due.length === 0) return;
  const agent = feedAgent(platform);
  try {
    await Promise.all(
      due.map(async (feed) => {
        const fetched = await fetchRate(agent, feed, timeoutMs);
        await db.systemTransaction((tx) => hear(tx, feed, fetched));
      }),
    );
  } finally {
    await agent.destroy();
  }
}
